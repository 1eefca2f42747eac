package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the NVMe health page (log 0x02), the reasons under FAILED! and the temperature thresholds. */
final class TextNvmeHealth implements TextReader {
    private static final String LOG = "nvme_smart_health_information_log";
    private static final Pattern SENSOR = Pattern.compile("Temperature Sensor ([1-8])");

    /** Printed name and JSON name; a percentage or a unit may follow the number. */
    private static final Map<String, String> FIELDS = fields();

    /** Names that other tools and other protocols print as well: they count only beside one that NVMe alone has. */
    private static final Set<String> COMMON = Set.of("Temperature", "Power Cycles", "Power On Hours");

    /** By bit of the critical warning byte (NVMe base specification, log 0x02): JSON name and printed reason. */
    private static final List<Map.Entry<String, String>> WARNINGS = List.of(
            Map.entry("spare_below_threshold", "- available spare has fallen below threshold"),
            Map.entry("temperature_above_or_below_threshold", "- temperature is above or below threshold"),
            Map.entry("reliability_degraded", "- NVM subsystem reliability has been degraded"),
            Map.entry("media_read_only", "- media has been placed in read only mode"),
            Map.entry("volatile_memory_backup_failed", "- volatile memory backup device has failed"),
            Map.entry("persistent_memory_region_unreliable", "- persistent memory region has become"));

    private final Map<String, Long> values = new LinkedHashMap<>();
    private final Long[] sensors = new Long[8];
    private boolean isNvme;
    private int reasons;

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        String line = lines.current();
        if (line.startsWith("SMART/Health Information (NVMe Log")) {
            isNvme = true;
            tree.recognise("NVMe");
            return true;
        }
        if (line.startsWith("- ")) {
            return reason(line, tree);
        }
        String key = lines.key();
        String name = FIELDS.get(key);
        if (name != null) {
            return field(key, name, lines.value(), tree);
        }
        Matcher sensor = SENSOR.matcher(key);
        if (sensor.matches()) {
            OptionalLong celsius = TextNumbers.leading(lines.value());
            if (celsius.isPresent()) {
                sensors[Integer.parseInt(sensor.group(1)) - 1] = celsius.getAsLong();
            }
            return true;
        }
        return switch (key) {
            case "Warning Comp. Temp. Threshold" -> threshold("warning", lines.value(), tree);
            case "Critical Comp. Temp. Threshold" -> threshold("critical", lines.value(), tree);
            default -> false;
        };
    }

    /** Writes what was gathered, once it is known whether the drive is an NVMe drive. */
    void finish(TextTree tree) {
        if (!isNvme) {
            return;
        }
        values.forEach((name, value) -> tree.put(LOG + "." + name, value));
        sensors(tree);
        if (values.containsKey("temperature")) {
            tree.put("temperature.current", values.get("temperature"));
        }
        if (values.containsKey("power_cycles")) {
            tree.put("power_cycle_count", values.get("power_cycles"));
        }
        if (values.containsKey("power_on_hours")) {
            tree.put("power_on_time.hours", values.get("power_on_hours"));
        }
        // Without -H there is no verdict, and the JSON repeats the bits only under one.
        if (!tree.has("smart_status")) {
            return;
        }
        if (values.containsKey("critical_warning")) {
            warning(values.get("critical_warning").intValue(), tree);
        } else if (reasons != 0) {
            warning(reasons, tree);
        }
    }

    private void sensors(TextTree tree) {
        int last = sensors.length - 1;
        while (last >= 0 && sensors[last] == null) {
            last--;
        }
        if (last < 0) {
            return;
        }
        ArrayNode array = tree.array(LOG + ".temperature_sensors");
        for (int i = 0; i <= last; i++) {
            array.add(sensors[i]);
        }
    }

    private static void warning(int bits, TextTree tree) {
        tree.put("smart_status.nvme.value", bits);
        int other = bits;
        for (int bit = 0; bit < WARNINGS.size(); bit++) {
            tree.put("smart_status.nvme." + WARNINGS.get(bit).getKey(), (bits & 1 << bit) != 0);
            other &= ~(1 << bit);
        }
        tree.put("smart_status.nvme.other", other);
    }

    private boolean reason(String line, TextTree tree) {
        for (int bit = 0; bit < WARNINGS.size(); bit++) {
            if (line.startsWith(WARNINGS.get(bit).getValue())) {
                isNvme = true;
                reasons |= 1 << bit;
                tree.recognise("NVMe");
                return true;
            }
        }
        return false;
    }

    private boolean field(String key, String name, String value, TextTree tree) {
        OptionalLong number = name.equals("critical_warning") ? TextNumbers.hex(value) : number(value);
        if (!COMMON.contains(key)) {
            isNvme = true;
            tree.recognise("NVMe");
        }
        number.ifPresent(known -> values.putIfAbsent(name, known));
        return true;
    }

    /** Units are Celsius, C, %, and "[6.06 TB]" behind a number; none of these may hide a broken number. */
    private static OptionalLong number(String value) {
        return TextNumbers.measured(value.replaceFirst(" ?(?:%|Celsius|C)$", ""), "");
    }

    private static boolean threshold(String name, String value, TextTree tree) {
        tree.recognise("NVMe");
        tree.put("nvme_composite_temperature_threshold." + name, TextNumbers.measured(value, "Celsius"));
        return true;
    }

    private static Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Critical Warning", "critical_warning");
        fields.put("Temperature", "temperature");
        fields.put("Available Spare", "available_spare");
        fields.put("Available Spare Threshold", "available_spare_threshold");
        fields.put("Percentage Used", "percentage_used");
        fields.put("Data Units Read", "data_units_read");
        fields.put("Data Units Written", "data_units_written");
        fields.put("Host Read Commands", "host_reads");
        fields.put("Host Write Commands", "host_writes");
        fields.put("Controller Busy Time", "controller_busy_time");
        fields.put("Power Cycles", "power_cycles");
        fields.put("Power On Hours", "power_on_hours");
        fields.put("Unsafe Shutdowns", "unsafe_shutdowns");
        fields.put("Media and Data Integrity Errors", "media_errors");
        fields.put("Error Information Log Entries", "num_err_log_entries");
        fields.put("Warning Comp. Temperature Time", "warning_temp_time");
        fields.put("Critical Comp. Temperature Time", "critical_comp_time");
        return Map.copyOf(fields);
    }
}
