package io.diskvigil.cli;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Reading;
import java.io.PrintWriter;

/** A block of lines a file, for a person at a terminal. */
final class ExplainText implements ExplainPrinter {
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
        explained.components().forEach(this::print);
    }

    private void print(Judged judged) {
        var identity = judged.component().identity();
        out.printf(
                "  %s %s, serial %s: %s%n",
                judged.component().kind().name().toLowerCase(java.util.Locale.ROOT),
                Printable.line(identity.model().isEmpty() ? "of unknown model" : identity.model()),
                identity.serial().isEmpty() ? "unknown" : Printable.line(identity.serial()),
                judged.verdict());
        for (Finding finding : judged.findings()) {
            out.printf("    %s: %s (%s)%n", finding.severity(), Printable.line(finding.summary()), finding.rule());
            out.printf("      %s%n", Printable.line(finding.meaning()));
            finding.advice().forEach(advice -> out.printf("      - %s%n", Printable.line(advice)));
        }
        judged.snapshot().readings().stream()
                .filter(reading -> !(reading instanceof Reading.Attribute))
                .forEach(reading -> out.printf("    %s%n", Printable.line(reading.line())));
    }
}
