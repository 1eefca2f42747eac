package io.diskvigil.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Verdict;
import io.diskvigil.web.HttpConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
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
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Option(names = "--json", description = "the daemon's own JSON answer")
    boolean json;

    @Override
    public Integer call() throws SettingsException {
        HttpConfig http = main.settings().http();
        String body = ask(http);
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

    private static String ask(HttpConfig http) {
        // A daemon that listens on every address is asked on loopback.
        String host = http.host().equals("0.0.0.0") ? "127.0.0.1" : http.host().equals("::") ? "[::1]" : http.host();
        URI uri = URI.create("http://%s:%d/status.json".formatted(host, http.port()));
        try {
            var answer = HttpClient.newBuilder()
                    .connectTimeout(TIMEOUT)
                    .build()
                    .send(HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(
                        "ask %s: HTTP status %d; is that diskvigil?".formatted(uri, answer.statusCode()));
            }
            return answer.body();
        } catch (ConnectException e) {
            // It has no message of its own.
            throw new IllegalStateException(
                    "ask %s: nobody listens there; is the daemon running? (systemctl status diskvigil)".formatted(uri),
                    e);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "ask %s: %s; is the daemon running? (systemctl status diskvigil)".formatted(uri, e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("ask " + uri + ": interrupted", e);
        }
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
                    verdict(component), text(component, "path"), text(component, "id"), seen(component));
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

    private static String seen(JsonNode component) {
        if (component.path("state").asText().equals("missing")) {
            return "missing since " + text(component, "stateSince");
        }
        if (component.path("asleep").asBoolean()) {
            return "asleep";
        }
        return component.path("kind").asText().equals("controller")
                ? ""
                : "read " + component.path("lastRead").asText("never");
    }

    private static Verdict verdict(JsonNode node) {
        return Verdict.valueOf(node.path("verdict").asText("unknown").toUpperCase(Locale.ROOT));
    }

    private static String text(JsonNode node, String field) {
        return Printable.line(node.path(field).asText());
    }
}
