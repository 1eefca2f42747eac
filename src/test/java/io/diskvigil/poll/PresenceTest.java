package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.LifeEvent.Kind;
import io.diskvigil.inventory.Stay;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drives are pulled, swapped, moved and returned, with a clock that is driven and restarts in between. */
class PresenceTest {
    private static final String BAY1 = "pci-0000:00:17.0-ata-1";
    private static final String BAY2 = "pci-0000:00:17.0-ata-2";
    private static final String BAY3 = "pci-0000:00:17.0-ata-3";
    private static final String FAR1 = "pci-0000:03:00.0-sas-phy0-lun-0";
    private static final String FAR2 = "pci-0000:03:00.0-sas-phy1-lun-0";
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path directory;

    private Bays bays;

    @BeforeEach
    void threeDrives() throws IOException {
        bays = new Bays(directory, true);
        bays.plug(BAY1, "Z30A");
        bays.plug(BAY2, "Z30B");
        bays.plug(FAR1, "Z30C");
        bays.run(HOUR);
        assertThat(said())
                .containsExactlyInAnyOrder("NOTED new-drive Z30A", "NOTED new-drive Z30B", "NOTED new-drive Z30C");
    }

    @AfterEach
    void close() {
        bays.close();
    }

    @Test
    void aPulledDriveIsToldOnceAsMissingWithItsPlaceAndTheWayOut() {
        bays.pull(BAY2);
        bays.run(Duration.ofMinutes(10));
        assertThat(bays.told()).isEmpty();

        bays.run(HOUR);

        List<Notification> told = bays.told();
        assertThat(told).hasSize(1);
        Finding missing = told.get(0).changed().get(0);
        assertThat(missing.rule()).isEqualTo("missing");
        assertThat(missing.severity()).isEqualTo(Severity.WARNING);
        assertThat(missing.blind()).isFalse();
        assertThat(String.join(" ", missing.advice()))
                .contains(BAY2, "/dev/sdb", "Z30B", "diskvigil decommission ST4000DM000_Z30B --reason");
        assertThat(told.get(0).standing()).isEmpty();
        assertThat(bays.lastKnown().component(Bays.id("Z30B")).orElseThrow().findings())
                .extracting(Finding::rule)
                .containsExactly("missing");
        assertThat(state("Z30B")).isEqualTo(State.MISSING);
        assertThat(bays.events("Z30B")).containsExactly(Kind.NEW, Kind.MISSING);
    }

    @Test
    void aDriveThatComesBackAfterDaysIsToldWithTheTimeAwayAndItsPlace() {
        bays.pull(BAY2);
        bays.run(HOUR);
        bays.told();
        bays.off(Duration.ofDays(3));
        bays.run(Duration.ofMinutes(10));
        assertThat(said()).containsExactly("REMINDED missing Z30B");

        bays.plug(BAY3, "Z30B");
        bays.run(HOUR);

        List<Notification> told = bays.told();
        assertThat(told).extracting(Notification::reason).containsExactly(Reason.RECOVERED);
        assertThat(told.get(0).changed()).extracting(Finding::rule).containsExactly("missing");
        assertThat(told.get(0).standing().get(0).summary())
                .contains("back since", BAY3, "missing since 2026-03-01 11:10 UTC");
        assertThat(bays.events("Z30B")).containsExactly(Kind.NEW, Kind.MISSING, Kind.RETURNED);
        assertThat(life("Z30B").stays())
                .hasSize(2)
                .last()
                .satisfies(stay -> assertThat(stay.isOpen()).isTrue());
    }

    @Test
    void missingSurvivesARestartAndIsNotToldAgain() {
        bays.pull(BAY2);
        bays.run(HOUR);
        bays.told();

        bays.restart();
        bays.run(Duration.ofHours(3));

        assertThat(bays.told()).isEmpty();
        assertThat(state("Z30B")).isEqualTo(State.MISSING);
        bays.plug(BAY2, "Z30B");
        bays.restart();
        bays.run(HOUR);
        assertThat(said()).containsExactly("RECOVERED missing Z30B");
    }

    @Test
    void aDriveThatIsGoneWhenTheDaemonStartsIsMissingAfterTheGrace() {
        bays.pull(BAY2);
        bays.reboot(BAY1, FAR1);

        bays.run(Duration.ofMinutes(10));
        assertThat(bays.told()).isEmpty();
        bays.run(HOUR);

        assertThat(said()).containsExactly("OPENED missing Z30B");
    }

    @Test
    void atARebootWithAllNamesShuffledNothingIsTold() {
        bays.reboot(FAR1, BAY2, BAY1);
        bays.run(Duration.ofHours(6));

        assertThat(bays.told()).isEmpty();
        assertThat(life("Z30A").places()).extracting(at -> at.path()).containsExactly("/dev/sdc");
        assertThat(life("Z30C").places()).extracting(at -> at.path()).containsExactly("/dev/sda");
        assertThat(bays.events("Z30A")).containsExactly(Kind.NEW, Kind.MOVED);
    }

    @Test
    void atARebootWithAllNamesShuffledASleepingDriveIsNotMissedWhereCablingIsKnown() {
        bays.sleep("Z30A");
        bays.reboot(FAR1, BAY2, BAY1);
        bays.run(Duration.ofHours(6));

        assertThat(bays.told()).isEmpty();
        assertThat(state("Z30A")).isEqualTo(State.ASLEEP);
        assertThat(state("Z30C")).isEqualTo(State.PRESENT);
    }

    @Test
    void atARebootWithAllNamesShuffledASleepingDriveIsNotMissedWhereItIsNot(@TempDir Path other) throws IOException {
        try (Bays bare = new Bays(other, false)) {
            bare.plug("1", "Z30A");
            bare.plug("2", "Z30B");
            bare.run(HOUR);
            bare.told();

            bare.sleep("Z30A");
            bare.reboot("2", "1");
            bare.run(Duration.ofHours(6));
            assertThat(bare.told()).isEmpty();

            bare.wake("Z30A");
            bare.run(HOUR);
            assertThat(bare.told()).isEmpty();
        }
    }

    @Test
    void atARebootWithAllNamesShuffledADriveThatHangsIsToldUnderItsOwnName() {
        bays.hang("Z30A");
        bays.reboot(FAR1, BAY2, BAY1);
        bays.run(Duration.ofHours(6));

        List<Notification> told = bays.told();
        assertThat(told).hasSize(1);
        assertThat(told.get(0).component().id()).isEqualTo(Bays.id("Z30A"));
        assertThat(told.get(0).component().path()).isEqualTo("/dev/sdc");
        assertThat(state("Z30A")).isEqualTo(State.UNREADABLE);
        assertThat(life("Z30A").place()).isEqualTo(BAY1 + " (/dev/sdc)");
    }

    @Test
    void aStrangerThatHangsUnderTheNameOfAKnownDriveIsNotTakenForIt() {
        bays.plug(BAY3, "Z30D");
        bays.hang("Z30D");
        bays.reboot(BAY3, BAY1, BAY2, FAR1);
        bays.run(Duration.ofHours(6));

        List<Notification> told = bays.told();
        assertThat(told).hasSize(1);
        assertThat(told.get(0).component().id().value())
                .startsWith("unidentified")
                .contains("sda");
        assertThat(state("Z30A")).isEqualTo(State.PRESENT);
    }

    @Test
    void twoDrivesThatAreSwappedMoveWithoutAMail() {
        bays.pull(BAY1);
        bays.pull(BAY2);
        bays.plug(BAY1, "Z30B");
        bays.plug(BAY2, "Z30A");
        bays.run(Duration.ofHours(2));

        assertThat(bays.told()).isEmpty();
        assertThat(bays.events("Z30A")).containsExactly(Kind.NEW, Kind.MOVED);
        assertThat(life("Z30A").place()).isEqualTo(BAY2 + " (/dev/sdb)");
        assertThat(life("Z30B").place()).isEqualTo(BAY1 + " (/dev/sda)");
    }

    @Test
    void aDriveThatIsMovedToAnotherSlotMovesWithoutAMail() {
        bays.pull(BAY2);
        bays.plug(BAY3, "Z30B");
        bays.run(Duration.ofHours(2));

        assertThat(bays.told()).isEmpty();
        assertThat(bays.events("Z30B")).containsExactly(Kind.NEW, Kind.MOVED);
        assertThat(life("Z30B").stays().stream().filter(Stay::isOpen)).hasSize(1);
    }

    @Test
    void anotherDriveInThePlaceOfAMissingOneReplacesItAtOnce() {
        bays.pull(BAY2);
        bays.run(HOUR);
        bays.told();

        bays.plug(BAY2, "Z30D");
        bays.run(Duration.ofMinutes(10));

        List<Notification> told = bays.told();
        assertThat(told).extracting(Notification::reason).containsExactlyInAnyOrder(Reason.RECOVERED, Reason.NOTED);
        Notification closed = told.stream()
                .filter(one -> one.reason() == Reason.RECOVERED)
                .findFirst()
                .orElseThrow();
        assertThat(closed.standing()).extracting(Finding::rule).containsExactly("replaced");
        assertThat(closed.standing().get(0).summary()).contains("Z30D", BAY2);
        assertThat(state("Z30B")).isEqualTo(State.REPLACED);
        assertThat(bays.events("Z30B")).containsExactly(Kind.NEW, Kind.MISSING, Kind.REPLACED);
    }

    @Test
    void anotherDriveInThePlaceOfAPresentOneReplacesItWhenItIsNotSeenForAWhile() {
        bays.pull(BAY2);
        bays.plug(BAY2, "Z30D");
        bays.run(Duration.ofMinutes(20));
        bays.restart();
        bays.run(Duration.ofHours(2));

        assertThat(said()).containsExactly("NOTED new-drive Z30D");
        assertThat(state("Z30B")).isEqualTo(State.REPLACED);
        assertThat(bays.lastKnown().component(Bays.id("Z30B"))).isEmpty();
    }

    @Test
    void aDriveWhoseNameWasTakenByAnotherSlotIsMissingNotReplaced() {
        bays.pull(BAY2);
        bays.reboot(BAY1, FAR1);
        bays.plug(BAY3, "Z30D");
        bays.run(Duration.ofHours(2));

        assertThat(said()).containsExactlyInAnyOrder("NOTED new-drive Z30D", "OPENED missing Z30B");
    }

    @Test
    void aReplacedDriveThatComesBackIsTold() {
        bays.pull(BAY2);
        bays.plug(BAY2, "Z30D");
        bays.run(Duration.ofHours(2));
        bays.told();

        bays.plug(BAY3, "Z30B");
        bays.run(HOUR);

        assertThat(said()).containsExactly("NOTED returned Z30B");
        assertThat(state("Z30B")).isEqualTo(State.PRESENT);
    }

    @Test
    void aDecommissionedDriveIsOutOfSightUntilItIsSeenAgain() {
        bays.pull(BAY2);
        bays.run(HOUR);
        bays.told();

        bays.store().decommission(Bays.id("Z30B"), "root", "sold", bays.instant());
        bays.run(Duration.ofMinutes(10));

        List<Notification> told = bays.told();
        assertThat(told).extracting(Notification::reason).containsExactly(Reason.RECOVERED);
        assertThat(told.get(0).standing()).extracting(Finding::rule).containsExactly("decommissioned");
        assertThat(bays.lastKnown().component(Bays.id("Z30B"))).isEmpty();

        bays.off(Duration.ofDays(3));
        bays.run(HOUR);
        assertThat(bays.told()).isEmpty();

        bays.plug(BAY2, "Z30B");
        bays.run(HOUR);
        assertThat(said()).containsExactly("NOTED returned Z30B");
        assertThat(state("Z30B")).isEqualTo(State.PRESENT);
        assertThat(bays.events("Z30B")).containsExactly(Kind.NEW, Kind.MISSING, Kind.DECOMMISSIONED, Kind.RETURNED);
    }

    @Test
    void aDriveThatIsDecommissionedBeforeItIsPulledHasADayForThat() {
        bays.store().decommission(Bays.id("Z30B"), "root", "sold", bays.instant());
        bays.run(HOUR);
        bays.restart();
        bays.run(HOUR);
        assertThat(bays.told()).isEmpty();
        assertThat(bays.lastKnown().component(Bays.id("Z30B"))).isEmpty();

        bays.pull(BAY2);
        bays.off(Duration.ofDays(3));
        bays.run(HOUR);
        assertThat(bays.told()).isEmpty();
    }

    @Test
    void drivesOfOneControllerThatGoTogetherAreOneIncidentOnTheController() {
        bays.pull(BAY1);
        bays.pull(BAY2);
        bays.run(HOUR);

        List<Notification> told = bays.told();
        assertThat(told).extracting(Notification::reason).containsExactly(Reason.OPENED);
        assertThat(told.get(0).component().kind()).isEqualTo(ComponentKind.CONTROLLER);
        assertThat(told.get(0).component().id().value()).isEqualTo("controller_pci-0000:00:17.0");
        assertThat(told.get(0).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(told.get(0).changed().get(0).evidence().now()).contains("Z30A", "Z30B");

        bays.restart();
        bays.run(HOUR);
        bays.plug(BAY1, "Z30A");
        bays.run(HOUR);
        assertThat(bays.told()).isEmpty();

        bays.store().decommission(Bays.id("Z30B"), "root", "burnt", bays.instant());
        bays.run(HOUR);
        assertThat(said()).containsExactly("RECOVERED controller-lost pci-0000:00:17.0");
        assertThat(bays.lastKnown().components())
                .extracting(view -> view.component().kind())
                .containsOnly(ComponentKind.DRIVE);
    }

    @Test
    void aControllerThatIsGoneAtTheStartIsOneIncident() {
        bays.plug(FAR2, "Z30D");
        bays.run(HOUR);
        bays.told();

        bays.pull(FAR1);
        bays.pull(FAR2);
        bays.reboot(BAY1, BAY2);
        bays.run(HOUR);

        assertThat(said()).containsExactly("OPENED controller-lost pci-0000:03:00.0");
        bays.plug(FAR1, "Z30C");
        bays.plug(FAR2, "Z30D");
        bays.run(HOUR);
        assertThat(said()).containsExactly("RECOVERED controller-lost pci-0000:03:00.0");
    }

    @Test
    void drivesOfDifferentControllersThatGoTogetherAreToldOneByOne() {
        bays.pull(BAY1);
        bays.pull(FAR1);
        bays.run(HOUR);

        assertThat(said()).containsExactlyInAnyOrder("OPENED missing Z30A", "OPENED missing Z30C");
    }

    @Test
    void oneProbeThatMissesANeighbourDoesNotMakeADeadDriveALostController() {
        bays.pull(BAY2);
        bays.run(Duration.ofMinutes(10));
        bays.pull(BAY1);
        bays.run(Duration.ofMinutes(5));
        bays.plug(BAY1, "Z30A");
        bays.run(HOUR);

        assertThat(said()).containsExactly("OPENED missing Z30B");
    }

    @Test
    void anIncidentOfADriveThatIsDecommissionedWhileTheDaemonIsOffEnds() {
        bays.pull(BAY2);
        bays.run(HOUR);
        assertThat(said()).containsExactly("OPENED missing Z30B");

        bays.whileOff(store -> store.decommission(Bays.id("Z30B"), "root", "sold", bays.instant()));
        bays.run(Duration.ofDays(8));

        assertThat(said()).containsExactly("RECOVERED missing Z30B");
        assertThat(bays.lastKnown().component(Bays.id("Z30B"))).isEmpty();
    }

    @Test
    void aDriveThatCameBackCanBeDecommissionedAgain() {
        bays.pull(BAY2);
        bays.run(HOUR);
        bays.store().decommission(Bays.id("Z30B"), "root", "sold", bays.instant());
        bays.run(HOUR);
        bays.plug(BAY2, "Z30B");
        bays.run(HOUR);
        bays.told();

        bays.store().decommission(Bays.id("Z30B"), "root", "sold again", bays.instant());
        bays.run(HOUR);
        bays.pull(BAY2);
        bays.run(Duration.ofDays(2));

        assertThat(bays.told()).isEmpty();
        assertThat(state("Z30B")).isEqualTo(State.DECOMMISSIONED);
    }

    @Test
    void aDriveThatMerelySleepsOrHangsIsNotMissing() {
        bays.sleep("Z30A");
        bays.hang("Z30B");
        bays.restart();
        bays.run(Duration.ofHours(5));

        assertThat(said()).containsExactly("OPENED cannot-read Z30B");
        assertThat(state("Z30A")).isEqualTo(State.ASLEEP);
        assertThat(state("Z30B")).isEqualTo(State.UNREADABLE);
    }

    @Test
    void otherFirmwareIsToldOnceAlsoOverARestart() {
        bays.firmware("Z30A", "CC57");
        bays.restart();
        bays.run(HOUR);
        bays.restart();
        bays.run(HOUR);

        List<Notification> told = bays.told();
        assertThat(told).extracting(Notification::reason).containsExactly(Reason.NOTED);
        assertThat(told.get(0).changed().get(0).summary()).isEqualTo("firmware CC57, was CC54");
        assertThat(bays.events("Z30A")).containsExactly(Kind.NEW, Kind.FIRMWARE_CHANGED);
    }

    @Test
    void withoutAToolNobodyIsMissing() {
        bays.restart();
        for (int i = 0; i < 10; i++) {
            bays.scanFails();
        }
        bays.run(Duration.ofMinutes(10));

        assertThat(bays.told().stream().flatMap(one -> one.changed().stream()))
                .extracting(Finding::rule)
                .doesNotContain("missing", "controller-lost");
    }

    private Life life(String serial) {
        return bays.store().life(Bays.id(serial)).orElseThrow();
    }

    private State state(String serial) {
        State shown = bays.lastKnown().life(Bays.id(serial)).orElseThrow().state();
        assertThat(life(serial).state()).isEqualTo(shown);
        return shown;
    }

    /** Reason, rule and who, such as {@code OPENED missing Z30B}. */
    private List<String> said() {
        return bays.told().stream()
                .map(one -> "%s %s %s"
                        .formatted(
                                one.reason(),
                                one.changed().get(0).rule(),
                                one.component().id().value().replaceFirst("^(ST4000DM000|controller)_", "")))
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .toList();
    }
}
