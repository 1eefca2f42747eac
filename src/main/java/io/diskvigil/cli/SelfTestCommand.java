package io.diskvigil.cli;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Printable;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.TestRequest;
import io.diskvigil.store.SelfTestTables;
import io.diskvigil.store.SelfTestTables.Answer;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Has the running daemon start or end a self-test: it alone knows what else runs, and it reads the result back. */
@Command(
        name = "selftest",
        description = "Has the running daemon start a self-test on a drive now, or end the one that runs.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class SelfTestCommand implements Callable<Integer> {
    /** The daemon refused, or did not answer. */
    private static final int NOT_DONE = 1;

    private static final Duration LOOK_AGAIN = Duration.ofMillis(300);

    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DRIVE", description = "id, serial or device path, as status shows them")
    String drive;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "KIND",
            description = "${COMPLETION-CANDIDATES}: which test to start")
    Optional<TestKind> kind = Optional.empty();

    @Option(names = "--stop", description = "end the self-test that runs, whoever started it")
    boolean stop;

    @Option(
            names = "--despite",
            description = "start it although its array rebuilds, or the drive is hot or busy; never if it sleeps")
    boolean despite;

    @Override
    public Integer call() throws SettingsException, InterruptedException {
        if (stop == kind.isPresent()) {
            throw new IllegalArgumentException("name one: short, long, conveyance, or --stop");
        }
        Settings settings = main.settings();
        RunningDaemon.get(settings.http(), "/health/live");
        String what = kind.map(TestKind::word).orElse(TestRequest.STOP);
        PrintWriter out = spec.commandLine().getOut();
        try (SqliteStore store = SqliteStore.openBeside(StateDirectory.of(settings.store()))) {
            ComponentId id = DriveFinder.component(store, drive).id();
            Optional<Answer> answer = ask(store.selfTests(), id, what);
            if (answer.isEmpty()) {
                spec.commandLine()
                        .getErr()
                        .println("diskvigil: the daemon does not answer; see its log, and diskvigil selftests");
                return NOT_DONE;
            }
            out.println(Printable.line(id + ": " + answer.get().words()));
            if (answer.get().granted() && !stop) {
                out.println("follow it with: diskvigil selftests    end it with: diskvigil selftest " + id + " --stop");
            }
            out.flush();
            return answer.get().granted() ? 0 : NOT_DONE;
        }
    }

    private Optional<Answer> ask(SelfTestTables tables, ComponentId id, String what) throws InterruptedException {
        String who = Person.name();
        long number = tables.ask(id, what, despite, who, Clock.systemUTC().instant());
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < TestRequest.PATIENCE.toNanos()) {
            Optional<Answer> answer = tables.answer(number);
            if (answer.isPresent()) {
                return answer;
            }
            Thread.sleep(LOOK_AGAIN.toMillis());
        }
        tables.withdraw(number);
        return Optional.empty();
    }
}
