package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Reads the real recordings that lie beside the project, where they do, and compares the facts known of them. */
class CorpusTest {
    private static final Path CORPUS = Path.of("../shared/corpus");
    private static final Path RECORDED = Path.of("../shared/lab/recorded");
    /** File and fact where the expectation is wrong; the reasons are in docs/reference/smartctl-expectations.md. */
    private static final Map<String, String> EXCEPTIONS = Map.of();

    private final SmartctlAdapter adapter = new SmartctlAdapter(FixedSmartctlConfig.empty());

    @Test
    void everyRecordingGivesTheFactsKnownOfIt() throws IOException {
        Path table = CORPUS.resolve("expected-smartctl.tsv");
        assumeTrue(Files.exists(table), "the recordings of ../shared are not here");
        List<String> rows = Files.readAllLines(table);

        SoftAssertions softly = new SoftAssertions();
        for (String row : rows.subList(1, rows.size())) {
            String[] cells = row.split("\t", -1);
            String text = read(CORPUS.resolve("smartctl-json").resolve(cells[0]));
            Map<String, String> expected = new TreeMap<>();
            Stream.of(cells[3].split(","))
                    .filter(fact -> !fact.isEmpty() && !fact.equals(EXCEPTIONS.get(cells[0])))
                    .map(fact -> fact.split("="))
                    .forEach(fact -> expected.put(fact[0], fact[1]));

            Recording recording = recording(text);

            softly.assertThat(word(recording)).as(cells[0]).isEqualTo(cells[1]);
            Map<String, String> actual = facts(recording);
            actual.keySet().retainAll(expected.keySet());
            softly.assertThat(actual).as(cells[0]).isEqualTo(expected);
        }
        softly.assertAll();
    }

    @Test
    void everyRecordingOfTheLabIsReadWithoutAnException() throws IOException {
        assumeTrue(Files.isDirectory(RECORDED), "the recordings of ../shared are not here");
        List<Path> files;
        try (Stream<Path> all = Files.walk(RECORDED)) {
            files = all.filter(path -> path.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }

        List<String> words = new ArrayList<>();
        for (Path file : files) {
            words.add(word(recording(read(file))));
        }

        assertThat(words).isNotEmpty().containsOnly("polled", "failed").contains("polled", "failed");
    }

    private Recording recording(String text) {
        Optional<Recording> recognised = adapter.recognise(text, Instant.EPOCH);
        // Nothing is recognised in an empty file; as the answer of a probe it is a failure.
        return recognised.orElseGet(() -> new Recording.Answer(adapter.read(
                new Target("smartctl", "/dev/sda", "sat"), new CommandResult(0, text, ""), Instant.EPOCH)));
    }

    private static String word(Recording recording) {
        if (recording instanceof Recording.Answer answer) {
            return answer.outcome().getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
        }
        return "scan";
    }

    private static Map<String, String> facts(Recording recording) {
        Map<String, String> facts = new TreeMap<>();
        if (recording instanceof Recording.Answer answer && answer.outcome() instanceof PollOutcome.Polled polled) {
            polled.snapshots().stream()
                    .map(Snapshot::readings)
                    .forEach(readings -> readings.forEach(reading -> {
                        if (reading instanceof Reading.Counter counter) {
                            facts.put(counter.name(), Long.toString(counter.raw()));
                        } else if (reading instanceof Reading.Gauge gauge) {
                            facts.put(gauge.name(), Long.toString((long) gauge.value()));
                        } else if (reading instanceof Reading.Status status) {
                            facts.put(status.name(), Boolean.toString(status.health() == Health.OK));
                        }
                    }));
        }
        return facts;
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
