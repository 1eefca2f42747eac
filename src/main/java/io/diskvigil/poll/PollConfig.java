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
}
