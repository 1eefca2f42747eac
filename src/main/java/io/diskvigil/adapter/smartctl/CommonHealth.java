package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;
import static io.diskvigil.adapter.smartctl.SmartctlJson.text;
import static io.diskvigil.adapter.smartctl.SmartctlJson.whole;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Health;
import io.diskvigil.model.Vocabulary;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What smartctl reports in the same keys for every kind of drive: verdict, temperature, hours, power cycles. */
final class CommonHealth {
    // smartctl(8), EXIT STATUS, bit 3: the SMART status says DISK FAILING.
    private static final int DISK_FAILING = 1 << 3;
    private static final int COLDEST = -40;
    private static final int HOTTEST = 125;
    /** A limit below this is no limit: RAID volumes give 25 C while they report 30. */
    private static final int LOWEST_LIMIT = 40;
    // SPC-4: FAILURE PREDICTION THRESHOLD EXCEEDED, with qualifier FF for a test of the mechanism; 0B is WARNING.
    private static final int PREDICTION = 0x5d;
    private static final int PREDICTION_TEST = 0xff;
    private static final int WARNING = 0x0b;

    private CommonHealth() {}

    static void read(JsonNode root, int exit, Readings readings) {
        verdict(root, exit, readings);
        database(root, readings);
        temperature(root, readings);
        readings.hours(count(root.path("power_on_time"), "hours"), "power on time");
        readings.counter(Vocabulary.POWER_CYCLES, count(root, "power_cycle_count"), "power cycle count");
    }

    private static void verdict(JsonNode root, int exit, Readings readings) {
        JsonNode status = root.path("smart_status");
        String name = Vocabulary.SMART_PASSED.readingName();
        JsonNode scsi = status.path("scsi");
        if (scsi.path("asc").canConvertToInt()) {
            int asc = scsi.path("asc").asInt();
            int ascq = scsi.path("ascq").asInt();
            Health health = exception(asc, ascq, status.path("passed").asBoolean());
            String said = text(scsi, "ie_string");
            String word = said.isEmpty() ? String.format("asc=0x%02x, ascq=0x%02x", asc, ascq) : said;
            readings.status(name, word, health, "SCSI informational exceptions");
        } else if (status.path("passed").isBoolean()) {
            boolean passed = status.path("passed").booleanValue();
            readings.status(name, passed ? "PASSED" : "FAILED!", passed ? Health.OK : Health.FAILED, "SMART status");
        } else if ((exit & DISK_FAILING) != 0) {
            readings.status(name, "FAILED!", Health.FAILED, "exit status of smartctl, bit 3");
        }
    }

    /** Said of ATA drives only. */
    private static void database(JsonNode root, Readings readings) {
        JsonNode known = root.path("in_smartctl_database");
        if (known.isBoolean()) {
            readings.status(
                    Vocabulary.MODEL_IN_DATABASE.readingName(),
                    known.booleanValue() ? "KNOWN" : "UNKNOWN",
                    known.booleanValue() ? Health.OK : Health.DEGRADED,
                    "drive database of smartctl");
        }
    }

    private static Health exception(int asc, int ascq, boolean passed) {
        if (asc == PREDICTION) {
            return ascq == PREDICTION_TEST ? Health.OK : Health.FAILED;
        }
        if (asc == WARNING) {
            return Health.DEGRADED;
        }
        return passed ? Health.OK : Health.FAILED;
    }

    private static void temperature(JsonNode root, Readings readings) {
        OptionalLong celsius = first(
                HOTTEST,
                COLDEST,
                whole(root.path("temperature"), "current"),
                AtaDeviceStatistics.temperature(root),
                whole(root.path("nvme_smart_health_information_log"), "temperature"),
                whole(root.path("scsi_temperature"), "current"));
        readings.gauge(Vocabulary.TEMPERATURE_CELSIUS, celsius, limit(root), "temperature");
    }

    /** The drive's own upper limit for operation, the most binding standard first. */
    private static OptionalDouble limit(JsonNode root) {
        OptionalLong limit = first(
                HOTTEST,
                LOWEST_LIMIT,
                AtaDeviceStatistics.temperatureLimit(root),
                whole(root.path("nvme_composite_temperature_threshold"), "warning"),
                whole(root.path("nvme_composite_temperature_threshold"), "critical"),
                whole(root.path("temperature"), "op_limit_max"),
                whole(root.path("ata_sct_temperature_history").path("temperature"), "op_limit_max"),
                whole(root.path("temperature"), "drive_trip"),
                whole(root.path("scsi_temperature"), "drive_trip"));
        return limit.isPresent() ? OptionalDouble.of(limit.getAsLong()) : OptionalDouble.empty();
    }

    /** 0 stands for "not measured" with virtual disks, SAS enclosures and old SSDs. */
    private static OptionalLong first(int most, int least, OptionalLong... values) {
        return Stream.of(values)
                .filter(value -> value.isPresent()
                        && value.getAsLong() != 0
                        && value.getAsLong() >= least
                        && value.getAsLong() <= most)
                .findFirst()
                .orElse(OptionalLong.empty());
    }
}
