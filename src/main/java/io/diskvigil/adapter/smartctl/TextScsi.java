package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the health of SCSI and SAS drives: defects, error counters, temperatures, endurance, start-stop cycles. */
final class TextScsi implements TextReader {
    // write:         0        0         0         0          0      11472,811           0
    private static final Pattern COUNTERS =
            Pattern.compile("(read|write|verify): +(\\d+) +(\\d+) +(\\d+) +(\\d+) +(\\d+) +(\\d+)[.,](\\d+) +(\\d+)");
    private static final List<String> COUNTER_NAMES = List.of(
            "errors_corrected_by_eccfast",
            "errors_corrected_by_eccdelayed",
            "errors_corrected_by_rereads_rewrites",
            "total_errors_corrected",
            "correction_algorithm_invocations");
    // Accumulated power on time, hours:minutes 46915:04 [2814904 minutes]
    private static final Pattern POWER_ON =
            Pattern.compile("Accumulated power on time, hours:minutes (\\d{1,9}):(\\d{1,2})\\b.*");
    // Current temperature = 25          (environmental reports, 7.3)
    private static final Pattern ENVIRONMENT = Pattern.compile("Current temperature = (\\d{1,3})");
    // number of hours powered up = 7127.12
    private static final Pattern POWERED_UP = Pattern.compile("number of hours powered up = (\\d{1,9})[.,]\\d+");

    /** Printed name, JSON path; the number may be followed by C, % or "times". */
    private static final Map<String, String> NUMBERS = Map.of(
            "Elements in grown defect list", "scsi_grown_defect_list",
            "Current Drive Temperature", "temperature.current",
            "Drive Trip Temperature", "temperature.drive_trip",
            "Percentage used endurance indicator", "scsi_percentage_used_endurance_indicator",
            "Accumulated start-stop cycles", "scsi_start_stop_cycle_counter.accumulated_start_stop_cycles",
            "Current start stop count", "scsi_start_stop_cycle_counter.accumulated_start_stop_cycles",
            "Accumulated load-unload cycles", "scsi_start_stop_cycle_counter.accumulated_load_unload_cycles");

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        String line = lines.current();
        String path = NUMBERS.get(lines.key());
        if (path != null) {
            tree.recognise("SCSI");
            tree.put(path, TextNumbers.measured(lines.value().replaceFirst(" ?(?:%|C|times)$", ""), ""));
            return true;
        }
        return switch (lines.key()) {
            case "read", "write", "verify" -> counters(line, tree);
            // Pending defect count:0 Pending Defects
            case "Pending defect count" -> {
                tree.recognise("SCSI");
                tree.put("scsi_pending_defects.count", TextNumbers.leading(lines.value()));
                yield true;
            }
            case "Temperature Warning" -> {
                tree.recognise("SCSI");
                if (lines.value().equals("Enabled")) {
                    tree.put("temperature_warning.enabled", true);
                } else if (lines.value().startsWith("Disabled")) {
                    tree.put("temperature_warning.enabled", false);
                }
                yield true;
            }
            default -> powerOn(line, tree);
        };
    }

    private static boolean counters(String line, TextTree tree) {
        Matcher matcher = COUNTERS.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("SCSI");
        ObjectNode row = tree.root().objectNode();
        for (int i = 0; i < COUNTER_NAMES.size(); i++) {
            putWhole(row, COUNTER_NAMES.get(i), matcher.group(i + 2));
        }
        // A text in the JSON as well; the decimal mark follows the locale.
        row.put("gigabytes_processed", matcher.group(7) + "." + matcher.group(8));
        putWhole(row, "total_uncorrected_errors", matcher.group(9));
        tree.put("scsi_error_counter_log." + matcher.group(1), row);
        return true;
    }

    private static void putWhole(ObjectNode row, String name, String digits) {
        OptionalLong number = TextNumbers.whole(digits);
        if (number.isPresent()) {
            row.put(name, number.getAsLong());
        }
    }

    private static boolean powerOn(String line, TextTree tree) {
        Matcher exact = POWER_ON.matcher(line);
        if (exact.matches()) {
            tree.recognise("SCSI");
            tree.set("power_on_time.hours", Long.parseLong(exact.group(1)));
            tree.set("power_on_time.minutes", Long.parseLong(exact.group(2)));
            return true;
        }
        Matcher environment = ENVIRONMENT.matcher(line);
        if (environment.matches()) {
            tree.recognise("SCSI");
            tree.put("temperature.current", Long.parseLong(environment.group(1)));
            return true;
        }
        Matcher powered = POWERED_UP.matcher(line);
        if (powered.matches()) {
            tree.recognise("SCSI");
            tree.put("power_on_time.hours", Long.parseLong(powered.group(1)));
            return true;
        }
        return false;
    }
}
