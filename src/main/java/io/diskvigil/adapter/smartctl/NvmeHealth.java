package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Vocabulary;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The SMART / Health Information log of NVMe (log 0x02). The temperatures of single sensors are left out: some show a
 * constant or absurd value, and smartmontools stopped to judge them in 7.5.
 */
final class NvmeHealth {
    private static final String SOURCE = "NVMe health log, ";
    /** NVM Express base specification: data units are thousands of 512 bytes. */
    private static final long DATA_UNIT = 512_000;

    private static final int SPARE_BELOW_THRESHOLD = 1;

    private NvmeHealth() {}

    static void read(JsonNode root, Readings readings) {
        JsonNode log = root.path("nvme_smart_health_information_log");
        JsonNode status = root.path("smart_status").path("nvme");
        OptionalLong warning = Stream.of(count(log, "critical_warning"), count(status, "value"))
                .filter(OptionalLong::isPresent)
                .findFirst()
                .orElse(OptionalLong.empty());
        readings.gauge(Vocabulary.NVME_CRITICAL_WARNING, warning, OptionalDouble.empty(), SOURCE + "critical_warning");
        if (!log.isObject()) {
            return;
        }
        spare(log, warning, readings);
        readings.gauge(
                Vocabulary.WEAR_USED_PERCENT,
                count(log, "percentage_used"),
                OptionalDouble.empty(),
                SOURCE + "percentage_used");
        counter(Vocabulary.MEDIA_ERRORS, log, "media_errors", readings);
        counter(Vocabulary.ERROR_LOG_ENTRIES, log, "num_err_log_entries", readings);
        counter(Vocabulary.UNSAFE_SHUTDOWNS, log, "unsafe_shutdowns", readings);
        counter(Vocabulary.POWER_CYCLES, log, "power_cycles", readings);
        readings.hours(count(log, "power_on_hours"), SOURCE + "power_on_hours");
        bytes(Vocabulary.HOST_WRITTEN_BYTES, log, "data_units_written", readings);
        bytes(Vocabulary.HOST_READ_BYTES, log, "data_units_read", readings);
        readings.counter("nvme_warning_temp_minutes", count(log, "warning_temp_time"), SOURCE + "warning_temp_time");
        readings.counter("nvme_critical_temp_minutes", count(log, "critical_comp_time"), SOURCE + "critical_comp_time");
    }

    /** A spare of 0 with a threshold of 0 and no warning is a controller that does not tell: most are virtual. */
    private static void spare(JsonNode log, OptionalLong warning, Readings readings) {
        OptionalLong spare = count(log, "available_spare");
        long threshold = count(log, "available_spare_threshold").orElse(0);
        boolean warned = (warning.orElse(0) & SPARE_BELOW_THRESHOLD) != 0;
        if (spare.orElse(0) == 0 && threshold == 0 && !warned) {
            return;
        }
        OptionalDouble limit =
                threshold >= 1 && threshold <= 100 ? OptionalDouble.of(threshold) : OptionalDouble.empty();
        readings.gauge(Vocabulary.AVAILABLE_SPARE_PERCENT, spare, limit, SOURCE + "available_spare");
    }

    private static void counter(Vocabulary name, JsonNode log, String key, Readings readings) {
        readings.counter(name, count(log, key), SOURCE + key);
    }

    private static void bytes(Vocabulary name, JsonNode log, String key, Readings readings) {
        OptionalLong units = count(log, key);
        if (units.isPresent()) {
            readings.counter(name, HostTraffic.times(units.getAsLong(), DATA_UNIT), SOURCE + key + " x 512000");
        }
    }
}
