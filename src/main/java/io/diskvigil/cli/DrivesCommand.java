package io.diskvigil.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.model.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** All drives ever seen, one a line: trouble on top, who is gone at the end. */
@Command(
        name = "drives",
        description = "Lists all drives ever seen, trouble first.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class DrivesCommand implements Callable<Integer> {
    private static final int WIDTH = 120;
    private static final List<String> HEADING =
            List.of("VERDICT", "SLOT", "PATH", "MODEL", "SERIAL", "AGE", "TEMP", "LAST READ", "LONG TEST", "STATE");
    /** Serials are never cut: people compare them letter by letter. */
    private static final int[] LEAST = {0, 8, 12, 10, 0, 0, 0, 0, 0, 0};

    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Option(names = "--all", description = "also those that were decommissioned")
    boolean all;

    @Option(names = "--json", description = "an array of JSON objects")
    boolean json;

    @Override
    public Integer call() throws SettingsException, IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (DriveBook book = DriveBook.open(main.settings())) {
            List<DriveEntry> shown = book.entries().stream()
                    .filter(entry -> all || entry.life().state() != State.DECOMMISSIONED)
                    .toList();
            if (json) {
                DriveJson.print(out, generator -> {
                    generator.writeStartArray();
                    for (DriveEntry entry : shown) {
                        generator.writeStartObject();
                        DriveJson.summary(generator, entry, book.tests());
                        generator.writeEndObject();
                    }
                    generator.writeEndArray();
                });
            } else {
                table(book, shown, Clock.systemUTC().instant()).lines(WIDTH).forEach(out::println);
                if (shown.isEmpty()) {
                    out.println("no drive was seen yet");
                }
                book.warning().ifPresent(warning -> out.println("\n" + Printable.line(warning)));
            }
            out.flush();
        }
        return 0;
    }

    private static TextTable table(DriveBook book, List<DriveEntry> entries, Instant now) {
        TextTable table = new TextTable(HEADING, LEAST);
        for (DriveEntry entry : entries) {
            Life life = entry.life();
            table.add(List.of(
                    entry.life().state().isHere() ? entry.verdict().name() : "-",
                    entry.slot(),
                    entry.path(),
                    life.component().identity().model(),
                    life.component().identity().serial(),
                    life.powerOnHours().isPresent()
                            ? Ago.span(Duration.ofHours(life.powerOnHours().getAsLong()))
                            : "-",
                    entry.temperature().isPresent()
                            ? Math.round(entry.temperature().getAsDouble()) + " °C"
                            : "-",
                    Ago.of(entry.lastRead(), now),
                    book.tests().lastLong(life.id()).map(at -> Ago.of(at, now)).orElse("-"),
                    entry.state().word()));
        }
        return table;
    }

    /** Where the generator's exceptions may pass. */
    @FunctionalInterface
    interface Writing {
        void to(JsonGenerator json) throws IOException;
    }
}
