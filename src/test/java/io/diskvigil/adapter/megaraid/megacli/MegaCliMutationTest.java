package io.diskvigil.adapter.megaraid.megacli;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.megaraid.Dialect;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged outputs are read, refused with a clear message, or not recognised; nothing else ever happens. */
@Timeout(300)
class MegaCliMutationTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/megacli");
    private static final int MUTANTS = 2500;
    private static final String[] ODD = {
        "\0",
        "\u2028",
        "\u202e",
        "\uFFFD",
        ":",
        "::",
        "=",
        "-1",
        "99999999999999999999",
        "0x",
        "[",
        "]",
        "%",
        "\t",
        "\r",
        "",
        " "
    };

    private final MegaCli megacli = new MegaCli();

    @Test
    void noDamageDoesHarm() throws IOException {
        List<String> originals = originals();
        Random random = new Random(20240612);

        int read = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String mutant = mutate(originals.get(random.nextInt(originals.size())), random);
            read += survives(mutant) ? 1 : 0;
        }

        assertThat(read).isGreaterThan(MUTANTS / 2);
    }

    @Test
    void tenMegabytesAreNoTrouble() throws IOException {
        // The longest is a whole talk, the shortest a refusal.
        List<String> originals = originals();
        originals.sort(Comparator.comparing(String::length));
        for (String original : List.of(originals.get(0), originals.get(originals.size() - 1))) {
            survives(original.repeat(10_000_000 / original.length()));
        }
        survives("Enclosure Device ID: 1\n".repeat(400_000));
        survives("Adapter #0\n" + "x:".repeat(5_000_000));
        survives("Adapter #0\nInquiry Data: " + " ".repeat(10_000_000) + "x");
        survives("seqNum: 0x1\n" + "Event Description: PD ".repeat(400_000));
    }

    /** Whether it was read; alone and as the answer to every question. */
    private boolean survives(String text) {
        boolean read = false;
        try {
            read = megacli.recognise(text, Instant.EPOCH).isPresent();
            Dialect.Tool tool = new Dialect.Tool("/usr/sbin/MegaCli64", Duration.ofSeconds(60));
            Command command = tool.command("megaraid:0", List.of("-AdpAllInfo", "-a0", "-NoLog"));
            List<Exchange> talk = List.of(new Answered(command, new CommandResult(0, text, "")));
            megacli.ask(tool, Dialect.target(0), Depth.FULL, talk);
            megacli.read(tool, Dialect.target(0), talk, Instant.EPOCH);
            megacli.targets(new CommandResult(0, text, ""));
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageMatching("(?s)(read|list|ask) .*");
        }
        return read;
    }

    private static List<String> originals() throws IOException {
        try (Stream<Path> files = Files.walk(FIXTURES)) {
            List<String> texts = new ArrayList<>();
            for (Path file : files.filter(path -> path.endsWith("stdout") || path.endsWith("talk"))
                    .sorted()
                    .toList()) {
                texts.add(Files.readString(file, StandardCharsets.UTF_8));
            }
            return texts;
        }
    }

    private static String mutate(String text, Random random) {
        String mutant = text;
        for (int i = 0; i <= random.nextInt(4); i++) {
            mutant = once(mutant, random);
        }
        return mutant;
    }

    private static String once(String text, Random random) {
        if (text.isEmpty()) {
            return "Adapter #0";
        }
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int at = random.nextInt(text.length());
        int one = random.nextInt(lines.size());
        int other = random.nextInt(lines.size());
        String odd = ODD[random.nextInt(ODD.length)];
        switch (random.nextInt(9)) {
            case 0 -> {
                return text.substring(0, at);
            }
            case 1 -> {
                return text.substring(at);
            }
            case 2 -> {
                return text.substring(0, at) + odd + text.substring(at);
            }
            case 3 -> {
                return text.substring(0, at) + (char) random.nextInt(0x300) + text.substring(at + 1);
            }
            case 4 -> Collections.swap(lines, one, other);
            case 5 -> lines.add(one, lines.get(other));
            case 6 -> lines.remove(one);
            case 7 -> lines.set(one, lines.get(one).replaceFirst(":.*", ": " + odd));
            default ->
                lines.set(one, " ".repeat(random.nextInt(12)) + lines.get(one).replace("  ", " "));
        }
        return String.join("\n", lines);
    }
}
