package io.diskvigil.adapter.threeware;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever tw_cli prints, a reader ends, and ends with a result or a clear refusal. */
class ThreewareMutationTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/threeware");
    private static final Path CORPUS = Path.of("../shared/corpus/tw_cli");
    private static final int MUTANTS = 4_000;
    /** A talk is many answers, all of them damaged: slower by far. */
    private static final int EVERY_TALK = 20;

    private static final int MOST_QUESTIONS = 600;
    private static final String GARBAGE =
            "\u0000\u001b[31m\uFFFD\t\r-=/:,%()9999999999999999999 c0 p u0-0-0 //> Error: ";

    private final ThreewareAdapter adapter = new ThreewareAdapter(Tool.at("/usr/sbin/tw_cli"));
    private final Target target = new Target("threeware", "threeware:0", "controller");

    @Test
    @Timeout(value = 5, unit = MINUTES)
    void damagedOutputsAreReadOrRefused() throws IOException {
        List<String> originals = originals();
        Random random = new Random(20130208);
        int read = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String mutant = mutant(originals.get(random.nextInt(originals.size())), random);
            try {
                read += adapter.recognise(mutant, Instant.EPOCH).isPresent() ? 1 : 0;
                if (i % EVERY_TALK == 0) {
                    talk(mutant);
                }
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            }
        }

        // Most damage leaves enough to know the tool by: a reader that refused everything would pass otherwise.
        assertThat(read).isGreaterThan(MUTANTS / 2);
    }

    @Test
    @Timeout(value = 5, unit = MINUTES)
    void tenMegabytesAreReadInReasonableTime() {
        String head = "Ctl  Date                        Severity  AEN Message\n";
        String alarm = "c0   [Fri Feb 08 2013 12:00:00]  WARNING   Sector repair completed: port=1, LBA=0x1\n";
        List<String> floods = List.of(
                head + alarm.repeat(120_000),
                head + "garbage that no one prints\n".repeat(380_000),
                head + " ".repeat(10_000_000) + "=",
                "Unit  UnitType  Status  VPort\n" + "u0-0 DISK OK p0 ".repeat(600_000),
                "/c0 Model = " + "=".repeat(10_000_000),
                "/c0/p0 Model = x\n".repeat(600_000));

        for (String flood : floods) {
            assertThat(adapter.recognise(flood, Instant.EPOCH)).isPresent();
        }
    }

    private void talk(String answer) {
        List<Exchange> talk = new ArrayList<>();
        Optional<Command> next = adapter.ask(target, Depth.FULL, List.of());
        while (next.isPresent() && talk.size() < MOST_QUESTIONS) {
            talk.add(new Answered(next.get(), new CommandResult(0, answer, "")));
            next = adapter.ask(target, Depth.FULL, talk);
        }
        assertThat(next).isEmpty();
        adapter.read(target, talk, Instant.EPOCH);
    }

    private static List<String> originals() throws IOException {
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(FIXTURES)) {
            for (Path file : files.filter(one -> one.endsWith("talk")).sorted().toList()) {
                all.add(Files.readString(file));
            }
        }
        if (Files.exists(CORPUS)) {
            try (Stream<Path> files = Files.list(CORPUS)) {
                for (Path file : files.sorted().toList()) {
                    all.add(Files.readString(file));
                }
            }
        }
        return all;
    }

    private static String mutant(String text, Random random) {
        String result = text;
        for (int damage = random.nextInt(3); damage >= 0; damage--) {
            result = damaged(result, random);
        }
        return result;
    }

    private static String damaged(String text, Random random) {
        if (text.isEmpty()) {
            return text;
        }
        int at = random.nextInt(text.length());
        int length = Math.min(text.length() - at, 1 + random.nextInt(40));
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int line = random.nextInt(lines.size());
        switch (random.nextInt(8)) {
            case 0:
                return text.substring(0, at);
            case 1:
                return text.substring(0, at) + text.substring(at + length);
            case 2:
                return text.substring(0, at) + text.substring(at, at + length).repeat(3) + text.substring(at + length);
            case 3:
                int from = random.nextInt(GARBAGE.length());
                return text.substring(0, at) + GARBAGE.substring(from) + text.substring(at);
            case 4:
                Collections.swap(lines, line, random.nextInt(lines.size()));
                break;
            case 5:
                List<String> words =
                        new ArrayList<>(Arrays.asList(lines.get(line).split(" +")));
                Collections.shuffle(words, random);
                lines.set(line, String.join(" ", words));
                break;
            case 6:
                lines.set(line, lines.get(line).replaceFirst("\\S+", ""));
                break;
            default:
                lines.add(random.nextInt(lines.size()), lines.get(line).repeat(2));
                break;
        }
        return String.join("\n", lines);
    }
}
