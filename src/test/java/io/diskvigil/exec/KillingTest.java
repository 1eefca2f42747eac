package io.diskvigil.exec;

import static io.diskvigil.exec.Workbench.await;
import static io.diskvigil.exec.Workbench.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.PollOutcome.Cause;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a command that does not end by itself: nothing. */
class KillingTest {
    private static final Duration SHORT = Duration.ofSeconds(1);

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
    void killsAToolThatHangsWithItsChild() throws Exception {
        var running = bench.start(bench.script("sleep 1000; true", "/dev/sda", SHORT));
        await(() -> bench.processes().size() == 2);

        var failure = failureOf(running);

        assertThat(failure.reason()).isEqualTo(Cause.TIMED_OUT);
        assertThat(failure).hasMessageMatching("run /.*/tool0 on /dev/sda: no end in 1 s, so it was killed");
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    void killsAToolThatIgnoresSigterm() throws Exception {
        var running = bench.start(
                bench.script("trap 'echo >> terminated' TERM; touch up; while :; do sleep 1000; done", "", SHORT));
        bench.awaitFile("up");

        var failure = failureOf(running);

        assertThat(failure.reason()).isEqualTo(Cause.TIMED_OUT);
        assertThat(bench.processes()).isEmpty();
        assertThat(bench.work().resolve("terminated")).as("SIGTERM came first").exists();
    }

    @Test
    void killsAnOrphanInASessionOfItsOwn() throws Exception {
        var running = bench.start(bench.script("(setsid sh -c 'touch up; exec sleep 1000' &); sleep 1000", "", SHORT));
        bench.awaitFile("up");

        var failure = failureOf(running);

        assertThat(failure.reason()).isEqualTo(Cause.TIMED_OUT);
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    void killsAChildThatClearedItsEnvironment() throws Exception {
        var running = bench.start(bench.script("env -i sleep 1000; true", "", SHORT));
        await(() -> bench.processes().size() == 2);

        var failure = failureOf(running);

        assertThat(failure.reason()).isEqualTo(Cause.TIMED_OUT);
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    void takesTheAnswerOfAToolThatLeavesAnOrphanHoldingItsOutput() throws Exception {
        var result = bench.runner.run(bench.script("setsid sleep 1000 & echo data; exit 3"));

        assertThat(result).isEqualTo(new CommandResult(3, "data\n", ""));
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    void killsTheToolWhenTheCallerIsInterrupted() throws Exception {
        var interruptKept = new boolean[1];
        var reason = new Cause[1];
        var tool = bench.script("sleep 1000");
        var caller = new Thread(() -> {
            try {
                bench.runner.run(tool);
            } catch (CommandException e) {
                reason[0] = e.reason();
                interruptKept[0] = Thread.currentThread().isInterrupted();
            }
        });
        caller.start();
        await(() -> bench.processes().size() == 2);

        caller.interrupt();
        caller.join();

        assertThat(reason[0]).isEqualTo(Cause.STOPPED);
        assertThat(interruptKept[0]).isTrue();
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    void closeKillsWhatRunsAndWhatEarlierCommandsLeftBehind() throws Exception {
        bench.runner.run(bench.script("setsid sleep 1000 < /dev/null > /dev/null 2>&1 & true"));
        var stubborn = bench.start(bench.script("trap '' TERM; touch up; while :; do sleep 1000; done", "/dev/sda"));
        var forked = bench.start(bench.script("(setsid sleep 1000 &); sleep 1000", "/dev/sdb"));
        bench.awaitFile("up");
        var waiting = bench.start(bench.script("echo never", "/dev/sda"));
        await(() -> bench.processes().size() == 6);

        bench.runner.close();

        assertThat(bench.processes()).isEmpty();
        assertThat(failureOf(stubborn).reason()).isEqualTo(Cause.STOPPED);
        assertThat(failureOf(forked).reason()).isEqualTo(Cause.STOPPED);
        assertThat(failureOf(waiting).reason()).isEqualTo(Cause.STOPPED);
        assertThat(failureOf(bench.start(bench.script("true"))).reason()).isEqualTo(Cause.STOPPED);
    }
}
