package io.diskvigil.rule;

import io.diskvigil.model.Component;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Severity;
import java.util.List;
import java.util.Map;
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
                meaning(component),
                advice(failed.cause(), failed.target().adapter()),
                true);
    }

    private static String meaning(Component component) {
        return switch (component.kind()) {
            case CONTROLLER ->
                "Nothing new is known about this controller, its volumes and the drives behind it as long as it cannot be read. What"
                        + " was wrong before stays open.";
            case HOST ->
                "Nothing is known through this tool as long as it does not work: what it would show could fail without anybody being"
                        + " told.";
            case DRIVE, VOLUME, BATTERY, ENCLOSURE, POWER_SUPPLY, FAN, MEMORY, CHASSIS ->
                "Nothing new is known about this drive as long as it cannot be read. What was wrong before stays open.";
        };
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
            case CONTROLLER_NOT_SHOWN -> "the tool does not show the controller";
            case TIMED_OUT -> "no answer in time";
            case BUSY -> "not asked, as other commands were in its way";
            case STILL_HANGING -> "an earlier command still hangs in the kernel";
            case OUTPUT_TOO_LARGE -> "the answer had no end";
            case OUTPUT_NOT_UNDERSTOOD -> "the answer is not understood";
            case STOPPED -> "the daemon is stopping";
        };
    }

    /** Commands of controllers, by adapter; their makers' names for what is to be downloaded. */
    private static final Map<String, String> TOOLS = Map.of(
            "areca", "Areca's cli64 (areca_cli64)",
            "threeware", "3ware's tw_cli",
            "megaraid",
                    "Broadcom's storcli64 (storcli2 for the 9600 series), Dell's perccli64, or MegaCli64 for old controllers");

    private static List<String> advice(Cause cause, String adapter) {
        return Optional.ofNullable(TOOLS.get(adapter))
                .map(tool -> ofController(cause, tool, adapter))
                .filter(advice -> !advice.isEmpty())
                .orElseGet(() -> ofDrives(cause));
    }

    /** What is another advice where a controller's tool is meant; empty where it is the same. */
    private static List<String> ofController(Cause cause, String tool, String adapter) {
        String unwatched = "If this controller is not to be watched, set " + adapter + ".watch: false.";
        return switch (cause) {
            case TOOL_MISSING ->
                List.of(
                        "Install " + tool
                                + " from the maker's download page; most distributions have no package of it.",
                        "If it is installed in an unusual place, set " + adapter + ".path.",
                        unwatched);
            case TOOL_TOO_OLD -> List.of("Install a later version of " + tool + ".", unwatched);
            case DEVICE_UNREACHABLE ->
                List.of(
                        "Look in the kernel log for the controller: reset, firmware fault, PCIe errors.",
                        "Run the tool by hand, as root: does it still show the controller?",
                        "Do not replace drives before the controller answers: they may all be well.");
            case TIMED_OUT ->
                List.of(
                        "Run the tool by hand, as root. If the controller is merely slow, raise " + adapter
                                + ".timeout.",
                        "Look in the kernel log for resets and time-outs of the controller and of drives behind it.");
            case PERMISSION_DENIED -> List.of("The tool needs root. Run the daemon as root, as the service file does.");
            case NO_PASS_THROUGH,
                    CONTROLLER_NOT_SHOWN,
                    BUSY,
                    STILL_HANGING,
                    OUTPUT_TOO_LARGE,
                    OUTPUT_NOT_UNDERSTOOD,
                    STOPPED -> List.of();
        };
    }

    private static List<String> ofDrives(Cause cause) {
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
