package io.diskvigil.store;

import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Snapshot;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Small numbers for reading names, so that a sample is short. Counters are kept as they are, gauges in thousandths, of a
 * vendor attribute its raw value under {@code attribute/5} and its normalised one under {@code attribute/5/value}.
 */
final class Dictionary {
    private static final int WHOLE = 1;
    private static final int THOUSANDTHS = 1000;

    private final Database database;
    private final Map<Word, Integer> ids = new HashMap<>();
    private final List<Word> unwritten = new ArrayList<>();

    private Dictionary(Database database) {
        this.database = database;
    }

    /** @param scale stored number = value * scale */
    record Word(String name, int scale) {}

    static Dictionary load(Database database) {
        Dictionary dictionary = new Dictionary(database);
        database.read(() -> database.list(
                "SELECT name, scale, id FROM reading",
                row -> dictionary.ids.put(new Word(row.getString(1), row.getInt(2)), row.getInt(3))));
        return dictionary;
    }

    Frame frame(Snapshot view) {
        SortedMap<Integer, Long> numbers = new TreeMap<>();
        for (Reading reading : view.readings()) {
            if (reading instanceof Counter counter) {
                numbers.put(id(counter.name(), WHOLE), counter.raw());
            } else if (reading instanceof Gauge gauge && Double.isFinite(gauge.value())) {
                numbers.put(id(gauge.name(), THOUSANDTHS), Math.round(gauge.value() * THOUSANDTHS));
            } else if (reading instanceof Attribute attribute) {
                attribute.raw().ifPresent(raw -> numbers.put(id(attribute.key(), WHOLE), raw));
                numbers.put(id(attribute.key() + "/value", WHOLE), (long) attribute.value());
            }
        }
        return Frame.of(numbers);
    }

    /** The scale of each number under which the reading is kept. */
    static Map<Integer, Integer> scales(Database database, String name) throws SQLException {
        Map<Integer, Integer> scales = new HashMap<>();
        database.list(
                "SELECT id, scale FROM reading WHERE name = ?", row -> scales.put(row.getInt(1), row.getInt(2)), name);
        return scales;
    }

    private int id(String name, int scale) {
        return ids.computeIfAbsent(new Word(name, scale), word -> {
            unwritten.add(word);
            return ids.size() + 1;
        });
    }

    /** Writes new words; {@link #flushed} must follow once that is committed. */
    void flush() throws SQLException {
        for (Word word : unwritten) {
            database.update(
                    "INSERT INTO reading (id, name, scale) VALUES (?, ?, ?)", ids.get(word), word.name(), word.scale());
        }
    }

    void flushed() {
        unwritten.clear();
    }
}
