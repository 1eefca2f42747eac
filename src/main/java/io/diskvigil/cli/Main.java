package io.diskvigil.cli;

import io.diskvigil.model.Printable;
import io.diskvigil.poll.Ledger.LedgerException;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The program's front door. Only {@code run} starts Quarkus; every other command is done in half a second. */
@QuarkusMain
@Command(
        name = "diskvigil",
        description = "Watches the health of every disk in this machine and tells a person in time.",
        versionProvider = Main.Version.class,
        mixinStandardHelpOptions = true,
        subcommands = {
            RunCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            StatusCommand.class,
            PlanCommand.class,
            AcceptCommand.class,
            SectorCommand.class,
            SelfTestsCommand.class,
            SelfTestCommand.class,
            DrivesCommand.class,
            DriveCommand.class,
            DecommissionCommand.class,
            NoteCommand.class,
            TestMailCommand.class,
            ConfigCommand.class
        })
public final class Main implements Runnable {
    /** The configuration or the command line cannot be used. */
    static final int USAGE = 2;
    /** The daemon could not start: its state, its port. */
    private static final int NOT_STARTED = 1;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "configuration file (default: /etc/diskvigil/diskvigil.yaml if it exists)")
    Optional<Path> config = Optional.empty();

    public static void main(String... args) {
        // picocli takes a fifth of the daemon's start: its classes are too old for a start-up archive.
        System.exit(
                daemonAlone(args).map(Main::run).orElseGet(() -> commandLine().execute(args)));
    }

    /** The configuration named, if any, when nothing but the daemon is asked for; empty for everything else. */
    static Optional<Optional<Path>> daemonAlone(String... args) {
        List<String> rest = new ArrayList<>(List.of(args));
        Optional<Path> config = Optional.empty();
        int at = rest.indexOf("--config");
        if (at >= 0 && at + 1 < rest.size()) {
            config = Optional.of(Path.of(rest.remove(at + 1)));
            rest.remove(at);
        } else if (!rest.isEmpty() && rest.get(0).startsWith("--config=")) {
            config = Optional.of(Path.of(rest.remove(0).substring("--config=".length())));
        }
        return rest.isEmpty() || rest.equals(List.of("run")) ? Optional.of(config) : Optional.empty();
    }

    private static int run(Optional<Path> config) {
        RunCommand run = new RunCommand();
        run.main = new Main();
        run.main.config = config;
        try {
            return run.call();
        } catch (Exception e) {
            tell(e, new PrintWriter(System.err, true, StandardCharsets.UTF_8));
            return e instanceof SettingsException ? USAGE : NOT_STARTED;
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::failed);
    }

    private static int failed(Exception error, CommandLine command, CommandLine.ParseResult parsed) {
        List<String> problems = tell(error, command.getErr());
        if (command.getCommandSpec().exitCodeOnExecutionException() != ExitStatus.UNKNOWN) {
            return USAGE;
        }
        // Monitoring systems show what stands on stdout, and take USAGE for CRITICAL.
        command.getOut().println("UNKNOWN: " + Printable.line(String.join("; ", problems)));
        return ExitStatus.UNKNOWN;
    }

    private static List<String> tell(Exception error, PrintWriter err) {
        List<String> problems = error instanceof SettingsException settings
                ? settings.problems()
                : List.of(Optional.ofNullable(error.getMessage()).orElse(error.toString()));
        problems.forEach(problem -> err.println("diskvigil: " + Printable.line(problem)));
        if (!isForAPerson(error)) {
            error.printStackTrace(err);
        }
        return problems;
    }

    private static boolean isForAPerson(Exception error) {
        return error instanceof SettingsException
                || error instanceof LedgerException
                || error instanceof IOException
                || error instanceof IllegalArgumentException
                || error instanceof IllegalStateException;
    }

    Settings settings() throws SettingsException {
        return SettingsLoader.load(config);
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"diskvigil " + BuildInfo.version()};
        }
    }
}
