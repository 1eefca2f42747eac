package io.diskvigil.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Verdict;
import io.diskvigil.web.HttpConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Asks the running daemon what it last knew. */
@Command(
        name = "status",
        description = "Asks the running daemon how everything is; exits as check does.",
        exitCodeOnInvalidInput = ExitStatus.UNKNOWN,
        exitCodeOnExecutionException = ExitStatus.UNKNOWN,
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Option(names = "--json", description = "the daemon's own JSON answer")
    boolean json;

    @Override
    public Integer call() throws SettingsException {
        HttpConfig http = main.settings().http();
        String body = RunningDaemon.get(http, "/status.json");
        PrintWriter out = spec.commandLine().getOut();
        JsonNode status;
        try {
            status = new ObjectMapper().readTree(body);
        } catch (IOException e) {
            throw new IllegalStateException("read the daemon's answer: " + e.getMessage(), e);
        }
        if (json) {
            out.println(body);
        } else {
            print(out, status);
        }
        out.flush();
        return ExitStatus.of(verdict(status));
    }

    private static void print(PrintWriter out, JsonNode status) {
        List<JsonNode> components = new ArrayList<>();
        status.path("components").forEach(components::add);
        components.sort(
                Comparator.comparing((JsonNode component) -> verdict(component)).reversed());
        if (components.isEmpty()) {
            out.println("UNKNOWN   " + CheckCommand.NO_DRIVE);
        }
        for (JsonNode component : components) {
            out.printf(
                    "%-8s  %-14s  %-44s  %s%n",
                    verdict(component), place(component), text(component, "id"), seen(component));
            if (!text(component, "outline").isEmpty()) {
                out.printf("          %s%n", text(component, "outline"));
            }
            for (JsonNode finding : component.path("findings")) {
                out.printf(
                        "          %s: %s%n",
                        text(finding, "severity").toUpperCase(Locale.ROOT), text(finding, "summary"));
            }
        }
        for (JsonNode target : status.path("targets")) {
            if (!target.path("ok").asBoolean()) {
                out.printf(
                        "cannot read %s: %s (%s)%n",
                        text(target, "target"), text(target, "detail"), text(target, "cause"));
            }
        }
        out.printf("mails waiting: %d%n", status.path("outbox").path("depth").asInt());
    }

    /** A daemon of before tells no place. */
    private static String place(JsonNode component) {
        return text(component, component.has("place") ? "place" : "path");
    }

    private static String seen(JsonNode component) {
        if (component.path("state").asText().equals("missing")) {
            return "missing since " + text(component, "stateSince");
        }
        // One that only the bus shows is never read.
        if (component.path("kind").asText().equals("controller") && !component.hasNonNull("lastRead")) {
            return "";
        }
        String read = "read " + component.path("lastRead").asText("never");
        return component.path("asleep").asBoolean()
                ? "asleep since " + component.path("asleepSince").asText("the start") + ", " + read
                : read;
    }

    private static Verdict verdict(JsonNode node) {
        return Verdict.valueOf(node.path("verdict").asText("unknown").toUpperCase(Locale.ROOT));
    }

    private static String text(JsonNode node, String field) {
        return Printable.line(node.path(field).asText());
    }
}
