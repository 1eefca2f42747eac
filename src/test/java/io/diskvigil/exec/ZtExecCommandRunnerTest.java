package io.diskvigil.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.throwable;

import io.diskvigil.exec.Workbench.Settings;
import io.diskvigil.model.PollOutcome.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZtExecCommandRunnerTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = new Workbench(folder);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void keepsStderrOutOfStdoutAndReportsAnyExit() throws Exception {
        var result = bench.runner.run(bench.script("echo data; echo warning >&2; exit 68"));

        assertThat(result).isEqualTo(new CommandResult(68, "data\n", "warning\n"));
    }

    @Test
    void passesArgumentsAsTheyAre() throws Exception {
        var tool = bench.script("printf '%s|' \"$@\"").argv().get(0);

        var result =
                bench.runner.run(new Command(List.of(tool, "a b", "$HOME; id", "", "*"), "", Duration.ofSeconds(30)));

        assertThat(result.stdout()).isEqualTo("a b|$HOME; id||*|");
    }

    @Test
    void runsInTheCLocaleWithTheRestOfTheEnvironmentNoInputAndItsOwnDirectory() throws Exception {
        var result = bench.runner.run(bench.script("cat; echo \"$LC_ALL $PATH\"; pwd"));

        assertThat(result.stdout()).isEqualTo("C " + System.getenv("PATH") + "\n" + bench.work() + "\n");
    }

    @Test
    void replacesBytesThatAreNotUtf8() throws Exception {
        var result = bench.runner.run(bench.script("printf 'M\\303\\274ller \\377\\376 ok \\200'"));

        assertThat(result.stdout()).isEqualTo("Müller \uFFFD\uFFFD ok \uFFFD");
    }

    @Test
    void takesAsMuchOutputAsTheLimitAllows() throws Exception {
        var result = bench.runner.run(bench.script("head -c 1048576 /dev/zero"));

        assertThat(result.stdout()).hasSize(1 << 20);
    }

    @Test
    void killsAToolThatPrintsWithoutEnd() throws Exception {
        var flood = bench.script("trap '' TERM; head -c 1000000000 /dev/zero");

        thrownBy(() -> bench.runner.run(flood))
                .hasMessageContaining("printed more than 1048576 bytes")
                .extracting(CommandException::reason)
                .isEqualTo(Cause.OUTPUT_TOO_LARGE);
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    void holdsTheLimitAlsoWhenTheFirstProcessEndsAndItsChildGoesOnPrinting() throws Exception {
        var flood = bench.script("head -c 1000000000 /dev/zero & exit 0");

        thrownBy(() -> bench.runner.run(flood))
                .extracting(CommandException::reason)
                .isEqualTo(Cause.OUTPUT_TOO_LARGE);
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    void keepsTheBeginningOfALongStderrAndSaysHowMuchIsMissing() throws Exception {
        var result = bench.runner.run(bench.script("head -c 200000 /dev/zero | tr '\\0' x >&2; echo data"));

        assertThat(result.stdout()).isEqualTo("data\n");
        assertThat(result.stderr())
                .startsWith("xxx")
                .hasSizeLessThan(Child.STDERR_LIMIT + 100)
                .endsWith("\n[134464 more bytes dropped]\n");
    }

    @Test
    void saysThatTheToolIsMissing() {
        var missing = new Command(List.of("/usr/sbin/no-such-tool", "-x"), "/dev/sda", Duration.ofSeconds(1));

        thrownBy(() -> bench.runner.run(missing))
                .hasMessage("run /usr/sbin/no-such-tool on /dev/sda: no such file; "
                        + "install the package that has it, or set its path")
                .extracting(CommandException::reason)
                .isEqualTo(Cause.TOOL_MISSING);
    }

    @Test
    void neverLooksForAToolInThePath() {
        var relative = new Command(List.of("sh"), "", Duration.ofSeconds(1));

        thrownBy(() -> bench.runner.run(relative))
                .hasMessageContaining("not an absolute path")
                .extracting(CommandException::reason)
                .isEqualTo(Cause.TOOL_MISSING);
    }

    @Test
    void saysThatTheToolMayNotBeExecuted() throws Exception {
        var file = Files.writeString(folder.resolve("readme"), "no tool");
        var command = new Command(List.of(file.toString()), "", Duration.ofSeconds(1));

        thrownBy(() -> bench.runner.run(command))
                .extracting(CommandException::reason)
                .isEqualTo(Cause.PERMISSION_DENIED);
    }

    @Test
    void saysWhyAToolDoesNotStartAndGivesItsPlaceBack() throws Exception {
        var command = bench.script("", "/dev/sda");
        Files.writeString(Path.of(command.argv().get(0)), "#!/no/such/interpreter\n");

        thrownBy(() -> bench.runner.run(command))
                .hasMessageContaining("it does not start: Cannot run program")
                .hasMessageNotContaining("LC_ALL")
                .extracting(CommandException::reason)
                .isEqualTo(Cause.TOOL_MISSING);
        assertThat(bench.runner.run(bench.script("echo next", "/dev/sda")).stdout())
                .isEqualTo("next\n");
    }

    @Test
    void refusesSettingsThatCannotWork() {
        assertThatThrownBy(() -> new Workbench(folder, new Settings(0, 1, Duration.ZERO)))
                .hasMessage("set exec.parallel: 0 is not above 0");
        assertThatThrownBy(() -> new Workbench(folder, new Settings(1, 1L << 32, Duration.ZERO)))
                .hasMessageStartingWith("set exec.output-limit: 4294967296 is not between");
    }

    private static AbstractThrowableAssert<?, CommandException> thrownBy(ThrowingCallable call) {
        return assertThatThrownBy(call).asInstanceOf(throwable(CommandException.class));
    }
}
