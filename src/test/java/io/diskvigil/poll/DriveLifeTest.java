package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.model.Finding;
import io.diskvigil.poll.DrivenDaemon.Pace;
import io.diskvigil.poll.MachineDrive.Kind;
import io.diskvigil.poll.SimulatedMachine.Bay;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hands that pull, swap, move and return the drives of a machine, and exactly what is told of it, in order. */
class DriveLifeTest {
    private static final Pace PACE = new Pace(Duration.ofMinutes(5), Duration.ofMinutes(5));
    private static final Duration HOURS = Duration.ofHours(3);

    @TempDir
    private Path state;

    @TempDir
    private Path disk;

    private final DrivenClock clock = new DrivenClock(Instant.parse("2026-03-01T12:00:00Z"));
    private SimulatedMachine machine;
    private DrivenDaemon daemon;
    private int toldAtFirst;

    @BeforeEach
    void start() throws Exception {
        machine = new SimulatedMachine(clock, disk);
        daemon = new DrivenDaemon(
                machine,
                clock,
                PACE,
                state,
                "poll: {interval: 10m, asleep: {check-after: 1d}}\nself-test: {enabled: false}");
        daemon.live(HOURS);
        toldAtFirst = daemon.told().size();
    }

    @AfterEach
    void end() {
        daemon.close();
    }

    @Test
    void aDaemonThatMeetsItsMachineIntroducesEachDriveOnceAndThenIsQuiet() {
        daemon.live(HOURS);

        assertThat(daemon.told())
                .hasSize(24)
                .allMatch(told -> told.reason() == Reason.NOTED && told.rules().equals(List.of("new-drive")));
        assertThat(told()).isEmpty();
    }

    @Test
    void aRebootThatShufflesAllNamesIsNoNews() {
        for (int reboot = 0; reboot < 3; reboot++) {
            daemon.machineIsOffFor(Duration.ofMinutes(3));
            daemon.live(HOURS);
        }

        assertThat(told()).isEmpty();
    }

    @Test
    void anIncidentFollowsItsDriveThroughRebootAndSwap() {
        MachineDrive ill = machine.drive(Kind.HDD_4TB, 0);
        MachineDrive well = machine.drive(Kind.HDD_4TB, 4);
        ill.pendingSectors = 8;
        daemon.live(HOURS);
        daemon.machineIsOffFor(Duration.ofMinutes(3), () -> swap(ill, well));
        daemon.live(HOURS);
        ill.pendingSectors = 40;
        daemon.live(HOURS);

        assertThat(told()).containsExactly(ill + " OPENED [pending-sectors]", ill + " WORSENED [pending-sectors]");
    }

    private void swap(MachineDrive one, MachineDrive other) {
        Bay first = machine.bay(one);
        Bay second = machine.bay(other);
        machine.pull(first);
        machine.pull(second);
        machine.put(first, other);
        machine.put(second, one);
    }

    @Test
    void aDriveThatIsPulledIsMissingAndThatItIsBackIsTold() {
        MachineDrive drive = machine.drive(Kind.SAS, 1);
        Bay bay = machine.bay(drive);
        machine.pull(bay);
        daemon.live(HOURS);
        machine.put(bay, drive);
        daemon.live(HOURS);

        assertThat(told()).containsExactly(drive + " OPENED [missing]", drive + " RECOVERED [missing]");
    }

    @Test
    void aDriveThatMovesToAnotherBayIsNoAlarm() {
        MachineDrive drive = machine.drive(Kind.SSD, 0);
        Bay empty = machine.bay(machine.drive(Kind.SSD, 3));
        MachineDrive other = machine.pull(empty);
        daemon.live(HOURS);
        machine.pull(machine.bay(drive));
        daemon.live(Duration.ofMinutes(5));
        machine.put(empty, drive);
        daemon.live(HOURS);

        assertThat(told().stream().filter(one -> one.startsWith(drive.serial))).isEmpty();
        assertThat(told().stream().filter(one -> one.startsWith(other.serial))).isNotEmpty();
    }

    @Test
    void anotherDriveInItsPlaceEndsTheStoryOfTheOldOne() {
        MachineDrive old = machine.drive(Kind.HDD_16TB, 2);
        Bay bay = machine.bay(old);
        old.pendingSectors = 100;
        daemon.live(HOURS);
        machine.pull(bay);
        MachineDrive fresh = new MachineDrive(Kind.HDD_16TB, "FRESH", 3);
        machine.put(bay, fresh);
        daemon.live(HOURS);

        assertThat(told())
                .containsExactly(
                        old + " OPENED [pending-sectors]",
                        fresh + " NOTED [new-drive]",
                        old + " RECOVERED [pending-sectors]");
        assertThat(daemon.notifications().get(daemon.notifications().size() - 1).standing())
                .extracting(Finding::rule)
                .containsExactly("replaced");
    }

    @Test
    void aHangingDriveThatIsDecommissionedIsSpokenOfNoMore() {
        MachineDrive drive = machine.drive(Kind.HDD_4TB, 1);
        drive.hangs = true;
        daemon.live(HOURS);
        daemon.decommission(drive);
        daemon.live(HOURS);

        assertThat(told()).containsExactly(drive + " OPENED [quarantined]", drive + " RECOVERED [quarantined]");
    }

    @Test
    void aSleeperThatIsDecommissionedIsSpokenOfNoMore() {
        MachineDrive drive = machine.drive(Kind.HDD_4TB, 1);
        drive.asleep = true;
        daemon.live(Duration.ofHours(26));
        daemon.decommission(drive);
        daemon.live(Duration.ofHours(26));

        assertThat(told()).containsExactly(drive + " OPENED [not-checked]", drive + " RECOVERED [not-checked]");
    }

    @Test
    void aDriveThatHangsFromAShuffledStartOnIsToldUnderItsOwnName() {
        MachineDrive drive = machine.drive(Kind.HDD_16TB, 1);
        String name = machine.nameOf(drive);
        daemon.machineIsOffFor(Duration.ofMinutes(3), () -> drive.hangs = true);
        daemon.live(HOURS);

        assertThat(machine.nameOf(drive)).isNotEqualTo(name);
        assertThat(told()).containsExactly(drive + " OPENED [quarantined]");
    }

    @Test
    void aDriveThatSleepsThroughAShuffledStartIsToldUnderItsOwnName() {
        MachineDrive drive = machine.drive(Kind.HDD_16TB, 1);
        String name = machine.nameOf(drive);
        drive.asleep = true;
        daemon.live(HOURS);
        daemon.machineIsOffFor(Duration.ofMinutes(3));
        daemon.live(Duration.ofHours(26));

        assertThat(machine.nameOf(drive)).isNotEqualTo(name);
        assertThat(told()).containsExactly(drive + " OPENED [not-checked]");
    }

    @Test
    void aNewDriveThatHangsWhereAReplacedOneWasIsNotSilent() {
        MachineDrive old = machine.drive(Kind.HDD_4TB, 0);
        Bay bay = machine.bay(old);
        machine.pull(bay);
        MachineDrive second = new MachineDrive(Kind.HDD_4TB, "SECOND", 3);
        machine.put(bay, second);
        daemon.live(HOURS);
        assertThat(told()).containsExactly(second + " NOTED [new-drive]");
        String name = machine.nameOf(second);

        daemon.machineIsOffFor(Duration.ofMinutes(3), () -> second.hangs = true);
        daemon.live(HOURS);

        assertThat(machine.nameOf(second)).isNotEqualTo(name);
        assertThat(told()).containsExactly(second + " NOTED [new-drive]", second + " OPENED [quarantined]");
    }

    @Test
    void nothingIsPromisedToADriveThatIsGone(@TempDir Path other, @TempDir Path otherDisk) throws Exception {
        SimulatedMachine tested = new SimulatedMachine(clock, otherDisk);
        try (DrivenDaemon testing = new DrivenDaemon(tested, clock, PACE, other, "poll: {interval: 10m}")) {
            testing.live(HOURS);
            MachineDrive displaced = tested.drive(Kind.HDD_4TB, 0);
            MachineDrive replaced = tested.drive(Kind.HDD_4TB, 2);
            MachineDrive sold = tested.drive(Kind.SAS, 0);
            assertThat(testing.promised()).contains(displaced.serial, replaced.serial, sold.serial);

            Bay bay = tested.bay(replaced);
            String name = tested.nameOf(displaced);
            tested.pull(bay);
            tested.pull(tested.bay(displaced));
            MachineDrive fresh = new MachineDrive(Kind.HDD_4TB, "FRESH", 3);
            tested.put(bay, fresh);
            testing.decommission(sold);
            testing.live(HOURS);

            assertThat(tested.nameOf(fresh)).isEqualTo(name);
            assertThat(testing.promised())
                    .contains("FRESH")
                    .doesNotContain(displaced.serial, replaced.serial, sold.serial);
        }
    }

    @Test
    void otherFirmwareIsToldOnce() {
        MachineDrive drive = machine.drive(Kind.NVME, 2);
        daemon.machineIsOffFor(Duration.ofMinutes(3), () -> drive.firmware = "SN06");
        daemon.live(HOURS);

        assertThat(told()).containsExactly(drive + " NOTED [firmware-changed]");
    }

    @Test
    void drivesThatVanishTogetherAreOneIncidentOfTheirController() {
        List<Bay> lost = machine.bays().stream()
                .filter(bay -> bay.controller().equals("pci-0000:02:00.0"))
                .toList();
        List<MachineDrive> drives = new ArrayList<>();
        lost.forEach(bay -> drives.add(machine.pull(bay)));
        daemon.live(HOURS);
        for (int i = 0; i < lost.size(); i++) {
            machine.put(lost.get(i), drives.get(i));
        }
        daemon.live(HOURS);

        assertThat(told())
                .containsExactly("controller OPENED [controller-lost]", "controller RECOVERED [controller-lost]");
    }

    /** After the first hours. */
    private List<String> told() {
        return daemon.told().stream()
                .skip(toldAtFirst)
                .map(one -> "%s %s %s"
                        .formatted(one.drive().isEmpty() ? "controller" : one.drive(), one.reason(), one.rules()))
                .toList();
    }
}
