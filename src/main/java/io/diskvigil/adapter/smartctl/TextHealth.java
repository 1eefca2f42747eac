package io.diskvigil.adapter.smartctl;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads whether SMART is there at all, what the drive says of itself, and the state of an ATA self-test. */
final class TextHealth implements TextReader {
    // SMART overall-health self-assessment test result: FAILED!
    private static final String OVERALL = "SMART overall-health self-assessment test result";
    // SMART Health Status: FAILURE PREDICTION THRESHOLD EXCEEDED [asc=5d, ascq=0]
    private static final Pattern ASC = Pattern.compile("(.*?) ?\\[asc=([0-9a-fA-F]{1,2}), ?ascq=([0-9a-fA-F]{1,2})].*");
    // Self-test execution status:      ( 112)	The previous self-test completed having
    private static final Pattern EXECUTION = Pattern.compile("\\( *(\\d{1,3})\\).*");
    /** Of the high nibble of the self-test execution status byte (ATA8-ACS, SMART READ DATA), in smartctl's words. */
    private static final List<String> EXECUTION_WORDS = List.of(
            "completed without error",
            "was aborted by the host",
            "was interrupted by the host with a reset",
            "could not complete due to a fatal or unknown error",
            "completed with error (unknown test element)",
            "completed with error (electrical test element)",
            "completed with error (servo/seek test element)",
            "completed with error (read test element)",
            "completed with error (handling damage?)");

    private static final int IN_PROGRESS = 15;

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        return switch (lines.key()) {
            case OVERALL -> overall(lines.value(), tree);
            case "SMART Health Status" -> scsi(lines.value(), tree);
            case "SMART support is" -> support(lines.value(), tree);
            case "Self-test execution status" -> execution(lines.value(), tree);
            default -> oldSupport(lines.current(), tree);
        };
    }

    private static boolean overall(String value, TextTree tree) {
        tree.recognise();
        if (value.startsWith("PASSED")) {
            tree.put("smart_status.passed", true);
        } else if (value.startsWith("FAILED")) {
            tree.put("smart_status.passed", false);
        }
        return true;
    }

    private static boolean scsi(String value, TextTree tree) {
        tree.recognise("SCSI");
        Matcher matcher = ASC.matcher(value);
        if (value.startsWith("OK")) {
            tree.put("smart_status.passed", true);
        } else if (matcher.matches()) {
            tree.put("smart_status.passed", false);
            tree.put("smart_status.scsi.asc", Long.parseLong(matcher.group(2), 16));
            tree.put("smart_status.scsi.ascq", Long.parseLong(matcher.group(3), 16));
            tree.put("smart_status.scsi.ie_string", matcher.group(1).strip());
        } else if (!value.isEmpty()) {
            // smartctl prints a code behind each word but OK; without one nothing is proven.
            tree.message("warning", "SMART Health Status: " + value);
        }
        return true;
    }

    private static boolean support(String value, TextTree tree) {
        tree.recognise();
        if (value.startsWith("Available")) {
            tree.put("smart_support.available", true);
        } else if (value.startsWith("Unavailable")) {
            tree.put("smart_support.available", false);
        } else if (value.startsWith("Enabled")) {
            tree.put("smart_support.enabled", true);
        } else if (value.startsWith("Disabled")) {
            tree.put("smart_support.enabled", false);
        }
        return true;
    }

    private static boolean oldSupport(String line, TextTree tree) {
        boolean disabled =
                line.startsWith("SMART Disabled.") || line.startsWith("Device supports SMART and is Disabled");
        if (disabled || line.startsWith("Device supports SMART and is Enabled")) {
            tree.recognise();
            tree.put("smart_support.available", true);
            tree.put("smart_support.enabled", !disabled);
            return true;
        }
        if (line.startsWith("Device does not support SMART")) {
            tree.recognise();
            tree.put("smart_support.available", false);
            return true;
        }
        return false;
    }

    private static boolean execution(String value, TextTree tree) {
        Matcher matcher = EXECUTION.matcher(value);
        if (!matcher.matches()) {
            return false;
        }
        tree.recognise("ATA");
        OptionalLong number = TextNumbers.whole(matcher.group(1));
        if (number.isEmpty() || number.getAsLong() > 255) {
            return true;
        }
        String path = "ata_smart_data.self_test.status";
        int status = (int) number.getAsLong();
        int state = status >> 4;
        tree.put(path + ".value", status);
        if (state == IN_PROGRESS) {
            int remaining = (status & 15) * 10;
            tree.put(path + ".string", "in progress, " + remaining + "% remaining");
            tree.put(path + ".remaining_percent", remaining);
        } else if (state < EXECUTION_WORDS.size()) {
            tree.put(path + ".string", EXECUTION_WORDS.get(state));
            // Aborted and interrupted say nothing of the drive.
            if (state != 1 && state != 2) {
                tree.put(path + ".passed", state == 0);
            }
        }
        return true;
    }
}
