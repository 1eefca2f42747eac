package io.diskvigil.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.adapter.megaraid.MegaraidAdapter;
import io.diskvigil.adapter.megaraid.megacli.MegaCli;
import io.diskvigil.exec.CommandException;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays fixtures/megacli/CASE: whole talks in {@code talk} with their {@code target}, single outputs in {@code stdout}; {@code
 * -Dgolden.update=true} writes the expected files anew.
 */
class MegaCliFixtureTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/megacli");

    static List<Path> cases() throws IOException {
        try (Stream<Path> directories = Files.list(FIXTURES)) {
            return directories.map(FIXTURES::relativize).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsTheRecordingAsTheGoldenFileSays(Path recording) throws IOException, CommandException {
        Path dir = FIXTURES.resolve(recording);

        String actual = Golden.render(Files.exists(dir.resolve("talk")) ? talk(dir) : single(dir));

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(dir.resolve("expected"), actual + "\n");
        }
        assertThat(actual).isEqualTo(text(dir, "expected").strip());
        assertThat(dir.resolve("SOURCE")).isNotEmptyFile();
    }

    private static PollOutcome talk(Path dir) throws IOException, CommandException {
        String[] target = text(dir, "target").strip().split(" ");
        return Talk.of(text(dir, "talk"))
                .replay(
                        new MegaraidAdapter(Tool.at("/usr/sbin/MegaCli64")),
                        new Target("megaraid", target[0], target[1]),
                        Depth.FULL,
                        Instant.EPOCH);
    }

    private static PollOutcome single(Path dir) throws IOException {
        Recording recording =
                new MegaCli().recognise(text(dir, "stdout"), Instant.EPOCH).orElseThrow();
        return ((Recording.Answer) recording).outcome();
    }

    private static String text(Path dir, String file) throws IOException {
        return new String(Files.readAllBytes(dir.resolve(file)), StandardCharsets.UTF_8);
    }
}
