package io.diskvigil.adapter.threeware;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One of tw_cli's tables by the words of its head, which differ between the generations of the tool and tell the columns. */
record Table(Kind kind, List<String> columns) {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern UNIT_OF_SIZE = Pattern.compile("[KMGTP]B");
    /** The only columns whose value may hold blanks; they are the last ones. */
    private static final List<String> OPEN_ENDED = List.of("Model", "Serial");
    /** The name of an object and one thing said of it: a shorter row was cut off. */
    private static final int FEWEST = 2;

    /** The cell that holds what stands beyond the last column. */
    static final String SURPLUS = "";

    /** What a row of the table speaks of: a name in the first column, and a column that no other such table has. */
    enum Kind {
        CONTROLLERS("Ctl", "Drives", "c\\d{1,3}"),
        EVENTS("Ctl", "Severity", "(?!)"),
        /** Units and what they consist of, down to the drives. */
        MEMBERS("Unit", "Port", "u\\d{1,3}(-\\d{1,3})*|u\\d{1,3}/v\\d{1,3}"),
        UNITS("Unit", "UnitType", "u\\d{1,3}"),
        PORTS("Port", "Status", "p\\d{1,3}"),
        BATTERIES("Name", "OnlineState", "bbu\\d?"),
        ENCLOSURES("Encl", "Slots", "(/c\\d{1,3})?/?e\\d{1,3}"),
        ENCLOSURE_STATES("Encl", "Status", "(/c\\d{1,3})?/?e\\d{1,3}"),
        ENCLOSURE_OWNERS("Encl", "Controllers", "(/c\\d{1,3})?/?e\\d{1,3}"),
        FANS("Fan", "Status", "fan\\d{1,3}"),
        TEMPERATURES("TempSensor", "Temperature", "temp\\d{1,3}"),
        SUPPLIES("PowerSupply", "Status", "(?:pwrs|psu|pw)\\d{1,3}"),
        SLOTS("Slot", "Status", "slo?t\\d{1,3}"),
        ALARMS("Alarm", "Status", "alm\\d{1,3}"),
        PHYS("Phy", "Control", "phy\\d{1,3}");

        private final String first;
        private final String mark;
        private final Pattern row;

        Kind(String first, String mark, String row) {
            this.first = first;
            this.mark = mark;
            this.row = Pattern.compile(row);
        }
    }

    private static final Set<String> HEADS =
            Stream.of(Kind.values()).map(kind -> kind.first).collect(Collectors.toUnmodifiableSet());

    /** One line of a table: its object and, by the names of the columns, what is said of it. */
    record Row(String name, Map<String, String> cells) {
        /** The value, empty for a dash and for a column that the table does not have. */
        String cell(String column) {
            String text = cells.getOrDefault(column, "");
            return text.equals("-") ? "" : text;
        }
    }

    /** The table that begins with this head. */
    static Optional<Table> headedBy(String line) {
        // Every line is asked, and nearly none is a head.
        int blank = line.indexOf(' ');
        if (blank < 0 || !HEADS.contains(plain(line.substring(0, blank)))) {
            return Optional.empty();
        }
        List<String> columns = Stream.of(BLANKS.split(line.replace("SAS Address", "SAS-Address")))
                .map(Table::plain)
                .toList();
        return Stream.of(Kind.values())
                .filter(kind -> columns.size() > 1
                        && columns.get(0).equals(kind.first)
                        && columns.subList(1, columns.size()).contains(kind.mark))
                .findFirst()
                .map(kind -> new Table(kind, columns));
    }

    /** Whether no other tool has such a table; fans, slots and alarms are everybody's. */
    boolean isCertain() {
        return switch (kind) {
            case CONTROLLERS, EVENTS, UNITS, BATTERIES, ENCLOSURE_OWNERS, TEMPERATURES, SUPPLIES -> true;
            case MEMBERS -> columns.contains("UnitType");
            case PORTS -> columns.contains("Unit");
            case ENCLOSURES, ENCLOSURE_STATES, FANS, SLOTS, ALARMS, PHYS -> false;
        };
    }

    // VPort, (V)Port, (V)Ports; Enclosure; Strip
    private static String plain(String word) {
        return switch (word) {
            case "VPort", "(V)Port" -> "Port";
            case "(V)Ports" -> "Ports";
            case "Enclosure" -> "Encl";
            default -> word;
        };
    }

    /** The line as a row of this table; empty if it is none. */
    Optional<Row> row(String line) {
        String[] words = BLANKS.split(line);
        if (words.length < FEWEST || !kind.row.matcher(words[0]).matches()) {
            return Optional.empty();
        }
        Map<String, String> cells = new LinkedHashMap<>();
        int at = 1;
        for (int column = 1; column < columns.size() && at < words.length; column++) {
            String name = columns.get(column);
            boolean rest = column == columns.size() - 1 && OPEN_ENDED.contains(name);
            // 931.51 GB
            boolean two = name.equals("Size")
                    && at + 1 < words.length
                    && UNIT_OF_SIZE.matcher(words[at + 1]).matches();
            int end = rest ? words.length : at + (two ? 2 : 1);
            cells.put(name, String.join(" ", List.of(words).subList(at, end)));
            at = end;
        }
        if (at < words.length) {
            cells.put(SURPLUS, String.join(" ", List.of(words).subList(at, words.length)));
        }
        return Optional.of(new Row(words[0], Map.copyOf(cells)));
    }
}
