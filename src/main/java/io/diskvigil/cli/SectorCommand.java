package io.diskvigil.cli;

import io.diskvigil.adapter.block.BlockReader;
import io.diskvigil.adapter.block.Place;
import io.diskvigil.adapter.block.Place.Step;
import io.diskvigil.exec.ZtExecCommandRunner;
import io.diskvigil.model.Component;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Says what lies at an LBA of a drive, and which commands name the file. Runs none of them and writes nothing. */
@Command(
        name = "sector",
        description = "Says what lies at an LBA of a drive, and the commands that name the file.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class SectorCommand implements Callable<Integer> {
    private static final int NOT_KNOWN = 1;

    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "DRIVE",
            description = "id, serial or device path; any path of a disk will do")
    String drive;

    @Parameters(index = "1", paramLabel = "LBA", description = "in the drive's own blocks, as self-test logs give it")
    long lba;

    /** Where the system's files lie; tests give a directory that looks like it. */
    Path root = Path.of("/");

    @Override
    public Integer call() throws SettingsException, IOException {
        if (lba < 0) {
            throw new IllegalArgumentException("LBA %d: there is none below 0".formatted(lba));
        }
        Settings settings = main.settings();
        Path scratch = Files.createTempDirectory("diskvigil-sector");
        try (ZtExecCommandRunner runner = new ZtExecCommandRunner(settings.exec(), scratch, Clock.systemUTC())) {
            BlockReader reader = BlockReader.forAPerson(root, runner);
            Optional<Component> known = known(settings);
            return print(
                    known.map(component -> reader.place(component, lba)).orElseGet(() -> reader.place(drive, lba)));
        } finally {
            Scratch.delete(scratch);
        }
    }

    /** A path need not be known: it may be any disk. */
    private Optional<Component> known(Settings settings) {
        Optional<Path> directory = StateDirectory.withDatabase(settings.store());
        if (drive.startsWith("/") || directory.isEmpty()) {
            if (!drive.startsWith("/")) {
                throw new IllegalArgumentException(
                        "'%s' is no path, and there is no database that could tell where that drive is"
                                .formatted(drive));
            }
            return Optional.empty();
        }
        try (SqliteStore store = SqliteStore.openReadOnly(directory.get())) {
            return Optional.of(DriveFinder.component(store, drive));
        }
    }

    private int print(Place place) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("LBA " + lba + ": " + place.words());
        int number = 0;
        for (Step step : place.steps()) {
            out.println();
            out.println(++number + ". " + step.words());
            step.commands().forEach(command -> out.println("   " + command));
        }
        return place.layers().isEmpty() && place.steps().isEmpty() ? NOT_KNOWN : 0;
    }
}
