package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Vocabulary;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Rated endurance used, in percent. The device statistics are read before; then what smartctl says of it as a whole
 * ({@code endurance_used}, 7.5), then attributes whose name in the drive database tells the direction, then nothing.
 */
final class SsdWear {
    private static final long FULL = 100;

    private SsdWear() {}

    static void read(JsonNode root, Readings readings) {
        add(count(root.path("endurance_used"), "current_percent"), "endurance used", readings);
        add(
                count(root, "scsi_percentage_used_endurance_indicator"),
                "solid state media log, percentage used endurance indicator",
                readings);
        AtaAttributes.Drive drive = AtaAttributes.Drive.of(root);
        if (drive.rotating() || !drive.inDatabase()) {
            return;
        }
        for (JsonNode row :
                SmartctlJson.elements(root.path("ata_smart_attributes").path("table"))) {
            int id = row.path("id").asInt();
            String name = SmartctlJson.text(row, "name");
            add(used(id, name, row, drive), AtaAttributes.source(id, name), readings);
        }
    }

    private static OptionalLong used(int id, String name, JsonNode row, AtaAttributes.Drive drive) {
        OptionalLong left = count(row, "value");
        OptionalLong raw = RawValue.count(SmartctlJson.text(row.path("raw"), "string"));
        return switch (name) {
            // Crucial, Micron: raw is used, the normalised value is left, both in percent.
            case "Percent_Lifetime_Remain", "Percent_Lifetime_Used", "Perc_Rated_Life_Used" ->
                id == 202 && sum(left, raw) == FULL ? raw : OptionalLong.empty();
            // Raw 0 or the same as the normalised value; Phison shows 74 beside a normalised 100, which is neither.
            case "SSD_Life_Left" ->
                id == 231 && (raw.isEmpty() || raw.getAsLong() == 0 || raw.equals(left))
                        ? rest(left)
                        : OptionalLong.empty();
            // Silicon Motion leaves the normalised value at 100; raw is what is left.
            case "Remaining_Lifetime_Perc" -> id == 169 ? rest(raw) : OptionalLong.empty();
            case "Percent_Life_Remaining" -> id == 245 && raw.equals(left) ? rest(left) : OptionalLong.empty();
            // Intel: 100 down to 1, raw 0.
            case "Media_Wearout_Indicator" -> id == 233 ? rest(left) : OptionalLong.empty();
            // Samsung: raw counts erase cycles. Others use the name for something else.
            case "Wear_Leveling_Count" ->
                id == 177 && drive.words().toLowerCase(Locale.ROOT).contains("samsung")
                        ? rest(left)
                        : OptionalLong.empty();
            default -> OptionalLong.empty();
        };
    }

    private static long sum(OptionalLong a, OptionalLong b) {
        return a.isPresent() && b.isPresent() ? a.getAsLong() + b.getAsLong() : -1;
    }

    private static OptionalLong rest(OptionalLong left) {
        return left.isPresent() && left.getAsLong() <= FULL
                ? OptionalLong.of(FULL - left.getAsLong())
                : OptionalLong.empty();
    }

    private static void add(OptionalLong used, String source, Readings readings) {
        // One byte in every standard; 255 stands for "255 or more".
        if (used.isPresent() && used.getAsLong() <= 255) {
            readings.gauge(Vocabulary.WEAR_USED_PERCENT, used, OptionalDouble.empty(), source);
        }
    }
}
