package io.diskvigil.rule;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Severity;
import java.util.List;
import java.util.Optional;

/** A probe that failed, as a finding: "I cannot see" is told like any other trouble. */
public final class CannotRead {
    /** The name in findings. */
    public static final String NAME = "cannot-read";

    /** Probes of one target that are looked at: a drive that answers every other time is no healthy one. */
    public static final int WINDOW = 12;

    private final RuleConfig.CannotRead config;

    public CannotRead(RuleConfig.CannotRead config) {
        this.config = config;
    }

    /**
     * The finding about a component that was last seen through the failed target.
     *
     * @param failures how many of the last {@code probes} of this target failed, the last one among them; the first ones are
     *     a NOTICE, for a busy moment must not wake anybody
     * @param probes how many probes were looked at, from {@code failures} to {@value #WINDOW}
     */
    public Finding finding(Component component, Failed failed, int failures, int probes) {
        String target = failed.target().label();
        return new Finding(
                NAME,
                component.id(),
                target,
                failures >= config.warningAfter() ? Severity.WARNING : Severity.NOTICE,
                0,
                "cannot read " + target + ": " + words(failed.cause()),
                new Evidence(
                        target,
                        failed.target().adapter(),
                        "",
                        "",
                        failed.detail() + " (" + share(failures, probes) + ")",
                        Optional.empty()),
                component.kind() == ComponentKind.CONTROLLER
                        ? "Nothing new is known about this controller, its volumes and its drives as long as it cannot be read."
                                + " What was wrong before stays open."
                        : "Nothing new is known about this drive as long as it cannot be read. What was wrong before stays open.",
                failed.target().adapter().equals("smartctl") ? advice(failed.cause()) : toolAdvice(failed),
                true);
    }

    /** Such as {@code 3 of the last 5 probes failed}. */
    private static String share(int failures, int probes) {
        if (failures < probes) {
            return failures + " of the last " + probes + " probes failed";
        }
        return failures == 1 ? "the last probe failed" : "the last " + failures + " probes failed";
    }

    private static String words(Cause cause) {
        return switch (cause) {
            case TOOL_MISSING -> "the tool is not installed";
            case TOOL_TOO_OLD -> "the tool is too old";
            case PERMISSION_DENIED -> "permission denied";
            case DEVICE_UNREACHABLE -> "the device is gone or does not open";
            case NO_PASS_THROUGH -> "SMART commands do not get through";
            case CONTROLLER_NOT_SHOWN -> "the tool does not show a controller that the kernel shows";
            case TIMED_OUT -> "no answer in time";
            case BUSY -> "not asked, as other commands were in its way";
            case STILL_HANGING -> "an earlier command still hangs in the kernel";
            case OUTPUT_TOO_LARGE -> "the answer had no end";
            case OUTPUT_NOT_UNDERSTOOD -> "the answer is not understood";
            case STOPPED -> "the daemon is stopping";
        };
    }

    /** Where it is a controller's own tool that fails, what smartctl would need is no help. */
    private static List<String> toolAdvice(Failed failed) {
        String section = failed.target().adapter();
        return switch (failed.cause()) {
            case TOOL_MISSING ->
                List.of("Install the controller's tool from its vendor, or set its path in the configuration ("
                        + section + ").");
            case TOOL_TOO_OLD -> List.of("Install a newer version of the controller's tool.");
            case PERMISSION_DENIED ->
                List.of("The controller's tool needs root. Run the daemon as root, as the service file does.");
            case DEVICE_UNREACHABLE, CONTROLLER_NOT_SHOWN -> advice(Cause.CONTROLLER_NOT_SHOWN);
            case NO_PASS_THROUGH ->
                List.of("Ask the same by hand with the controller's tool; another version or firmware may answer it.");
            case TIMED_OUT ->
                List.of(
                        "Ask the same by hand with the controller's tool. A controller that is slow to answer often waits for one"
                                + " failing drive.",
                        "Look in the kernel log for resets and time-outs of the controller.");
            case BUSY, STILL_HANGING, OUTPUT_TOO_LARGE, OUTPUT_NOT_UNDERSTOOD, STOPPED -> advice(failed.cause());
        };
    }

    private static List<String> advice(Cause cause) {
        return switch (cause) {
            case TOOL_MISSING ->
                List.of("Install it (Debian: apt install smartmontools), or set its path in the configuration.");
            case TOOL_TOO_OLD -> List.of("Install smartmontools 7.0 or later; 7.4 or later sees more.");
            case PERMISSION_DENIED ->
                List.of("Run the daemon as root, or with the capabilities in the service file that comes with it.");
            case DEVICE_UNREACHABLE ->
                List.of(
                        "Look in the kernel log for this device: was it reset, thrown out of the bus, or pulled?",
                        "Check that the drive is seated and has power. A drive that vanishes under load may be dying.",
                        "If it was removed on purpose, nothing is to be done.");
            case NO_PASS_THROUGH ->
                List.of(
                        "Try another type: smartctl -d sat, or those listed by smartctl -d help.",
                        "Name the drive with the type that works in the configuration.");
            case CONTROLLER_NOT_SHOWN ->
                List.of(
                        "Run the tool by hand, as root. If it was updated lately, try the version before: tools drop old controllers.",
                        "A tool for 32 bits needs 32-bit libraries; Areca's needs the sg module (modprobe sg).",
                        "If the controller is not to be watched, say so in the configuration (watch: false).");
            case TIMED_OUT ->
                List.of(
                        "Try it by hand: smartctl -i DEVICE. A drive that hangs here may be failing.",
                        "Look in the kernel log for resets and time-outs of this device.");
            case BUSY ->
                List.of(
                        "It is asked again at its next turn. Look at other drives behind the same controller: one that hangs holds up the rest.",
                        "If nothing hangs, let more commands run at once (exec.parallel), or ask less often (poll.interval).");
            case STILL_HANGING ->
                List.of(
                        "Look in the kernel log: the drive or its controller does not answer the kernel either.",
                        "Nothing more is sent to the device until the command ends; often only a reset or reboot ends it.",
                        "Check that the data on this drive has a healthy mirror before you reboot.");
            case OUTPUT_TOO_LARGE, OUTPUT_NOT_UNDERSTOOD ->
                List.of(
                        "Run the same command by hand and look at what it prints.",
                        "Check the version of the tool; please report the output if it looks right.");
            case STOPPED -> List.of("Nothing to do.");
        };
    }
}
