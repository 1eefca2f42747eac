package io.diskvigil.cli;

import io.diskvigil.model.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows under a heading, each column as wide as its longest value. Where that is too wide for a line, some columns give way. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<String> heading;
    private final int[] least;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param least how narrow each column may be made; what is longer is cut. 0 for a column that is never cut */
    TextTable(List<String> heading, int... least) {
        this.heading = List.copyOf(heading);
        this.least = least.clone();
    }

    /** Whatever the values hold, a row stays one line of printable characters. */
    void add(List<String> values) {
        rows.add(values.stream().map(Printable::line).toList());
    }

    /** @param width at most so many characters a line, as far as the columns that may be cut allow */
    List<String> lines(int width) {
        int[] widths = new int[heading.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(heading.get(i));
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        int over = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - width;
        while (over > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (least[i] > 0 && widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                break;
            }
            widths[widest]--;
            over--;
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(heading, widths));
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    private static String line(List<String> values, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String value = length(values.get(i)) > widths[i] ? Printable.cut(values.get(i), widths[i]) : values.get(i);
            line.append(i == 0 ? "" : GAP).append(value).append(" ".repeat(Math.max(0, widths[i] - length(value))));
        }
        return line.toString().stripTrailing();
    }

    private static int length(String text) {
        return (int) text.codePoints().count();
    }
}
