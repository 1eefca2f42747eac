package io.diskvigil.adapter.threeware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Health;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreewareAdapterTest {
    private static final Target C0 = new Target("threeware", "threeware:0", "controller");
    private static final String LIST = """
            Ctl   Model        (V)Ports  Drives   Units   NotOpt  RRate   VRate  BBU
            ------------------------------------------------------------------------
            c0    9650SE-2LP   2         2        1       0       1       1      -
            c2    9750-4i      4         0        0       0       1       1      OK
            """;
    private static final String PAGE = """
            /c0 Model = 9650SE-2LP
            /c0 Serial Number = L1
            Unit  UnitType  Status         %RCmpl  %V/I/M  Stripe  Size(GB)  Cache  AVrfy
            u0    SINGLE    OK             -       -       -       465.651   OFF    OFF
            Port   Status           Unit   Size        Blocks        Serial
            p0     OK               u0     465.76 GB   976773168     WD-TEST0
            """;
    private static final Machine.Controller CARD = new Machine.Controller(
            "0000:03:00.0",
            "13c1",
            "1004",
            "3w-9xxx",
            List.of(2),
            List.of("/dev/sg1", "/dev/twa0"),
            Map.of("0:0:0", "/dev/sdb", "0:10:0", "/dev/sdc"));

    private final ThreewareAdapter adapter = new ThreewareAdapter(Tool.at("/usr/sbin/tw_cli"));

    @Test
    void theScanListsEveryController() {
        assertThat(adapter.targets(new CommandResult(0, LIST, "")))
                .containsExactly(C0, new Target("threeware", "threeware:2", "controller"));
    }

    @Test
    void aToolThatFindsNoControllerListsNoneAndOneThatFailsSaysWhy() {
        assertThat(adapter.targets(new CommandResult(1, "\nNo controller found.\n", "")))
                .isEmpty();

        assertThatThrownBy(
                        () -> adapter.targets(new CommandResult(127, "", "tw_cli: cannot execute: no such library\n")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such library");
    }

    @Test
    void withWatchOffNothingIsScannedNorMissed() {
        ThreewareAdapter off = new ThreewareAdapter(Tool.none());

        assertThat(off.scan()).isEmpty();
        assertThat(off.expected(new Machine(List.of(CARD)))).isEmpty();
        assertThat(adapter.expected(new Machine(List.of(CARD)))).containsExactly(CARD);
    }

    @Test
    void whatIsNotAnsweredIsToldAndTheRestCounts() {
        List<Exchange> talk = talk(PAGE, Cause.TIMED_OUT);

        Polled polled = (Polled) adapter.read(C0, talk, Instant.EPOCH);

        Reading.Status seen = polled.snapshots().get(0).status("visibility").orElseThrow();
        assertThat(seen.health()).isEqualTo(Health.UNKNOWN);
        assertThat(seen.vendorWord()).startsWith("not answered: /c0 show alarms: took too long");
        assertThat(polled.snapshots()).hasSize(3);
    }

    @Test
    void aControllerWhosePageIsNotAnsweredFailsTheProbe() {
        List<Exchange> talk = new ArrayList<>();
        talk.add(answered(List.of(), LIST));
        talk.add(new Unanswered(adapter.ask(C0, Depth.CHEAP, talk).orElseThrow(), Cause.TIMED_OUT, "took too long"));

        assertThat(adapter.ask(C0, Depth.CHEAP, talk)).isEmpty();
        assertThat(adapter.read(C0, talk, Instant.EPOCH)).isEqualTo(new Failed(C0, Cause.TIMED_OUT, "took too long"));
    }

    @Test
    void aListThatIsNotAnsweredFailsTheProbeOfAnyController() {
        Target second = new Target("threeware", "threeware:2", "controller");
        Command list = adapter.ask(second, Depth.CHEAP, List.of()).orElseThrow();
        List<Exchange> talk = List.of(new Unanswered(list, Cause.TIMED_OUT, "took too long"));

        assertThat(adapter.ask(second, Depth.CHEAP, talk)).isEmpty();
        assertThat(adapter.read(second, talk, Instant.EPOCH))
                .isEqualTo(new Failed(second, Cause.TIMED_OUT, "took too long"));
    }

    @Test
    void linesThatAreNotUnderstoodAreKept() {
        String row = "u1    RAID-5    DEGRADED  -  -  64K  1  OFF  OFF  one word too many\n";
        List<Exchange> talk = talk(PAGE.replace("Port  ", row + "surprise\nPort  "), Cause.BUSY);

        Polled polled = (Polled) adapter.read(C0, talk, Instant.EPOCH);

        assertThat(polled.snapshots().get(0).readings(Reading.Status.class))
                .filteredOn(status -> status.name().equals("unread_line"))
                .extracting(Reading.Status::vendorWord)
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("one word too many"),
                        second -> assertThat(second).isEqualTo("surprise"));
        assertThat(polled.snapshots())
                .anySatisfy(one -> assertThat(one.status("volume_state").map(Reading.Status::vendorWord))
                        .contains("DEGRADED"));
    }

    @Test
    void aVolumeHasItsBlockDeviceWhereThereIsOneControllerOnly() {
        Polled polled = (Polled) adapter.read(C0, talk(PAGE, Cause.BUSY), Instant.EPOCH);
        Snapshot volume = polled.snapshots().get(2);

        assertThat(adapter.located(polled, new Machine(List.of(CARD)))
                        .snapshots()
                        .get(2)
                        .component()
                        .locations())
                .containsExactly(Location.of("threeware:0", "volume,0"), Location.of("/dev/sdb", ""));
        assertThat(adapter.located(polled, new Machine(List.of(CARD, CARD)))
                        .snapshots()
                        .get(2))
                .isEqualTo(volume);
    }

    @Test
    void eachDriveIsReachedBySmartctlThroughTheControllersNode() {
        Polled polled = (Polled) adapter.read(C0, talk(PAGE, Cause.BUSY), Instant.EPOCH);

        assertThat(adapter.leads(polled, new Machine(List.of(CARD))))
                .containsExactly(new Target("smartctl", "/dev/twa0", "3ware,0"));
        assertThat(adapter.leads(polled, Machine.UNKNOWN)).isEmpty();
    }

    @Test
    void aLogAloneGivesEachDriveThatItNamesItsEvents() {
        String log = """
                Ctl  Date                        Severity  AEN Message
                ------------------------------------------------------------------------------
                c1   [Fri Feb  8 2013 12:00:00]  WARNING   Drive timeout detected: port=2
                c1   [Fri Feb  8 2013 12:30:00]  WARNING   Sector repair completed: port=2, LBA=0x1
                c1   [Fri Feb  8 2013 11:00:00]  INFO      Battery charging started
                """;

        Polled polled = (Polled) outcome(log);

        assertThat(polled.snapshots()).hasSize(2);
        Snapshot drive = polled.snapshots().get(1);
        assertThat(drive.component().locations()).containsExactly(new Location("threeware:1", "3ware,2", "port 2", ""));
        assertThat(drive.takenAt()).isEqualTo(Instant.parse("2013-02-08T12:30:00Z"));
        assertThat(drive.readings(Reading.Event.class).map(Reading.Event::kind))
                .containsExactlyInAnyOrder(EventKind.READ_ERROR, EventKind.TIME_OUT);
        assertThat(polled.snapshots().get(0).readings(Reading.Event.class).map(Reading.Event::kind))
                .containsExactly(EventKind.BATTERY);
    }

    @Test
    void theFirmwaresTraceHoldsTheSameEvents() {
        Polled polled = (Polled) outcome("""
                //host> /c0 show diag
                E=0207 T=02:14:55 P=2h : chatter
                Send AEN (code, time): 0009h, 02/08/2013 12:00:00
                Drive timeout detected: port=2
                (EC:0x09, SK=0x04, ASC=0x00, ASCQ=0x00, SEV=02, Type=0x70)
                """);

        assertThat(polled.snapshots().get(1).readings(Reading.Event.class).map(Reading.Event::kind))
                .containsExactly(EventKind.TIME_OUT);
    }

    @Test
    void severalControllersPastedTogetherStayApart() {
        Polled polled = (Polled)
                outcome("# tw_cli /c0 show all\n" + PAGE + "# tw_cli /c2 show all\n" + PAGE.replace("/c0", "/c2"));

        assertThat(polled.snapshots().stream()
                        .map(one -> one.component().path())
                        .distinct())
                .containsExactly("threeware:0", "threeware:2");
        assertThat(polled.snapshots()).hasSize(6);
    }

    @Test
    void aSecondTableDoesNotHideTheFirst() {
        String table = """
                Unit  UnitType  Status         %RCmpl  %V/I/M  Stripe  Size(GB)  Cache  AVrfy
                u0    RAID-5    DEGRADED       -       -       64K     1396.93   OFF    OFF
                """;

        Polled polled = (Polled) outcome(table + table.replace("DEGRADED", "OK") + table);

        assertThat(polled.snapshots().stream()
                        .flatMap(one -> one.status("volume_state").stream())
                        .map(Reading.Status::vendorWord))
                .containsExactly("DEGRADED", "OK");
    }

    @Test
    void refusalsHelpAndAbsenceAreAnswersToo() {
        assertThat(outcome("No controller found.\nMake sure appropriate AMCC/3ware device driver(s) are loaded.\n"))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.cause()).isEqualTo(Cause.CONTROLLER_NOT_SHOWN));
        assertThat(seen("Error: (CLI:003) Specified controller does not exist.\n"))
                .contains("does not exist");
        assertThat(seen("//host> help show\nshow alarms - shows alarms\n")).contains("no state");
    }

    @Test
    void theOutputOfAnotherToolIsNotThisOnes() {
        assertThat(adapter.recognise("", Instant.EPOCH)).isEmpty();
        assertThat(adapter.recognise(
                        "Ctl Model Ports PDs DGs DNOpt VDs VNOpt BBU sPR DS EHS ASOs Hlth\n 0 LSI 8 4 1 0 1 0 Opt On - N 0 Opt\n",
                        Instant.EPOCH))
                .isEmpty();
        assertThat(adapter.recognise(
                        "kernel: 3w-9xxx: scsi0: AEN: WARNING (0x04:0x0023): Sector repair completed:port=1, LBA=0x1.\n",
                        Instant.EPOCH))
                .isEmpty();
        assertThat(adapter.recognise("Port  Status  Duplex\np1  OK  full\nError: something\n", Instant.EPOCH))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OK,OK",
        "VERIFYING,OK",
        "VERIFY-PAUSED,OK",
        "INITIALIZING,OK",
        "INIT-PAUSED,OK",
        "MIGRATING,OK",
        "MIGRATE-PAUSED,OK",
        "REBUILDING,DEGRADED",
        "REBUILD-PAUSED,DEGRADED",
        "RECOVERY,DEGRADED",
        "DEGRADED,DEGRADED",
        "INOPERABLE,FAILED",
        "UNKNOWN,UNKNOWN",
        "WHATEVER,UNKNOWN"
    })
    void unitStatesAreJudgedByTheRedundancyThatIsLeft(String word, Health health) {
        assertThat(States.unit(word)).isEqualTo(health);
    }

    @ParameterizedTest
    @CsvSource({
        "OK,OK",
        "VERIFYING,OK",
        "REBUILDING,OK",
        "SPARE,OK",
        "SPARE-OK,OK",
        "ECC-ERROR,DEGRADED",
        "CFG-OP-FAIL,DEGRADED",
        "DEGRADED,DEGRADED",
        "NOT-SUPPORTED,DEGRADED",
        "SMART-FAILURE,FAILED",
        "SMART_FAILURE,FAILED",
        "DEVICE-ERROR,FAILED",
        "DRIVE-REMOVED,FAILED",
        "NOT-PRESENT,FAILED",
        "SPARE-SOMETHING,UNKNOWN",
        "WHATEVER,UNKNOWN"
    })
    void portStatesAreJudged(String word, Health health) {
        assertThat(States.drive(word)).isEqualTo(health);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Drive timeout detected: port=2|TIME_OUT|DEGRADED",
                "Sector repair completed: port=1, LBA=0x4A3B|READ_ERROR|DEGRADED",
                "Sector repair occured: port #1|READ_ERROR|DEGRADED",
                "Drive ECC error reported: port=4, unit=2|READ_ERROR|DEGRADED",
                "Source drive ECC error overwritten: port=3, unit=0|READ_ERROR|FAILED",
                "SMART threshold exceeded: port=3|PREDICTIVE_FAILURE|FAILED",
                "Degraded unit: unit=0, port=3|VOLUME_DEGRADED|DEGRADED",
                "Incomplete unit detected: unit=0|VOLUME_DEGRADED|DEGRADED",
                "Unit inoperable: unit=0|VOLUME_FAILED|FAILED",
                "Unit operational: unit=0|VOLUME_OPTIMAL|OK",
                "Rebuild started: unit=0, subunit=1|REBUILD_STARTED|OK",
                "Rebuild completed: unit=0|REBUILD_DONE|OK",
                "Background rebuild done: unit=0|REBUILD_DONE|OK",
                "Rebuild failed: unit=0|REBUILD_FAILED|FAILED",
                "Verify started: unit=0|CHECK|OK",
                "Verify failed: unit=0|CHECK|DEGRADED",
                "Verify fixed data/parity mismatch: unit=0|CHECK|DEGRADED",
                "Battery charging completed|BATTERY|OK",
                "Battery voltage is normal|BATTERY|OK",
                "Battery temperature is too high|BATTERY|FAILED",
                "Battery is weak|BATTERY|DEGRADED",
                "Cache synchronization failed; some data lost: unit=1|CONTROLLER|FAILED",
                "Cache flush failed; some data lost: port=2, unit=1|WRITE_ERROR|FAILED",
                "Enclosure fan normal: encl=0, fan=1|FAN|OK",
                "Enclosure fan error: encl=0, fan=1|FAN|DEGRADED",
                "Controller reset occurred: resets=3|CONTROLLER|OK",
                "Synchronize host/controller time|HOUSEKEEPING|OK",
                "The moon is full|UNKNOWN|UNKNOWN"
            })
    void notificationsAreKnownByTheirWords(String text, EventKind kind, Health health) {
        Aens.Meaning meaning = Aens.of(text);

        assertThat(meaning.kind()).isEqualTo(kind);
        assertThat(meaning.health()).isEqualTo(health);
    }

    private PollOutcome outcome(String text) {
        return ((Recording.Answer) adapter.recognise(text, Instant.EPOCH).orElseThrow()).outcome();
    }

    private String seen(String text) {
        return ((Polled) outcome(text))
                .snapshots()
                .get(0)
                .status("visibility")
                .orElseThrow()
                .vendorWord();
    }

    private Answered answered(List<Exchange> before, String stdout) {
        Command command = adapter.ask(C0, Depth.CHEAP, before).orElseThrow();
        return new Answered(command, new CommandResult(0, stdout, ""));
    }

    /** The list and the page are answered, and nothing after them. */
    private List<Exchange> talk(String page, Cause cause) {
        List<Exchange> talk = new ArrayList<>();
        talk.add(answered(talk, LIST));
        talk.add(answered(talk, page));
        Optional<Command> next = adapter.ask(C0, Depth.CHEAP, talk);
        while (next.isPresent()) {
            talk.add(new Unanswered(next.get(), cause, "took too long"));
            next = adapter.ask(C0, Depth.CHEAP, talk);
        }
        return talk;
    }
}
