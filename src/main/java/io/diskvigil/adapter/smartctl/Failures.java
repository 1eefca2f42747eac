package io.diskvigil.adapter.smartctl;

import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Target;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why an answer without readings has none, from what smartctl says and from its exit status. */
final class Failures {
    // smartctl(8), EXIT STATUS: bits 0 to 2 are about the call, 3 to 7 about the drive. Bit 2 alone is no failure.
    private static final int BAD_COMMAND_LINE = 1;
    private static final int OPEN_FAILED = 1 << 1;

    // Device is in STANDBY mode, exit(2)
    private static final Pattern POWER_MODE = Pattern.compile("Device is in ([A-Z_ ]+?) mode");
    // =======> UNRECOGNIZED OPTION: json=c
    // =======> INVALID ARGUMENT TO -n: standby,3
    private static final Pattern REFUSED_OPTION =
            Pattern.compile("=======> (?:INVALID|UNRECOGNIZED) [^\\r\\n]*|unrecognized option[^\\r\\n]*");
    // smartctl version 5.36 [x86_64-redhat-linux-gnu] Copyright (C) 2002-6 Bruce Allen
    // smartctl 6.6 2017-11-05 r4594 [x86_64-linux-4.19.0] (local build)
    private static final Pattern BANNER = Pattern.compile("smartctl (?:version )?(\\d+)\\.(\\d+)");
    private static final Pattern DENIED =
            Pattern.compile("(?i)permission denied|operation not permitted|not permitted|must be root");
    // /dev/sdf: Unknown USB bridge [0x46f4:0x0003 (0x000)]
    // /dev/vda: Unable to detect device type
    // /dev/sdq: Unknown device type 'nosuch'
    private static final Pattern NO_WAY_IN = Pattern.compile("(?i)unknown usb bridge|unsupported usb bridge"
            + "|unable to detect device type|unknown device type|inappropriate ioctl|not a device of type"
            + "|device type .* not supported|option -d");
    private static final Pattern UNREACHABLE = Pattern.compile(
            "(?i)no such device|no such file|input/output error|open device: .* failed|identify .*failed");
    private static final int JSON_SINCE = 7;

    private Failures() {}

    /**
     * The sleep of a drive, where the answer tells of it. An ATA drive in SLEEP answers nothing at all, and smartctl takes
     * every drive that fails CHECK POWER MODE for one (ataprint.cpp, 5.x to 7.5; tried with 7.3: the same words and exit
     * status whether that command alone is aborted or every command fails): a dead drive must not pass as asleep.
     */
    static Optional<PollOutcome> asleep(Target target, String said, int exit, boolean ata) {
        Matcher mode = POWER_MODE.matcher(said);
        if (mode.find()) {
            return Optional.of(
                    ata && mode.group(1).equals("SLEEP")
                            ? new PollOutcome.Failed(
                                    target,
                                    Cause.DEVICE_UNREACHABLE,
                                    "check the power mode: the drive does not answer that; it is dead, in SLEEP mode, or behind"
                                            + " a bridge that cannot ask")
                            : new PollOutcome.Asleep(target));
        }
        return exit == Arguments.ASLEEP ? Optional.of(new PollOutcome.Asleep(target)) : Optional.empty();
    }

    /** An answer in JSON that holds no identity and no readings. */
    static PollOutcome.Failed withoutReadings(Target target, String said, int exit) {
        return failed(target, cause(said).orElseGet(() -> causeByExit(exit)), said, exit);
    }

    /** An answer that holds no JSON, or a broken one. */
    static PollOutcome withoutJson(Target target, String said, String unreadable, int exit) {
        Optional<PollOutcome> asleep = asleep(target, said, exit, false);
        if (asleep.isPresent()) {
            return asleep.get();
        }
        Matcher refused = REFUSED_OPTION.matcher(said);
        if (refused.find()) {
            Matcher banner = BANNER.matcher(said);
            boolean known = banner.find();
            if (!known || Integer.parseInt(banner.group(1)) < JSON_SINCE) {
                String version = known ? banner.group(1) + "." + banner.group(2) : "of unknown version";
                return new PollOutcome.Failed(
                        target,
                        Cause.TOOL_TOO_OLD,
                        "ask for JSON: smartctl " + version + " cannot (" + SmartctlJson.clean(refused.group())
                                + "), 7.0 or later is needed");
            }
            return failed(target, Cause.OUTPUT_NOT_UNDERSTOOD, refused.group(), exit);
        }
        Optional<Cause> known = cause(said);
        return known.isPresent()
                ? failed(target, known.get(), lineOf(said), exit)
                : new PollOutcome.Failed(
                        target,
                        Cause.OUTPUT_NOT_UNDERSTOOD,
                        "read the answer of smartctl: " + unreadable + ", exit status " + exit);
    }

    private static PollOutcome.Failed failed(Target target, Cause cause, String said, int exit) {
        String words = said.isBlank()
                ? "neither identity nor readings came back, exit status " + exit
                : SmartctlJson.clean(said);
        return new PollOutcome.Failed(target, cause, "read " + target.path() + " as " + target.type() + ": " + words);
    }

    private static Optional<Cause> cause(String said) {
        if (DENIED.matcher(said).find()) {
            return Optional.of(Cause.PERMISSION_DENIED);
        }
        if (NO_WAY_IN.matcher(said).find()) {
            return Optional.of(Cause.NO_PASS_THROUGH);
        }
        return UNREACHABLE.matcher(said).find() ? Optional.of(Cause.DEVICE_UNREACHABLE) : Optional.empty();
    }

    private static Cause causeByExit(int exit) {
        if ((exit & BAD_COMMAND_LINE) != 0) {
            return Cause.OUTPUT_NOT_UNDERSTOOD;
        }
        return (exit & OPEN_FAILED) != 0 ? Cause.DEVICE_UNREACHABLE : Cause.OUTPUT_NOT_UNDERSTOOD;
    }

    /** The line that names the cause, without the banner around it. */
    private static String lineOf(String said) {
        return said.lines().filter(line -> cause(line).isPresent()).findFirst().orElse(said);
    }
}
