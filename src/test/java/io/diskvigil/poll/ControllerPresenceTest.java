package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Notification;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Controllers and what is behind them come, go, hang and are seen through several doors. */
class ControllerPresenceTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String MODEL = "WDC WD2002FAEX-007BA0";
    private static final Identity A = RaidBench.identity(MODEL, "WD-WMAY0000001", "50014ee0000000a1");
    private static final Identity B = RaidBench.identity(MODEL, "WD-WMAY0000002", "50014ee0000000b2");
    private static final Identity C = RaidBench.identity(MODEL, "WD-WMAY0000003", "50014ee0000000c3");
    private static final Status VISIBLE = new Status("visibility", "VISIBLE", Health.OK, "");

    @TempDir
    Path directory;

    private RaidBench bench;

    @BeforeEach
    void aControllerWithTwoDrives() throws Exception {
        bench = new RaidBench(directory);
        bench.slot(1, A, new Status("member_state", "RaidSet Member", Health.OK, "disk info"));
        bench.slot(2, B, new Status("member_state", "RaidSet Member", Health.OK, "disk info"));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aToolThatIsMissingIsToldOnceUntilItAppears() {
        bench.areca.installed = false;

        bench.run(HOUR);

        Notification told = bench.mails().get(0);
        assertThat(told.changed().get(0).evidence().now())
                .contains("the kernel shows arcmsr at 0000:03:00.0", "its tool is not installed");
        assertThat(String.join(" ", told.changed().get(0).advice())).contains("cli64", "areca.watch: false");
        assertThat(bench.told()).containsExactly("OPENED cannot-read host");

        bench.areca.installed = true;
        bench.run(Duration.ofHours(2));

        assertThat(bench.told()).containsExactly("RECOVERED cannot-read host");
        assertThat(bench.drives()).hasSize(2);
    }

    @Test
    void aToolThatNobodyNeedsIsNotMissed() {
        bench.areca.installed = false;
        bench.machine = RaidBench.machine(0);

        bench.run(HOUR);

        assertThat(bench.told()).isEmpty();
        assertThat(bench.lastKnown().targets())
                .extracting(view -> view.target().adapter())
                .containsOnly("smartctl");
    }

    @Test
    void aToolThatIsNotMissedAnyMoreEndsWhatWasSaidOfIt() {
        bench.areca.installed = false;
        bench.run(HOUR);
        bench.told();

        bench.machine = RaidBench.machine(0);
        bench.restart();
        bench.run(HOUR);

        assertThat(bench.told()).containsExactly("RECOVERED cannot-read host");
    }

    @Test
    void aControllerThatItsToolDoesNotShowIsToldThoughOtherToolsWork() {
        bench.machine = RaidBench.machine(2);

        bench.run(Duration.ofHours(3));

        assertThat(bench.mails().get(0).changed().get(0).evidence().now())
                .contains("0000:03:00.0", "0000:04:00.0", "only areca:1");
        assertThat(bench.told()).containsExactly("OPENED cannot-read host");
        assertThat(bench.lastKnown().component(Casebook.HOST.id())).isPresent();
    }

    @Test
    void threeDoorsAreOneDriveWithAllReadingsRawOnesFirst() {
        bench.slot(
                2,
                B,
                new Status("member_state", "RaidSet Member", Health.OK, "disk info"),
                new Gauge("temperature_celsius", 40, OptionalDouble.empty(), "disk info"),
                new Counter("controller_media_errors", 3, "disk info"));
        bench.areca.leads.add(bench.device(
                "/dev/sg2",
                "areca,2",
                B,
                VISIBLE,
                new Gauge("temperature_celsius", 41, OptionalDouble.empty(), "attribute 194"),
                new Counter("pending_sectors", 7, "attribute 197")));
        Target jbod = bench.device("/dev/sdb", "sat", B, VISIBLE, new Counter("power_on_hours", 9, "attribute 9"));
        bench.smartctl.shown.add(jbod);

        bench.run(Duration.ofHours(2));

        assertThat(bench.drives()).hasSize(2);
        Snapshot view = bench.view(MODEL, "WD-WMAY0000002");
        assertThat(view.status("member_state")).isPresent();
        assertThat(view.count("controller_media_errors")).hasValue(3);
        assertThat(view.count("pending_sectors")).hasValue(7);
        assertThat(view.count("power_on_hours")).hasValue(9);
        assertThat(view.gauge("temperature_celsius").orElseThrow().source()).isEqualTo("attribute 194");
        assertThat(view.component().locations())
                .extracting(Location::path)
                .containsExactlyInAnyOrder("areca:1", "/dev/sg2", "/dev/sdb");
        assertThat(bench.store().events(view.component().id()))
                .extracting(LifeEvent::kind)
                .containsExactly(LifeEvent.Kind.NEW);
        assertThat(bench.told()).isEmpty();
    }

    @Test
    void aSerialThatABridgeCutIsTheSameDrive() {
        bench.slot(1, RaidBench.identity(MODEL, "MAY0000001", ""));
        bench.slot(2, RaidBench.identity("", "WD-WMAY0000002", ""));
        bench.areca.leads.add(bench.device("/dev/sg2", "areca,1", A, VISIBLE));
        bench.areca.leads.add(bench.device("/dev/sg2", "areca,2", B, VISIBLE));

        bench.run(HOUR);

        assertThat(bench.drives())
                .hasSize(2)
                .allSatisfy(drive -> assertThat(drive.locations()).hasSize(2));
    }

    @Test
    void aDriveThatFailedAndTellsNoNameAnyMoreStaysWhoItWas() {
        bench.run(HOUR);
        bench.slot(2, RaidBench.identity("", "", ""), new Status("member_state", "Failed", Health.FAILED, "disk info"));

        bench.run(HOUR);

        assertThat(bench.drives()).hasSize(2);
        assertThat(bench.view(MODEL, "WD-WMAY0000002")
                        .status("member_state")
                        .orElseThrow()
                        .health())
                .isEqualTo(Health.FAILED);
        assertThat(bench.told()).isEmpty();
    }

    @Test
    void aDriveThatItsControllerDoesNotListAnyMoreIsMissingAndReplacedByWhoTakesItsSlot() {
        bench.areca.leads.add(bench.device("/dev/sg2", "areca,2", B, VISIBLE));
        bench.run(HOUR);
        bench.emptySlot(2);
        bench.devices.remove("/dev/sg2[areca,2]");
        bench.smartctl.answer = bench.smartctl.answer.andThen(outcome -> outcome instanceof Failed failed
                ? new Failed(failed.target(), Cause.NO_PASS_THROUGH, "no such drive behind it")
                : outcome);

        bench.run(Duration.ofMinutes(10));
        assertThat(bench.told()).isEmpty();
        bench.run(HOUR);

        assertThat(bench.told()).contains("OPENED missing " + MODEL.replace(' ', '-') + "_WD-WMAY0000002");
        assertThat(bench.life(MODEL, "WD-WMAY0000002").state()).isEqualTo(State.MISSING);
        assertThat(bench.life(MODEL, "WD-WMAY0000001").state()).isEqualTo(State.PRESENT);

        bench.slot(2, C);
        bench.run(HOUR);

        assertThat(bench.life(MODEL, "WD-WMAY0000002").state()).isEqualTo(State.REPLACED);
        assertThat(bench.life(MODEL, "WD-WMAY0000003").state()).isEqualTo(State.PRESENT);
        assertThat(bench.told()).noneMatch(line -> line.contains("unidentified"));
    }

    @Test
    void aDriveThatMovesToAnotherSlotIsNotMissed() {
        bench.run(HOUR);
        bench.emptySlot(2);
        bench.slot(5, B);

        bench.run(Duration.ofHours(3));

        assertThat(bench.told()).isEmpty();
        assertThat(bench.life(MODEL, "WD-WMAY0000002").places())
                .extracting(Location::slot)
                .containsExactly("Channel 5");
    }

    @Test
    void aControllerThatFailsIsToldOfTheControllerAndNoDriveIsMissing() {
        bench.run(HOUR);
        bench.controllerFails = Optional.of(Cause.OUTPUT_NOT_UNDERSTOOD);

        bench.run(HOUR);

        assertThat(bench.told()).containsExactly("OPENED cannot-read ARC-1880_Y1");
        assertThat(bench.life(MODEL, "WD-WMAY0000002").state()).isEqualTo(State.UNREADABLE);

        bench.restart();
        bench.run(Duration.ofHours(2));

        assertThat(bench.told()).isEmpty();
        assertThat(bench.life(MODEL, "WD-WMAY0000002").state()).isEqualTo(State.UNREADABLE);

        bench.controllerFails = Optional.empty();
        bench.run(Duration.ofHours(3));
        assertThat(bench.told()).containsExactly("RECOVERED cannot-read ARC-1880_Y1");
        assertThat(bench.life(MODEL, "WD-WMAY0000002").state()).isEqualTo(State.PRESENT);
    }

    @Test
    void aControllerThatWasNeverReadIsNoDrive() {
        bench.controllerFails = Optional.of(Cause.PERMISSION_DENIED);

        bench.run(HOUR);

        assertThat(bench.told()).containsExactly("OPENED cannot-read unidentified_areca:1_controller");
        assertThat(bench.drives()).isEmpty();
    }

    @Test
    void anAnswerInPartMakesNobodyMissing() {
        bench.volume("data");
        bench.run(HOUR);
        bench.partly = true;
        bench.emptySlot(2);
        bench.behind.remove("volume");

        bench.run(Duration.ofHours(3));

        assertThat(bench.life(MODEL, "WD-WMAY0000002").state()).isEqualTo(State.PRESENT);
        assertThat(bench.told()).noneMatch(line -> line.contains("missing") || line.contains("not-shown"));
    }

    @Test
    void aControllerThatVanishesTakesItsDrivesAlong() {
        bench.run(HOUR);
        bench.controllerFails = Optional.of(Cause.DEVICE_UNREACHABLE);

        bench.run(Duration.ofHours(2));

        assertThat(bench.told()).contains("OPENED controller-lost controller_areca:1");
        assertThat(bench.life(MODEL, "WD-WMAY0000001").state()).isEqualTo(State.MISSING);
    }

    @Test
    void aVolumeThatIsNotShownAnyMoreIsToldOverARestartUntilItIsShownAgain() {
        bench.volume("data");
        bench.run(HOUR);
        Snapshot volume = bench.behind.remove("volume");
        bench.restart();

        bench.run(HOUR);

        assertThat(bench.told()).containsExactly("OPENED not-shown ARC-1880_Y1_volume-data");
        bench.behind.put("volume", volume);
        bench.run(HOUR);
        assertThat(bench.told()).containsExactly("RECOVERED not-shown ARC-1880_Y1_volume-data");
    }

    @Test
    void aVolumeThatWasDeletedOnPurposeIsForgottenAfterAWhile() {
        bench.volume("data");
        bench.run(HOUR);
        bench.behind.remove("volume");
        bench.run(HOUR);
        assertThat(bench.told()).containsExactly("OPENED not-shown ARC-1880_Y1_volume-data");

        bench.skip(Duration.ofDays(14));
        bench.run(HOUR);
        bench.told();
        bench.skip(Duration.ofDays(20));
        bench.run(HOUR);

        assertThat(bench.told()).isEmpty();
        assertThat(bench.lastKnown().component(new ComponentId("ARC-1880_Y1_volume-data")))
                .isEmpty();
    }

    @Test
    void theBlockDeviceOfAVolumeIsNoBlindDrive() {
        Identity answers = RaidBench.identity("Areca ARC-1880-VOL#000", "0000001234567890AB", "");
        bench.smartctl.shown.add(bench.device(
                "/dev/sdb", "scsi", answers, new Status("visibility", "VOLUME_ANSWERS", Health.UNKNOWN, "zeros")));
        bench.volume("data", "/dev/sdb");

        bench.run(HOUR);

        assertThat(bench.told()).isEmpty();
        assertThat(bench.drives()).hasSize(2);
    }

    @Test
    void whatWasTakenForABlindDriveEndsWhenAControllerShowsItAsAVolumeAndComesBackWithoutIt() {
        Identity answers = RaidBench.identity("Areca ARC-1880-VOL#000", "0000001234567890AB", "");
        String ghost = "Areca-ARC-1880-VOL-000_0000001234567890AB";
        bench.smartctl.shown.add(bench.device(
                "/dev/sdb", "scsi", answers, new Status("visibility", "VOLUME_ANSWERS", Health.UNKNOWN, "zeros")));
        bench.areca.installed = false;
        bench.run(HOUR);
        assertThat(bench.told()).contains("OPENED blindness " + ghost);

        bench.areca.installed = true;
        bench.volume("data", "/dev/sdb");
        bench.run(HOUR);

        assertThat(bench.told()).anyMatch(line -> line.startsWith("RECOVERED") && line.endsWith(ghost));
        assertThat(bench.drives()).hasSize(2);

        bench.restart();
        bench.run(Duration.ofHours(3));
        assertThat(bench.told()).noneMatch(line -> line.contains(ghost));

        bench.behind.remove("volume");
        bench.run(HOUR);
        assertThat(bench.told()).contains("OPENED blindness " + ghost);
    }

    @Test
    void aLeadThatShowsNothingIsNoTroubleAndTriedNowAndThen() {
        Target lead = new Target("smartctl", "/dev/sg2", "areca,2");
        bench.areca.leads.add(lead);

        bench.run(Duration.ofHours(2));

        assertThat(bench.told()).isEmpty();
        assertThat(bench.smartctl.asked).hasSize(12).containsOnly(lead);
        assertThat(bench.lastKnown().target(lead)).isEmpty();
    }

    @Test
    void aLeadThatWorkedOnceIsWatchedAndItsFailureCountsOverARestart() {
        Target lead = bench.device("/dev/sg2", "areca,2", B, VISIBLE, new Counter("pending_sectors", 7, "197"));
        bench.areca.leads.add(lead);
        bench.run(HOUR);
        bench.told();
        bench.devices.clear();
        bench.smartctl.answer = (target, at) -> new Failed(target, Cause.NO_PASS_THROUGH, "refused");
        bench.restart();

        bench.run(HOUR);

        assertThat(bench.told()).containsExactly("OPENED cannot-read " + MODEL.replace(' ', '-') + "_WD-WMAY0000002");
        assertThat(bench.life(MODEL, "WD-WMAY0000002").state()).isEqualTo(State.PRESENT);
    }

    @Test
    void aVerdictOfFailureCountsByWhicheverDoorItComes() {
        bench.slot(2, B, new Status("smart_passed", "Failed", Health.FAILED, "disk info"));
        bench.areca.leads.add(bench.device(
                "/dev/sg2", "areca,2", B, VISIBLE, new Status("smart_passed", "PASSED", Health.OK, "smart_status")));

        bench.run(HOUR);

        assertThat(bench.view(MODEL, "WD-WMAY0000002")
                        .status("smart_passed")
                        .orElseThrow()
                        .health())
                .isEqualTo(Health.FAILED);
    }

    @Test
    void aToolThatIsMissingHoldsNobodyBackWhoWasNeverSeenByIt() {
        bench.areca.installed = false;
        bench.smartctl.shown.add(bench.device("/dev/sdb", "sat", A, VISIBLE));
        bench.run(HOUR);
        bench.smartctl.shown.clear();
        bench.restart();
        bench.told();

        bench.run(HOUR);

        assertThat(bench.told()).contains("OPENED missing " + MODEL.replace(' ', '-') + "_WD-WMAY0000001");
    }

    @Test
    void aToolThatIsMissingHidesTheDrivesThatWereSeenByIt() {
        bench.run(HOUR);
        bench.areca.installed = false;
        bench.restart();

        bench.run(Duration.ofHours(2));

        assertThat(bench.told()).containsExactly("OPENED cannot-read host");
        assertThat(bench.life(MODEL, "WD-WMAY0000001").state()).isNotEqualTo(State.MISSING);
    }
}
