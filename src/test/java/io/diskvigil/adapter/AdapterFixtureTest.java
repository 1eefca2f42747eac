package io.diskvigil.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays every recording under fixtures/ADAPTER/CASE; {@code -Dgolden.update=true} writes the expected files anew. */
class AdapterFixtureTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures");
    private static final List<VendorAdapter> ADAPTERS = Adapters.of(FixedAdapterConfig.whole());

    static List<Path> cases() throws IOException {
        try (Stream<Path> directories = Files.walk(FIXTURES, 2)) {
            return directories
                    .filter(dir -> Files.exists(dir.resolve("device")))
                    .map(FIXTURES::relativize)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsTheRecordingAsTheGoldenFileSays(Path recording) throws IOException, CommandException {
        Path dir = FIXTURES.resolve(recording);
        VendorAdapter adapter = ADAPTERS.stream()
                .filter(a -> recording.startsWith(a.name()))
                .findFirst()
                .orElseThrow();
        String[] device = text(dir, "device").strip().split(" ");
        Target target = new Target(adapter.name(), device[0], device[1]);

        String actual = Golden.render(talk(dir, adapter, target).replay(adapter, target, Depth.FULL, at(dir)));

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(dir.resolve("expected"), actual + "\n");
        }
        assertThat(actual).isEqualTo(text(dir, "expected").strip());
        assertThat(dir.resolve("SOURCE")).isNotEmptyFile();
    }

    @Test
    void everyAdapterHasARecording() throws IOException {
        List<String> recorded;
        try (Stream<Path> stdout = Files.walk(FIXTURES, 3)) {
            recorded = stdout.filter(file -> file.endsWith("stdout") || file.endsWith("talk"))
                    .map(file -> FIXTURES.relativize(file).getName(0).toString())
                    .toList();
        }

        assertThat(recorded)
                .containsAll(ADAPTERS.stream().map(VendorAdapter::name).toList());
    }

    /** A tool of one question has its answer in {@code stdout} and {@code exit}, one of several in {@code talk}. */
    private static Talk talk(Path dir, VendorAdapter adapter, Target target) throws IOException {
        if (Files.exists(dir.resolve("talk"))) {
            return Talk.of(text(dir, "talk"));
        }
        int exit = Integer.parseInt(text(dir, "exit").strip());
        List<String> argv =
                adapter.ask(target, Depth.FULL, List.of()).orElseThrow().argv();
        return new Talk(Map.of(
                String.join(" ", argv.subList(1, argv.size())), new CommandResult(exit, text(dir, "stdout"), "")));
    }

    /** When it was recorded, by the host's clock, where that matters: in {@code at}, as 2008-08-24T12:30:00Z. */
    private static Instant at(Path dir) throws IOException {
        return Files.exists(dir.resolve("at")) ? Instant.parse(text(dir, "at").strip()) : Instant.EPOCH;
    }

    /** Bytes that are not UTF-8 become U+FFFD, as they do when a command is run. */
    private static String text(Path dir, String file) throws IOException {
        return new String(Files.readAllBytes(dir.resolve(file)), StandardCharsets.UTF_8);
    }
}
