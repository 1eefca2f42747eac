package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SmartctlAdapterTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/smartctl");

    private final SmartctlAdapter adapter = new SmartctlAdapter(FixedSmartctlConfig.empty());

    @Test
    void aCheapProbeOfAnAtaDriveAsksForDeviceStatisticsAndLeavesItAsleep() {
        assertThat(adapter.probe(target("/dev/sda", "sat"), Depth.CHEAP).argv())
                .containsExactly(
                        "/usr/sbin/smartctl",
                        "--json=c",
                        "-i",
                        "-H",
                        "-A",
                        "-l",
                        "devstat",
                        "-n",
                        "standby,3",
                        "-d",
                        "sat",
                        "/dev/sda");
    }

    @Test
    void aProbeOfAnNvmeDriveAsksForItsLimitsAndForNoPowerMode() {
        assertThat(adapter.probe(target("/dev/nvme0", "nvme"), Depth.CHEAP).argv())
                .containsExactly("/usr/sbin/smartctl", "--json=c", "-i", "-H", "-A", "-c", "-d", "nvme", "/dev/nvme0");
        assertThat(adapter.probe(target("/dev/nvme0", "nvme"), Depth.FULL).argv())
                .containsExactly("/usr/sbin/smartctl", "--json=c", "-x", "-d", "nvme", "/dev/nvme0");
    }

    @Test
    void onlyAWakingProbeAsksWithoutRegardForTheSleepOfADrive() {
        assertThat(adapter.probe(target("/dev/sda", "sat"), Depth.WAKE).argv())
                .containsExactly("/usr/sbin/smartctl", "--json=c", "-x", "-d", "sat", "/dev/sda");
    }

    @Test
    void aFullProbeBehindAControllerIsBoundToTheBusItSharesWithTheOthers() {
        var command = adapter.probe(target("/dev/bus/0", "megaraid,3"), Depth.FULL);

        assertThat(command.argv())
                .containsExactly(
                        "/usr/sbin/smartctl", "--json=c", "-x", "-n", "standby,3", "-d", "megaraid,3", "/dev/bus/0");
        assertThat(command.device()).isEqualTo("/dev/bus/0");
    }

    @Test
    void devicesThatDoNotOpenAreTargetsToo() {
        String listing = """
                {"json_format_version": [1, 0], "smartctl": {"version": [7, 3], "exit_status": 0}, "devices": [
                 {"name": "/dev/sda", "info_name": "/dev/sda [SAT]", "type": "sat", "protocol": "ATA"},
                 null,
                 {"name": "/dev/sdg", "info_name": "/dev/sdg", "type": "scsi", "protocol": "SCSI",
                  "open_error": "Unknown USB bridge [0x46f4:0x0001 (0x000)]"},
                 {"name": "/dev/sdh", "open_error": "no type"}]}
                """;

        assertThat(adapter.targets(result(listing)))
                .containsExactly(target("/dev/sda", "sat"), target("/dev/sdg", "scsi"), target("/dev/sdh", "auto"));
    }

    @Test
    void configuredDrivesComeFirstAndStandForTheirPath() {
        var configured = new SmartctlAdapter(
                FixedSmartctlConfig.withDrives("/dev/sg2 areca,3/2", "/dev/sdg sat", "/dev/sda sat"));
        String listing = """
                {"json_format_version": [1, 0], "devices": [
                 {"name": "/dev/sda", "type": "sat"}, {"name": "/dev/sdg", "type": "scsi"},
                 {"name": "/dev/sg2", "type": "scsi"}, {"name": "/dev/bus/0", "type": "megaraid,0"}]}
                """;

        assertThat(configured.targets(result(listing)))
                .containsExactly(
                        target("/dev/sg2", "areca,3/2"),
                        target("/dev/sdg", "sat"),
                        target("/dev/sda", "sat"),
                        target("/dev/sg2", "scsi"),
                        target("/dev/bus/0", "megaraid,0"));
    }

    @Test
    void anIgnoredPathIsWatchedOnlyWhereItIsNamedByHand() {
        var config = FixedSmartctlConfig.withDrives("/dev/sdb sat").ignoring("/dev/sda", "/dev/sdb", "/dev/bus/0");
        String listing = """
                {"json_format_version": [1, 0], "devices": [
                 {"name": "/dev/sda", "type": "scsi"}, {"name": "/dev/sdb", "type": "scsi"},
                 {"name": "/dev/sdc", "type": "sat"}, {"name": "/dev/bus/0", "type": "megaraid,0"}]}
                """;

        assertThat(new SmartctlAdapter(config).targets(result(listing)))
                .containsExactly(target("/dev/sdb", "sat"), target("/dev/sdc", "sat"));
    }

    @Test
    void aMachineWithoutDrivesIsAnEmptyListing() {
        // smartctl 7.3 leaves the key "devices" out
        String listing = "{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,3],\"exit_status\":0}}";

        assertThat(adapter.targets(result(listing))).isEmpty();
    }

    @Test
    void aScanThatCannotBeReadSaysWhy() throws IOException {
        String tooOld = fixture("tool-too-old");

        assertThatThrownBy(() -> adapter.targets(new CommandResult(1, tooOld, "")))
                .hasMessageContaining("scan for drives")
                .hasMessageContaining("smartctl 6.6 cannot");
    }

    @Test
    void backgroundScanResultsAreCountedByWhatBecameOfTheBlock() {
        String answer = """
                {"json_format_version": [1, 0], "smartctl": {"version": [7, 4], "argv": ["smartctl", "-x"]},
                 "scsi_vendor": "SEAGATE", "serial_number": "X1", "smart_status": {"passed": true},
                 "scsi_grown_defect_list": 0, "scsi_background_scan": {"status": {"value": 8, "string": "waiting"},
                  "result_1": {"lba": 1, "accumulated_power_on": {"minutes": 600}, "reassign_status": {"value": 1}},
                  "result_2": {"lba": 2, "accumulated_power_on": {"minutes": 660}, "reassign_status": {"value": 1}},
                  "result_3": {"lba": 1, "accumulated_power_on": {"minutes": 720}, "reassign_status": {"value": 5}},
                  "result_4": {"lba": 3, "accumulated_power_on": {"minutes": 60}, "reassign_status": {"value": 4}},
                  "result_5": {"lba": 4, "reassign_status": {"value": 2}},
                  "result_6": {"lba": 5, "accumulated_power_on": {"minutes": 60}},
                  "result_7": null}}
                """;

        var polled = (PollOutcome.Polled) adapter.read(target("/dev/sdb", "scsi"), result(answer), Instant.EPOCH);

        assertThat(polled.snapshots()
                        .get(0)
                        .readings(Reading.Counter.class)
                        .filter(counter -> counter.name().startsWith("scsi_background_scan"))
                        .map(counter ->
                                counter.name().substring("scsi_background_scan_".length()) + " " + counter.raw()))
                .containsExactlyInAnyOrder(
                        "needs_write 1",
                        "needs_write_at_hours 11",
                        "recovered 1",
                        "recovered_at_hours 12",
                        "reassign_failed 1",
                        "reassign_failed_at_hours 1",
                        "reassigned 1",
                        "other 1",
                        "other_at_hours 1");
    }

    @Test
    void aSecondLookIsWorthItForADriveThatShowsNothingAsScsi() throws IOException {
        PollOutcome silent = read("scsi-sata-drive-without-smart", target("/dev/sdc", "scsi"), 4);

        Optional<Target> second = adapter.secondLook(silent);

        assertThat(second).contains(target("/dev/sdc", "sat"));
    }

    @Test
    void aSecondLookIsWorthItForAnAtaVendorAndAnUnknownUsbBridge() throws IOException {
        String ata = """
                {"json_format_version": [1, 0], "smartctl": {"version": [7, 3], "argv": ["smartctl", "-x"]},
                 "scsi_vendor": "ATA", "scsi_product": "ST4000DM000", "scsi_model_name": "ATA ST4000DM000",
                 "serial_number": "Z300FAKE", "smart_status": {"passed": true}, "scsi_grown_defect_list": 0}
                """;
        PollOutcome translated = adapter.read(target("/dev/sdc", "scsi"), result(ata), Instant.EPOCH);
        PollOutcome bridge = read("usb-unknown-bridge", target("/dev/sdf", "auto"), 1);

        assertThat(adapter.secondLook(translated)).contains(target("/dev/sdc", "sat"));
        assertThat(adapter.secondLook(bridge)).contains(target("/dev/sdf", "sat"));
    }

    @Test
    void aSecondLookNeverFollowsASecondLook() throws IOException {
        PollOutcome bridge = read("usb-unknown-bridge", target("/dev/sdf", "sat"), 1);
        PollOutcome silent = read("sat-without-an-answer", target("/dev/sdf", "sat"), 2);

        assertThat(adapter.secondLook(bridge)).isEmpty();
        assertThat(adapter.secondLook(silent)).isEmpty();
    }

    @Test
    void virtualDisksVolumesAndPhysicalSasDrivesGetNoSecondLook() throws IOException {
        assertThat(adapter.secondLook(read("scsi-virtual-disk", target("/dev/sde", "scsi"), 4)))
                .isEmpty();
        assertThat(adapter.secondLook(read("scsi-raid-volume-answers", target("/dev/sdd", "scsi"), 0)))
                .isEmpty();
        assertThat(adapter.secondLook(read("sas-7.4-all-logs", target("/dev/sdb", "scsi"), 0)))
                .isEmpty();
        assertThat(adapter.secondLook(read("type-not-detected", target("/dev/vda", "auto"), 1)))
                .isEmpty();
    }

    @Test
    void aRecordingTellsItsOwnTargetAndExitStatus() throws IOException {
        Optional<Recording> recording = adapter.recognise(fixture("ata-standby"), Instant.EPOCH);

        assertThat(recording).contains(new Recording.Answer(new PollOutcome.Asleep(target("/dev/sda", "sat"))));
    }

    @Test
    void aListingIsRecognisedInBothForms() {
        String text = """
                /dev/sda -d sat # /dev/sda [SAT], ATA device
                /dev/bus/0 -d megaraid,8 # /dev/bus/0 [megaraid_disk_08], SCSI device
                # /dev/sdg -d scsi # /dev/sdg, SCSI device open failed: Unknown USB bridge [0x46f4:0x0001 (0x000)]
                """;
        List<Target> targets =
                List.of(target("/dev/sda", "sat"), target("/dev/bus/0", "megaraid,8"), target("/dev/sdg", "scsi"));
        String json = "{\"json_format_version\":[1,0],\"devices\":[{\"name\":\"/dev/nvme0\",\"type\":\"nvme\"}]}";

        assertThat(adapter.recognise(text, Instant.EPOCH)).contains(new Recording.Listing(targets));
        assertThat(adapter.recognise(json, Instant.EPOCH))
                .contains(new Recording.Listing(List.of(target("/dev/nvme0", "nvme"))));
    }

    @Test
    void textOfOtherToolsIsNotRecognised() {
        assertThat(adapter.recognise("", Instant.EPOCH)).isEmpty();
        assertThat(adapter.recognise("Controllers: 1\n{\"Controllers\": []}", Instant.EPOCH))
                .isEmpty();
        assertThat(adapter.recognise("Unit  UnitType  Status\nu0    RAID-5    OK\n", Instant.EPOCH))
                .isEmpty();
    }

    @Test
    void aCutOffRecordingIsRecognisedAndFails() throws IOException {
        Optional<Recording> recording = adapter.recognise(fixture("answer-cut-off"), Instant.EPOCH);

        assertThat(recording)
                .get()
                .isInstanceOfSatisfying(
                        Recording.Answer.class,
                        answer -> assertThat(answer.outcome())
                                .isInstanceOfSatisfying(
                                        PollOutcome.Failed.class,
                                        failed -> assertThat(failed.cause()).isEqualTo(Cause.OUTPUT_NOT_UNDERSTOOD)));
    }

    @Test
    void noPrefixOfAnAnswerIsTakenForAWholeOne() throws IOException {
        String whole = fixture("sas-7.4-all-logs").strip();

        for (int length = 0; length < whole.length(); length += 7) {
            PollOutcome outcome =
                    adapter.read(target("/dev/sdb", "scsi"), result(whole.substring(0, length)), Instant.EPOCH);

            assertThat(outcome).as("cut after %d", length).isInstanceOf(PollOutcome.Failed.class);
        }
    }

    private PollOutcome read(String fixture, Target target, int exit) throws IOException {
        return adapter.read(target, new CommandResult(exit, fixture(fixture), ""), Instant.EPOCH);
    }

    private static String fixture(String name) throws IOException {
        return Files.readString(FIXTURES.resolve(name).resolve("stdout"));
    }

    private static CommandResult result(String stdout) {
        return new CommandResult(0, stdout, "");
    }

    private static Target target(String path, String type) {
        return new Target("smartctl", path, type);
    }
}
