package io.diskvigil.poll;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** When drives are asked, and how many at once: the section {@code poll} of diskvigil.yaml. */
public interface PollConfig {
    /** Time between two cheap probes of the same drive (identity, health, attributes, temperature). */
    @WithDefault("5m")
    Duration interval();

    /** Time between two full probes of the same drive (all logs). */
    @WithDefault("6h")
    Duration fullInterval();

    /** Time between two looks for new drives. */
    @WithDefault("10m")
    Duration rescanInterval();

    /**
     * Time between two probes of a rotating drive that the host does not use: many drives take a probe for use and would never
     * fall asleep.
     */
    @WithDefault("30m")
    Duration idleInterval();

    /** Longest pause between two tries at a drive that hangs; the pauses double from one interval up to it. */
    @WithDefault("1h")
    Duration quarantineMax();

    Asleep asleep();

    /** What happens to drives that sleep for long. */
    interface Asleep {
        /** Time without a reading after which a sleeping drive counts as not checked. */
        @WithDefault("7d")
        Duration checkAfter();

        @WithDefault("tell")
        Then then();
    }

    /** What is done about a drive that was not checked. */
    enum Then {
        /** It sleeps on, and a person is told. */
        TELL,
        /** It is woken once by a probe in the window of self-tests. */
        WAKE
    }
}
