package io.diskvigil.incident;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** When an incident is told again, and when it is over: the section {@code incident} of diskvigil.yaml. */
public interface IncidentConfig {
    /** Time after which an unchanged incident is told again; each further pause is twice as long. */
    @WithDefault("1d")
    Duration remindAfter();

    /** Longest pause between two reminders. */
    @WithDefault("7d")
    Duration remindMax();

    /** Shortest pause between two mails about slow growth. A higher severity or a doubled number is told at once. */
    @WithDefault("10m")
    Duration growthPause();

    /** Successive answers without the finding after which it counts as gone. */
    @WithDefault("2")
    int confirmations();

    /** Time for which all those answers must have been without it: what flaps is one incident, not many. */
    @WithDefault("30m")
    Duration recoverAfter();
}
