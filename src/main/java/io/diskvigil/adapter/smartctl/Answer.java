package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The answer to one probe, turned into an outcome; sources that are trusted more are read first. */
final class Answer {
    /** What every answer has, whether or not the drive said anything. */
    private static final Set<String> FRAME = Set.of("json_format_version", "smartctl", "local_time", "device");

    // Printed before the JSON by versions before 7.3 for some SAS drives: "  Pending defect count:0 Pending Defects"
    private static final Pattern PENDING = Pattern.compile("Pending defect count:\\s*(\\d{1,9})\\b.*");

    private Answer() {}

    static PollOutcome read(Target target, JsonNode root, String before, String stderr, int exit, Instant at) {
        String said = Stream.of(SmartctlJson.messages(root), SmartctlJson.clean(before), SmartctlJson.clean(stderr))
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse("");
        if (isBare(root)) {
            boolean ata = root.path("device").path("protocol").asText().equals("ATA");
            Optional<PollOutcome> asleep = Failures.asleep(target, said, exit, ata);
            return asleep.isPresent() ? asleep.get() : Failures.withoutReadings(target, said, exit);
        }
        Readings readings = new Readings();
        Visibility visibility = Visibility.of(root);
        readings.add(visibility.reading());
        if (visibility == Visibility.VOLUME_ANSWERS) {
            hearsay(root, exit, readings);
        } else {
            health(root, before, exit, readings);
        }
        Snapshot snapshot = new Snapshot(IdentityReader.component(root, target), at, readings.list());
        return new PollOutcome.Polled(target, List.of(snapshot));
    }

    private static boolean isBare(JsonNode root) {
        return root.properties().stream()
                .noneMatch(entry -> !FRAME.contains(entry.getKey())
                        && !entry.getKey().equals("power_mode")
                        && !entry.getValue().isNull());
    }

    private static void health(JsonNode root, String before, int exit, Readings readings) {
        AtaDeviceStatistics.read(root, readings);
        CommonHealth.read(root, exit, readings);
        NvmeHealth.read(root, readings);
        ScsiHealth.read(root, readings);
        before(before, readings);
        AtaAttributes.read(root, readings);
        SsdWear.read(root, readings);
        SelfTests.read(root, readings);
        SelfTestAbilities.read(root, readings);
        ErrorLogs.read(root, readings);
    }

    /** The numbers of a volume are made up; of its verdict the word is kept, for nobody to take as good. */
    private static void hearsay(JsonNode root, int exit, Readings readings) {
        Readings all = new Readings();
        CommonHealth.read(root, exit, all);
        String verdict = Vocabulary.SMART_PASSED.readingName();
        all.list().stream()
                .filter(reading ->
                        reading instanceof Reading.Status && reading.name().equals(verdict))
                .map(Reading.Status.class::cast)
                .forEach(status -> readings.status(
                        verdict,
                        status.vendorWord(),
                        status.health() == Health.FAILED ? Health.FAILED : Health.UNKNOWN,
                        "SMART status, as the volume says"));
    }

    private static void before(String before, Readings readings) {
        for (String line : before.lines().map(SmartctlJson::clean).toList()) {
            Matcher pending = PENDING.matcher(line);
            if (pending.matches()) {
                readings.counter(
                        Vocabulary.PENDING_SECTORS,
                        OptionalLong.of(Long.parseLong(pending.group(1))),
                        "SCSI pending defects log");
            } else if (!line.isEmpty()) {
                readings.status(Reading.Status.UNREAD_LINE, line, Health.UNKNOWN, "text before the JSON");
            }
        }
    }
}
