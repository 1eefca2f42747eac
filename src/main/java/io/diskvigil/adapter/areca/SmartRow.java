package io.diskvigil.adapter.areca;

import io.diskvigil.model.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of {@code disk smart}. Older controllers tell the normalised value and its threshold only.
 *
 * @param flags of the ATA attribute; absent where the table has none
 * @param state the tool's word, {@code OK} for what is above its threshold
 */
record SmartRow(
        int id,
        String name,
        OptionalInt flags,
        int value,
        OptionalInt worst,
        OptionalInt threshold,
        OptionalLong raw,
        String state) {
    private static final Pattern ID = Pattern.compile("^\\s*(\\d{1,3})\\s+(\\S.*)$");
    private static final Pattern HEX = Pattern.compile("(?i)0x([0-9a-f]{1,4})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The columns behind the name, in the words of the header: Flag, Value, Worst, Thres, Raw, State. */
    record Columns(List<String> words) {
        static Columns of(String header) {
            String behind =
                    header.substring(header.indexOf("Items") + "Items".length()).strip();
            List<String> words = new ArrayList<>();
            for (String word : BLANKS.split(behind.toLowerCase(Locale.ROOT))) {
                words.add(word);
            }
            return new Columns(List.copyOf(words));
        }

        OptionalLong number(List<String> cells, String column) {
            int at = words.indexOf(column);
            String cell = at < 0 ? "" : cells.get(at);
            Matcher hex = HEX.matcher(cell);
            if (hex.matches()) {
                return OptionalLong.of(Long.parseLong(hex.group(1), 16));
            }
            return NUMBER.matcher(cell).matches() ? OptionalLong.of(Long.parseLong(cell)) : OptionalLong.empty();
        }
    }

    // 197 Current Pending Sector Count              0x12     193      0  OK
    static Optional<SmartRow> read(Columns columns, String line) {
        Matcher row = ID.matcher(line);
        if (!row.matches()) {
            return Optional.empty();
        }
        List<String> cells = List.of(BLANKS.split(row.group(2).strip()));
        int names = cells.size() - columns.words().size();
        int id = Integer.parseInt(row.group(1));
        if (names < 1 || id < 1 || id > 255) {
            return Optional.empty();
        }
        List<String> values = cells.subList(names, cells.size());
        OptionalLong value = columns.number(values, "value");
        if (value.isEmpty() || value.getAsLong() > 255) {
            return Optional.empty();
        }
        int state = columns.words().indexOf("state");
        return Optional.of(new SmartRow(
                id,
                Printable.line(String.join(" ", cells.subList(0, names))),
                small(columns.number(values, "flag")),
                (int) value.getAsLong(),
                small(columns.number(values, "worst")),
                small(columns.number(values, "thres")),
                columns.number(values, "raw"),
                state < 0 ? "" : Printable.line(values.get(state))));
    }

    private static OptionalInt small(OptionalLong number) {
        return number.isPresent() && number.getAsLong() <= 0xFFFF
                ? OptionalInt.of((int) number.getAsLong())
                : OptionalInt.empty();
    }
}
