package io.diskvigil.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.inventory.Placement.Kind;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InventoryTest {
    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
    private static final String WWN_1 = "5000c500a1b2c3d4";
    private static final String WWN_2 = "5000c500a1b2c3d8";

    private final Inventory inventory = new Inventory(List.of());
    private Instant now = START;

    private Placement see(String model, String serial, String wwn, String path, String type) {
        return see(ComponentKind.DRIVE, model, serial, wwn, Location.of(path, type));
    }

    private Placement see(ComponentKind kind, String model, String serial, String wwn, Location location) {
        Identity identity = new Identity(model, serial, wwn, "", "ATA", Medium.ROTATING, OptionalLong.empty());
        now = now.plusSeconds(60);
        return inventory.place(new Snapshot(
                new Component(
                        ComponentId.of(model.isEmpty() ? "unknown" : model, serial), kind, identity, List.of(location)),
                now,
                List.of()));
    }

    private static String id(Placement placement) {
        return placement.snapshot().component().id().value();
    }

    private static List<String> paths(Component component) {
        return component.locations().stream().map(Doors::label).toList();
    }

    @Test
    void aDriveSeenAgainIsTheSame() {
        Placement first = see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/sda", "sat");
        Placement second = see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/sda", "sat");

        assertThat(first.kind()).isEqualTo(Kind.NEW);
        assertThat(second.kind()).isEqualTo(Kind.KNOWN);
        assertThat(second.notes()).isEmpty();
        assertThat(id(second)).isEqualTo("ST4000DM000_Z300AAAA");
        assertThat(inventory.known()).singleElement().satisfies(known -> {
            assertThat(known.firstSeen()).isEqualTo(START.plusSeconds(60));
            assertThat(known.lastSeen()).isEqualTo(START.plusSeconds(120));
        });
    }

    @Test
    void oneDriveThroughTwoDoorsIsOneComponentWithTwoLocations() {
        see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/sda", "sat");
        Placement placement = see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/bus/0", "megaraid,3");

        assertThat(placement.kind()).isEqualTo(Kind.KNOWN);
        assertThat(placement.notes()).containsExactly("also seen through /dev/bus/0[megaraid,3]");
        assertThat(inventory.known()).hasSize(1);
        assertThat(paths(placement.snapshot().component())).containsExactly("/dev/sda[sat]", "/dev/bus/0[megaraid,3]");
        assertThat(inventory.at(new Target("smartctl", "/dev/bus/0", "megaraid,3")))
                .isPresent();
        assertThat(inventory.at(new Target("smartctl", "/dev/bus/0", "megaraid,4")))
                .isEmpty();
    }

    @Test
    void renumberedPathsFollowTheDrivesAndNotTheirNames() {
        see("ST4000DM000", "Z300AAAA", "", "/dev/sda", "sat");
        see("ST4000DM000", "Z300BBBB", "", "/dev/sdb", "sat");

        Placement b = see("ST4000DM000", "Z300BBBB", "", "/dev/sda", "sat");
        Placement a = see("ST4000DM000", "Z300AAAA", "", "/dev/sdb", "sat");

        assertThat(b.kind()).isEqualTo(Kind.MOVED);
        assertThat(a.kind()).isEqualTo(Kind.MOVED);
        assertThat(inventory.at(new Target("smartctl", "/dev/sda", "sat")))
                .map(Component::id)
                .contains(new ComponentId("ST4000DM000_Z300BBBB"));
        assertThat(inventory.at(new Target("smartctl", "/dev/sdb", "sat")))
                .map(Component::id)
                .contains(new ComponentId("ST4000DM000_Z300AAAA"));
    }

    @Test
    void aPathThatShowsAnotherDriveIsTakenFromTheOldOne() {
        see("ST4000DM000", "Z300AAAA", "", "/dev/sda", "sat");
        Placement fresh = see("ST4000DM000", "Z300CCCC", "", "/dev/sda", "scsi");

        assertThat(fresh.kind()).isEqualTo(Kind.NEW);
        assertThat(fresh.notes()).containsExactly("stands where ST4000DM000_Z300AAAA was");
        assertThat(inventory.known().get(0).component().locations()).isEmpty();
    }

    @Test
    void namesTooLongToTellApartAreNumberedBeforeTheyAreCut() {
        String batch = "S".repeat(199);
        Placement first = see("MODEL", batch + "A", "", "/dev/sda", "sat");
        Placement second = see("MODEL", batch + "B", "", "/dev/sdb", "sat");
        Placement third = see("MODEL", batch + "C", WWN_1, "/dev/sdc", "sat");
        Placement fourth = see("MODEL", batch + "D", "", "/dev/sdd", "sat");

        assertThat(id(first)).hasSize(160);
        assertThat(id(second)).hasSize(160).endsWith("_2");
        assertThat(id(third)).hasSize(160).endsWith("_lun" + WWN_1);
        assertThat(id(fourth)).hasSize(160).endsWith("_3");
        assertThat(id(see("MODEL", batch + "B", "", "/dev/sdb", "sat"))).isEqualTo(id(second));
    }

    @Test
    void aDoorThatIsStoredOfTwoDrivesIsThatOfTheLaterOne() {
        see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/sda", "sat");
        Known before = inventory.known().get(0);
        see("ST4000DM000", "Z300BBBB", WWN_2, "/dev/sda", "sat");
        Known since = inventory.known().get(1);

        Inventory reread = new Inventory(List.of(before, since));

        assertThat(reread.at(new Target("smartctl", "/dev/sda", "sat")))
                .map(Component::id)
                .contains(new ComponentId("ST4000DM000_Z300BBBB"));
    }

    @Test
    void aDriveInAnotherSlotHasMovedAndIsNamedByItsNewPlace() {
        see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/bus/0", "megaraid,3");
        Placement placement = see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/bus/0", "megaraid,5");

        assertThat(placement.kind()).isEqualTo(Kind.MOVED);
        assertThat(paths(placement.snapshot().component()))
                .containsExactly("/dev/bus/0[megaraid,5]", "/dev/bus/0[megaraid,3]");
        assertThat(see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/bus/0", "megaraid,5")
                        .kind())
                .isEqualTo(Kind.KNOWN);
    }

    @Test
    void anIdentitySeenFirstWithoutAWwnStaysTheSameWithIt() {
        see("ST4000DM000", "Z300AAAA", "", "/dev/sda", "sat");
        Placement placement = see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/sda", "sat");

        assertThat(placement.kind()).isEqualTo(Kind.KNOWN);
        assertThat(id(placement)).isEqualTo("ST4000DM000_Z300AAAA");
        assertThat(placement.snapshot().component().identity().wwn()).isEqualTo(WWN_1);
        assertThat(see("ST4000DM000", "Z300AAAA", "", "/dev/sda", "sat")
                        .snapshot()
                        .component()
                        .identity()
                        .wwn())
                .isEqualTo(WWN_1);
    }

    @Test
    void twoLogicalUnitsOfOneDriveAreTwoComponents() {
        Placement lun0 = see("ST14000NM0001", "ZKL00AAAA", WWN_1, "/dev/sda", "scsi");
        Placement lun1 = see("ST14000NM0001", "ZKL00AAAA", WWN_2, "/dev/sdb", "scsi");

        assertThat(id(lun0)).isEqualTo("ST14000NM0001_ZKL00AAAA");
        assertThat(id(lun1)).isEqualTo("ST14000NM0001_ZKL00AAAA_lun" + WWN_2);
        assertThat(lun1.notes()).singleElement().asString().contains("another logical unit");
        assertThat(see("ST14000NM0001", "ZKL00AAAA", WWN_2, "/dev/sdb", "scsi").kind())
                .isEqualTo(Kind.KNOWN);
        assertThat(see("ST14000NM0001", "ZKL00AAAA", WWN_1, "/dev/sda", "scsi").kind())
                .isEqualTo(Kind.KNOWN);
    }

    @Test
    void aUnitOfATwoUnitDriveWithoutItsWwnMakesNoGhost() {
        see("ST14000NM0001", "ZKL00AAAA", WWN_1, "/dev/sda", "scsi");
        Placement lun1 = see("ST14000NM0001", "ZKL00AAAA", WWN_2, "/dev/sdb", "scsi");

        assertThat(id(see("ST14000NM0001", "ZKL00AAAA", "", "/dev/sdb", "sat"))).isEqualTo(id(lun1));
        see("ST14000NM0001", "ZKL00AAAA", "", "/dev/bus/0", "megaraid,1");
        assertThat(inventory.known()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0000", "00000000000000", "123456789", "0123456789ABCDEF", "Not Specified", "N/A", "----"})
    void drivesWithAJunkSerialAreKnownByTheirPathWithANote(String junk) {
        Placement one = see("Cheap SSD", junk, "0000000000000000", "/dev/sda", "sat");
        Placement other = see("Cheap SSD", junk, "0000000000000000", "/dev/sdb", "sat");

        assertThat(id(one)).isEqualTo("Cheap-SSD_-dev-sda_sat");
        assertThat(id(other)).isEqualTo("Cheap-SSD_-dev-sdb_sat");
        assertThat(one.notes()).singleElement().asString().contains("known by its model and path only");
        assertThat(id(see("Cheap SSD", junk, "0000000000000000", "/dev/sda", "sat")))
                .isEqualTo(id(one));
        assertThat(inventory.known()).hasSize(2);
    }

    @Test
    void anotherModelBehindThePathOfANamelessDriveIsAnotherDrive() {
        see("Cheap SSD", "", "", "/dev/sda", "sat");

        assertThat(see("Better SSD", "", "", "/dev/sda", "sat").kind()).isEqualTo(Kind.NEW);
    }

    @Test
    void withoutASerialTheWwnIsTheName() {
        Placement first = see("Cheap SSD", "", WWN_1, "/dev/sda", "sat");
        Placement moved = see("Cheap SSD", "", WWN_1, "/dev/sdc", "sat");

        assertThat(id(first)).isEqualTo("Cheap-SSD_" + WWN_1);
        assertThat(id(moved)).isEqualTo(id(first));
        assertThat(moved.kind()).isEqualTo(Kind.MOVED);
    }

    @Test
    void drivesWithTheSameWwnButDifferentSerialsAreTwoDrives() {
        see("Cheap SSD", "AA0001", WWN_1, "/dev/sda", "sat");

        assertThat(see("Cheap SSD", "AA0002", WWN_1, "/dev/sdb", "sat").kind()).isEqualTo(Kind.NEW);
    }

    @Test
    void theSameSerialOfAnotherModelIsAnotherDrive() {
        see("ST4000DM000", "SHARED01", "", "/dev/sda", "sat");

        assertThat(see("WD40EFRX", "SHARED01", "", "/dev/sdb", "sat").kind()).isEqualTo(Kind.NEW);
    }

    @Test
    void aVendorInFrontOfTheModelOrACutModelIsTheSameDrive() {
        see("ST4000DM000-1F2168", "Z300AAAA", "", "/dev/sda", "sat");
        Placement placement = see("ATA      ST4000DM000-1F21", "Z300AAAA", "", "/dev/sda", "scsi");

        assertThat(placement.kind()).isEqualTo(Kind.KNOWN);
        assertThat(placement.snapshot().component().identity().model()).isEqualTo("ST4000DM000-1F2168");
    }

    @Test
    void theEndOfASerialBehindASasBridgeIsTheSameDrive() {
        see("WDC WD1002FBYS", "WD-WMATV1234567", "", "/dev/sda", "sat");
        Placement placement = see("WDC WD1002FBYS", "TV1234567", "", "/dev/sg3", "3ware,1");

        assertThat(placement.kind()).isEqualTo(Kind.KNOWN);
        assertThat(placement.notes()).anyMatch(note -> note.contains("cut off"));
        assertThat(placement.snapshot().component().identity().serial()).isEqualTo("WD-WMATV1234567");
    }

    @Test
    void theFullSerialAfterACutOneKeepsTheIdAndLearnsTheSerial() {
        see("WDC WD1002FBYS", "TV1234567", "", "/dev/sg3", "3ware,1");
        Placement placement = see("WDC WD1002FBYS", "WD-WMATV1234567", "", "/dev/sda", "sat");

        assertThat(id(placement)).isEqualTo("WDC-WD1002FBYS_TV1234567");
        assertThat(placement.snapshot().component().identity().serial()).isEqualTo("WD-WMATV1234567");
    }

    @Test
    void theBeginningOfASerialNeedsAWitnessBecauseABatchBeginsAlike() {
        see("SAMSUNG MZ7LM", "S3Z8NB0K100001", WWN_1, "/dev/sda", "sat");

        assertThat(see("SAMSUNG MZ7LM", "S3Z8NB0K", "", "/dev/sg3", "3ware,1").kind())
                .isEqualTo(Kind.NEW);
        assertThat(see("SAMSUNG MZ7LM", "S3Z8NB0K1000", WWN_1, "/dev/sg4", "3ware,2")
                        .kind())
                .isEqualTo(Kind.KNOWN);
    }

    @Test
    void anEui64AndAnNguidOfOneDriveDoNotContradictEachOther() {
        see("Samsung SSD 980", "S64ANX0R1", "0025385811500001", "/dev/nvme0", "nvme");

        assertThat(see("Samsung SSD 980", "S64ANX0R1", "36344630581000010025384500000001", "/dev/nvme0", "nvme")
                        .kind())
                .isEqualTo(Kind.KNOWN);
    }

    @Test
    void aVolumeAndADriveOfTheSameWordsAreTwoThings() {
        see("ARC-1880-VOL#00", "0000001234", "", "/dev/sda", "scsi");
        Placement volume =
                see(ComponentKind.VOLUME, "ARC-1880-VOL#00", "0000001234", "", Location.of("/dev/sda", "cli"));

        assertThat(volume.kind()).isEqualTo(Kind.NEW);
        assertThat(inventory.known())
                .hasSize(2)
                .allSatisfy(known -> assertThat(known.component().locations()).hasSize(1));
    }

    @Test
    void otherThingsThanDrivesKeepTheNameOfTheirAdapter() {
        Placement fan = see(ComponentKind.FAN, "Fan 1", "", "", Location.of("bmc", "ipmi"));
        Placement other = see(ComponentKind.FAN, "Fan 2", "", "", Location.of("bmc", "ipmi"));

        assertThat(id(fan)).isEqualTo("Fan-1_");
        assertThat(id(other)).isEqualTo("Fan-2_");
        assertThat(id(see(ComponentKind.FAN, "Fan 1", "", "", Location.of("bmc", "ipmi"))))
                .isEqualTo("Fan-1_");
        assertThat(inventory.known())
                .hasSize(2)
                .allSatisfy(known -> assertThat(known.component().locations()).hasSize(1));
    }

    @Test
    void drivesInTwoSlotsOfOneControllerPathDoNotPushEachOtherOut() {
        see(ComponentKind.DRIVE, "ST4000DM000", "Z300AAAA", "", new Location("/dev/sg2", "cli", "Slot#1", ""));
        see(ComponentKind.DRIVE, "ST4000DM000", "Z300BBBB", "", new Location("/dev/sg2", "cli", "Slot#2", ""));

        assertThat(inventory.known())
                .hasSize(2)
                .allSatisfy(known -> assertThat(known.component().locations()).hasSize(1));
    }

    @Test
    void slotAndCablingOnceLearnedAreNotForgotten() {
        see(
                ComponentKind.DRIVE,
                "ST4000DM000",
                "Z300AAAA",
                "",
                new Location("/dev/sda", "sat", "Slot 8", "pci-0000:00:1f.2-ata-1"));
        Placement placement = see("ST4000DM000", "Z300AAAA", "", "/dev/sda", "sat");

        assertThat(placement.snapshot().component().locations())
                .containsExactly(new Location("/dev/sda", "sat", "Slot 8", "pci-0000:00:1f.2-ata-1"));
    }

    @Test
    void whatWasRememberedIsKnownAfterARestart() {
        see("ST4000DM000", "Z300AAAA", WWN_1, "/dev/sda", "sat");
        Inventory restarted = new Inventory(inventory.known());

        assertThat(restarted.known()).isEqualTo(inventory.known());
        assertThat(restarted.at(new Target("smartctl", "/dev/sda", "sat"))).isPresent();
        Component seen = inventory.known().get(0).component();
        assertThat(restarted
                        .place(new Snapshot(seen, now.plusSeconds(60), List.of()))
                        .kind())
                .isEqualTo(Kind.KNOWN);
    }
}
