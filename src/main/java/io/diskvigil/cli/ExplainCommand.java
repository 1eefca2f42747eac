package io.diskvigil.cli;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.poll.EventPlaces;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import io.diskvigil.rule.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Reads recorded outputs of the tools and says what they mean, without a daemon and without history. */
@Command(
        name = "explain",
        description = "Reads recorded outputs of smartctl (JSON or text) and says what they mean.",
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
    /** A recording larger than this is none: the same bound as for a tool's output. */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Option(names = "--json", description = "one JSON line a file")
    boolean json;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "recorded output; - reads standard input")
    List<String> files;

    @Override
    public Integer call() throws SettingsException {
        Settings settings = main.settings();
        List<VendorAdapter> adapters = Adapters.of(settings);
        List<Rule> rules = Rules.of(settings.rules());
        PrintWriter out = spec.commandLine().getOut();
        ExplainPrinter printer = json ? new ExplainJson(out) : new ExplainText(out);
        boolean allRead = true;
        for (String file : files) {
            Explained explained = explain(file, adapters, rules);
            printer.print(explained);
            allRead &= !explained.tool().isEmpty();
        }
        out.flush();
        // What the files say is in the answer; the status only says whether every one was the output of a known tool.
        return allRead ? 0 : 1;
    }

    private static Explained explain(String file, List<VendorAdapter> adapters, List<Rule> rules) {
        String text;
        try {
            text = read(file);
        } catch (IOException e) {
            return Explained.unreadable(file, "cannot be read: " + e);
        }
        for (VendorAdapter adapter : adapters) {
            Optional<Recording> recording;
            try {
                recording = adapter.recognise(text, Instant.EPOCH);
            } catch (RuntimeException e) {
                return Explained.unreadable(file, adapter.name() + ": not understood: " + e.getMessage());
            }
            if (recording.isPresent()) {
                return explained(file, adapter, recording.get(), rules);
            }
        }
        return Explained.unreadable(file, "not the output of a known tool");
    }

    private static Explained explained(String file, VendorAdapter adapter, Recording recording, List<Rule> rules) {
        if (recording instanceof Recording.Listing listing) {
            return Explained.listing(file, adapter.name(), listing.targets());
        }
        var outcome = ((Recording.Answer) recording).outcome();
        if (outcome instanceof Polled polled) {
            return Explained.polled(
                    file,
                    adapter.name(),
                    // As adapters date what they recognise: the clock in it, as if it were UTC.
                    EventPlaces.distributed(polled.snapshots(), ZoneOffset.UTC).stream()
                            .map(snapshot -> Judged.of(snapshot, History.NONE, rules))
                            .toList());
        }
        return Explained.notPolled(file, adapter.name(), outcome);
    }

    private static String read(String file) throws IOException {
        byte[] bytes;
        if (file.equals("-")) {
            bytes = System.in.readNBytes(MOST_BYTES + 1);
        } else {
            try (InputStream in = Files.newInputStream(Path.of(file))) {
                bytes = in.readNBytes(MOST_BYTES + 1);
            }
        }
        if (bytes.length > MOST_BYTES) {
            throw new IOException("larger than 16 MiB: no recorded output of a tool");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
