package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The drive answers, but its health cannot be seen: never to be taken as good. What the words mean is from smartctl(8) and
 * from recorded answers of RAID volumes and USB bridges.
 */
final class Blindness implements Rule {
    private enum Word {
        SMART_UNSUPPORTED(
                Severity.WARNING,
                "no SMART through this way in",
                "The drive, or the bridge or controller before it, says that it has no SMART. A failing drive would look"
                        + " the same as a healthy one.",
                "Try another type: smartctl -d sat, and for USB bridges those listed by smartctl -d help.",
                "Behind a RAID controller name the drive with its type (megaraid,N areca,N 3ware,N cciss,N) in the"
                        + " configuration.",
                "If nothing helps, connect the drive directly, or name its path in smartctl.ignore: then nobody watches it."),
        SMART_DISABLED(
                Severity.WARNING,
                "SMART is switched off in the drive",
                "The drive has SMART but does not keep it up.",
                "Switch it on: smartctl -s on DEVICE. Some drives forget it when power goes: look in the BIOS."),
        NO_HEALTH_STATUS(
                Severity.WARNING,
                "the drive gives no health status",
                "The tool read the drive but got neither a status nor counters.",
                "Run as root: without CAP_SYS_RAWIO a SATA drive gives no status (setcap or the service file).",
                "Try another type: smartctl -d sat.",
                "Look at what the tool prints: smartctl -x DEVICE."),
        VOLUME_ANSWERS(
                Severity.WARNING,
                "a RAID volume answers for its drives",
                "This is a volume of a RAID controller. It answers with zeros of its own making and hides its drives, so"
                        + " that none of them is watched here.",
                "Name each drive with its type (areca,N megaraid,N 3ware,N cciss,N) in the configuration.",
                "Use the controller's own tool for the state of the volume, and name its path in smartctl.ignore."),
        LIMITED(
                Severity.NOTICE,
                "only a part of the drive's health can be seen",
                "Some readings do not get through, so that some defects would not be noticed.",
                "Try another type: smartctl -d sat, or the types listed by smartctl -d help.",
                "Update smartmontools and its drive database (update-smart-drivedb)."),
        NOT_ASKED(
                Severity.NOTICE,
                "the answer was not asked for the drive's health",
                "The tool was called for something else, so that this answer says nothing about the drive.",
                "Read it whole: smartctl -x DEVICE."),
        VIRTUAL_DISK(
                Severity.NOTICE,
                "a virtual disk has no health of its own",
                "The disk belongs to a virtual machine; the real drives can only be watched on its host.",
                "Watch the drives on the host of this machine, and name the path of this disk in smartctl.ignore.");

        private final Severity severity;
        private final String summary;
        private final String meaning;
        private final List<String> advice;

        Word(Severity severity, String summary, String meaning, String... advice) {
            this.severity = severity;
            this.summary = summary;
            this.meaning = meaning;
            this.advice = List.of(advice);
        }

        static Optional<Word> of(String vendorWord) {
            String upper = vendorWord.strip().toUpperCase(Locale.ROOT);
            return Arrays.stream(values())
                    .filter(word -> word.name().equals(upper))
                    .findFirst();
        }
    }

    @Override
    public String name() {
        return "blindness";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return snapshot.status(Vocabulary.VISIBILITY.readingName()).stream()
                .filter(status -> status.health() != Health.OK)
                .map(status -> Word.of(status.vendorWord())
                        .map(word -> finding(snapshot, status, word.severity, word.summary, word.meaning, word.advice))
                        .orElseGet(() -> isBehindSmartctl(snapshot)
                                ? finding(
                                        snapshot,
                                        status,
                                        Severity.WARNING,
                                        "cannot see the drive's health: " + status.vendorWord(),
                                        "A failing drive would look the same as a healthy one.",
                                        List.of(
                                                "Look at what the tool prints: smartctl -x DEVICE.",
                                                "Try another type: smartctl -d sat, or the types listed by smartctl -d help."))
                                : partOfController(snapshot, status)))
                .toList();
    }

    /** Whether smartctl is the tool that sees it; what a controller's tool sees is behind no device. */
    private static boolean isBehindSmartctl(Snapshot snapshot) {
        List<Location> locations = snapshot.component().locations();
        return snapshot.component().kind() == ComponentKind.DRIVE
                && (locations.isEmpty()
                        || locations.stream()
                                .anyMatch(location -> location.path().startsWith("/dev/")));
    }

    private Finding partOfController(Snapshot snapshot, Status status) {
        boolean controller = snapshot.component().kind() == ComponentKind.CONTROLLER;
        return finding(
                snapshot,
                status,
                Severity.WARNING,
                (controller ? "cannot see all of the controller: " : "cannot be seen: ") + status.vendorWord(),
                "The controller's tool gave only a part of its answer. Trouble in the rest would not be noticed, and what was"
                        + " wrong there before stays open.",
                List.of(
                        "Ask the same by hand with the controller's tool, as root, and look what it prints and how long it takes.",
                        "If one drive makes the controller slow to answer, look at that drive first: it may be failing.",
                        "If the question is refused for good, see whether another version of the tool or firmware answers it."));
    }

    private Finding finding(
            Snapshot snapshot, Status status, Severity severity, String summary, String meaning, List<String> advice) {
        return new Finding(
                name(),
                snapshot.component().id(),
                status.name(),
                severity,
                0,
                summary,
                Evidence.of(status, status.vendorWord()),
                meaning,
                advice,
                true);
    }
}
