package io.diskvigil.notify;

import io.diskvigil.model.Change;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A reading's dated changes as a small bar chart in plain characters: one line a change, oldest first. */
final class MailChart {
    private static final int MOST = 12;
    private static final int WIDTH = 68;
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private MailChart() {}

    /** Lines of at most 68 characters; times are UTC, bars are in proportion to the value and start at zero. */
    static List<String> of(List<Change> history) {
        List<Change> changes =
                history.stream().sorted(Comparator.comparing(Change::at)).toList();
        List<Change> shown = changes.subList(Math.max(0, changes.size() - MOST), changes.size());
        List<String> lines = new ArrayList<>();
        int left = changes.size() - shown.size();
        if (left > 0) {
            lines.add("(" + left + " earlier change" + (left == 1 ? "" : "s") + " not shown)");
        }
        long most = shown.stream().mapToLong(Change::to).max().orElse(0);
        int digits = shown.stream()
                .mapToInt(change -> Math.max(text(change.from()), text(change.to())))
                .max()
                .orElse(1);
        for (Change change : shown) {
            String label = "%s  %s -> %s |"
                    .formatted(DAY.format(change.at()), pad(change.from(), digits), pad(change.to(), digits));
            lines.add(label + "#".repeat(bar(change.to(), most, WIDTH - label.length())));
        }
        return lines;
    }

    /** At least one sign for any value above zero: a single bad sector must be seen beside thousands. */
    private static int bar(long value, long most, int width) {
        if (value <= 0 || most <= 0) {
            return 0;
        }
        // A chart of small numbers is read by counting: one sign each.
        long scaled = most <= width ? value : Math.round((double) value / most * width);
        return (int) Math.min(Math.max(1, scaled), Math.max(1, width));
    }

    private static int text(long value) {
        return Long.toString(value).length();
    }

    private static String pad(long value, int digits) {
        return ("%" + digits + "d").formatted(value);
    }
}
