package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;
import static io.diskvigil.adapter.smartctl.SmartctlJson.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.EntryKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The background scan log of SCSI and SAS drives (SBC-4): whether the scan runs, and what became of each block it found. */
final class ScsiBackgroundScan {
    private static final String SOURCE = "SCSI background scan log";
    // Background scan status; 8 (waiting) is the normal one.
    private static final int HALTED_FATAL = 3;
    private static final int HALTED_ERRORS = 4;
    private static final int WAITING = 8;

    /** What became of a block, by its reassign status. */
    private enum Fate {
        REASSIGN_FAILED,
        NEEDS_WRITE,
        REASSIGNED,
        RECOVERED,
        OTHER;

        static Fate of(int reassignStatus) {
            return switch (reassignStatus) {
                case 1 -> NEEDS_WRITE;
                // By the drive; by the host, with and without its data.
                case 2, 6, 7 -> REASSIGNED;
                // By the drive; by the host.
                case 4, 8 -> REASSIGN_FAILED;
                case 5 -> RECOVERED;
                default -> OTHER;
            };
        }

        private String readingName() {
            return "scsi_background_scan_" + name().toLowerCase(Locale.ROOT);
        }
    }

    private record Block(long lba, long minutes, Fate fate) {}

    private ScsiBackgroundScan() {}

    static void read(JsonNode scan, Readings readings) {
        JsonNode status = scan.path("status");
        if (status.path("value").canConvertToInt()) {
            int value = status.path("value").asInt();
            String word = text(status, "string");
            readings.status(
                    "scsi_background_scan", word.isEmpty() ? "unknown status " + value : word, health(value), SOURCE);
        }
        List<Block> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : scan.properties()) {
            if (entry.getKey().startsWith("result_")) {
                block(entry.getValue(), readings).ifPresent(found::add);
            }
        }
        tally(found, readings);
    }

    private static Health health(int value) {
        if (value == HALTED_FATAL || value == HALTED_ERRORS) {
            return Health.DEGRADED;
        }
        return value <= WAITING ? Health.OK : Health.UNKNOWN;
    }

    private static Optional<Block> block(JsonNode result, Readings readings) {
        OptionalLong lba = count(result, "lba");
        if (lba.isEmpty()) {
            return Optional.empty();
        }
        long minutes = count(result.path("accumulated_power_on"), "minutes").orElse(0);
        JsonNode reassign = result.path("reassign_status");
        String text = "LBA %d at %d hours: %s, %s"
                .formatted(
                        lba.getAsLong(),
                        minutes / 60,
                        text(result.path("sense_key"), "string"),
                        text(reassign, "string"));
        readings.add(new Reading.LogEntry(
                "scsi_background_scan_result",
                minutes + "-" + lba.getAsLong(),
                Optional.empty(),
                text,
                EntryKind.MEDIA,
                SOURCE));
        return Optional.of(new Block(
                lba.getAsLong(), minutes, Fate.of(reassign.path("value").asInt(-1))));
    }

    /** Of several entries about one block the newest counts. */
    private static void tally(List<Block> found, Readings readings) {
        Map<Long, Block> newest = new HashMap<>();
        found.forEach(block ->
                newest.merge(block.lba(), block, (one, other) -> other.minutes() >= one.minutes() ? other : one));
        Map<Fate, List<Block>> byFate = new EnumMap<>(Fate.class);
        newest.values()
                .forEach(block -> byFate.computeIfAbsent(block.fate(), fate -> new ArrayList<>())
                        .add(block));
        byFate.forEach((fate, blocks) -> {
            long minutes = blocks.stream().mapToLong(Block::minutes).max().orElse(0);
            readings.counter(fate.readingName(), OptionalLong.of(blocks.size()), SOURCE + ", reassign status");
            if (minutes > 0) {
                readings.counter(fate.readingName() + "_at_hours", OptionalLong.of(minutes / 60), SOURCE + ", newest");
            }
        });
    }
}
