package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Health;
import io.diskvigil.model.Vocabulary;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Device Statistics (ACS-4, log 0x04): the same meaning and unit with every vendor, so they win over the attributes
 * wherever the drive marks them as valid.
 */
final class AtaDeviceStatistics {
    private static final int TEMPERATURES = 5;
    private static final String SPECIFIED_MAXIMUM = "Specified Maximum Operating Temperature";
    private static final String CURRENT_TEMPERATURE = "Current Temperature";

    private AtaDeviceStatistics() {}

    static void read(JsonNode root, Readings readings) {
        OptionalLong block = SmartctlJson.count(root, "logical_block_size");
        for (JsonNode page :
                SmartctlJson.elements(root.path("ata_device_statistics").path("pages"))) {
            int number = page.path("number").asInt();
            for (JsonNode row : SmartctlJson.elements(page.path("table"))) {
                if (row.path("flags").path("valid").asBoolean()) {
                    statistic(number, row, block, readings);
                }
            }
        }
    }

    private static void statistic(int page, JsonNode row, OptionalLong block, Readings readings) {
        String name = SmartctlJson.text(row, "name");
        OptionalLong value = SmartctlJson.count(row, "value");
        String source = "device statistics, page " + page + ", " + name;
        if (row.path("flags").path("monitored_condition_met").asBoolean()) {
            readings.status("devstat_condition_" + SmartctlJson.snake(name), "condition met", Health.DEGRADED, source);
        }
        switch (name) {
            case "Power-on Hours" -> readings.hours(value, source);
            case "Logical Sectors Written" ->
                readings.counter(Vocabulary.HOST_WRITTEN_BYTES, bytes(value, block), source);
            case "Logical Sectors Read" -> readings.counter(Vocabulary.HOST_READ_BYTES, bytes(value, block), source);
            case "Pending Error Count" -> readings.counter(Vocabulary.PENDING_SECTORS, value, source);
            case "Head Load Events" -> readings.counter(Vocabulary.LOAD_CYCLES, value, source);
            case "Number of Reallocated Logical Sectors" ->
                readings.counter(Vocabulary.REALLOCATED_SECTORS, value, source);
            case "Number of Reported Uncorrectable Errors" ->
                readings.counter(Vocabulary.REPORTED_UNCORRECTABLE_ERRORS, value, source);
            case "Number of Interface CRC Errors" -> readings.counter(Vocabulary.CRC_ERRORS, value, source);
            case "Percentage Used Endurance Indicator" ->
                readings.gauge(Vocabulary.WEAR_USED_PERCENT, value, OptionalDouble.empty(), source);
            // Kept under a name of their own, but for the temperatures and what changes at each command.
            default -> {
                if (page >= 3 && (page != TEMPERATURES || name.startsWith("Time in"))) {
                    readings.counter("devstat_" + SmartctlJson.snake(name), value, source);
                }
            }
        }
    }

    private static OptionalLong bytes(OptionalLong sectors, OptionalLong block) {
        return sectors.isPresent() && block.isPresent()
                ? HostTraffic.times(sectors.getAsLong(), block.getAsLong())
                : OptionalLong.empty();
    }

    static OptionalLong temperature(JsonNode root) {
        return celsius(root, CURRENT_TEMPERATURE);
    }

    static OptionalLong temperatureLimit(JsonNode root) {
        return celsius(root, SPECIFIED_MAXIMUM);
    }

    private static OptionalLong celsius(JsonNode root, String name) {
        for (JsonNode page :
                SmartctlJson.elements(root.path("ata_device_statistics").path("pages"))) {
            for (JsonNode row : SmartctlJson.elements(page.path("table"))) {
                if (page.path("number").asInt() == TEMPERATURES
                        && row.path("flags").path("valid").asBoolean()
                        && SmartctlJson.text(row, "name").equals(name)) {
                    return SmartctlJson.whole(row, "value");
                }
            }
        }
        return OptionalLong.empty();
    }
}
