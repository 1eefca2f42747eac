package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Verdict;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import io.diskvigil.rule.Rules;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Holds adapter and rules together against an independent reading of real recordings, where those are at hand. */
class CorpusVerdictTest {
    private static final Path CORPUS = Path.of("../shared/corpus");

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
