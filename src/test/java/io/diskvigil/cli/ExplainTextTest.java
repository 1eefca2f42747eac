package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.metrics.RaidMachine;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplainTextTest {
    private static final LocalDateTime CLOCK = LocalDateTime.of(2008, 8, 24, 12, 0);

    @Test
    void theNewestRecordsOfALogComeFirstAndNotAll() {
        List<Reading> log = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            log.add(event(i, "Reading Error " + i));
        }

        List<String> lines = print(controller(log));

        assertThat(lines.stream().filter(line -> line.contains("Reading Error")))
                .hasSize(20)
                .first()
                .asString()
                .contains("2008-08-24T12:49 Reading Error 49 (areca,2)");
        assertThat(lines).contains("    and 30 older records of the log");
    }

    @Test
    void hostileRecordsAndLinesThatWereNotUnderstoodAreHarmlessAndBounded() {
        List<Reading> said = new ArrayList<>(List.of(event(1, "odd\u001b[31m\nevent")));
        for (int i = 0; i < 30; i++) {
            said.add(new Status("unread_line", "line\u202e " + i, Health.UNKNOWN, "line " + i));
        }

        List<String> lines = print(controller(said));

        assertThat(lines).allMatch(line -> line.matches("[ -~]*"));
        assertThat(lines).anyMatch(line -> line.contains("odd?[31m event"));
        assertThat(lines.stream().filter(line -> line.contains("unread_line"))).hasSize(20);
        assertThat(lines).contains("    and 10 more lines that were not understood");
    }

    @Test
    void theWorstComponentComesFirstAndAControllerSaysWhatItShows() {
        List<Judged> parts = new ArrayList<>();
        RaidMachine.views()
                .forEach(view -> parts.add(judged(
                        view.snapshot().orElseThrow(),
                        view.component().kind() == ComponentKind.VOLUME ? Severity.CRITICAL : Severity.NOTICE)));

        List<String> lines = print(Explained.polled("f", "megaraid", parts));

        assertThat(lines.get(0)).isEqualTo("f: CRITICAL");
        assertThat(lines.get(1)).isEqualTo("  volume RAID 5 \"data\", at volume,0: CRITICAL");
        assertThat(lines)
                .contains("    shows drive (1), volume (2), battery (1), enclosure (1), power supply (1), fan (1)");
        assertThat(lines).anyMatch(line -> line.startsWith("  drive ST4000NM0023, serial Z1Z, at 252:2: "));
    }

    @Test
    void whatSaysNothingOfHealthIsUnknown() {
        assertThat(controller(List.of(new Fact("firmware", "V1.49", ""))).verdict())
                .isEqualTo(Verdict.UNKNOWN);
        assertThat(controller(List.of(new Status("unread_line", "?", Health.UNKNOWN, "")))
                        .verdict())
                .isEqualTo(Verdict.UNKNOWN);
        assertThat(controller(List.of(new Status("controller_state", "Optimal", Health.OK, "")))
                        .verdict())
                .isEqualTo(Verdict.OK);
    }

    private static Explained controller(List<Reading> readings) {
        Snapshot one = RaidMachine.views().get(0).snapshot().orElseThrow();
        Snapshot saying = new Snapshot(one.component(), Instant.EPOCH, readings);
        return Explained.polled("f", "areca", List.of(new Judged(saying, List.of())));
    }

    private static Event event(int minute, String text) {
        return new Event(
                "event",
                "",
                Optional.of(CLOCK.plusMinutes(minute)),
                Optional.empty(),
                "areca,2",
                text,
                EventKind.READ_ERROR,
                Health.DEGRADED,
                "event info");
    }

    private static Judged judged(Snapshot snapshot, Severity severity) {
        return new Judged(
                snapshot,
                List.of(new Finding(
                        "rule",
                        snapshot.component().id(),
                        "subject",
                        severity,
                        0,
                        "summary",
                        Evidence.none(),
                        "meaning",
                        List.of(),
                        false)));
    }

    private static List<String> print(Explained explained) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        new ExplainText(out).print(explained);
        out.flush();
        return text.toString().lines().toList();
    }
}
