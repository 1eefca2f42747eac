package io.diskvigil.adapter.megaraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.FixedAdapterConfig;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Damaged outputs: whatever comes, an answer or an IllegalArgumentException. */
class StorcliMutationTest {
    private static final MegaraidAdapter ADAPTER =
            new MegaraidAdapter(FixedAdapterConfig.Tool.at("/usr/sbin/storcli64"));
    private static final Target TARGET = Dialect.target(0);
    private static final int MUTANTS = 2000;

    @Test
    void damagedOutputsGiveAnAnswerOrAClearRefusal() throws IOException {
        String[] parts = Files.readString(
                        Path.of("src/test/resources/fixtures/megaraid/rebuild-while-a-member-fails/talk"))
                .split("(?m)^\\$ .*\\n");
        Random random = new Random(4);
        int answered = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String mutant = mutate(parts[1 + random.nextInt(parts.length - 1)], random);
            answered += survives(mutant) ? 1 : 0;
        }
        assertThat(answered).isGreaterThan(MUTANTS / 10);
    }

    @Test
    void tenMegabytesOfNonsenseAreNoTrouble() {
        assertThat(survives("Controller = 0\nStatus = Success\n" + "---- = | : {\"Controllers\" \n".repeat(400_000)))
                .isFalse();
        assertThat(survives("Controller = 0\n" + "-----\na b c\n".repeat(800_000)))
                .isFalse();
        assertThat(survives("Controller = 0\n" + "A :\n===\nb = c\n".repeat(500_000)))
                .isFalse();
        assertThat(survives("Controller = 0\nStatus = Success\n" + "\n".repeat(5_000_000)))
                .isTrue();
        assertThat(survives("seqNum: 0x1\n" + "Event Description: PD ".repeat(500_000)))
                .isTrue();
    }

    private static boolean survives(String text) {
        try {
            Exchange first = new Answered(
                    ADAPTER.ask(TARGET, Depth.FULL, List.of()).orElseThrow(), new CommandResult(0, text, ""));
            ADAPTER.ask(TARGET, Depth.FULL, List.of(first));
            ADAPTER.read(TARGET, List.of(first), Instant.EPOCH);
            return ADAPTER.recognise(text, Instant.EPOCH)
                    .filter(one -> !one.toString().contains("OUTPUT_NOT_UNDERSTOOD"))
                    .isPresent();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining(" ");
            return false;
        }
    }

    private static String mutate(String text, Random random) {
        int a = random.nextInt(text.length());
        int b = Math.min(text.length(), a + random.nextInt(200));
        return switch (random.nextInt(7)) {
            case 0 -> text.substring(0, a);
            case 1 -> text.substring(0, a) + text.substring(b);
            case 2 -> text.substring(0, b) + text.substring(a);
            case 3 -> text.substring(0, a) + random.nextLong() + text.substring(a);
            case 4 -> text.substring(0, a) + "\u0000\uFFFD\u202E{[" + text.substring(a);
            case 5 -> text.replace(":" + random.nextInt(10), ":" + random.nextInt(100_000));
            default -> text.replace("\"" + (char) ('A' + random.nextInt(26)), "\"-");
        };
    }
}
