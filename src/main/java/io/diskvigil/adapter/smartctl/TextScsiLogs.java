package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the self-test log and the background scan log of SCSI and SAS drives. */
final class TextScsiLogs implements TextReader {
    // # 1  Background long   Failed in segment -->       3   16410         711374978 [0x3 0x11 0x0]
    private static final Pattern TEST = Pattern.compile(
            "# {0,2}\\d{1,2} +(Default|Background short|Background long|Abort background|Foreground short|Foreground long|Reserved\\(\\d\\)) +"
                    + "(\\S.*?) +(-|\\d{1,3}) +(NOW|\\d{1,6}) +(-|\\d{1,18}|0x[0-9a-f]{1,15})(?: +\\[(.*)])?");
    private static final Pattern SENSE = Pattern.compile("0x([0-9a-f]{1,2}) +0x([0-9a-f]{1,2}) +0x([0-9a-f]{1,2})");
    //    1 42149:02  00000000becb3840  [3,11,0]   Recovered via rewrite in-place
    private static final Pattern SCAN_RESULT = Pattern.compile(
            "(\\d{1,5}) +(\\d{1,9}):(\\d{2}) +([0-9a-f]{16}) +\\[([0-9a-f]{1,2}),([0-9a-f]{1,2}),([0-9a-f]{1,2})] +(\\S.*)");

    private static final List<String> CODES = List.of(
            "Default",
            "Background short",
            "Background long",
            "Reserved(3)",
            "Abort background",
            "Foreground short",
            "Foreground long",
            "Reserved(7)");
    /** By result nibble of SPC-3, 7.2.10; 15 is "Self test in progress ...". */
    private static final List<String> RESULTS = List.of(
            "Completed",
            "Aborted (by user command)",
            "Aborted (device reset ?)",
            "Unknown error, incomplete",
            "Completed, segment failed",
            "Failed in first segment",
            "Failed in second segment",
            "Failed in segment");

    /** By status byte of SBC-3, background scan results page. */
    private static final List<String> SCAN_STATES = List.of(
            "no scans active",
            "scan is active",
            "pre-scan is active",
            "halted due to fatal error",
            "halted due to a vendor specific pattern of error",
            "halted due to medium formatted without P-List",
            "halted - vendor specific cause",
            "halted due to temperature out of range",
            "waiting until BMS interval timer expires");

    private static final List<String> REASSIGN_STATES = List.of(
            "Reserved [0x0]",
            "Require Write or Reassign Blocks command",
            "Successfully reassigned",
            "Reserved [0x3]",
            "Reassignment by disk failed",
            "Recovered via rewrite in-place",
            "Reassigned by app, has valid data",
            "Reassigned by app, has no valid data",
            "Unsuccessfully reassigned by app");

    private int tests;
    private boolean inScan;

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        String line = lines.current();
        if (line.startsWith("#")) {
            return test(line, tree);
        }
        if (line.equals("Background scan results log")) {
            inScan = true;
            tree.recognise("SCSI");
            return true;
        }
        if (!inScan) {
            return false;
        }
        if (lines.key().equals("Status")) {
            int value = SCAN_STATES.indexOf(lines.value());
            if (value >= 0) {
                tree.put("scsi_background_scan.status.value", value);
            }
            tree.put("scsi_background_scan.status.string", lines.value());
            return true;
        }
        Matcher result = SCAN_RESULT.matcher(line);
        if (result.matches()) {
            scanResult(result, tree);
            return true;
        }
        return false;
    }

    private boolean test(String line, TextTree tree) {
        Matcher matcher = TEST.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("SCSI");
        ObjectNode row = tree.root().objectNode();
        row.putObject("code").put("value", CODES.indexOf(matcher.group(1))).put("string", matcher.group(1));
        String words = matcher.group(2).replace("-->", "").strip();
        boolean running = words.startsWith("Self test in progress");
        int value = running ? 15 : RESULTS.indexOf(words);
        ObjectNode result = row.putObject("result");
        if (value >= 0) {
            result.put("value", value);
        }
        result.put("string", words);
        TextNumbers.whole(matcher.group(3))
                .ifPresent(segment -> row.putObject("failed_segment").put("value", segment));
        if (matcher.group(4).equals("NOW")) {
            row.put("self_test_in_progress", true);
        } else {
            row.putObject("power_on_time").put("hours", Long.parseLong(matcher.group(4)));
        }
        TextNumbers.decimalOrHex(matcher.group(5))
                .ifPresent(lba -> row.putObject("lba_first_failure").put("value", lba));
        sense(row, matcher.group(6));
        tree.put("scsi_self_test_" + tests, row);
        tests++;
        return true;
    }

    private static void sense(ObjectNode row, String text) {
        if (text == null) {
            return;
        }
        Matcher sense = SENSE.matcher(text.strip());
        if (sense.matches()) {
            row.putObject("sense_key").put("value", Integer.parseInt(sense.group(1), 16));
            row.put("asc", Integer.parseInt(sense.group(2), 16)).put("ascq", Integer.parseInt(sense.group(3), 16));
        }
    }

    private static void scanResult(Matcher result, TextTree tree) {
        String path = "scsi_background_scan.result_" + result.group(1);
        tree.put(path + ".parameter_code", Long.parseLong(result.group(1)));
        tree.put(
                path + ".accumulated_power_on.minutes",
                Long.parseLong(result.group(2)) * 60 + Long.parseLong(result.group(3)));
        tree.put(path + ".lba", TextNumbers.hex(result.group(4).replaceFirst("^0", "")));
        tree.put(path + ".sense_key.value", Long.parseLong(result.group(5), 16));
        tree.put(path + ".asc", Long.parseLong(result.group(6), 16));
        tree.put(path + ".ascq", Long.parseLong(result.group(7), 16));
        int state = REASSIGN_STATES.indexOf(result.group(8));
        if (state >= 0) {
            tree.put(path + ".reassign_status.value", state);
        }
        tree.put(path + ".reassign_status.string", result.group(8));
    }
}
