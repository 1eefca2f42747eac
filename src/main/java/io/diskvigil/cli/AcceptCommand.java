package io.diskvigil.cli;

import io.diskvigil.model.ComponentId;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Accepts what a drive's counters say now: from here on only growth counts. Written down with who, when and why. */
@Command(
        name = "accept",
        description = "Accepts the present values of a drive's counters as its baseline.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class AcceptCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DRIVE", description = "id, serial or device path, as status shows them")
    String drive;

    @Parameters(
            index = "1",
            paramLabel = "READING",
            arity = "0..1",
            description = "such as reallocated_sectors; default: all")
    Optional<String> reading = Optional.empty();

    @Option(names = "--reason", required = true, description = "why this is acceptable; kept in the audit")
    String reason;

    @Override
    public Integer call() throws SettingsException {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("--reason is empty; say why, for the one who reads the audit later");
        }
        Path directory = StateDirectory.of(main.settings().store());
        try (SqliteStore store = SqliteStore.openBeside(directory)) {
            ComponentId id = DriveFinder.component(store, drive).id();
            store.accept(id, reading, Person.name(), reason, Clock.systemUTC().instant())
                    .forEach(row -> spec.commandLine()
                            .getOut()
                            .printf(
                                    "%s: baseline of %s moved from %d to %d%n",
                                    row.component(), row.reading(), row.oldValue(), row.newValue()));
        }
        return 0;
    }
}
