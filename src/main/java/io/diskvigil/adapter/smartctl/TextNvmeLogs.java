package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the NVMe error information log (0x01) and self-test log (0x06). */
final class TextNvmeLogs implements TextReader {
    // Error Information (NVMe Log 0x01, 16 of 64 entries)      Error Information (NVMe Log 0x01, max 64 entries)
    private static final Pattern ERRORS =
            Pattern.compile("Error Information \\(NVMe Log 0x01, (?:(\\d{1,5}) of|max) (\\d{1,5}) entries\\).*");
    //   0       2597     0  0x1001  0xc005  0x028            -     0     -  Invalid Field in Command
    private static final Pattern ERROR = Pattern.compile(
            "\\d{1,5} +(\\d{1,18}) +(-|\\d+) +(-|0x[0-9a-f]{4})"
                    + " +(-|0x[0-9a-f]{4}) +(-|0x[0-9a-f]{3,4}) +(-|\\d{1,18}) +(-|\\d{1,10}) +(-|0x[0-9a-f]{2})(?: +(\\S.*))?");
    //  0   Short             Completed without error                8737            -     -   -    -
    private static final Pattern TEST = Pattern.compile(
            "\\d{1,2} +(Short|Extended|Vendor specific|Unknown \\(0x[0-9a-f]+\\)) +(\\S.*?)"
                    + " +(\\d{1,18}) +(-|\\d{1,18}) +(-|\\*|\\d{1,10})(?: +(-|0x[0-9a-f]+|\\d{1,3}))? +(-|0x[0-9a-f]+) +(-|0x[0-9a-f]+)");
    private static final Pattern RUNNING = Pattern.compile("(.*?)(?: \\((\\d{1,3})% completed\\))?");

    private static final Map<String, Integer> CODES = Map.of("Short", 1, "Extended", 2, "Vendor specific", 14);
    private static final Map<String, Integer> OPERATIONS = Map.of(
            "No self-test in progress", 0,
            "Short self-test in progress", 1,
            "Extended self-test in progress", 2,
            "Vendor specific self-test in progress", 14);
    /** By result code of the NVMe base specification, log 0x06. */
    private static final List<String> RESULTS = List.of(
            "Completed without error",
            "Aborted: Self-test command",
            "Aborted: Controller Reset",
            "Aborted: Namespace removed",
            "Aborted: Format NVM command",
            "Fatal or unknown test error",
            "Completed: unknown failed segment",
            "Completed: failed segments",
            "Aborted: unknown reason",
            "Aborted: sanitize operation");

    private boolean inErrors;

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        String line = lines.current();
        if (line.startsWith("Error Information (NVMe Log")) {
            inErrors = true;
            tree.recognise("NVMe");
            size(line, tree);
            return true;
        }
        if (line.startsWith("Num ErrCount") || line.startsWith("Num   ErrCount")) {
            inErrors = true;
            tree.recognise("NVMe");
            return true;
        }
        if (line.startsWith("Self-test Log (NVMe Log")) {
            inErrors = false;
            tree.recognise("NVMe");
            return true;
        }
        if (line.startsWith("No Errors Logged")) {
            boolean ours = inErrors;
            inErrors = false;
            return ours;
        }
        if (lines.key().equals("Self-test status")) {
            return running(lines.value(), tree);
        }
        return !line.isEmpty() && Character.isDigit(line.charAt(0)) && (error(line, tree) || test(line, tree));
    }

    private static void size(String line, TextTree tree) {
        Matcher matcher = ERRORS.matcher(line);
        if (!matcher.matches()) {
            return;
        }
        String path = "nvme_error_information_log.";
        OptionalLong size = TextNumbers.whole(matcher.group(2));
        tree.put(path + "size", size);
        if (matcher.group(1) != null) {
            long read = Long.parseLong(matcher.group(1));
            tree.put(path + "read", read);
            tree.put(path + "unread", Math.max(0, size.orElse(read) - read));
        }
    }

    private static boolean error(String line, TextTree tree) {
        Matcher matcher = ERROR.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("NVMe");
        ObjectNode row = tree.array("nvme_error_information_log.table").addObject();
        row.put("error_count", Long.parseLong(matcher.group(1)));
        TextNumbers.whole(matcher.group(2)).ifPresent(id -> row.put("submission_queue_id", id));
        TextNumbers.hex(matcher.group(3)).ifPresent(id -> row.put("command_id", id));
        TextNumbers.hex(matcher.group(4)).ifPresent(printed -> status(row, printed, matcher.group(9)));
        TextNumbers.hex(matcher.group(5)).ifPresent(place -> row.put("parm_error_location", place));
        TextNumbers.whole(matcher.group(6))
                .ifPresent(lba -> row.putObject("lba").put("value", lba));
        TextNumbers.whole(matcher.group(7)).ifPresent(id -> row.put("nsid", id));
        return true;
    }

    /** The printed word holds the phase tag in its lowest bit; the JSON keys do not. */
    private static void status(ObjectNode row, long printed, String words) {
        long status = printed >> 1;
        ObjectNode field = row.putObject("status_field")
                .put("value", status)
                .put("do_not_retry", (status & 0x4000) != 0)
                .put("status_code_type", status >> 8 & 7)
                .put("status_code", status & 0xff);
        if (words != null) {
            field.put("string", words);
        }
        row.put("phase_tag", (printed & 1) != 0);
    }

    private static boolean running(String value, TextTree tree) {
        Matcher matcher = RUNNING.matcher(value);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("NVMe");
        String path = "nvme_self_test_log.current_self_test_";
        Integer operation = OPERATIONS.get(matcher.group(1));
        if (operation != null) {
            tree.put(path + "operation.value", operation);
        }
        tree.put(path + "operation.string", matcher.group(1));
        if (matcher.group(2) != null) {
            tree.put(path + "completion_percent", Long.parseLong(matcher.group(2)));
        }
        return true;
    }

    private static boolean test(String line, TextTree tree) {
        Matcher matcher = TEST.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("NVMe");
        ObjectNode row = tree.array("nvme_self_test_log.table").addObject();
        ObjectNode code = row.putObject("self_test_code");
        if (CODES.containsKey(matcher.group(1))) {
            code.put("value", CODES.get(matcher.group(1)));
        }
        code.put("string", matcher.group(1));
        ObjectNode result = row.putObject("self_test_result");
        int value = RESULTS.indexOf(matcher.group(2));
        if (value >= 0) {
            result.put("value", value);
        }
        result.put("string", matcher.group(2));
        row.put("power_on_hours", Long.parseLong(matcher.group(3)));
        TextNumbers.whole(matcher.group(4))
                .ifPresent(lba -> row.putObject("lba").put("value", lba));
        TextNumbers.whole(matcher.group(5)).ifPresent(id -> row.put("nsid", id));
        return true;
    }
}
