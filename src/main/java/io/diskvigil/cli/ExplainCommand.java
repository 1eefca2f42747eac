package io.diskvigil.cli;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.model.Printable;
import io.diskvigil.rule.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Reads recorded outputs of the tools and says what they mean, without a daemon and without history. */
@Command(
        name = "explain",
        description = "Reads recorded outputs of the tools that are known and says what they mean.",
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

    @Option(
            names = "--tool",
            paramLabel = "NAME",
            description = "which tool printed it, if the text alone does not tell: ${COMPLETION-CANDIDATES}",
            completionCandidates = ToolNames.class)
    String tool;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "recorded output; - reads standard input")
    List<String> files;

    @Override
    public Integer call() throws SettingsException {
        Settings settings = main.settings();
        Explainer explainer = new Explainer(asked(Adapters.of(settings)), Rules.of(settings.rules()));
        PrintWriter out = spec.commandLine().getOut();
        ExplainPrinter printer = json ? new ExplainJson(out) : new ExplainText(out);
        boolean allRead = true;
        for (String file : files) {
            Explained explained = explain(file, explainer);
            printer.print(explained);
            allRead &= !explained.tool().isEmpty();
        }
        out.flush();
        // What the files say is in the answer; the status only says whether every one was the output of a known tool.
        return allRead ? 0 : 1;
    }

    /** All tools, or the one that the user names. */
    private List<VendorAdapter> asked(List<VendorAdapter> all) {
        if (tool == null) {
            return all;
        }
        return all.stream()
                .filter(adapter -> adapter.name().equals(tool))
                .findFirst()
                .map(List::of)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "unknown tool '" + Printable.line(tool) + "'; known: "
                                + all.stream().map(VendorAdapter::name).collect(Collectors.joining(", "))));
    }

    private static Explained explain(String file, Explainer explainer) {
        try {
            return explainer.explain(file, read(file));
        } catch (IOException e) {
            return Explained.unreadable(file, "cannot be read: " + e);
        }
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
