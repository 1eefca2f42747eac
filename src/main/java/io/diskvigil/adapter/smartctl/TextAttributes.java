package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the table of ATA attributes in both of its forms, row by row, with or without the heading. */
final class TextAttributes implements TextReader {
    private static final String NUMBER = "(0x[0-9a-fA-F]{2}|\\d{1,3}|---)";
    private static final Pattern HEAD =
            Pattern.compile("(0x[0-9a-fA-F]{2}|\\d{1,3}) +([^\\s]+) +(0x[0-9a-fA-F]{4}|[POSRCK-]{6}\\+?) +" + NUMBER
                    + " +" + NUMBER + " +" + NUMBER + "(?: (.*))?");
    //   5 Reallocated_Sector_Ct   0x0033   009   009   010    Pre-fail  Always   FAILING_NOW 7461
    //   5 Reallocated_Sector_Ct   PO--CK   009   009   010    NOW  7461
    private static final Pattern TAIL = Pattern.compile(
            "(?:(?:Pre-fail|Old_age) +(?:(?:Always|Offline) +)?)?(-|FAILING_NOW|In_the_past|NOW|Past) +(\\S.*)");
    private static final Pattern CONTINUATION =
            Pattern.compile("(?:Pre-fail|Old_age|Always|Offline|-|FAILING_NOW|In_the_past|NOW|Past|\\d|\\().*");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
    private static final String FLAG_LETTERS = "POSRCK";
    // 148h+27m   7963h+07m+54.620s
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})h\\+(\\d{1,2})m.*");

    private final Map<Long, String> rawById = new HashMap<>();
    private boolean saidTwice;

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        String line = lines.current();
        if (line.isEmpty()) {
            return false;
        }
        if (line.startsWith("ID# ATTRIBUTE_NAME")) {
            tree.recognise("ATA");
            return true;
        }
        // SMART Attributes Data Structure revision number: 16
        if (lines.key().equals("SMART Attributes Data Structure revision number")) {
            tree.recognise("ATA");
            tree.put("ata_smart_attributes.revision", TextNumbers.whole(lines.value()));
            return true;
        }
        return Character.isDigit(line.charAt(0)) && row(lines, tree);
    }

    private boolean row(TextLines lines, TextTree tree) {
        Matcher head = HEAD.matcher(lines.current());
        if (!head.matches()) {
            return false;
        }
        String rest = head.group(7) == null ? "" : head.group(7).strip();
        Matcher tail = TAIL.matcher(rest);
        // Mail programs break long rows: the row goes on below.
        for (int joined = 0; !tail.matches() && joined < 2; joined++) {
            String below = lines.next().orElse("");
            if (!CONTINUATION.matcher(below).matches() || HEAD.matcher(below).matches()) {
                return true;
            }
            rest = (rest + " " + below).strip();
            tail = TAIL.matcher(rest);
            lines.advance();
        }
        OptionalLong id = TextNumbers.decimalOrHex(head.group(1));
        if (tail.matches() && id.isPresent() && id.getAsLong() >= 1 && id.getAsLong() <= 255) {
            add(id.getAsLong(), head, tail.group(1), tail.group(2).strip(), tree);
        }
        return true;
    }

    private void add(long id, Matcher head, String whenFailed, String raw, TextTree tree) {
        tree.recognise("ATA");
        String known = rawById.putIfAbsent(id, raw);
        if (known != null) {
            if (!known.equals(raw) && !saidTwice) {
                saidTwice = true;
                tree.message(
                        "warning",
                        "The text shows attribute " + id + " twice with different values: the first is read");
            }
            return;
        }
        ObjectNode row = tree.array("ata_smart_attributes.table").addObject();
        row.put("id", id).put("name", head.group(2));
        putByte(row, "value", head.group(4));
        putByte(row, "worst", head.group(5));
        putByte(row, "thresh", head.group(6));
        String when = whenFailedWord(whenFailed);
        if (row.has("thresh") || !when.isEmpty()) {
            row.put("when_failed", when);
        }
        flags(row.putObject("flags"), head.group(3));
        ObjectNode rawNode = row.putObject("raw");
        if (WHOLE.matcher(raw).matches()) {
            rawNode.put("value", Long.parseLong(raw));
        }
        rawNode.put("string", raw);
        derived(id, head.group(2), raw, tree);
    }

    /** A column is one byte; {@code ---} is one that the drive does not have. */
    private static void putByte(ObjectNode row, String name, String text) {
        OptionalLong number = TextNumbers.decimalOrHex(text);
        if (number.isPresent() && number.getAsLong() <= 255) {
            row.put(name, number.getAsLong());
        }
    }

    private static String whenFailedWord(String text) {
        return switch (text) {
            case "FAILING_NOW", "NOW" -> "now";
            case "In_the_past", "Past" -> "past";
            default -> "";
        };
    }

    private static void flags(ObjectNode flags, String text) {
        int value = text.startsWith("0x") ? Integer.parseInt(text.substring(2), 16) : 0;
        StringBuilder letters = new StringBuilder();
        for (int bit = 0; bit < FLAG_LETTERS.length(); bit++) {
            if (!text.startsWith("0x") && text.charAt(bit) != '-') {
                value |= 1 << bit;
            }
            letters.append((value & 1 << bit) == 0 ? '-' : FLAG_LETTERS.charAt(bit));
        }
        flags.put("value", value)
                .put(
                        "string",
                        letters.append(value > 0x3f || text.endsWith("+") ? "+" : " ")
                                .toString())
                .put("prefailure", (value & 1) != 0)
                .put("updated_online", (value & 2) != 0)
                .put("performance", (value & 4) != 0)
                .put("error_rate", (value & 8) != 0)
                .put("event_count", (value & 16) != 0)
                .put("auto_keep", (value & 32) != 0);
    }

    /** The keys outside the table that smartctl fills from attributes 9, 12, 190 and 194. */
    private static void derived(long id, String name, String raw, TextTree tree) {
        if (id == 9) {
            powerOnTime(name, raw, tree);
        } else if (id == 12 && name.contains("Power_Cycle")) {
            tree.put("power_cycle_count", TextNumbers.leading(raw));
        } else if (id == 194 || id == 190 && name.contains("Temperature")) {
            OptionalLong celsius = TextNumbers.leading(raw);
            // 0 means unknown on several SSDs; smartctl's own bound is a signed byte.
            if (celsius.isPresent() && celsius.getAsLong() > 0 && celsius.getAsLong() <= 127) {
                if (id == 194) {
                    tree.set("temperature.current", celsius.getAsLong());
                } else {
                    tree.put("temperature.current", celsius.getAsLong());
                }
            }
        }
    }

    private static void powerOnTime(String name, String raw, TextTree tree) {
        Matcher duration = DURATION.matcher(raw);
        if (duration.matches()) {
            tree.put("power_on_time.hours", Long.parseLong(duration.group(1)));
            tree.put("power_on_time.minutes", Long.parseLong(duration.group(2)));
            return;
        }
        OptionalLong number = TextNumbers.leading(raw);
        if (number.isEmpty() || number.getAsLong() < 0) {
            return;
        }
        long perHour = name.contains("Half_Minutes")
                ? 120
                : name.contains("Minutes") ? 60 : name.contains("Seconds") ? 3600 : 1;
        // A name without a unit does not say what is counted.
        if (perHour > 1 || name.contains("Hours")) {
            tree.put("power_on_time.hours", number.getAsLong() / perHour);
        }
    }
}
