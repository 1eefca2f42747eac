package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads ATA device statistics, SCT temperatures and SATA link counters: the parts that only {@code smartctl -x} prints. */
final class TextStatistics implements TextReader {
    // 0x03  =====  =               =  ===  == Rotating Media Statistics (rev 1) ==
    //   3  =====  =                =  == Rotating Media Statistics (rev 1) ==            (before 6.4)
    private static final Pattern PAGE = Pattern.compile(
            "(0x[0-9a-fA-F]{2}|\\d{1,3}) +=+ +=+ +=+ +(?:=== +)?== (.+?) ?(?:\\(rev (\\d{1,5})\\) )?==");
    // 0x03  0x020  4               0  ---  Number of Reallocated Logical Sectors
    //   7  0x008  1               12~ Percentage Used Endurance Indicator                (before 6.4; ~ = normalised)
    private static final Pattern STATISTIC = Pattern.compile(
            "(0x[0-9a-fA-F]{2}|\\d{1,3}) +0x([0-9a-fA-F]{3}) +(\\d) +(-|-?\\d{1,18})(~?) +(?:([N-][D-][C-]) +)?(\\S.*)");
    // 0x000a  2           19  Device-to-host register FISes sent due to a COMRESET
    private static final Pattern LINK = Pattern.compile("0x([0-9a-fA-F]{4}) +(\\d) +(\\d{1,18})(\\+?) +(\\S.*)");
    // Power Cycle Min/Max Temperature:     23/41 Celsius
    private static final Pattern RANGE = Pattern.compile("(-?\\d{1,3}|--|\\?)/(-?\\d{1,3}|--|\\?)(?: Celsius)?");

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        String line = lines.current();
        if (line.isEmpty()) {
            return false;
        }
        if (Character.isDigit(line.charAt(0))) {
            return page(line, tree) || statistic(line, tree) || link(line, tree);
        }
        return sct(lines, tree);
    }

    private static boolean page(String line, TextTree tree) {
        Matcher matcher = PAGE.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("ATA");
        ObjectNode page = pageOf(matcher.group(1), tree);
        if (!page.has("name")) {
            page.put("name", matcher.group(2));
            if (matcher.group(3) != null) {
                page.put("revision", Integer.parseInt(matcher.group(3)));
            }
        }
        return true;
    }

    private static boolean statistic(String line, TextTree tree) {
        Matcher matcher = STATISTIC.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("ATA");
        ObjectNode row = pageOf(matcher.group(1), tree).withArray("table").addObject();
        row.put("offset", Integer.parseInt(matcher.group(2), 16));
        row.put("name", matcher.group(7).strip());
        row.put("size", Integer.parseInt(matcher.group(3)));
        boolean valid = !matcher.group(4).equals("-");
        if (valid) {
            row.put("value", Long.parseLong(matcher.group(4)));
        }
        String flags = matcher.group(6) == null ? matcher.group(5).isEmpty() ? "---" : "N--" : matcher.group(6);
        boolean normalised = flags.charAt(0) == 'N';
        boolean notified = flags.charAt(1) == 'D';
        boolean met = flags.charAt(2) == 'C';
        // Bits of ACS-4 table 215: supported, valid, normalised, supports notification, condition met.
        int value = 0x80 | (valid ? 0x40 : 0) | (normalised ? 0x20 : 0) | (notified ? 0x10 : 0) | (met ? 0x08 : 0);
        row.putObject("flags")
                .put("value", value)
                .put("string", (valid ? "V" : "-") + flags + " ")
                .put("valid", valid)
                .put("normalized", normalised)
                .put("supports_dsn", notified)
                .put("monitored_condition_met", met);
        return true;
    }

    private static ObjectNode pageOf(String text, TextTree tree) {
        int number = (int) TextNumbers.decimalOrHex(text).orElse(0);
        ArrayNode pages = tree.array("ata_device_statistics.pages");
        for (var page : pages) {
            if (page instanceof ObjectNode known && known.path("number").asInt() == number) {
                return known;
            }
        }
        return pages.addObject().put("number", number);
    }

    private static boolean link(String line, TextTree tree) {
        Matcher matcher = LINK.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("ATA");
        tree.array("sata_phy_event_counters.table")
                .addObject()
                .put("id", Integer.parseInt(matcher.group(1), 16))
                .put("name", matcher.group(5).strip())
                .put("size", Integer.parseInt(matcher.group(2)))
                .put("value", Long.parseLong(matcher.group(3)))
                .put("overflow", !matcher.group(4).isEmpty());
        return true;
    }

    private static boolean sct(TextLines lines, TextTree tree) {
        String own = "ata_sct_status.temperature.";
        String shared = "temperature.";
        switch (lines.key()) {
            case "SCT Status Version" -> {
                tree.recognise("ATA");
                tree.put("ata_sct_status.format_version", TextNumbers.whole(lines.value()));
            }
            case "Current Temperature" -> {
                OptionalLong celsius = TextNumbers.measured(lines.value(), "Celsius");
                if (celsius.isPresent() && tree.has("ata_sct_status")) {
                    tree.put(own + "current", celsius);
                    tree.set(shared + "current", celsius.getAsLong());
                }
            }
            case "Power Cycle Min/Max Temperature" -> {
                range(lines.value(), own + "power_cycle_min", own + "power_cycle_max", tree);
                range(lines.value(), shared + "power_cycle_min", shared + "power_cycle_max", tree);
            }
            case "Lifetime Min/Max Temperature" -> {
                range(lines.value(), own + "lifetime_min", own + "lifetime_max", tree);
                range(lines.value(), shared + "lifetime_min", shared + "lifetime_max", tree);
            }
            case "Under/Over Temperature Limit Count" ->
                range(lines.value(), own + "under_limit_count", own + "over_limit_count", tree);
            case "Specified Max Operating Temperature" -> {
                OptionalLong celsius = TextNumbers.measured(lines.value(), "Celsius");
                tree.put(own + "op_limit_max", celsius);
                tree.put(shared + "op_limit_max", celsius);
            }
            case "Min/Max recommended Temperature" ->
                range(lines.value(), shared + "op_limit_min", shared + "op_limit_max", tree);
            case "Min/Max Temperature Limit" -> range(lines.value(), shared + "limit_min", shared + "limit_max", tree);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void range(String value, String lowPath, String highPath, TextTree tree) {
        Matcher matcher = RANGE.matcher(value);
        if (matcher.matches()) {
            tree.put(lowPath, TextNumbers.measured(matcher.group(1), ""));
            tree.put(highPath, TextNumbers.measured(matcher.group(2), ""));
        }
    }
}
