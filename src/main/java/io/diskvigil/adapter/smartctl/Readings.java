package io.diskvigil.adapter.smartctl;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Collects readings; the first of a name stays, so the most trusted source is read first. Names and sources are the same for
 * every drive and every poll, and are kept once: a thousand drives hold seventy thousand readings.
 */
final class Readings {
    /** Two centuries: more hours than this are a raw value that was not decoded. */
    private static final long MOST_HOURS = 200L * 366 * 24;

    private final Map<String, Reading> byKey = new LinkedHashMap<>();

    void add(Reading reading) {
        byKey.putIfAbsent(reading.key(), reading);
    }

    boolean has(Vocabulary name) {
        return byKey.containsKey(name.readingName());
    }

    /** Adds the count if there is one: absent is not zero. */
    void counter(Vocabulary name, OptionalLong value, String source) {
        counter(name.readingName(), value, source);
    }

    void counter(String name, OptionalLong value, String source) {
        if (value.isPresent()) {
            add(new Reading.Counter(name.intern(), value.getAsLong(), source.intern()));
        }
    }

    void hours(OptionalLong value, String source) {
        if (value.isPresent() && value.getAsLong() <= MOST_HOURS) {
            counter(Vocabulary.POWER_ON_HOURS, value, source);
        }
    }

    void gauge(Vocabulary name, OptionalLong value, OptionalDouble limit, String source) {
        if (value.isPresent()) {
            add(new Reading.Gauge(name.readingName(), value.getAsLong(), limit, source.intern()));
        }
    }

    void status(String name, String word, Health health, String source) {
        add(new Reading.Status(name.intern(), word.intern(), health, source.intern()));
    }

    List<Reading> list() {
        return List.copyOf(byKey.values());
    }
}
