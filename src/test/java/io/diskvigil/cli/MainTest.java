package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @TempDir
    Path directory;

    @Test
    void aConfigurationAloneMeansRun() {
        assertThat(Main.daemonAlone("--config", "X")).contains(Optional.of(Path.of("X")));
        assertThat(Main.daemonAlone("--config=X", "run")).contains(Optional.of(Path.of("X")));
        assertThat(Main.daemonAlone("run")).contains(Optional.empty());
        assertThat(Main.daemonAlone()).contains(Optional.empty());
    }

    @Test
    void anythingElseIsReadByTheCommandLine() {
        assertThat(Main.daemonAlone("check")).isEmpty();
        assertThat(Main.daemonAlone("--config", "X", "check")).isEmpty();
        assertThat(Main.daemonAlone("--version")).isEmpty();
        assertThat(Main.daemonAlone("run", "--help")).isEmpty();
        assertThat(Main.daemonAlone("--config")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "status"})
    void whatMonitoringCallsIsUnknownWithABadConfiguration(String command) throws Exception {
        String file = badConfiguration();

        CommandRun run = CommandRun.of("--config", file, command);

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out())
                .startsWith("UNKNOWN: " + file)
                .contains("poll.intervall")
                .hasLineCount(1);
        assertThat(run.err()).contains("diskvigil: " + file).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "status"})
    void whatMonitoringCallsIsUnknownWithABadOption(String command) {
        assertThat(CommandRun.of(command, "--no-such-option").status()).isEqualTo(3);
    }

    @Test
    void aStatusWithoutDaemonSaysThatNobodyListens() throws Exception {
        // Port 1 is tcpmux's, which no machine serves any more.
        Path file = Files.writeString(directory.resolve("diskvigil.yaml"), "http: {port: 1}\n");

        CommandRun run = CommandRun.of("--config", file.toString(), "status");

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out())
                .contains("nobody listens there; is the daemon running?")
                .hasLineCount(1);
    }

    @Test
    void aValueThatCannotBeReadIsSaidWithoutTheNamesOfClasses() throws Exception {
        Path file = Files.writeString(directory.resolve("diskvigil.yaml"), "poll: {interval: 5 minutes}\n");

        CommandRun run = CommandRun.of("config", "check", "--config", file.toString());

        assertThat(run.err())
                .contains(file + ": poll.interval: '5 minutes' is no duration")
                .doesNotContain("Exception");
    }

    @Test
    void everyOtherCommandEndsWith2OnABadConfiguration() throws Exception {
        CommandRun run = CommandRun.of("config", "check", "--config", badConfiguration());

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("poll.intervall");
    }

    private String badConfiguration() throws Exception {
        return Files.writeString(directory.resolve("bad.yaml"), "poll:\n  intervall: 5m\n")
                .toString();
    }
}
