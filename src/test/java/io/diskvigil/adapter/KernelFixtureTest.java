package io.diskvigil.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.adapter.kernel.KernelAdapter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the recorded kernel logs under fixtures/kernel; {@code -Dgolden.update=true} writes the expected files anew. */
class KernelFixtureTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/kernel");
    private static final Path CORPUS = Path.of("../shared/corpus");
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    static List<Path> cases() throws IOException {
        try (Stream<Path> directories = Files.list(FIXTURES)) {
            return directories.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsTheRecordingAsTheGoldenFileSays(Path dir) throws IOException {
        Recording recording = recognise(text(dir.resolve("stdout"))).orElseThrow();

        String actual = Golden.render(((Recording.Answer) recording).outcome());

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(dir.resolve("expected"), actual + "\n");
        }
        assertThat(actual).isEqualTo(text(dir.resolve("expected")).strip());
        assertThat(dir.resolve("SOURCE")).isNotEmptyFile();
    }

    @Test
    void everyKernelLogIsKnownAndNoOtherToolsOutputIs() throws IOException {
        assumeTrue(Files.exists(CORPUS), "no " + CORPUS + " here: the recordings are not part of the project");
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(CORPUS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = CORPUS.relativize(file).toString();
                boolean kernel = name.startsWith("kernel/") || name.startsWith("origin/kernel");
                if (!name.endsWith(".md") && recognise(text(file)).isPresent() != kernel) {
                    wrong.add(name);
                }
            }
        }

        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "hello",
                "smartctl 7.3 2022-02-28 r5338",
                "Nov 11 00:24:28 nas sshd[12]: session opened"
            })
    void whatIsNoKernelLogIsNotClaimed(String text) {
        assertThat(recognise(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "[", "x   ", "sd 0:0:0:0: [sda] ", "a:", "0"})
    @Timeout(30)
    void aHostileLogOfTenMegabytesIsReadInTime(String part) {
        String line = part.repeat(4000 / part.length());

        assertThat(recognise(("x" + line + "y\n").repeat(2500))).isNotNull();
        assertThat(recognise(("[  1.5] aacraid: " + part + " error\n").repeat(20_000)))
                .isNotNull();
    }

    private static Optional<Recording> recognise(String text) {
        return new KernelAdapter().recognise(text, AT);
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
