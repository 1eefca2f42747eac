package io.diskvigil.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.smartctl.FixedSmartctlConfig;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays every recording under fixtures/ADAPTER/CASE; {@code -Dgolden.update=true} writes the expected files anew. */
class AdapterFixtureTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures");
    private static final List<VendorAdapter> ADAPTERS = Adapters.of(FixedSmartctlConfig.empty());

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
    void readsTheRecordingAsTheGoldenFileSays(Path recording) throws IOException {
        Path dir = FIXTURES.resolve(recording);
        VendorAdapter adapter = ADAPTERS.stream()
                .filter(a -> recording.startsWith(a.name()))
                .findFirst()
                .orElseThrow();
        String[] device = text(dir, "device").strip().split(" ");
        Target target = new Target(adapter.name(), device[0], device[1]);
        int exit = Integer.parseInt(text(dir, "exit").strip());

        String actual =
                Golden.render(adapter.read(target, new CommandResult(exit, text(dir, "stdout"), ""), Instant.EPOCH));

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(dir.resolve("expected"), actual + "\n");
        }
        assertThat(actual).isEqualTo(text(dir, "expected").strip());
        assertThat(dir.resolve("SOURCE")).isNotEmptyFile();
    }

    @Test
    void everyAdapterHasARecording() throws IOException {
        List<String> recorded =
                cases().stream().map(path -> path.getName(0).toString()).toList();

        assertThat(recorded)
                .containsAll(ADAPTERS.stream().map(VendorAdapter::name).toList());
    }

    /** Bytes that are not UTF-8 become U+FFFD, as they do when a command is run. */
    private static String text(Path dir, String file) throws IOException {
        return new String(Files.readAllBytes(dir.resolve(file)), StandardCharsets.UTF_8);
    }
}
