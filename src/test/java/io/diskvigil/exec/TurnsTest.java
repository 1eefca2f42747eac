package io.diskvigil.exec;

import static io.diskvigil.exec.Workbench.await;
import static io.diskvigil.exec.Workbench.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.exec.Workbench.Settings;
import io.diskvigil.model.PollOutcome.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may run beside whom, and what a command that cannot be killed holds up. */
class TurnsTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final String UNTIL_GO = "touch up; while [ ! -e go ]; do sleep 0.02; done; ";

    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = new Workbench(folder, new Settings(2, 1 << 20, Duration.ofMillis(100)));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void neverRunsTwoCommandsOnOneDeviceWhileAnotherDeviceGoesOn() throws Exception {
        var alone = "mkdir alone || exit 9; ";
        var first = bench.start(bench.script(alone + UNTIL_GO + "rmdir alone", "/dev/sda"));
        bench.awaitFile("up");
        var second = bench.start(bench.script(alone + "rmdir alone", "/dev/sda"));

        var other = bench.runner.run(bench.script("echo other", "/dev/sdb"));
        var othersWentOn = !first.isDone() && !second.isDone();
        bench.touch("go");

        assertThat(other.stdout()).isEqualTo("other\n");
        assertThat(othersWentOn).isTrue();
        assertThat(first.join().exitStatus()).isZero();
        assertThat(second.join().exitStatus()).isZero();
    }

    @Test
    void isBusyAndNotTimedOutWhenAnEarlierCommandHoldsTheDevice() throws Exception {
        bench.start(bench.script(UNTIL_GO, "/dev/sda"));
        bench.awaitFile("up");

        var failure = failureOf(bench.start(bench.script("true", "/dev/sda", SHORT)));

        assertThat(failure.reason()).isEqualTo(Cause.BUSY);
        assertThat(failure)
                .hasMessageEndingWith(" on /dev/sda: waited 0.5 s for an earlier command on the same device to end");
    }

    @Test
    void isBusyAndNotTimedOutWhenEveryPlaceIsTaken() throws Exception {
        var running = List.of(bench.start(bench.script(UNTIL_GO)), bench.start(bench.script(UNTIL_GO)));
        await(() -> bench.processes().size() >= running.size());

        var failure = failureOf(bench.start(bench.script("true", "/dev/sda", SHORT)));

        assertThat(failure.reason()).isEqualTo(Cause.BUSY);
        assertThat(failure)
                .hasMessageEndingWith(
                        ": waited 0.5 s for its turn, as no more than 2 commands run at once (exec.parallel)");
    }

    @Test
    void letsCommandsRunInTheOrderOfTheirArrival() throws Exception {
        var admission = new Admission(1);
        var order = new ArrayList<String>();
        var first = new Command(List.of("/first"), "", Duration.ofSeconds(30));
        admission.enter(first);
        var callers = new ArrayList<Thread>();
        for (var device : List.of("/dev/sda", "/dev/sdb", "/dev/sdc")) {
            var caller = new Thread(() -> enterAndLeave(admission, device, order));
            callers.add(caller);
            caller.start();
            await(() -> caller.getState() == Thread.State.TIMED_WAITING);
        }

        admission.leave(first);
        for (var caller : callers) {
            caller.join();
        }

        assertThat(order).containsExactly("/dev/sda", "/dev/sdb", "/dev/sdc");
        assertThat(admission.running()).isZero();
    }

    @Test
    void refusesADeviceOnWhichACommandHangsUntilItIsGone() throws Exception {
        var unkillable = "trap '' TERM; exec sleep 1000";
        bench.kernelStuck.set(true);

        var onSda = bench.start(bench.script(unkillable, "/dev/sda", SHORT));
        var onSdb = bench.start(bench.script(unkillable, "/dev/sdb", SHORT));
        var first = failureOf(onSda);
        var second = failureOf(onSdb);
        var refused = failureOf(bench.start(bench.script("true", "/dev/sda")));

        assertThat(first.reason()).isEqualTo(Cause.TIMED_OUT);
        assertThat(second.reason()).isEqualTo(Cause.TIMED_OUT);
        assertThat(bench.runner.hangingDevices()).containsExactlyInAnyOrder("/dev/sda", "/dev/sdb");
        assertThat(refused.reason()).isEqualTo(Cause.STILL_HANGING);
        assertThat(refused)
                .hasMessageMatching("run /.*/tool2 on /dev/sda: /.*/tool0 \\(pid \\d+\\) survived SIGKILL at "
                        + Workbench.NOW + " and still hangs in the kernel; .*");
        // Both places were taken by what hangs now.
        assertThat(bench.runner.run(bench.script("echo on", "/dev/sdc")).stdout())
                .isEqualTo("on\n");

        bench.processes().forEach(ProcessHandle::destroyForcibly);
        await(() -> bench.runner.hangingDevices().isEmpty());

        assertThat(bench.runner.run(bench.script("echo back", "/dev/sda")).stdout())
                .isEqualTo("back\n");
    }

    @Test
    void tellsWhichProcessSurvivedAndInWhatItWaits() throws Exception {
        bench.kernelStuck.set(true);

        failureOf(bench.start(bench.script("trap '' TERM; exec sleep 1000", "/dev/sda", SHORT)));
        var survivor = bench.runner.survivor("/dev/sda").orElseThrow();

        assertThat(survivor.since()).isEqualTo(Workbench.NOW);
        assertThat(survivor.pids())
                .containsExactlyElementsOf(
                        bench.processes().stream().map(ProcessHandle::pid).toList());
        var wchan = Files.readString(Path.of("/proc/" + survivor.pids().get(0) + "/wchan"));
        assertThat(survivor.waitsFor()).isEqualTo(wchan.equals("0") ? "" : wchan);
        assertThat(survivor.words()).startsWith("pid " + survivor.pids().get(0) + " survived SIGKILL");
        assertThat(bench.runner.survivor("/dev/sdb")).isEmpty();

        bench.processes().forEach(ProcessHandle::destroyForcibly);
        await(() -> bench.runner.survivor("/dev/sda").isEmpty());
    }

    @Test
    void refusesAtOnceWhoWaitedForTheDeviceThatNowHangs() throws Exception {
        bench.kernelStuck.set(true);
        var first =
                bench.start(bench.script("trap '' TERM; touch up; exec sleep 1000", "/dev/sda", SHORT.multipliedBy(2)));
        bench.awaitFile("up");
        var second = bench.start(bench.script("true", "/dev/sda"));

        assertThat(failureOf(first).reason()).isEqualTo(Cause.TIMED_OUT);
        assertThat(failureOf(second).reason()).isEqualTo(Cause.STILL_HANGING);
    }

    @Test
    void refusesAScanThatHangsToBeStartedAgainButNothingElse() throws Exception {
        bench.kernelStuck.set(true);
        var scan = bench.script("trap '' TERM; exec sleep 1000", "", SHORT);
        failureOf(bench.start(scan));

        assertThat(failureOf(bench.start(scan)).reason()).isEqualTo(Cause.STILL_HANGING);
        assertThat(bench.runner.run(bench.script("echo on")).stdout()).isEqualTo("on\n");
        assertThat(bench.runner.hangingDevices()).isEmpty();
    }

    @Test
    void closeDoesNotWaitForWhatCannotBeKilled() throws Exception {
        bench.kernelStuck.set(true);
        failureOf(bench.start(bench.script("trap '' TERM; exec sleep 1000", "/dev/sda", SHORT)));

        bench.runner.close();

        assertThat(bench.processes()).hasSize(1);
        assertThat(bench.runner.hangingDevices()).containsExactly("/dev/sda");
    }

    private static void enterAndLeave(Admission admission, String device, List<String> order) {
        var command = new Command(List.of("/next"), device, Duration.ofSeconds(30));
        try {
            admission.enter(command);
            order.add(device);
            admission.leave(command);
        } catch (CommandException e) {
            throw new AssertionError(e);
        }
    }
}
