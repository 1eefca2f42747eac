package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;
import static io.diskvigil.adapter.smartctl.SmartctlJson.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.SelfTestResult;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The self-test logs of ATA, SCSI and NVMe drives, newest first, and the test that is running as number 0. */
final class SelfTests {
    private static final String NAME = "self_test";
    private static final int SCSI_ENTRIES = 20;
    private static final int RUNNING = 0xf;
    private static final int MEDIUM_ERROR = 3;

    private SelfTests() {}

    static void read(JsonNode root, Readings readings) {
        ataRunning(root.path("ata_smart_data").path("self_test").path("status"), readings);
        JsonNode ata = root.path("ata_smart_self_test_log");
        JsonNode extended = ata.path("extended").path("table");
        ata(extended.isArray() ? extended : ata.path("standard").path("table"), readings);
        scsi(root, readings);
        nvme(root.path("nvme_self_test_log"), readings);
    }

    private static void ataRunning(JsonNode status, Readings readings) {
        if (status.path("value").asInt() >> 4 == RUNNING) {
            readings.add(new Reading.SelfTest(
                    NAME,
                    0,
                    "",
                    SelfTestResult.RUNNING,
                    text(status, "string").intern(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    percent(status, "remaining_percent"),
                    "ATA self-test execution status"));
        }
    }

    private static void ata(JsonNode table, Readings readings) {
        int number = 0;
        for (JsonNode entry : SmartctlJson.elements(table)) {
            number++;
            JsonNode status = entry.path("status");
            readings.add(new Reading.SelfTest(
                    NAME,
                    number,
                    text(entry.path("type"), "string").intern(),
                    ataResult(status),
                    text(status, "string").intern(),
                    count(entry, "lifetime_hours"),
                    count(entry, "lba"),
                    percent(status, "remaining_percent"),
                    "ATA self-test log"));
        }
    }

    /** ACS-4, self-test execution status: the upper four bits; the lower four count what remains. */
    private static SelfTestResult ataResult(JsonNode status) {
        if (!status.path("value").canConvertToInt()) {
            return SelfTestResult.UNKNOWN;
        }
        return switch (status.path("value").asInt() >> 4) {
            case 0 -> SelfTestResult.PASSED;
            case 1, 2 -> SelfTestResult.ABORTED;
            case 3, 4 -> SelfTestResult.FAILED_UNKNOWN;
            case 5, 6, 8 -> SelfTestResult.FAILED_HARDWARE;
            case 7 -> SelfTestResult.FAILED_READ;
            case RUNNING -> SelfTestResult.RUNNING;
            default -> SelfTestResult.UNKNOWN;
        };
    }

    private static void scsi(JsonNode root, Readings readings) {
        int number = 0;
        for (int i = 0; i <= SCSI_ENTRIES; i++) {
            JsonNode entry = root.path("scsi_self_test_" + i);
            if (!entry.isObject()) {
                continue;
            }
            SelfTestResult result = scsiResult(entry);
            boolean running = result == SelfTestResult.RUNNING;
            number += running ? 0 : 1;
            readings.add(new Reading.SelfTest(
                    NAME,
                    running ? 0 : number,
                    text(entry.path("code"), "string").intern(),
                    result,
                    text(entry.path("result"), "string").intern(),
                    count(entry.path("power_on_time"), "hours"),
                    count(entry.path("lba_first_failure"), "value"),
                    OptionalInt.empty(),
                    "SCSI self-test results log"));
        }
    }

    /** SPC-4, self-test results log page. */
    private static SelfTestResult scsiResult(JsonNode entry) {
        JsonNode value = entry.path("result").path("value");
        if (entry.path("self_test_in_progress").asBoolean()) {
            return SelfTestResult.RUNNING;
        }
        if (!value.canConvertToInt()) {
            return SelfTestResult.UNKNOWN;
        }
        return switch (value.asInt()) {
            case 0 -> SelfTestResult.PASSED;
            case 1, 2 -> SelfTestResult.ABORTED;
            case 3 -> SelfTestResult.FAILED_UNKNOWN;
            case 4, 5, 6, 7 ->
                entry.path("sense_key").path("value").asInt() == MEDIUM_ERROR
                        ? SelfTestResult.FAILED_READ
                        : SelfTestResult.FAILED_HARDWARE;
            case RUNNING -> SelfTestResult.RUNNING;
            default -> SelfTestResult.UNKNOWN;
        };
    }

    private static void nvme(JsonNode log, Readings readings) {
        JsonNode current = log.path("current_self_test_operation");
        if ((current.path("value").asInt() & RUNNING) != 0) {
            OptionalInt done = percent(log, "current_self_test_completion_percent");
            readings.add(new Reading.SelfTest(
                    NAME,
                    0,
                    text(current, "string").intern(),
                    SelfTestResult.RUNNING,
                    text(current, "string").intern(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    done.isPresent() ? OptionalInt.of(100 - done.getAsInt()) : done,
                    "NVMe self-test log"));
        }
        int number = 0;
        List<JsonNode> entries = SmartctlJson.elements(log.path("table"));
        for (JsonNode entry : entries) {
            number++;
            JsonNode result = entry.path("self_test_result");
            readings.add(new Reading.SelfTest(
                    NAME,
                    number,
                    text(entry.path("self_test_code"), "string").intern(),
                    nvmeResult(result.path("value")),
                    text(result, "string").intern(),
                    count(entry, "power_on_hours"),
                    count(entry, "lba"),
                    OptionalInt.empty(),
                    "NVMe self-test log"));
        }
    }

    /** NVM Express base specification, device self-test log, result of the operation. */
    private static SelfTestResult nvmeResult(JsonNode value) {
        if (!value.canConvertToInt()) {
            return SelfTestResult.UNKNOWN;
        }
        return switch (value.asInt()) {
            case 0 -> SelfTestResult.PASSED;
            case 1, 2, 3, 4, 8, 9 -> SelfTestResult.ABORTED;
            case 5 -> SelfTestResult.FAILED_UNKNOWN;
            case 6, 7 -> SelfTestResult.FAILED_HARDWARE;
            default -> SelfTestResult.UNKNOWN;
        };
    }

    private static OptionalInt percent(JsonNode parent, String key) {
        OptionalLong value = count(parent, key);
        return value.isPresent() && value.getAsLong() <= 100
                ? OptionalInt.of((int) value.getAsLong())
                : OptionalInt.empty();
    }
}
