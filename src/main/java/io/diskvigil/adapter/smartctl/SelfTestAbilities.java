package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Reading.SelfTestAbility;
import io.diskvigil.model.TestKind;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Which self-tests a drive says it can run, and how long it says they take. */
final class SelfTestAbilities {
    private static final String NAME = "self_test_ability";
    /** A week: no drive takes longer, but some count this way that they do not know. */
    private static final long MOST_MINUTES = 7 * 24 * 60;

    private SelfTestAbilities() {}

    static void read(JsonNode root, Readings readings) {
        ata(root.path("ata_smart_data"), readings);
        scsi(root, readings);
        nvme(root, readings);
    }

    private static void ata(JsonNode data, Readings readings) {
        JsonNode capabilities = data.path("capabilities");
        JsonNode minutes = data.path("self_test").path("polling_minutes");
        String source = "ATA SMART capabilities";
        if (capabilities.path("self_tests_supported").asBoolean()) {
            add(TestKind.SHORT, count(minutes, "short"), source, readings);
            add(TestKind.LONG, count(minutes, "extended"), source, readings);
        }
        if (capabilities.path("conveyance_self_test_supported").asBoolean()) {
            add(TestKind.CONVEYANCE, count(minutes, "conveyance"), source, readings);
        }
    }

    /** A drive that logs self-tests or says how long they take runs them. */
    private static void scsi(JsonNode root, Readings readings) {
        OptionalLong seconds = count(root, "scsi_extended_self_test_seconds");
        if (seconds.isPresent() || root.has("scsi_self_test_0")) {
            add(TestKind.SHORT, OptionalLong.empty(), "SCSI self-test results log", readings);
            OptionalLong minutes = seconds.isPresent() && seconds.getAsLong() > 0
                    ? OptionalLong.of((seconds.getAsLong() + 59) / 60)
                    : OptionalLong.empty();
            add(
                    TestKind.LONG,
                    minutes,
                    seconds.isPresent() ? "SCSI control mode page" : "SCSI self-test results log",
                    readings);
        }
    }

    /** smartctl starts them since 7.4; since 7.5 it also tells the bit, before that the log tells as much. */
    private static void nvme(JsonNode root, Readings readings) {
        JsonNode bit = root.path("nvme_optional_admin_commands").path("self_test");
        boolean able = bit.isBoolean()
                ? bit.booleanValue()
                : root.path("nvme_self_test_log").isObject();
        if (able && SmartctlJson.since(root, 7, 4)) {
            String source = bit.isBoolean() ? "NVMe optional admin commands" : "NVMe self-test log";
            add(TestKind.SHORT, OptionalLong.empty(), source, readings);
            add(TestKind.LONG, OptionalLong.empty(), source, readings);
        }
    }

    private static void add(TestKind kind, OptionalLong minutes, String source, Readings readings) {
        OptionalInt known = minutes.isPresent() && minutes.getAsLong() > 0 && minutes.getAsLong() <= MOST_MINUTES
                ? OptionalInt.of((int) minutes.getAsLong())
                : OptionalInt.empty();
        readings.add(new SelfTestAbility(NAME, kind, known, source));
    }
}
