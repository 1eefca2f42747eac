package io.diskvigil.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The heap that the daemon runs with, and tools that print too much into it. */
class SmallHeapTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void eightToolsThatPrintWithoutEndDoNotExhaustIt() throws Exception {
        var ends = runWithSmallHeap("trap '' TERM; exec head -c 1000000000 /dev/zero");

        assertThat(ends.lines()).hasSize(8).containsOnly("OUTPUT_TOO_LARGE");
    }

    @Test
    @Timeout(120)
    void eightToolsThatPrintSixteenMebibytesOfGarbageDoNotExhaustIt() throws Exception {
        var ends = runWithSmallHeap("head -c 16777216 /dev/urandom");

        assertThat(ends.lines())
                .hasSize(8)
                .contains("read 16777216")
                .allMatch(end -> end.equals("read 16777216") || end.equals("OUTPUT_TOO_LARGE"));
    }

    private String runWithSmallHeap(String code) throws Exception {
        var child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xms16m",
                        "-Xmn6m",
                        "-Xmx64m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Floods.class.getName(),
                        folder.toString(),
                        code)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            var ends = new String(child.getInputStream().readAllBytes(), UTF_8);
            assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(ends).isZero();
            return ends;
        } finally {
            child.destroyForcibly();
        }
    }
}
