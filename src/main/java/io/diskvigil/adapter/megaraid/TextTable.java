package io.diskvigil.adapter.megaraid;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A table of blanks and no lines between its columns. A column ends where the header and all rows are blank; where a paste
 * lost its alignment, words are counted.
 */
final class TextTable {
    private static final List<String> OF_MANY_WORDS = List.of(
            "Estimated Time Left",
            "Time Remaining",
            "Adv S/W Opt",
            "Next Learn",
            "LU/NS Count",
            "PCI Address",
            "SAS address",
            "Fan Speed",
            "Power Supply",
            "Temperature Sensor",
            "SIM Module");
    private static final Pattern UNIT = Pattern.compile("[KMGTP]i?B");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final int WIDEST = 1000;

    private TextTable() {}

    static List<Map<String, String>> read(String header, List<String> rows) {
        List<String> words = words(header);
        List<int[]> columns = columns(header, rows);
        List<String> names = columns.stream().map(column -> cut(header, column)).toList();
        boolean aligned = names.equals(words);
        List<Map<String, String>> table = new ArrayList<>();
        for (String row : rows) {
            Map<String, String> cells = new LinkedHashMap<>();
            if (aligned) {
                for (int i = 0; i < columns.size(); i++) {
                    cells.put(names.get(i), cut(row, columns.get(i)));
                }
            } else {
                byWords(words, row, cells);
            }
            table.add(cells);
        }
        return table;
    }

    private static List<int[]> columns(String header, List<String> rows) {
        BitSet used = new BitSet();
        mark(header, used);
        rows.forEach(row -> mark(row, used));
        List<int[]> columns = new ArrayList<>();
        for (int from = used.nextSetBit(0); from >= 0; ) {
            int to = used.nextClearBit(from);
            int[] last = columns.isEmpty() ? null : columns.get(columns.size() - 1);
            String name = cut(header, new int[] {from, to});
            // A model of two words, or a heading of several over short cells.
            if (last != null
                    && (name.isEmpty()
                            || OF_MANY_WORDS.stream()
                                    .anyMatch(many -> many.startsWith(cut(header, last) + " " + name)))) {
                last[1] = to;
            } else {
                columns.add(new int[] {from, to});
            }
            from = used.nextSetBit(to);
        }
        return columns;
    }

    private static void mark(String line, BitSet used) {
        for (int i = 0; i < Math.min(line.length(), WIDEST); i++) {
            if (!Character.isWhitespace(line.charAt(i))) {
                used.set(i);
            }
        }
    }

    private static String cut(String line, int[] column) {
        return column[0] >= line.length()
                ? ""
                : line.substring(column[0], Math.min(line.length(), column[1])).strip();
    }

    private static List<String> words(String header) {
        List<String> words = new ArrayList<>();
        for (String word : BLANKS.split(header.strip())) {
            int last = words.size() - 1;
            if (last >= 0
                    && OF_MANY_WORDS.stream()
                            .anyMatch(many -> (many + " ").startsWith(words.get(last) + " " + word + " "))) {
                words.set(last, words.get(last) + " " + word);
            } else {
                words.add(word);
            }
        }
        return words;
    }

    /** What is too much belongs to the model, or else to the last. */
    private static void byWords(List<String> names, String row, Map<String, String> cells) {
        List<String> values = new ArrayList<>();
        for (String word : BLANKS.split(row.strip())) {
            int last = values.size() - 1;
            if (last >= 0 && UNIT.matcher(word).matches()) {
                values.set(last, values.get(last) + " " + word);
            } else {
                values.add(word);
            }
        }
        int wide = names.contains("Model")
                ? names.indexOf("Model")
                : names.indexOf("Status") >= 0 && names.contains("Drive-ID")
                        ? names.indexOf("Status")
                        : names.size() - 1;
        int extra = Math.max(0, values.size() - names.size());
        for (int i = 0, at = 0; i < names.size() && at < values.size(); i++) {
            int end = Math.min(values.size(), at + 1 + (i == wide ? extra : 0));
            cells.put(names.get(i), String.join(" ", values.subList(at, end)));
            at = end;
        }
    }
}
