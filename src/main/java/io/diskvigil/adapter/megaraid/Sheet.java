package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Collects the readings of one component; what was not told becomes none. */
final class Sheet {
    /** Of what a table tells without a name. */
    private static final String NAMELESS = "nameless";

    private final List<Reading> readings = new ArrayList<>();

    List<Reading> readings() {
        return readings;
    }

    void add(Reading reading) {
        readings.add(reading);
    }

    void count(Vocabulary name, String text, String source) {
        Values.whole(text).ifPresent(raw -> readings.add(new Counter(name.readingName(), raw, source)));
    }

    void gauge(Vocabulary name, OptionalDouble value, String source) {
        gauge(name, value, OptionalDouble.empty(), source);
    }

    void gauge(Vocabulary name, OptionalDouble value, OptionalDouble limit, String source) {
        value.ifPresent(one -> readings.add(new Gauge(name.readingName(), one, limit, source)));
    }

    void status(Vocabulary name, String word, Health health, String source) {
        if (!word.isEmpty()) {
            readings.add(new Status(name.readingName(), word, health, source));
        }
    }

    void fact(String name, String text, String source) {
        if (!text.isEmpty()) {
            readings.add(new Fact(name.isEmpty() ? NAMELESS : name, text, source));
        }
    }
}
