package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the error logs and the self-test logs of ATA drives; without a heading they are taken for the plain ones. */
final class TextAtaLogs implements TextReader {
    // # 1  Extended offline    Completed: read failure       90%       157         2454905
    private static final Pattern TEST =
            Pattern.compile("# {0,2}(\\d{1,3}) +(\\S.*?) +(\\d{2,3})% +(\\d{1,6}) +(\\S+).*");
    // 3 of 3 failed self-tests are outdated by newer successful extended offline self-test # 1
    private static final Pattern OUTDATED =
            Pattern.compile("(\\d{1,3}) of (\\d{1,3}) failed self-tests? (?:is|are) outdated by newer successful.*");
    // Error 2 occurred at disk power-on lifetime: 153 hours (6 days + 9 hours)
    // Error 1 [0] occurred at disk power-on lifetime: 153 hours (6 days + 9 hours)
    private static final Pattern ERROR =
            Pattern.compile("Error (\\d{1,9})(?: \\[\\d+])? occurred at disk power-on lifetime: (\\d{1,9}) hours.*");

    /** By the high nibble of the status byte; 15 is "Self-test routine in progress". */
    private static final List<String> STATUS_WORDS = List.of(
            "Completed without error",
            "Aborted by host",
            "Interrupted (host reset)",
            "Fatal or unknown error",
            "Completed: unknown failure",
            "Completed: electrical failure",
            "Completed: servo/seek failure",
            "Completed: read failure",
            "Completed: handling damage??");

    private static final String RUNNING = "Self-test routine in progress";
    private static final String ERROR_LOG = "ata_smart_error_log";

    private String errorLog = "";
    private String testLog = "standard";
    private ObjectNode lastError;

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        String line = lines.current();
        if (line.startsWith("#")) {
            return test(line, tree);
        }
        return heading(line, tree) || counts(lines, tree) || error(line, tree);
    }

    private boolean heading(String line, TextTree tree) {
        if (line.startsWith("SMART Self-test log structure")
                || line.startsWith("SMART Extended Self-test Log Version")) {
            testLog = line.contains("Extended") ? "extended" : "standard";
            errorLog = "";
        } else if (line.startsWith("SMART Error Log Version")) {
            errorLog = "summary";
        } else if (line.startsWith("SMART Extended Comprehensive Error Log Version")) {
            errorLog = "extended";
        } else if (line.startsWith("Num Test_Description Status Remaining")
                || line.startsWith("Num  Test_Description    Status  ")) {
        } else {
            return false;
        }
        tree.recognise("ATA");
        return true;
    }

    private boolean counts(TextLines lines, TextTree tree) {
        String line = lines.current();
        String key = lines.key();
        // ATA Error Count: 2105 (device log contains only the most recent five errors)
        if (key.equals("ATA Error Count") || key.equals("Device Error Count")) {
            errorLog = key.startsWith("ATA") ? "summary" : "extended";
            tree.recognise("ATA");
            tree.put(ERROR_LOG + "." + errorLog + ".count", TextNumbers.leading(lines.value()));
            return true;
        }
        if (line.startsWith("No Errors Logged") && !errorLog.isEmpty()) {
            tree.put(ERROR_LOG + "." + errorLog + ".count", 0);
            errorLog = "";
            return true;
        }
        if (line.startsWith("No self-tests have been logged")) {
            tree.recognise("ATA");
            tree.put("ata_smart_self_test_log." + testLog + ".count", 0);
            return true;
        }
        Matcher outdated = OUTDATED.matcher(line);
        if (outdated.matches()) {
            tree.put("ata_smart_self_test_log." + testLog + ".error_count_total", Long.parseLong(outdated.group(2)));
            tree.put("ata_smart_self_test_log." + testLog + ".error_count_outdated", Long.parseLong(outdated.group(1)));
            return true;
        }
        return false;
    }

    private boolean error(String line, TextTree tree) {
        if (line.startsWith("Error ")) {
            Matcher matcher = ERROR.matcher(line);
            if (!matcher.matches()) {
                return false;
            }
            tree.recognise("ATA");
            String log = errorLog.isEmpty() ? line.contains("[") ? "extended" : "summary" : errorLog;
            lastError = tree.array(ERROR_LOG + "." + log + ".table")
                    .addObject()
                    .put("error_number", Long.parseLong(matcher.group(1)))
                    .put("lifetime_hours", Long.parseLong(matcher.group(2)));
            return true;
        }
        //   40 51 01 01 00 00 a0  Error: UNC 1 sectors at LBA = 0x00000001 = 1
        int description = line.indexOf(" Error: ");
        if (description > 0 && lastError != null && !lastError.has("error_description")) {
            lastError.put("error_description", line.substring(description).strip());
            return true;
        }
        return false;
    }

    private boolean test(String line, TextTree tree) {
        Matcher matcher = TEST.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        String words = matcher.group(2);
        int split = statusStart(words);
        if (split <= 0) {
            return false;
        }
        tree.recognise("ATA");
        ArrayNode table = tree.array("ata_smart_self_test_log." + testLog + ".table");
        ObjectNode row = table.addObject();
        row.putObject("type").put("string", words.substring(0, split).strip());
        status(row.putObject("status"), words.substring(split).strip(), Integer.parseInt(matcher.group(3)));
        row.put("lifetime_hours", Long.parseLong(matcher.group(4)));
        TextNumbers.decimalOrHex(matcher.group(5)).ifPresent(lba -> row.put("lba", lba));
        tree.set("ata_smart_self_test_log." + testLog + ".count", table.size());
        return true;
    }

    /** The columns are two blanks apart, but for what pasting did to them; then the known words show where the status begins. */
    private static int statusStart(String words) {
        int gap = words.indexOf("  ");
        if (gap > 0) {
            return gap;
        }
        for (String known : STATUS_WORDS) {
            if (words.endsWith(known)) {
                return words.length() - known.length();
            }
        }
        return words.endsWith(RUNNING) ? words.length() - RUNNING.length() : words.indexOf("Unknown status");
    }

    private static void status(ObjectNode status, String words, int remaining) {
        int state = words.startsWith(RUNNING) ? 15 : STATUS_WORDS.indexOf(words);
        if (state >= 0) {
            status.put("value", state << 4 | remaining / 10);
        }
        status.put("string", words);
        if (remaining > 0) {
            status.put("remaining_percent", remaining);
        }
        // Aborted and interrupted tests prove nothing.
        if (state == 0 || state >= 3) {
            status.put("passed", state == 0 || state == 15);
        }
    }
}
