package io.diskvigil.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Prometheus' own checker, where it is installed. */
final class Promtool {
    /** deploy/check unpacks it here. */
    private static final Path UNPACKED = Path.of("target/tools/usr/bin/promtool");

    private static final Path PROGRAM =
            Files.isExecutable(UNPACKED) ? UNPACKED.toAbsolutePath() : Path.of("/usr/bin/promtool");

    private Promtool() {}

    /** What it said, on both streams, with its exit status at the end; skips the test if it is not there. */
    static String run(Path input, Path folder, String... arguments) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PROGRAM), "promtool is not installed (Debian: apt install prometheus)");
        List<String> argv = new ArrayList<>(List.of(PROGRAM.toString()));
        argv.addAll(List.of(arguments));
        Path output = folder.resolve("promtool.out");
        Process process = new ProcessBuilder(argv)
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output) + "exit " + process.exitValue();
    }
}
