package io.diskvigil.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.diskvigil.web.PlanDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Asks the running daemon which self-tests the coming nights bring. */
@Command(
        name = "plan",
        description =
                "Shows which self-tests the running daemon means to run in the coming nights, and why not the others.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Option(
            names = "--nights",
            paramLabel = "N",
            defaultValue = "" + PlanDocument.USUAL_NIGHTS,
            description = "how many nights (default: ${DEFAULT-VALUE}, at most " + PlanDocument.MOST_NIGHTS + ")")
    int nights;

    @Option(names = "--json", description = "the daemon's own JSON answer")
    boolean json;

    @Override
    public Integer call() throws SettingsException {
        if (nights < 1 || nights > PlanDocument.MOST_NIGHTS) {
            throw new ParameterException(
                    spec.commandLine(), "--nights: %d is not from 1 to %d".formatted(nights, PlanDocument.MOST_NIGHTS));
        }
        String body = RunningDaemon.get(main.settings().http(), "/plan.json?nights=" + nights);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(body);
        } else {
            try {
                new PlanText(out, ZoneId.systemDefault()).print(new ObjectMapper().readTree(body));
            } catch (IOException e) {
                throw new IllegalStateException("read the daemon's answer: " + e.getMessage(), e);
            }
        }
        out.flush();
        return 0;
    }
}
