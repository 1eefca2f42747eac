package io.diskvigil.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.diskvigil.model.Printable;
import io.diskvigil.web.HttpConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Shows what the running daemon knows of self-tests. */
@Command(
        name = "selftests",
        description = "Shows which self-tests run, passed, or must pass until when.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class SelfTestsCommand implements Callable<Integer> {
    private static final String ROW = "%-24s  %-16s  %-16s  %-17s  %s%n";

    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Option(names = "--json", description = "the daemon's own JSON answer")
    boolean json;

    @Override
    public Integer call() throws SettingsException {
        HttpConfig http = main.settings().http();
        String body = RunningDaemon.get(http, "/self-tests.json");
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(body);
        } else {
            try {
                print(out, new ObjectMapper().readTree(body), ZoneId.systemDefault());
            } catch (IOException e) {
                throw new IllegalStateException("read the daemon's answer: " + e.getMessage(), e);
            }
        }
        out.flush();
        return 0;
    }

    /** @param zone in which times are shown */
    static void print(PrintWriter out, JsonNode document, ZoneId zone) {
        Times times = new Times(zone);
        out.printf(ROW, "DRIVE", "SHORT PASSED", "LONG PASSED", "LONG DUE BY", "NOW");
        for (JsonNode drive : document.path("drives")) {
            JsonNode tests = drive.path("kinds");
            JsonNode due = tests.path("long").path("deadline");
            String late = tests.path("long").path("overdue").asBoolean() ? " !" : "";
            out.printf(
                    ROW,
                    text(drive, "path"),
                    times.of(tests.path("short").path("passed"), "never"),
                    times.of(tests.path("long").path("passed"), "never"),
                    times.of(due, "-") + late,
                    now(drive, times));
            out.printf("  %s%n", text(drive, "id"));
            more(drive, times).forEach(line -> out.printf("  %s%n", line));
        }
        if (document.path("drives").isEmpty()) {
            out.println("no drive is known yet");
        }
    }

    private static String now(JsonNode drive, Times times) {
        JsonNode running = drive.path("running");
        if (!running.isObject()) {
            return text(drive, "why");
        }
        String kind = running.path("kind").asText("unknown");
        String done = running.path("donePercent").isNumber()
                ? "%d %% done, ".formatted(running.path("donePercent").asInt())
                : "";
        String whose = running.path("ours").asBoolean() ? "" : ", started by somebody else";
        return Printable.line(
                "%s runs, %sends about %s%s".formatted(kind, done, times.of(running.path("expectedEnd"), "-"), whose));
    }

    /** What is out of the ordinary. */
    private static List<String> more(JsonNode drive, Times times) {
        List<String> lines = new ArrayList<>();
        JsonNode last = drive.path("last");
        if (last.isObject() && !last.path("result").asText().equals("passed")) {
            String lba = last.path("lba").isNumber()
                    ? ", first error at LBA " + last.path("lba").asLong()
                    : "";
            lines.add(Printable.line("last test: %s %s on %s: %s%s"
                    .formatted(
                            last.path("kind").asText("unknown"),
                            last.path("result").asText(),
                            times.of(last.path("ended"), "-"),
                            last.path("words").asText(),
                            lba)));
        }
        if (drive.path("possible").asBoolean() && !drive.path("owed").isEmpty()) {
            List<String> owed = new ArrayList<>();
            drive.path("owed").forEach(kind -> owed.add(kind.asText()));
            lines.add("new: owes " + Printable.line(String.join(", ", owed)));
        }
        if (drive.path("kinds").path("short").path("overdue").asBoolean()) {
            lines.add("short test overdue since "
                    + times.of(drive.path("kinds").path("short").path("deadline"), "-"));
        }
        return lines;
    }

    private static String text(JsonNode node, String field) {
        return Printable.line(node.path(field).asText());
    }

    /** Writes instants as a person's clock shows them. */
    private record Times(DateTimeFormatter format) {
        Times(ZoneId zone) {
            this(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(zone));
        }

        String of(JsonNode instant, String none) {
            return instant.isTextual() ? format.format(Instant.parse(instant.textValue())) : none;
        }
    }
}
