package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.threeware.Table.Row;
import io.diskvigil.model.Reading.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** What tw_cli said of one controller, in its own words, over all questions of a talk. */
final class Book {
    /** More enclosures than any controller takes. */
    private static final int MOST_REPEATS = 100;

    /** The controller's number; empty until something tells it. */
    private OptionalInt number;

    /** The row of the list of controllers. */
    private Row listed = new Row("", Map.of());
    /** Lines "/c0/p3 Model = x" by object: "" for the controller itself, "u0", "p3", "bbu", "e0". */
    private final Map<String, Map<String, String>> attributes = new LinkedHashMap<>();

    private final Map<Table.Kind, Map<String, Row>> tables = new LinkedHashMap<>();
    /** Each enclosure's path in the tool, by its number: /c0/e0, on old controllers /e0. */
    private final Map<Integer, String> enclosures = new TreeMap<>();
    /** The parts of an enclosure by its number, then fan0, temp0, pwrs0, alm0, slot0. */
    private final Map<Integer, Map<String, Row>> parts = new TreeMap<>();

    private final List<Event> events = new ArrayList<>();

    Book(OptionalInt number) {
        this.number = number;
    }

    OptionalInt number() {
        return number;
    }

    void number(int told) {
        number = OptionalInt.of(told);
    }

    Row listed() {
        return listed;
    }

    void listed(Row row) {
        listed = row;
    }

    void attribute(String object, String name, String value) {
        attributes.computeIfAbsent(object, key -> new LinkedHashMap<>()).putIfAbsent(name, value);
    }

    /** All that was said of an object by name; empty if nothing was. */
    Map<String, String> attributes(String object) {
        return attributes.getOrDefault(object, Map.of());
    }

    /** The value as told, empty for one that was not told or is not available. */
    String attribute(String object, String name) {
        String value = attributes(object).getOrDefault(name, "");
        return value.equals("N/A") || value.equals("-") ? "" : value;
    }

    /** Objects of which attributes were told, such as {@code p3}. */
    Iterable<String> described() {
        return attributes.keySet();
    }

    /**
     * A row that says the same of the same again is one; one that says something else is of another table with the same
     * names, as in fragments that were pasted together, and must not hide the first.
     */
    void row(Table.Kind kind, Row row) {
        put(tables.computeIfAbsent(kind, key -> new LinkedHashMap<>()), row);
    }

    Map<String, Row> rows(Table.Kind kind) {
        return tables.getOrDefault(kind, Map.of());
    }

    void enclosure(int enclosure, String path) {
        enclosures.putIfAbsent(enclosure, path);
    }

    Map<Integer, String> enclosures() {
        return enclosures;
    }

    void part(int enclosure, Row row) {
        put(parts.computeIfAbsent(enclosure, key -> new LinkedHashMap<>()), row);
    }

    Map<String, Row> parts(int enclosure) {
        return parts.getOrDefault(enclosure, Map.of());
    }

    private static void put(Map<String, Row> rows, Row row) {
        String name = row.name();
        for (int again = 2; rows.containsKey(name) && !rows.get(name).equals(row); again++) {
            if (again > MOST_REPEATS) {
                return;
            }
            name = row.name() + "." + again;
        }
        rows.put(name, row);
    }

    List<Event> events() {
        return events;
    }

    /** Whether anything but the log and the list of controllers was said. */
    boolean hasState() {
        return !attributes.isEmpty() || !tables.isEmpty() || !parts.isEmpty() || !enclosures.isEmpty();
    }
}
