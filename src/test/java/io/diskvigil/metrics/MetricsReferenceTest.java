package io.diskvigil.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds docs/reference/metrics.md against the golden page, which has a row of every family. */
class MetricsReferenceTest {
    private static final Path REFERENCE = Path.of("docs/reference/metrics.md");
    private static final Pattern TABLE =
            Pattern.compile("<!-- families: begin -->\n(.*)<!-- families: end -->", Pattern.DOTALL);
    private static final Pattern ALERTS = Pattern.compile("```yaml\n(groups:.*?)```", Pattern.DOTALL);
    private static final Pattern LABEL = Pattern.compile("[{,]([a-z_]+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    /** On failure the expected text is the table to be put there. */
    @Test
    void theReferenceListsEveryFamilyOfThePage() throws IOException {
        assertThat(found(TABLE)).isEqualTo(table(Files.readString(MetricsPageTest.GOLDEN)));
    }

    @Test
    void theAlertsAreUnderstoodByPrometheus(@TempDir Path folder) throws Exception {
        Path rules = Files.writeString(folder.resolve("rules.yml"), found(ALERTS));

        assertThat(Promtool.run(rules, folder, "check", "rules", rules.toString()))
                .contains("SUCCESS")
                .endsWith("exit 0");
    }

    @Test
    void theAlertsSpeakOnlyOfFamiliesOfThePage() throws IOException {
        String page = Files.readString(MetricsPageTest.GOLDEN);
        Matcher name = Pattern.compile("diskvigil_[a-z_]+").matcher(found(ALERTS));

        List<String> names = new ArrayList<>();
        while (name.find()) {
            names.add(name.group());
        }

        assertThat(names).isNotEmpty().allSatisfy(n -> assertThat(page).contains("# TYPE " + n + " "));
    }

    private static String found(Pattern part) throws IOException {
        Matcher matcher = part.matcher(Files.readString(REFERENCE));
        assertThat(matcher.find()).as(part.pattern()).isTrue();
        return matcher.group(1);
    }

    private static String table(String page) {
        Map<String, String> help = new LinkedHashMap<>();
        Map<String, String> types = new LinkedHashMap<>();
        Map<String, Set<String>> labels = new LinkedHashMap<>();
        for (String line : page.split("\n")) {
            String[] words = line.split(" ", 4);
            if (line.startsWith("# HELP ")) {
                help.put(words[2], words[3]);
            } else if (line.startsWith("# TYPE ")) {
                types.put(words[2], words[3]);
            } else {
                Set<String> names = labels.computeIfAbsent(line.split("[{ ]", 2)[0], key -> new LinkedHashSet<>());
                Matcher label = LABEL.matcher(line);
                while (label.find()) {
                    names.add("`" + label.group(1) + "`");
                }
            }
        }
        assertThat(labels.keySet()).isEqualTo(types.keySet());
        return types.keySet().stream()
                .map(name -> "| `%s` | %s | %s | %s |\n"
                        .formatted(name, types.get(name), String.join(" ", labels.get(name)), help.get(name)))
                .collect(Collectors.joining(
                        "", "| family | type | labels | meaning |\n| --- | --- | --- | --- |\n", ""));
    }
}
