package io.diskvigil.adapter.megaraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.FixedAdapterConfig;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class StorcliReadingTest {
    private static List<Snapshot> read(String text) {
        Recording recording = new MegaraidAdapter(FixedAdapterConfig.Tool.none())
                .recognise(text, Instant.EPOCH)
                .orElseThrow();
        return ((Polled) ((Recording.Answer) recording).outcome()).snapshots();
    }

    private static Snapshot only(List<Snapshot> all, ComponentKind kind) {
        return all.stream()
                .filter(one -> one.component().kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static String json(String data) {
        return """
                {"Controllers":[{"Command Status":{"Controller":0,"Status":"Success","Description":"None"},
                "Response Data":{%s}}]}""".formatted(data);
    }

    @Test
    void ofListsThatContradictEachOtherTheWorstCounts() {
        List<Snapshot> all = read(json("""
                "Status":{"Controller Status":"Optimal"},
                "TOPOLOGY":[
                 {"DG":0,"Arr":"-","Row":"-","EID:Slot":"-","DID":"-","Type":"RAID5","State":"Dgrd"},
                 {"DG":0,"Arr":0,"Row":0,"EID:Slot":"8:0","DID":4,"Type":"DRIVE","State":"Onln"},
                 {"DG":0,"Arr":0,"Row":1,"EID:Slot":"-","DID":"-","Type":"DRIVE","State":"Msng"},
                 {"DG":0,"Arr":0,"Row":2,"EID:Slot":"8:2","DID":6,"Type":"DRIVE","State":"Onln"}],
                "VD LIST":[{"DG/VD":"0/0","TYPE":"RAID5","State":"Optl","Cache":"RWTD","Name":"data"}],
                "PD LIST":[{"EID:Slt":"8:0","DID":4,"State":"Onln","DG":0},{"EID:Slt":"8:2","DID":6,"State":"Onln","DG":0}]"""));

        Snapshot volume = only(all, ComponentKind.VOLUME);

        assertThat(volume.status("volume_state").orElseThrow().health()).isEqualTo(Health.DEGRADED);
        assertThat(volume.level("volume_redundancy_left")).hasValue(0);
        assertThat(volume.readings(Member.class).map(Member::health))
                .containsExactly(Health.OK, Health.FAILED, Health.OK);
        assertThat(only(all, ComponentKind.DRIVE).level("volume_redundancy_left"))
                .hasValue(0);
    }

    @Test
    void writeBackWithADeadBatteryIsNotProtected() {
        List<Snapshot> all = read(json("""
                "HwCfg":{"BBU":"Present"},
                "VD LIST":[{"DG/VD":"0/0","TYPE":"RAID1","State":"Optl","Cache":"RAWBD","Name":""}],
                "BBU_Info":[{"Model":"iBBU","State":"Failed","Temp":"34C"}]"""));

        Snapshot volume = only(all, ComponentKind.VOLUME);

        assertThat(volume.status("write_cache").orElseThrow().vendorWord()).isEqualTo("write-back");
        assertThat(volume.status("cache_protection").orElseThrow().health()).isEqualTo(Health.FAILED);
        assertThat(only(all, ComponentKind.BATTERY)
                        .status("battery_state")
                        .orElseThrow()
                        .health())
                .isEqualTo(Health.FAILED);
    }

    @Test
    void writeBackWithoutAnyBatteryIsNotProtected() {
        List<Snapshot> all = read(json("""
                "HwCfg":{"BBU":"Absent"},
                "VD LIST":[{"DG/VD":"0/0","TYPE":"RAID1","State":"Optl","Cache":"RWBD","Name":""}]"""));

        assertThat(only(all, ComponentKind.VOLUME)
                        .status("cache_protection")
                        .orElseThrow()
                        .health())
                .isEqualTo(Health.FAILED);
        assertThat(all).noneMatch(one -> one.component().kind() == ComponentKind.BATTERY);
    }

    @Test
    void aFailedDriveAForeignOneAndASpareAreToldApart() {
        List<Snapshot> all = read(json("""
                "PD LIST":[{"EID:Slt":"8:0","DID":4,"State":"UBad","DG":"-"},
                 {"EID:Slt":"8:1","DID":5,"State":"UGood","DG":"F"},
                 {"EID:Slt":"8:2","DID":6,"State":"GHS","DG":"-","Sp":"D"},
                 {"EID:Slt":" :3","DID":7,"State":"Quux","DG":"-"}]"""));

        Snapshot controller = only(all, ComponentKind.CONTROLLER);

        assertThat(controller.level("foreign_configuration")).hasValue(1);
        assertThat(controller.level("hot_spares")).hasValue(1);
        assertThat(all.stream()
                        .filter(one -> one.component().kind() == ComponentKind.DRIVE)
                        .map(one -> one.status("member_state").orElseThrow().health()))
                .containsExactly(Health.FAILED, Health.OK, Health.OK, Health.UNKNOWN);
        assertThat(all.get(4).component().locations().get(0).slot()).isEqualTo("slot 3");
    }

    @Test
    void theSecondGenerationHasAStatusBesideTheState() {
        List<Snapshot> all = read(json("""
                "Drives List":[{"Drive Information":{"EID:Slt":"306:1","PID":294,"State":"Conf","Status":"Failed","DG":0,
                  "Size":"9.094 TiB","Intf":"SAS","Med":"HDD","Model":"ST10000NM018B   "},
                 "Drive Detailed Information":{"Temperature(C)":45,"Serial Number":"WP00FAKE","WWN":"5000C500EF720568",
                  "Capable Speed":"12.0Gb/s","Path Information":[{"Negotiated Speed":"6.0Gb/s","Status":"x"}],
                  "LU/NS Properties":{"Media Error Count":7,"Other Error Count":0}}}]"""));

        Snapshot drive = only(all, ComponentKind.DRIVE);

        assertThat(drive.status("member_state").orElseThrow().health()).isEqualTo(Health.FAILED);
        assertThat(drive.count("controller_media_errors")).hasValue(7);
        assertThat(drive.level("link_speed_gbps")).hasValue(6);
        assertThat(drive.component().identity().wwn()).isEqualTo("5000c500ef720568");
        assertThat(drive.component().locations().get(0).type()).isEqualTo("megaraid,294");
    }

    @Test
    void tablesAreReadLikeJson() {
        List<Snapshot> all = read("""
                # storcli64 /c0/e252/sall show rebuild
                Controller = 0
                Status = Success
                Description = Show Drive Rebuild Status Succeeded.


                ----------------------------------------------------------
                Drive-ID    Progress% Status          Estimated Time Left
                ----------------------------------------------------------
                /c0/e252/s3 -         Not in progress -
                /c0/e252/s7 9         In progress     1 Hours 49 Minutes
                ----------------------------------------------------------

                Controller = 0
                Status = Success
                Description = None

                PD LIST :
                =======

                ------------------------------------------------------------------------------
                EID:Slt DID State DG     Size Intf Med SED PI SeSz Model                Sp Type
                ------------------------------------------------------------------------------
                252:7     8 Rbld   0 9.094 TB SATA HDD N   N  512B HGST HUH721010ALE600 U  -
                ------------------------------------------------------------------------------
                what is this
                """);

        Snapshot drive = only(all, ComponentKind.DRIVE);

        assertThat(drive.component().identity().model()).isEqualTo("HGST HUH721010ALE600");
        assertThat(drive.level("rebuild_percent")).hasValue(9);
        assertThat(drive.level("rebuild_minutes_left")).hasValue(109);
        assertThat(only(all, ComponentKind.CONTROLLER)
                        .status("unread_line")
                        .orElseThrow()
                        .vendorWord())
                .isEqualTo("what is this");
    }

    @Test
    void aLogAloneIsReadAsOfItsNewestEntryWithTheDrivesThatItNames() {
        List<Snapshot> all = read("""
                seqNum: 0x00001a01
                Time: Fri Mar  1 10:00:02 2024

                Code: 0x00000071
                Class: 0
                Locale: 0x02
                Event Description: Unexpected sense: PD 0a(e0xfc/s4) Path 4433221100000000, CDB: 28 00 00 00, Sense: 3/11/00
                Event Data:
                ===========
                Device ID: 10

                seqNum: 0x00001a00
                Time: Fri Mar  1 10:00:01 2024
                Event Description: VD 00/0 is now PARTIALLY DEGRADED
                """);

        Snapshot drive = only(all, ComponentKind.DRIVE);

        assertThat(drive.component().locations().get(0).type()).isEqualTo("megaraid,10");
        assertThat(drive.component().locations().get(0).slot()).isEqualTo("252:4");
        assertThat(drive.takenAt())
                .isEqualTo(LocalDateTime.of(2024, 3, 1, 10, 0, 2).toInstant(ZoneOffset.UTC));
        assertThat(drive.readings(Event.class).map(Event::kind)).containsExactly(EventKind.READ_ERROR);
        assertThat(only(all, ComponentKind.CONTROLLER).readings(Event.class).map(Event::place))
                .containsExactly("volume,0");
    }

    @Test
    void aPropertyWithoutANameIsKept() {
        Snapshot controller = only(
                read(json("\"Controller Properties\":[{\"Ctrl_Prop\":\"N/A\",\"Value\":\"11/16/2019, 03:00:00\"}]")),
                ComponentKind.CONTROLLER);

        assertThat(controller.readings(Fact.class)).anySatisfy(fact -> {
            assertThat(fact.name()).isNotEmpty();
            assertThat(fact.text()).isEqualTo("11/16/2019, 03:00:00");
        });
    }

    @Test
    void anErrorInTheOverviewIsToldOfItsControllerOnly() {
        List<Snapshot> all = read("""
                {"Controllers":[{"Command Status":{"Status":"Failure","Description":"None","Detailed Status":[
                 {"Ctrl":1,"Status":"Failed","ErrCd":59,"ErrMsg":"Incomplete foreign configuration"}]},
                "Response Data":{"IT System Overview":[
                 {"Ctl":0,"Model":"HBA 9400-16i","VendId":4096},{"Ctl":1,"Model":"HBA 9400-8i","VendId":4096}]}}]}""");

        assertThat(all).hasSize(2);
        assertThat(all.get(0).level("foreign_configuration")).isEmpty();
        assertThat(all.get(1).level("foreign_configuration")).hasValue(1);
    }

    @Test
    void whereOneOfManyAnswersIsDamagedIsTold() {
        String whole = json("\"VD LIST\":[]") + "\n";
        String text = whole.repeat(3);

        Recording recording = new MegaraidAdapter(FixedAdapterConfig.Tool.none())
                .recognise(text + "{\"Controllers\":[}", Instant.EPOCH)
                .orElseThrow();

        int damage = text.length() + "{\"Controllers\":[".length();
        assertThat(((Failed) ((Recording.Answer) recording).outcome()).detail())
                .matches(".*at character (%d|%d)".formatted(damage, damage + 1));
    }

    @Test
    void theCountOfLinesThatAreNotShownIsNoLine() {
        Snapshot controller = only(
                read("Controller = 0\nStatus = Success\n\n" + "words of nobody\n".repeat(103)),
                ComponentKind.CONTROLLER);

        assertThat(controller.readings(Status.class).filter(one -> one.name().equals(Status.UNREAD_LINE)))
                .hasSize(100)
                .allMatch(one -> one.vendorWord().equals("words of nobody"));
        assertThat(controller.readings(Fact.class).filter(one -> one.name().equals(Status.UNREAD_LINES_LEFT_OUT)))
                .extracting(Fact::text)
                .containsExactly("3 more lines");
    }
}
