package io.diskvigil.cli;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Reading;
import io.diskvigil.web.Outline;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A block of lines a file, for a person at a terminal. */
final class ExplainText implements ExplainPrinter {
    /** Of an event log, and of lines that were not understood; all are in the JSON form. */
    private static final int MOST_LINES = 20;

    private final PrintWriter out;

    ExplainText(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void print(Explained explained) {
        out.printf("%s: %s%n", Printable.line(explained.file()), explained.verdict());
        if (!explained.detail().isEmpty()) {
            out.printf("  %s: %s%n", explained.outcome(), Printable.line(explained.detail()));
        }
        explained
                .targets()
                .forEach(target -> out.printf(
                        "  listed: %s as %s%n", Printable.line(target.path()), Printable.line(target.type())));
        explained.components().forEach(judged -> print(judged, explained.components()));
    }

    private void print(Judged judged, List<Judged> all) {
        Component component = judged.component();
        out.printf("  %s: %s%n", who(component), judged.verdict());
        String outline = Outline.of(judged.snapshot());
        if (!outline.isEmpty()) {
            out.printf("    %s%n", outline);
        }
        if (component.kind() == ComponentKind.CONTROLLER && all.size() > 1) {
            out.printf("    shows %s%n", parts(all));
        }
        for (Finding finding : judged.findings()) {
            out.printf("    %s: %s (%s)%n", finding.severity(), Printable.line(finding.summary()), finding.rule());
            out.printf("      %s%n", Printable.line(finding.meaning()));
            finding.advice().forEach(advice -> out.printf("      - %s%n", Printable.line(advice)));
        }
        List<Reading> rest = judged.snapshot().readings().stream()
                .filter(reading -> !(reading instanceof Reading.Attribute || reading instanceof Reading.Event))
                .toList();
        rest.stream().filter(reading -> !isUnread(reading)).forEach(this::print);
        events(judged.snapshot().readings(Reading.Event.class).toList());
        unread(rest.stream().filter(ExplainText::isUnread).toList());
    }

    private static String who(Component component) {
        var identity = component.identity();
        boolean drive = component.kind() == ComponentKind.DRIVE;
        String serial = identity.serial().isEmpty()
                ? drive ? ", serial unknown" : ""
                : ", serial " + Printable.line(identity.serial());
        // The path of a recording is that of another machine; the place behind a controller is what a person looks for.
        String place = component.locations().stream()
                .map(at -> at.slot().isEmpty() && at.isCounted() ? at.type() : at.slot())
                .filter(at -> !at.isEmpty())
                .findFirst()
                .map(at -> ", at " + Printable.line(at))
                .orElse("");
        return word(component.kind()) + " "
                + (identity.model().isEmpty() ? drive ? "of unknown model" : "" : Printable.line(identity.model()))
                        .strip()
                + serial + place;
    }

    /** How many of each kind the answer tells of. */
    private static String parts(List<Judged> all) {
        Map<ComponentKind, Long> counts = all.stream()
                .map(judged -> judged.component().kind())
                .filter(kind -> kind != ComponentKind.CONTROLLER)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> word(count.getKey()) + " (" + count.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    /** The log has its newest record last; a person wants it first. */
    private void events(List<Reading.Event> events) {
        int older = Math.max(0, events.size() - MOST_LINES);
        List<Reading.Event> newest = new ArrayList<>(events.subList(older, events.size()));
        Collections.reverse(newest);
        newest.forEach(this::print);
        if (older > 0) {
            out.printf("    and %d older records of the log%n", older);
        }
    }

    private void unread(List<Reading> lines) {
        lines.stream().limit(MOST_LINES).forEach(this::print);
        if (lines.size() > MOST_LINES) {
            out.printf("    and %d more lines that were not understood%n", lines.size() - MOST_LINES);
        }
    }

    private void print(Reading reading) {
        out.printf("    %s%n", Printable.line(reading.line()));
    }

    private static boolean isUnread(Reading reading) {
        return reading.name().equals(Reading.Status.UNREAD_LINE);
    }

    private static String word(ComponentKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
