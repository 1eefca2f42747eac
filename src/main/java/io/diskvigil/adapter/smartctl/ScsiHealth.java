package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;
import static io.diskvigil.adapter.smartctl.SmartctlJson.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Vocabulary;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;

/** The log pages of SCSI and SAS drives: error counters, defects, start-stop cycles. */
final class ScsiHealth {
    private static final List<String> OPERATIONS = List.of("read", "write", "verify");
    /** What the drive corrected fast is its daily business and left out. */
    private static final List<String> KEPT = List.of(
            "errors_corrected_by_eccdelayed", "errors_corrected_by_rereads_rewrites", "total_uncorrected_errors");

    private static final BigDecimal GIGABYTE = BigDecimal.TEN.pow(9);

    private ScsiHealth() {}

    static void read(JsonNode root, Readings readings) {
        // In JSON before 7.2 this count is eight times too high with some drives.
        if (!SmartctlJson.isOriginal(root) || SmartctlJson.since(root, 7, 2)) {
            readings.counter(Vocabulary.GROWN_DEFECTS, count(root, "scsi_grown_defect_list"), "SCSI grown defect list");
        }
        readings.counter(
                Vocabulary.PENDING_SECTORS,
                count(root.path("scsi_pending_defects"), "count"),
                "SCSI pending defects log");
        errorCounters(root.path("scsi_error_counter_log"), readings);
        JsonNode cycles = root.path("scsi_start_stop_cycle_counter");
        readings.counter(Vocabulary.START_STOPS, count(cycles, "accumulated_start_stop_cycles"), "SCSI start-stop log");
        readings.counter(
                Vocabulary.LOAD_CYCLES, count(cycles, "accumulated_load_unload_cycles"), "SCSI start-stop log");
        ScsiBackgroundScan.read(root.path("scsi_background_scan"), readings);
    }

    private static void errorCounters(JsonNode log, Readings readings) {
        long uncorrected = 0;
        boolean any = false;
        for (String operation : OPERATIONS) {
            JsonNode row = log.path(operation);
            OptionalLong errors = count(row, "total_uncorrected_errors");
            any |= errors.isPresent();
            uncorrected += errors.orElse(0);
            for (String key : KEPT) {
                readings.counter(
                        "scsi_" + operation + "_" + key, count(row, key), "SCSI error counter log, " + operation);
            }
        }
        if (any) {
            readings.counter(
                    Vocabulary.UNCORRECTED_ERRORS,
                    OptionalLong.of(uncorrected),
                    "SCSI error counter log, read + write + verify");
        }
        readings.counter(
                Vocabulary.HOST_READ_BYTES, processed(log.path("read")), "SCSI error counter log, read, gigabytes");
        readings.counter(
                Vocabulary.HOST_WRITTEN_BYTES,
                processed(log.path("write")),
                "SCSI error counter log, write, gigabytes");
    }

    /** Gigabytes of 10^9 bytes with three digits after the point, as text: {@code "246241.461"}. */
    private static OptionalLong processed(JsonNode row) {
        String gigabytes = text(row, "gigabytes_processed");
        if (!gigabytes.matches("\\d{1,9}(\\.\\d{1,6})?")) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(new BigDecimal(gigabytes).multiply(GIGABYTE).longValue());
    }
}
