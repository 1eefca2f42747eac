package io.diskvigil.cli;

import io.diskvigil.model.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** All that is known of one drive: who it is, where it was, what happened to it, how its readings moved. */
@Command(
        name = "drive",
        description = "Shows everything that is known of one drive.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class DriveCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DRIVE", description = "id, serial or device path, as drives shows them")
    String drive;

    @Option(names = "--json", description = "a JSON object")
    boolean json;

    @Override
    public Integer call() throws SettingsException, IOException {
        Instant now = Clock.systemUTC().instant();
        PrintWriter out = spec.commandLine().getOut();
        try (DriveBook book = DriveBook.open(main.settings())) {
            DriveEntry entry = book.find(drive);
            DriveDetails details = DriveDetails.of(book, entry, now);
            if (json) {
                DriveJson.print(out, generator -> {
                    generator.writeStartObject();
                    DriveJson.summary(generator, entry, book.tests());
                    DriveJson.details(generator, details);
                    generator.writeEndObject();
                });
            } else {
                DriveText.of(details, now).forEach(out::println);
                book.warning().ifPresent(warning -> out.println("\n" + Printable.line(warning)));
            }
            out.flush();
        }
        return 0;
    }
}
