package io.diskvigil.adapter.areca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Damaged answers: whatever becomes of them, only the adapter's own clear failure may leave it. */
class MutatedAnswersTest {
    private static final int MUTANTS = 4000;
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/areca");
    private static final Target TARGET = new Target("areca", "areca:1", "controller");

    private final ArecaAdapter adapter = new ArecaAdapter(Tool.at("/usr/sbin/cli64"));

    @Test
    void aMutantIsReadOrRefusedClearly() throws IOException {
        List<String> answers = answers();
        assertThat(answers).hasSizeGreaterThan(20);
        Random random = new Random(20081024);
        for (int i = 0; i < MUTANTS; i++) {
            String mutant = mutate(answers.get(random.nextInt(answers.size())), random);
            survives(mutant);
        }
    }

    @Test
    void tenMegabytesAreReadInTime() throws IOException {
        List<String> large = new ArrayList<>();
        for (String answer : answers().subList(0, 5)) {
            large.add(answer.repeat(10 * 1024 * 1024 / answer.length()));
        }
        large.add("9".repeat(10 * 1024 * 1024));
        large.add("  1  1  ".repeat(1_000_000));
        for (String answer : large) {
            assertTimeout(Duration.ofSeconds(60), () -> {
                try {
                    adapter.recognise(answer, Instant.EPOCH);
                } catch (IllegalArgumentException e) {
                    assertThat(e.getMessage()).contains("more than");
                }
            });
        }
    }

    private void survives(String text) {
        try {
            adapter.recognise(text, Instant.EPOCH);
            adapter.read(TARGET, talk(text), Instant.EPOCH);
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).as(text).isNotBlank().doesNotContain("For input string");
        } catch (RuntimeException e) {
            fail("on: " + text.substring(0, Math.min(2000, text.length())), e);
        }
    }

    private List<Exchange> talk(String text) {
        List<Exchange> talk = new ArrayList<>();
        for (String question :
                List.of("main", "sys info", "disk info", "rsf info", "vsf info", "hw info", "event info")) {
            String answer = question.equals("main") ? "Controllers List\nController#01(PCI): ARC-1220\n" : text;
            talk.add(new Answered(
                    new Command(List.of("/usr/sbin/cli64", question), "areca:1", Duration.ofSeconds(1)),
                    new CommandResult(0, answer, "")));
        }
        adapter.ask(TARGET, Depth.FULL, talk);
        return talk;
    }

    private static List<String> answers() throws IOException {
        try (Stream<Path> talks = Files.walk(FIXTURES)) {
            List<String> answers = new ArrayList<>();
            for (Path talk :
                    talks.filter(path -> path.endsWith("talk")).sorted().toList()) {
                Arrays.stream(Files.readString(talk).split("(?m)^\\$ .*\\n"))
                        .filter(answer -> !answer.isBlank())
                        .forEach(answers::add);
            }
            return answers;
        }
    }

    private static String mutate(String answer, Random random) {
        String mutant = answer;
        for (int i = random.nextInt(3); i >= 0; i--) {
            mutant = mutateOnce(mutant, random);
        }
        return mutant;
    }

    private static String mutateOnce(String answer, Random random) {
        List<String> lines = new ArrayList<>(List.of(answer.split("\n", -1)));
        int at = random.nextInt(lines.size());
        int other = random.nextInt(lines.size());
        int cut = random.nextInt(answer.length() + 1);
        switch (random.nextInt(9)) {
            case 0 -> {
                return answer.substring(0, cut);
            }
            case 1 -> {
                return answer.substring(cut);
            }
            case 2 -> lines.add(at, lines.get(other));
            case 3 -> lines.set(at, lines.get(other));
            case 4 -> lines.remove(at);
            case 5 -> lines.set(at, lines.get(at).replace("  ", " "));
            case 6 -> lines.set(at, lines.get(at) + lines.get(other));
            case 7 -> lines.set(at, lines.get(at).replaceAll("\\d+", "99999999999999999999"));
            default -> {
                char[] garbage = answer.toCharArray();
                for (int i = 0; i < garbage.length; i += 1 + random.nextInt(20)) {
                    garbage[i] = (char) random.nextInt(0x300);
                }
                return new String(garbage);
            }
        }
        return String.join("\n", lines);
    }
}
