package io.diskvigil.metrics;

import io.diskvigil.metrics.Exposition.Family;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.poll.Quarantine;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the families about drives and findings. Absent is not zero: what is not known has no row. */
final class KnownFamilies {
    private static final Map<Vocabulary, Family> READINGS = readings();
    private static final Family ATTRIBUTE_RAW = Family.gauge(
            "diskvigil_attribute_raw", "Raw value of an ATA attribute, decoded by the format of the drive database.");
    private static final Family ATTRIBUTE_VALUE =
            Family.gauge("diskvigil_attribute_value", "Normalised value of an ATA attribute; the vendor's own scale.");
    private static final Family ATTRIBUTE_WORST =
            Family.gauge("diskvigil_attribute_worst", "Lowest normalised value of an ATA attribute so far.");
    private static final Family ATTRIBUTE_THRESHOLD = Family.gauge(
            "diskvigil_attribute_threshold",
            "An ATA attribute has failed when its value is not above this; 0 never fails.");
    private static final Family DRIVE_INFO =
            Family.gauge("diskvigil_drive_info", "Always 1; which drive this is and where it is now.");
    private static final Family DRIVE_STATE = Family.gauge(
            "diskvigil_drive_state", "1 for the state that a drive is in: present, asleep, unreadable, missing.");
    private static final Family DRIVE_ASLEEP = Family.gauge(
            "diskvigil_drive_asleep", "1 if the last probe found the drive asleep and left it so, else 0.");
    private static final Family DRIVE_ASLEEP_SINCE = Family.gauge(
            "diskvigil_drive_asleep_since_timestamp_seconds",
            "The first of the probes in a row that found the drive asleep; no row for one that is awake.");
    private static final Family QUARANTINED = Family.gauge(
            "diskvigil_quarantined",
            "1 if the last command to the drive timed out, so that it is tried again after pauses only, else 0.");
    private static final Family HOT_DRIVES = Family.gauge(
            "diskvigil_hot_drives",
            "Drives with a finding about their temperature, by the enclosure or controller that they share.");
    private static final Family DRIVE_READ = Family.gauge(
            "diskvigil_drive_last_read_timestamp_seconds", "When the drive was last read, before the last start too.");
    private static final Family BASELINE = Family.gauge(
            "diskvigil_baseline", "Accepted value of a reading, in the reading's own unit; growth counts from here.");
    private static final Family FINDINGS =
            Family.gauge("diskvigil_findings", "Open findings about a component, by the rule that found them.");

    private KnownFamilies() {}

    static void write(LastKnown known, Exposition out) {
        List<View> components = known.components();
        List<DriveRow> rows = components.stream()
                .map(view -> DriveRow.of(view, known.life(view.component().id())))
                .flatMap(Optional::stream)
                .toList();
        infos(rows, out);
        List<DriveRow> drives = rows.stream().filter(DriveRow::isThere).toList();
        drives(known, drives, out);
        quarantined(known, components, drives, out);
        hot(drives, out);
        READINGS.forEach((word, family) -> reading(word, family, drives, out));
        MemberFamilies.write(drives, out);
        attributes(drives, out);
        baselines(drives, out);
        findings(components, out);
        ComponentFamilies.write(known, components, out);
        PollFamilies.write(known.targets(), out);
    }

    private static Map<Vocabulary, Family> readings() {
        Map<Vocabulary, Family> families = new EnumMap<>(Vocabulary.class);
        for (Vocabulary word : EnumSet.complementOf(MemberFamilies.NOT_ONE_NUMBER_OF_A_DRIVE)) {
            // Prometheus counts time in seconds and promtool's lint asks for it: hours are multiplied on the way out.
            families.put(
                    word,
                    word == Vocabulary.POWER_ON_HOURS
                            ? Family.gauge(
                                    "diskvigil_power_on_seconds",
                                    "Time powered on, in seconds; the drive counts hours.")
                            : Family.gauge("diskvigil_" + word.readingName(), word.help()));
        }
        return families;
    }

    private static void infos(List<DriveRow> rows, Exposition out) {
        out.family(DRIVE_INFO);
        for (DriveRow row : rows) {
            Component component = row.view().component();
            Identity identity = component.identity();
            out.row()
                    .label(row.drive())
                    .label("device", component.locations().isEmpty() ? "" : component.path())
                    .label("model", identity.model())
                    .label("serial", identity.serial())
                    .label("wwn", identity.wwn())
                    .label("firmware", identity.firmware())
                    .label("protocol", identity.protocol())
                    .label("location", location(component))
                    .value(1);
        }
        out.family(DRIVE_STATE);
        rows.forEach(row -> row.life()
                .ifPresent(life -> out.row()
                        .label(row.drive())
                        .label("state", life.state().word())
                        .value(1)));
    }

    private static void drives(LastKnown known, List<DriveRow> drives, Exposition out) {
        out.family(DRIVE_ASLEEP);
        drives.forEach(row -> out.row().label(row.drive()).value(row.view().asleep() ? 1 : 0));
        out.family(DRIVE_ASLEEP_SINCE);
        drives.forEach(row -> known.rest(row.view().component().id())
                .asleepSince()
                .ifPresent(since -> out.row().label(row.drive()).value(seconds(since))));
        out.family(DRIVE_READ);
        drives.forEach(row -> row.view()
                .snapshot()
                .map(Snapshot::takenAt)
                .or(() -> known.rest(row.view().component().id()).lastRead())
                .ifPresent(at -> out.row().label(row.drive()).value(seconds(at))));
    }

    /** A drive that hangs has a row even if it was never read; else one that hangs from the start on would be missed. */
    private static void quarantined(LastKnown known, List<View> components, List<DriveRow> drives, Exposition out) {
        Set<ComponentId> there =
                drives.stream().map(row -> row.view().component().id()).collect(Collectors.toSet());
        Set<ComponentId> hanging = known.targets().stream()
                .filter(view ->
                        view.failure().filter(Quarantine.HANGS::contains).isPresent())
                .flatMap(view -> view.component().stream())
                .collect(Collectors.toSet());
        out.family(QUARANTINED);
        for (View view : components) {
            boolean hangs = hanging.contains(view.component().id());
            if (view.component().kind() == ComponentKind.DRIVE
                    && (hangs || there.contains(view.component().id()))) {
                out.row().label("drive", view.component().id().value()).value(hangs ? 1 : 0);
            }
        }
    }

    private static void hot(List<DriveRow> drives, Exposition out) {
        out.family(HOT_DRIVES);
        HotDrives.of(drives)
                .forEach((enclosure, count) ->
                        out.row().label("enclosure", enclosure).value(count));
    }

    private static void reading(Vocabulary word, Family family, List<DriveRow> drives, Exposition out) {
        out.family(family);
        for (DriveRow row : drives) {
            Reading reading = row.reading(word);
            if (reading instanceof Reading.Counter counter) {
                count(word, counter.raw(), out.row().label(row.drive()));
            } else if (reading instanceof Reading.Gauge gauge && Double.isFinite(gauge.value())) {
                out.row().label(row.drive()).value(gauge.value());
            } else if (reading instanceof Reading.Status status && shown(word, status)) {
                out.row().label(row.drive()).value(status.health() == Health.OK ? 1 : 0);
            }
        }
    }

    private static void count(Vocabulary word, long raw, Exposition row) {
        if (word != Vocabulary.POWER_ON_HOURS) {
            row.value(raw);
        } else if (raw >= 0 && raw <= Long.MAX_VALUE / 3600) {
            row.value(raw * 3600);
        } else {
            row.value(raw * 3600.0);
        }
    }

    /** A word of health that is not understood is neither passed nor failed; visibility that is not certain is none. */
    private static boolean shown(Vocabulary word, Reading.Status status) {
        return word == Vocabulary.VISIBILITY || status.health() != Health.UNKNOWN;
    }

    private static void attributes(List<DriveRow> drives, Exposition out) {
        attribute(
                ATTRIBUTE_RAW,
                drives,
                out,
                a -> a.raw().isPresent(),
                a -> a.raw().orElseThrow());
        attribute(ATTRIBUTE_VALUE, drives, out, a -> true, a -> (long) a.value());
        attribute(ATTRIBUTE_WORST, drives, out, a -> true, a -> (long) a.worst());
        attribute(ATTRIBUTE_THRESHOLD, drives, out, a -> a.threshold().isPresent(), a ->
                (long) a.threshold().orElseThrow());
    }

    private static void attribute(
            Family family,
            List<DriveRow> drives,
            Exposition out,
            Predicate<Attribute> known,
            Function<Attribute, Long> number) {
        out.family(family);
        for (DriveRow row : drives) {
            for (Attribute attribute : row.attributes()) {
                if (known.test(attribute)) {
                    out.row()
                            .label(row.drive())
                            .label("id", Integer.toString(attribute.id()))
                            .label("name", attribute.name())
                            .value(number.apply(attribute));
                }
            }
        }
    }

    private static void baselines(List<DriveRow> drives, Exposition out) {
        out.family(BASELINE);
        drives.forEach(row -> row.view().baselines().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(baseline -> out.row()
                        .label(row.drive())
                        .label("reading", baseline.getKey())
                        .value(baseline.getValue())));
    }

    private static void findings(List<View> components, Exposition out) {
        out.family(FINDINGS);
        for (View view : components) {
            Map<FindingKind, Long> counts = new TreeMap<>();
            view.findings()
                    .forEach(finding ->
                            counts.merge(new FindingKind(finding.rule(), lower(finding.severity())), 1L, Long::sum));
            counts.forEach((kind, count) -> out.row()
                    .label("component", view.component().id().value())
                    .label("kind", kind.rule())
                    .label("severity", kind.severity())
                    .value(count));
        }
    }

    private record FindingKind(String rule, String severity) implements Comparable<FindingKind> {
        @Override
        public int compareTo(FindingKind other) {
            return Comparator.comparing(FindingKind::rule)
                    .thenComparing(FindingKind::severity)
                    .compare(this, other);
        }
    }

    /** How a person finds the drive: the printed slot if any door knows it, else the path that follows the cabling. */
    private static String location(Component component) {
        return Stream.of(
                        component.locations().stream().map(Location::slot),
                        component.locations().stream().map(Location::byPath))
                .flatMap(Function.identity())
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("");
    }

    static double seconds(Instant at) {
        return at.toEpochMilli() / 1000.0;
    }

    static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
