package io.diskvigil.model;

import java.util.List;

/** How a probe ended. A failed probe is data: one dead disk must not blind the others. */
public sealed interface PollOutcome {
    Target target();

    /** The tool answered. One probe may tell of several components. */
    record Polled(Target target, List<Snapshot> snapshots) implements PollOutcome {
        public Polled {
            snapshots = List.copyOf(snapshots);
        }
    }

    /** The drive sleeps and was left asleep. Nothing new is known, and nothing is wrong. */
    record Asleep(Target target) implements PollOutcome {}

    /** No answer that can be used; {@code detail} is one line for a person, in the tool's own words where it has some. */
    record Failed(Target target, Cause cause, String detail) implements PollOutcome {}

    /** Why a probe failed. The names are metric labels: few and stable. */
    enum Cause {
        TOOL_MISSING,
        TOOL_TOO_OLD,
        PERMISSION_DENIED,
        /** The device node is gone or does not open. */
        DEVICE_UNREACHABLE,
        /** A USB bridge or controller that does not let SMART commands through with this device type. */
        NO_PASS_THROUGH,
        TIMED_OUT,
        /** Not asked: another command held the device or every place was taken; asked again at the next turn. */
        BUSY,
        /** An earlier command on this device survived SIGKILL; nothing is sent to the device until it is gone. */
        STILL_HANGING,
        /** The kernel shows a controller that its tool does not show. */
        CONTROLLER_NOT_SHOWN,
        OUTPUT_TOO_LARGE,
        OUTPUT_NOT_UNDERSTOOD,
        /** The daemon is shutting down. */
        STOPPED
    }
}
