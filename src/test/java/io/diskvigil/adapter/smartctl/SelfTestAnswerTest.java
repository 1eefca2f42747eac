package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.SelfTestReply;
import io.diskvigil.adapter.SelfTestReply.AlreadyRunning;
import io.diskvigil.adapter.SelfTestReply.Asleep;
import io.diskvigil.adapter.SelfTestReply.Failed;
import io.diskvigil.adapter.SelfTestReply.NotPossible;
import io.diskvigil.adapter.SelfTestReply.Refused;
import io.diskvigil.adapter.SelfTestReply.Started;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.SelfTestAbility;
import io.diskvigil.model.Target;
import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The words are those that smartctl 7.3 gave with fakedrive, or that stand in the sources of the version named. */
class SelfTestAnswerTest {
    private static final Target SDA = new Target("smartctl", "/dev/sda", "sat");
    private static final Target NVME = new Target("smartctl", "/dev/nvme0", "nvme");

    private final SmartctlAdapter adapter = new SmartctlAdapter(FixedSmartctlConfig.empty());

    @Test
    void aTestIsNeverForcedAndNeverWakesTheDrive() {
        assertThat(adapter.startSelfTest(SDA, TestKind.LONG).orElseThrow().argv())
                .containsExactly(
                        "/usr/sbin/smartctl", "--json=co", "-t", "long", "-n", "standby,3", "-d", "sat", "/dev/sda");
        assertThat(adapter.startSelfTest(NVME, TestKind.SHORT).orElseThrow().argv())
                .containsExactly("/usr/sbin/smartctl", "--json=co", "-t", "short", "-d", "nvme", "/dev/nvme0");
        assertThat(adapter.stopSelfTest(SDA).orElseThrow().argv()).contains("-X");
    }

    @Test
    void lookingAtSelfTestsReadsTheirStateAndLogOnly() {
        assertThat(adapter.probe(SDA, Depth.SELF_TESTS).argv())
                .containsSubsequence("-i", "-c", "-l", "xselftest,selftest", "-l", "selftest", "-n", "standby,3")
                .doesNotContain("-x", "-A");
        assertThat(adapter.probe(NVME, Depth.SELF_TESTS).argv()).containsSubsequence("-l", "selftest", "-d", "nvme");
    }

    @Test
    void aBegunTestTellsItsEstimate() {
        assertThat(reply(SDA, 0, "Testing has begun.", "Please wait 120 minutes for test to complete."))
                .isEqualTo(new Started(Optional.of(Duration.ofHours(2))));
        // scsiprint.cpp, 7.3
        assertThat(reply(SDA, 0, "Short Background Self Test has begun", "Use smartctl -X to abort test"))
                .isEqualTo(new Started(Optional.empty()));
        // nvmeprint.cpp, 7.4
        assertThat(reply(NVME, 0, "Self-test has begun", "Use smartctl -X to abort test"))
                .isEqualTo(new Started(Optional.empty()));
    }

    @Test
    void aTestThatHasBegunAgainstTheCapabilitiesHasBegun() {
        assertThat(reply(SDA, 4, "Conveyance Self-test functions not supported", "Testing has begun."))
                .isEqualTo(new Started(Optional.empty()));
    }

    @Test
    void anotherTestThatRunsIsNoFailure() {
        String words = "Can't start self-test without aborting current test (50% remaining),";
        assertThat(reply(SDA, 4, words, "add '-t force' option to override, or run 'smartctl -X' to abort test."))
                .isEqualTo(new AlreadyRunning());
        assertThat(reply(SDA, 255, words)).isEqualTo(new AlreadyRunning());
    }

    @Test
    void aRefusalKeepsTheWords() {
        String ata =
                "Command \"Execute SMART Short self-test routine immediately in off-line mode\" failed: scsi error aborted command";
        assertThat(reply(SDA, 4, "Sending command: \"Execute SMART Short self-test\".", ata))
                .isEqualTo(new Refused(ata, false));
        String scsi = "Short offline self test failed [unsupported scsi opcode]";
        assertThat(reply(SDA, 4, scsi)).isEqualTo(new Refused(scsi, true));
        assertThat(reply(SDA, 4, "ErrMsg: Drive 2 Is Not Available"))
                .isEqualTo(new Refused("ErrMsg: Drive 2 Is Not Available", true));
        String busy = "Short offline self test failed [device not ready]";
        assertThat(reply(SDA, 4, busy)).isEqualTo(new Refused(busy, false));
    }

    @Test
    void nvmeBefore74SaysNothingAndStartsNothing() {
        SelfTestReply reply = reply(NVME, 0, "NVMe device successfully opened");

        assertThat(reply).isInstanceOf(NotPossible.class);
        assertThat(((NotPossible) reply).why()).contains("7.4");
    }

    @Test
    void aSleepingDriveAndOneThatDoesNotOpenAreNoRefusals() {
        assertThat(adapter.startReply(
                        SDA,
                        new CommandResult(
                                3,
                                "{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,3],\"messages\":"
                                        + "[{\"string\":\"Device is in STANDBY mode, exit(3)\"}],\"exit_status\":3}}",
                                "")))
                .isEqualTo(new Asleep());
        assertThat(reply(SDA, 2)).isInstanceOf(Failed.class).extracting("cause").isEqualTo(Cause.DEVICE_UNREACHABLE);
        assertThat(adapter.startReply(SDA, new CommandResult(0, "garbage", "")))
                .extracting("cause")
                .isEqualTo(Cause.OUTPUT_NOT_UNDERSTOOD);
    }

    @Test
    void abilitiesComeFromWhatEachProtocolTells() {
        assertThat(abilities(SDA, """
                "ata_smart_data":{"self_test":{"polling_minutes":{"short":2,"extended":120,"conveyance":5}},
                "capabilities":{"self_tests_supported":true,"conveyance_self_test_supported":true}}"""))
                .containsExactly(
                        "self_test_ability short, 2 min (ATA SMART capabilities)",
                        "self_test_ability long, 120 min (ATA SMART capabilities)",
                        "self_test_ability conveyance, 5 min (ATA SMART capabilities)");
        assertThat(abilities(SDA, "\"scsi_extended_self_test_seconds\":1320"))
                .containsExactly(
                        "self_test_ability short (SCSI self-test results log)",
                        "self_test_ability long, 22 min (SCSI control mode page)");
        assertThat(abilities(NVME, "\"nvme_optional_admin_commands\":{\"self_test\":false},\"nvme_self_test_log\":{}"))
                .isEmpty();
        assertThat(abilities(NVME, "\"nvme_self_test_log\":{}")).hasSize(2);
    }

    private List<String> abilities(Target target, String json) {
        var outcome = adapter.read(
                target,
                new CommandResult(
                        0, "{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,4]}," + json + "}", ""),
                Instant.EPOCH);
        return ((Polled) outcome)
                .snapshots()
                .get(0)
                .readings(SelfTestAbility.class)
                .map(SelfTestAbility::line)
                .toList();
    }

    private SelfTestReply reply(Target target, int exit, String... lines) {
        String output = List.of(lines).stream()
                .map(line -> "\"" + line.replace("\"", "\\\"") + "\"")
                .reduce("\"smartctl 7.3 2022-02-28 r5338\",\"\"", (a, b) -> a + "," + b);
        String protocol = target.equals(NVME) ? "NVMe" : "ATA";
        String version = lines.length > 0 && lines[0].startsWith("Self-test has") ? "7,4" : "7,3";
        return adapter.startReply(
                target,
                new CommandResult(
                        exit,
                        "{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[" + version + "],\"output\":["
                                + output + "],\"exit_status\":" + exit + "},\"device\":{\"protocol\":\"" + protocol
                                + "\"}}",
                        ""));
    }
}
