package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Verdict;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import io.diskvigil.rule.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds adapter and rules together against an independent reading of real recordings, where those are at hand. */
class CorpusVerdictTest {
    private static final Path CORPUS = Path.of("../shared/corpus");
    private static final Path KERNEL_TABLE = Path.of("src/test/resources/expectations/kernel.tsv");
    private static final Path TABLE = Path.of("src/test/resources/expectations/raid.tsv");

    /** docs/reference/smartctl-expectations.md says why. */
    private static final Map<String, Verdict> FAULTS_OF_THE_EXPECTATION = Map.of(
            "nvme_KCD61LUL3T84_ok.json", Verdict.UNKNOWN,
            "sata_smart-ata-farm_ok.json", Verdict.UNKNOWN,
            "sas_HDS723030ALA640_exit4_nosmart.json", Verdict.UNKNOWN,
            "sata_sd_ok.json", Verdict.CRITICAL);

    @Test
    void everyPolledRecordingGetsTheVerdictThatAnIndependentReadingGaveIt() throws Exception {
        assumeTrue(Files.exists(CORPUS), "no " + CORPUS + " here: the recordings are not part of the project");
        Settings settings = SettingsLoader.load(Optional.of(Path.of("config/diskvigil.yaml")));
        VendorAdapter adapter = Adapters.of(settings).get(0);
        List<Rule> rules = Rules.of(settings.rules());
        List<String> differences = new ArrayList<>();

        List<String> rows = Files.readAllLines(CORPUS.resolve("expected-smartctl.tsv"));
        for (String row : rows.subList(1, rows.size())) {
            String[] columns = row.split("\t", -1);
            if (columns[1].equals("polled")) {
                Verdict expected = Optional.ofNullable(FAULTS_OF_THE_EXPECTATION.get(columns[0]))
                        .orElse(Verdict.valueOf(columns[2].toUpperCase(Locale.ROOT)));
                Verdict actual =
                        verdict(adapter, rules, CORPUS.resolve("smartctl-json").resolve(columns[0]));
                if (actual != expected) {
                    differences.add("%s: %s, expected %s".formatted(columns[0], actual, expected));
                }
            }
        }

        assertThat(rows).hasSizeGreaterThan(100);
        assertThat(differences).isEmpty();
    }

    /**
     * The table was written by reading the recordings. OK and NOTICE are one: no alarm. What the text of a refusal or of
     * settings cannot tell is UNKNOWN, and never OK.
     */
    @Test
    void everyRaidRecordingGetsTheVerdictThatAnIndependentReadingGaveIt() throws Exception {
        List<String> differences = new ArrayList<>();

        for (Row row : raid()) {
            Explained explained = explainer().explain(row.file(), row.text());
            if (!row.tool().equals("-") && !explained.tool().equals(row.tool())) {
                differences.add("%s: read by '%s' (%s), expected %s"
                        .formatted(row.file(), explained.tool(), explained.detail(), row.tool()));
            } else if (level(explained.verdict()) != level(row.verdict())) {
                differences.add("%s: %s, expected %s, because: %s"
                        .formatted(row.file(), explained.verdict(), row.verdict(), row.why()));
            }
        }

        assertThat(differences).isEmpty();
    }

    /** The table was written by reading the logs; kernel-notes.txt says which were hard to judge. */
    @Test
    void everyKernelLogAlarmsWhereAnIndependentReadingSaysSo() throws Exception {
        assumeTrue(Files.exists(CORPUS), "no " + CORPUS + " here: the recordings are not part of the project");
        List<String> differences = new ArrayList<>();
        List<String> rows = Files.readAllLines(KERNEL_TABLE);

        for (String row : rows) {
            String[] columns = row.split("\t", -1);
            String text = new String(Files.readAllBytes(CORPUS.resolve(columns[0])), StandardCharsets.UTF_8);
            Explained explained = explainer().explain(columns[0], text);
            boolean alarms = explained.verdict() == Verdict.WARNING || explained.verdict() == Verdict.CRITICAL;
            if (!explained.tool().equals("kernel") || alarms != columns[3].equals("yes")) {
                differences.add("%s: %s by '%s', alarm expected: %s, because: %s"
                        .formatted(columns[0], explained.verdict(), explained.tool(), columns[3], columns[4]));
            }
        }

        assertThat(rows).hasSizeGreaterThan(70);
        assertThat(differences).isEmpty();
    }

    @Test
    void everyRaidRecordingIsInTheTable() throws Exception {
        assumeTrue(Files.exists(CORPUS), "no " + CORPUS + " here: the recordings are not part of the project");
        List<String> recordings = new ArrayList<>();
        for (String folder : List.of("areca-cli", "tw_cli", "megacli", "storcli", "origin")) {
            try (Stream<Path> files = Files.list(CORPUS.resolve(folder))) {
                files.filter(file -> !folder.equals("origin")
                                || file.getFileName().toString().startsWith("areca_"))
                        .forEach(file -> recordings.add(CORPUS.relativize(file).toString()));
            }
        }

        assertThat(table().stream().map(Row::file)).containsExactlyInAnyOrderElementsOf(recordings);
    }

    @Test
    void whatCannotBeReadIsNamedByItsLine() throws Exception {
        String foreign = "%% no tool ever printed this line %%";
        List<String> silent = new ArrayList<>();

        for (Row row : raid()) {
            if (row.tool().equals("-") || row.text().stripLeading().startsWith("{")) {
                continue;
            }
            List<String> lines = new ArrayList<>(row.text().lines().toList());
            lines.add(lines.size() / 2, foreign);
            Explained explained = explainer().explain(row.file(), String.join("\n", lines));
            boolean told =
                    explained.detail().contains(foreign) || unread(explained).anyMatch(foreign::equals);
            if (!told) {
                silent.add(row.file());
            }
        }

        assertThat(silent).isEmpty();
    }

    @Test
    void aLineThatIsCalledUnreadStandsInTheRecording() throws Exception {
        List<String> invented = new ArrayList<>();

        for (Row row : raid()) {
            String text = squeezed(row.text());
            unread(explainer().explain(row.file(), row.text()))
                    .filter(line -> line.isBlank() || !text.contains(squeezed(line)))
                    .forEach(line -> invented.add(row.file() + ": " + line));
        }

        assertThat(invented).isEmpty();
    }

    /** @param why one clause: line, slot or word that decides */
    private record Row(String file, String tool, Verdict verdict, String why) {
        String text() throws IOException {
            return new String(Files.readAllBytes(CORPUS.resolve(file)), StandardCharsets.UTF_8);
        }
    }

    private static List<Row> raid() throws Exception {
        assumeTrue(Files.exists(CORPUS), "no " + CORPUS + " here: the recordings are not part of the project");
        return table();
    }

    private static List<Row> table() throws IOException {
        return Files.readAllLines(TABLE).stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(columns -> new Row(columns[0], columns[1], Verdict.valueOf(columns[2]), columns[3]))
                .toList();
    }

    private static Explainer explainer() throws SettingsException {
        Settings settings = SettingsLoader.load(Optional.of(Path.of("config/diskvigil.yaml")));
        return new Explainer(Adapters.of(settings), Rules.of(settings.rules()));
    }

    private static Stream<String> unread(Explained explained) {
        return explained.components().stream()
                .flatMap(judged -> judged.snapshot().readings(Reading.Status.class))
                .filter(status -> status.name().equals(Reading.Status.UNREAD_LINE))
                .map(status -> status.vendorWord().strip());
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static Verdict level(Verdict verdict) {
        return verdict == Verdict.NOTICE ? Verdict.OK : verdict;
    }

    private static Verdict verdict(VendorAdapter adapter, List<Rule> rules, Path file) throws Exception {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        var answer = (Recording.Answer) adapter.recognise(text, Instant.EPOCH).orElseThrow();
        return ((Polled) answer.outcome())
                .snapshots().stream()
                        .map(snapshot ->
                                Judged.of(snapshot, History.NONE, rules).verdict())
                        .reduce(Verdict::worseOf)
                        .orElseThrow();
    }
}
