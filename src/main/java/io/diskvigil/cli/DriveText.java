package io.diskvigil.cli;

import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.inventory.Stay;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.store.Point;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Everything about one drive, for a person at a terminal; times are UTC. */
final class DriveText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final int MONTH_STEPS = 30;
    private static final int YEAR_STEPS = 52;

    private final List<String> lines = new ArrayList<>();

    private DriveText() {}

    static List<String> of(DriveDetails details, Instant now) {
        DriveText text = new DriveText();
        text.head(details.entry(), now);
        text.where(details.entry().life());
        text.section(
                "What is wrong",
                details.findings().stream()
                        .map(open -> open.severity() + ": " + open.summary()
                                + open.since()
                                        .map(at -> " (since " + TIME.format(at) + ")")
                                        .orElse(""))
                        .toList());
        text.section(
                "What happened", details.events().stream().map(DriveText::event).toList());
        text.section(
                "Baselines",
                details.baselines().stream().map(DriveText::baseline).toList());
        text.section("Self-tests", details.selfTests());
        text.section("When it went into service", details.birthRecord());
        text.trends(details.series(), now);
        return text.lines;
    }

    private void head(DriveEntry entry, Instant now) {
        Life life = entry.life();
        Identity identity = life.component().identity();
        line((identity.model() + " " + identity.serial()).strip() + " (" + life.id() + ")");
        String why = life.status().why().isEmpty() ? "" : ": " + life.status().why();
        row("state", entry.state().word() + " since " + TIME.format(life.since()) + why);
        row("verdict", entry.verdict().name());
        row("last read", Ago.of(entry.lastRead(), now) + ", " + TIME.format(entry.lastRead()));
        row("first seen", TIME.format(life.firstSeen()));
        life.powerOnHours()
                .ifPresent(hours -> row("age", Ago.span(Duration.ofHours(hours)) + " powered on (" + hours + " h)"));
        entry.temperature().ifPresent(celsius -> row("warm", Math.round(celsius) + " °C"));
        entry.now().ifPresent(said -> row("RAID", said.path("outline").asText()));
        row("WWN", identity.wwn());
        row("firmware", identity.firmware());
        identity.capacityBytes().ifPresent(bytes -> row("size", size(bytes)));
        life.units().forEach(unit -> row("same drive", unit.value() + " is another logical unit of it"));
    }

    private void where(Life life) {
        section(
                "Where it is and was",
                life.stays().stream()
                        .sorted(Comparator.comparing(Stay::from).reversed())
                        .map(stay -> (stay.isOpen()
                                        ? "now"
                                        : "until " + TIME.format(stay.until().orElseThrow())) + ": " + stay.words()
                                + ", from " + TIME.format(stay.from()))
                        .toList());
    }

    private static String event(LifeEvent event) {
        return TIME.format(event.at()) + "  "
                + event.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + (event.who().isEmpty() ? "" : " by " + event.who()) + ": " + event.line();
    }

    private static String baseline(DriveDetails.Base base) {
        return "%s %d, baseline %d (%s%s %s: %s)"
                .formatted(
                        base.reading(),
                        base.now(),
                        base.baseline(),
                        base.origin().toLowerCase(Locale.ROOT).replace('_', ' '),
                        base.who().isEmpty() ? "" : " by " + base.who(),
                        TIME.format(base.at()),
                        base.reason());
    }

    /** What moved as a chart of the last 30 days, and of the year if that shows more; what stood still in one line. */
    private void trends(Map<String, List<Point>> series, Instant now) {
        List<String> charts = new ArrayList<>();
        List<String> still = new ArrayList<>();
        series.forEach((name, points) -> {
            double low = points.stream().mapToDouble(Point::low).min().orElse(0);
            double high = points.stream().mapToDouble(Point::high).max().orElse(0);
            if (low == high) {
                still.add(name + " " + number(low));
                return;
            }
            boolean stays = Vocabulary.of(name)
                    .filter(word -> word.form() == Vocabulary.Form.COUNTER)
                    .isPresent();
            Instant month = now.minus(MONTH);
            charts.add(chart(name, "30 d", points, month, now, MONTH_STEPS, stays));
            if (points.get(0).at().isBefore(month)) {
                charts.add(chart("", "1 y", points, now.minus(DriveDetails.YEAR), now, YEAR_STEPS, stays));
            }
        });
        section("Trends (a bar a day, of a year a bar a week; lowest to highest)", charts);
        section("Unchanged for a year, or since it is known", still);
    }

    private static String chart(
            String name, String span, List<Point> points, Instant from, Instant to, int steps, boolean stays) {
        // A counter stands at its last value before the span, too.
        List<Point> shown = points.stream()
                .filter(point -> stays || !point.at().isBefore(from))
                .toList();
        List<Point> inside =
                points.stream().filter(point -> !point.at().isBefore(from)).toList();
        List<Point> told = inside.isEmpty() ? points.subList(points.size() - 1, points.size()) : inside;
        double low = told.stream().mapToDouble(Point::low).min().orElse(0);
        double high = told.stream().mapToDouble(Point::high).max().orElse(0);
        return "%-30s %-4s |%s| %s"
                .formatted(
                        name,
                        span,
                        Sparkline.of(shown, from, to, steps, stays),
                        low == high ? number(low) : number(low) + " to " + number(high));
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.1f", value);
    }

    private static String size(long bytes) {
        return String.format(Locale.ROOT, bytes >= 1e12 ? "%.1f TB" : "%.0f GB", bytes / (bytes >= 1e12 ? 1e12 : 1e9));
    }

    private void section(String title, List<String> content) {
        if (!content.isEmpty()) {
            lines.add("");
            line(title);
            content.forEach(one -> lines.add("  " + Printable.columns(one)));
        }
    }

    private void row(String label, String value) {
        if (!value.isEmpty()) {
            lines.add("  " + Printable.columns("%-11s %s".formatted(label, value)));
        }
    }

    private void line(String text) {
        lines.add(Printable.columns(text));
    }
}
