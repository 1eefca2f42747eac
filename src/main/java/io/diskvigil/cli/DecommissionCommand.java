package io.diskvigil.cli;

import io.diskvigil.inventory.Life;
import io.diskvigil.model.Printable;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Takes a drive out of service: nobody expects it any more, and what is open about it ends. Written down with who and why. */
@Command(
        name = "decommission",
        description = "Takes a drive out of service: it is no longer missed.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class DecommissionCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DRIVE", description = "id, serial or device path, as drives shows them")
    String drive;

    @Option(names = "--reason", required = true, description = "why; kept in the audit")
    String reason;

    @Override
    public Integer call() throws SettingsException {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("--reason is empty; say why, for the one who reads the audit later");
        }
        try (SqliteStore store =
                SqliteStore.openBeside(StateDirectory.of(main.settings().store()))) {
            Life meant = DriveFinder.drive(store.lives(), drive);
            Life before = store.decommission(
                    meant.id(), Person.name(), reason, Clock.systemUTC().instant());
            spec.commandLine()
                    .getOut()
                    .println(Printable.line("%s: decommissioned; it was %s%s"
                            .formatted(
                                    meant.id(),
                                    before.state().word(),
                                    before.state().isHere()
                                            ? ". Pull it within a day, else it counts as returned"
                                            : "")));
        }
        return 0;
    }
}
