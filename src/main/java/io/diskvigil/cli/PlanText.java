package io.diskvigil.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Printable;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The plan of the coming nights for a terminal of 110 columns. Quick tests are one line a night, each long one has its own. */
final class PlanText {
    private static final int WIDTH = 110;
    private static final String INDENT = " ".repeat(15);
    private static final String LONG = "long";

    private final PrintWriter out;
    private final DateTimeFormatter clock;
    private final DateTimeFormatter day = DateTimeFormatter.ofPattern("EEE yyyy-MM-dd", Locale.ENGLISH);

    /** @param zone in which times are shown */
    PlanText(PrintWriter out, ZoneId zone) {
        this.out = out;
        clock = DateTimeFormatter.ofPattern("HH:mm").withZone(zone);
    }

    void print(JsonNode document) {
        JsonNode plan = document.path("plan");
        // What can never be tested is said once, not each night.
        Map<String, List<String>> never = new LinkedHashMap<>();
        boolean anything = false;
        for (JsonNode night : plan) {
            anything |= night(night, never);
        }
        if (!anything) {
            out.println("no drive is known yet");
            return;
        }
        if (!never.isEmpty()) {
            out.println("Not tested here:");
            never.forEach((reason, drives) -> wrapped("  " + reason + ": ", drives));
            out.println();
        }
        out.println(
                "As it will be if each test takes its time and passes. What is in the way now counts for the first night.");
    }

    private boolean night(JsonNode night, Map<String, List<String>> never) {
        out.printf(
                "%s  %s to %s%n",
                day.format(LocalDate.parse(night.path("night").asText())), time(night, "opens"), time(night, "closes"));
        Map<String, List<JsonNode>> quick = new LinkedHashMap<>();
        List<JsonNode> longs = new ArrayList<>();
        for (JsonNode run : night.path("runs")) {
            if (text(run, "kind").equals(LONG)) {
                longs.add(run);
            } else {
                quick.computeIfAbsent(text(run, "kind"), kind -> new ArrayList<>())
                        .add(run);
            }
        }
        quick.forEach(this::quick);
        longs.forEach(this::longTest);
        boolean held = held(night.path("held"), never);
        out.println();
        return held || !quick.isEmpty() || !longs.isEmpty();
    }

    private void quick(String kind, List<JsonNode> runs) {
        String first = time(runs.get(0), "at");
        String last = time(runs.get(runs.size() - 1), "at");
        String when = first.equals(last) ? first : first + "-" + last;
        wrapped(
                "  %-11s  %-10s  ".formatted(when, kind),
                runs.stream().map(run -> text(run, "path")).toList());
    }

    private void longTest(JsonNode run) {
        long minutes = run.path("minutes").asLong();
        String takes = minutes < 120 ? minutes + " min" : Math.round(minutes / 60.0) + " h";
        String slot = text(run, "slot");
        String where = slot.isEmpty() ? text(run, "path") : slot + " " + text(run, "path");
        line("  %-11s  %-10s  %s  %s  (%s)".formatted(time(run, "at"), LONG, where, text(run, "drive"), takes));
    }

    /** @return whether there was anybody to speak of */
    private boolean held(JsonNode held, Map<String, List<String>> never) {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (JsonNode drive : held) {
            String cause = text(drive, "cause");
            String path = text(drive, "path");
            if (cause.equals("untestable") || cause.equals("disabled")) {
                List<String> paths = never.computeIfAbsent(text(drive, "reason"), reason -> new ArrayList<>());
                if (!paths.contains(path)) {
                    paths.add(path);
                }
            } else if (cause.equals("not_due")) {
                reasons.computeIfAbsent("nothing due", reason -> new ArrayList<>())
                        .add(path);
            } else {
                List<String> kinds = new ArrayList<>();
                drive.path("kinds").forEach(kind -> kinds.add(Printable.line(kind.asText())));
                String what = kinds.isEmpty() ? "waits" : String.join("+", kinds) + " waits";
                reasons.computeIfAbsent(what + ", " + text(drive, "reason"), reason -> new ArrayList<>())
                        .add(path);
            }
        }
        reasons.forEach((reason, drives) -> wrapped("  -            " + Printable.cut(reason, 80) + ": ", drives));
        return !held.isEmpty();
    }

    /** Words behind a beginning, in as many lines as they need. */
    private void wrapped(String beginning, List<String> words) {
        var line = new StringBuilder(beginning);
        boolean fresh = true;
        for (String word : words) {
            if (!fresh && line.length() + 1 + word.length() > WIDTH) {
                line(line.toString());
                line = new StringBuilder(INDENT);
                fresh = true;
            }
            line.append(fresh ? "" : " ").append(word);
            fresh = false;
        }
        line(line.toString());
    }

    private void line(String text) {
        out.println(Printable.cut(text.stripTrailing(), WIDTH));
    }

    private String time(JsonNode node, String field) {
        return clock.format(Instant.parse(node.path(field).asText()));
    }

    private static String text(JsonNode node, String field) {
        return Printable.line(node.path(field).asText());
    }
}
