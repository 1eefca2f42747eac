package io.diskvigil.cli;

import io.diskvigil.inventory.Life;
import io.diskvigil.model.Printable;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Keeps a person's words about a drive: a warranty case, a suspicion, where the spare lies. */
@Command(
        name = "note",
        description = "Keeps a note about a drive.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class NoteCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DRIVE", description = "id, serial or device path, as drives shows them")
    String drive;

    @Parameters(index = "1", paramLabel = "TEXT", description = "one line, in quotes")
    String text;

    @Override
    public Integer call() throws SettingsException {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the note is empty");
        }
        try (SqliteStore store =
                SqliteStore.openBeside(StateDirectory.of(main.settings().store()))) {
            Life meant = DriveFinder.drive(store.lives(), drive);
            store.note(meant.id(), Person.name(), text, Clock.systemUTC().instant());
            spec.commandLine().getOut().println(Printable.line("%s: noted".formatted(meant.id())));
        }
        return 0;
    }
}
