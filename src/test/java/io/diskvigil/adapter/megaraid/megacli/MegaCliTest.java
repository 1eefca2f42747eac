package io.diskvigil.adapter.megaraid.megacli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.adapter.megaraid.Dialect;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MegaCliTest {
    private static final Dialect.Tool TOOL = new Dialect.Tool("/usr/sbin/MegaCli64", Duration.ofSeconds(60));
    private static final Target TARGET = Dialect.target(1);
    private static final String CONTROLLER = """
            Adapter #1

            Product Name    : LSI MegaRAID FAKE
            Serial No       : SVFAKE1
            BBU              : %s
            Virtual Drives    : %s
              Degraded        : 0
              Disks           : %s

            Exit Code: 0x00
            """;
    private static final String REBUILDING = """
            Adapter #1

            Enclosure Device ID: N/A
            Slot Number: 3
            Device Id: 9
            Firmware state: Rebuild

            Exit Code: 0x00
            """;

    private final MegaCli megacli = new MegaCli();

    @Test
    void countsControllersByWordsWhateverTheExitStatus() {
        assertThat(megacli.scan(TOOL).argv()).containsExactly("/usr/sbin/MegaCli64", "-AdpCount", "-NoLog");
        assertThat(megacli.targets(new CommandResult(2, "\r\n\nController Count: 2.\n\nExit Code: 0x02\n", "")))
                .containsExactly(Dialect.target(0), Dialect.target(1));
        assertThat(megacli.targets(new CommandResult(0, "Controller Count: 0.\n\nExit Code: 0x00\n", "")))
                .isEmpty();
    }

    @Test
    void aScanThatSaysSomethingElseFailsInTheToolsWords() {
        CommandResult broken = new CommandResult(127, "", "libsysfs.so.2.0.2: cannot open shared object file");

        assertThatThrownBy(() -> megacli.targets(broken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("libsysfs");
    }

    @Test
    void asksForARebuildOnlyWhereOneRunsAndForNoBatteryWhereThereIsNone() {
        List<Exchange> talk =
                talk(Depth.CHEAP, Map.of("-AdpAllInfo", CONTROLLER.formatted("Absent", 0, 1), "-PDList", REBUILDING));

        assertThat(questions(talk))
                .containsExactly(
                        "-AdpAllInfo -a1 -NoLog",
                        "-LdPdInfo -a1 -NoLog",
                        "-PDList -a1 -NoLog",
                        "-EncInfo -a1 -NoLog",
                        "-PDRbld -ShowProg -PhysDrv [:3] -a1 -NoLog",
                        "-AdpEventLog -GetLatest 100 -f /dev/stdout -a1 -NoLog");
    }

    @Test
    void aFullProbeAsksForTheBatteryThePatrolReadAndOlderEvents() {
        List<Exchange> talk = talk(Depth.FULL, Map.of("-AdpAllInfo", CONTROLLER.formatted("Present", 0, 0)));

        assertThat(questions(talk))
                .containsExactly(
                        "-AdpAllInfo -a1 -NoLog",
                        "-LdPdInfo -a1 -NoLog",
                        "-PDList -a1 -NoLog",
                        "-AdpBbuCmd -GetBbuStatus -a1 -NoLog",
                        "-EncInfo -a1 -NoLog",
                        "-AdpPR -Info -a1 -NoLog",
                        "-AdpEventLog -GetLatest 300 -f /dev/stdout -a1 -NoLog");
    }

    @Test
    void whatIsNotListedThoughTheControllerCountsItIsTold() {
        List<Exchange> talk = talk(Depth.CHEAP, Map.of("-AdpAllInfo", CONTROLLER.formatted("Present", 2, 4)));

        Snapshot controller = controller(megacli.read(TOOL, TARGET, talk, Instant.EPOCH));

        assertThat(controller.status("visibility"))
                .hasValueSatisfying(status -> assertThat(status.vendorWord())
                        .contains("drives: none of 4 listed", "volumes: none of 2 listed", "battery: "));
    }

    @Test
    void aQuestionThatIsNotAnsweredEndsTheTalkAndIsNamed() {
        List<Exchange> talk = new ArrayList<>();
        talk.add(answer(next(talk), CONTROLLER.formatted("Absent", 0, 1)));
        talk.add(new Unanswered(next(talk), Cause.TIMED_OUT, "no answer within 60 s"));

        PollOutcome outcome = megacli.read(TOOL, TARGET, talk, Instant.EPOCH);

        assertThat(megacli.ask(TOOL, TARGET, Depth.CHEAP, talk)).isEmpty();
        assertThat(controller(outcome).status("visibility")).hasValueSatisfying(status -> {
            assertThat(status.health()).isEqualTo(Health.UNKNOWN);
            assertThat(status.vendorWord()).isEqualTo("not answered: volumes: no answer within 60 s, and what follows");
        });
    }

    @Test
    void withoutTheControllersNameNothingIsKnown() {
        List<Exchange> silent = List.of(new Unanswered(next(List.of()), Cause.TIMED_OUT, "no answer within 60 s"));
        List<Exchange> absent =
                List.of(answer(next(List.of()), "User specified controller is not present.\n\nExit Code: 0x01\n"));
        List<Exchange> empty = List.of(answer(next(List.of()), ""));

        assertThat(megacli.ask(TOOL, TARGET, Depth.CHEAP, absent)).isEmpty();
        assertThat(megacli.read(TOOL, TARGET, silent, Instant.EPOCH))
                .isEqualTo(new Failed(TARGET, Cause.TIMED_OUT, "no answer within 60 s"));
        assertThat(megacli.read(TOOL, TARGET, absent, Instant.EPOCH)).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.cause()).isEqualTo(Cause.CONTROLLER_NOT_SHOWN);
            assertThat(failed.detail()).startsWith("User specified controller is not present.");
        });
        assertThat(megacli.read(TOOL, TARGET, empty, Instant.EPOCH))
                .isEqualTo(new Failed(TARGET, Cause.OUTPUT_NOT_UNDERSTOOD, "no output"));
    }

    @Test
    void answersPastedAfterOneAnotherAreReadTogether() {
        String pasted = """
                root@host:~# /opt/MegaRAID/MegaCli/MegaCli64 -AdpAllInfo -a0
                %s
                root@host:~# MegaCli64 -PDList -a0
                %s
                root@host:~#
                """.formatted(CONTROLLER.formatted("Absent", 0, 1), REBUILDING);

        Polled polled = polled(pasted);

        assertThat(polled.snapshots()).hasSize(2);
        assertThat(polled.snapshots().get(0).component().id().value()).isEqualTo("LSI-MegaRAID-FAKE_SVFAKE1");
        assertThat(polled.snapshots().get(1).component().locations().get(0).slot())
                .isEqualTo(":3");
        assertThat(polled.snapshots().get(0).readings())
                .noneMatch(one -> one.name().startsWith("unread"));
    }

    @Test
    void aSavedLogIsReadAsOfItsNewestEntry() {
        Polled polled = polled("""
                seqNum: 0x00000010
                Time: Tue Jun  2 18:02:08 2015

                Code: 0x000000fb
                Class: 2
                Locale: 0x01
                Event Description: VD 00/0 is now DEGRADED
                Event Data:
                ===========
                Target Id: 0
                """);

        assertThat(polled.snapshots())
                .singleElement()
                .satisfies(one -> assertThat(one.takenAt()).isEqualTo(Instant.parse("2015-06-02T18:02:08Z")));
    }

    @Test
    void aCountAloneIsAListing() {
        assertThat(megacli.recognise("\nController Count: 1.\n\nExit Code: 0x01\n", Instant.EPOCH))
                .contains(new Recording.Listing(List.of(Dialect.target(0))));
    }

    @Test
    void otherToolsOutputIsNotRecognised() {
        assertThat(megacli.recognise("smartctl 7.3 2022-02-28\nDevice Model: X\n", Instant.EPOCH))
                .isEmpty();
        assertThat(megacli.recognise("Unit  UnitType  Status\nu0    RAID-5    OK\n", Instant.EPOCH))
                .isEmpty();
        assertThat(megacli.recognise("", Instant.EPOCH)).isEmpty();
    }

    private Polled polled(String text) {
        Recording recording = megacli.recognise(text, Instant.EPOCH).orElseThrow();
        return (Polled) ((Recording.Answer) recording).outcome();
    }

    /** Questions without an answer here are answered with nothing. */
    private List<Exchange> talk(Depth depth, Map<String, String> answers) {
        List<Exchange> talk = new ArrayList<>();
        for (Optional<Command> next = megacli.ask(TOOL, TARGET, depth, talk);
                next.isPresent();
                next = megacli.ask(TOOL, TARGET, depth, List.copyOf(talk))) {
            String word = next.get().argv().get(1);
            talk.add(answer(next.get(), answers.getOrDefault(word, "\nExit Code: 0x00\n")));
        }
        return talk;
    }

    private Command next(List<Exchange> talk) {
        return megacli.ask(TOOL, TARGET, Depth.CHEAP, List.copyOf(talk)).orElseThrow();
    }

    @Test
    void aForeignLineAmongARefusalOrSettingsIsKept() {
        String refusal = "Adapter 0: Get BBU Status Failed.\n\nFW error description: \n"
                + " The required hardware component is not present.\nhow odd\n\nExit Code: 0x22\n";
        String settings = "Adapter #0\n\nhow odd\n                    Settings\n                ============\n"
                + "Product Name    : FAKE\n";

        for (String text : List.of(refusal, settings)) {
            Recording recording = megacli.recognise(text, Instant.EPOCH).orElseThrow();

            assertThat(controller(((Recording.Answer) recording).outcome()).readings(Reading.Status.class))
                    .filteredOn(status -> status.name().equals(Reading.Status.UNREAD_LINE))
                    .extracting(Reading.Status::vendorWord)
                    .containsExactly("how odd");
        }
    }

    private static Answered answer(Command command, String stdout) {
        return new Answered(command, new CommandResult(0, stdout, ""));
    }

    private static List<String> questions(List<Exchange> talk) {
        return talk.stream()
                .map(one -> String.join(
                        " ",
                        one.command().argv().subList(1, one.command().argv().size())))
                .toList();
    }

    private static Snapshot controller(PollOutcome outcome) {
        return ((Polled) outcome).snapshots().get(0);
    }
}
