package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.model.Health;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Collects the readings of one component; what the tool does not say gives none. */
final class Readings {
    /** Of lines that nobody knows: a page of garbage need not fill the store. */
    private static final int MOST_UNREAD = 20;

    private final List<Reading> all = new ArrayList<>();
    private long unread;

    void add(Reading reading) {
        all.add(reading);
    }

    void counter(Vocabulary name, OptionalLong value, String source) {
        if (value.isPresent()) {
            add(new Reading.Counter(name.readingName(), value.getAsLong(), source));
        }
    }

    void gauge(Vocabulary name, OptionalDouble value, String source) {
        gauge(name, value, OptionalDouble.empty(), source);
    }

    void gauge(Vocabulary name, OptionalDouble value, OptionalDouble limit, String source) {
        if (value.isPresent()) {
            add(new Reading.Gauge(name.readingName(), value.getAsDouble(), limit, source));
        }
    }

    void status(Vocabulary name, String word, Health health, String source) {
        add(new Reading.Status(name.readingName(), Printable.line(word), health, source));
    }

    void fact(String name, String text, String source) {
        if (!text.isEmpty()) {
            add(new Reading.Fact(name, Printable.line(text), source));
        }
    }

    void unread(List<String> lines) {
        for (String line : lines) {
            if (++unread <= MOST_UNREAD) {
                add(new Reading.Status(
                        Reading.Status.UNREAD_LINE, Printable.line(line), Health.UNKNOWN, "line not understood"));
            }
        }
    }

    List<Reading> list() {
        List<Reading> list = new ArrayList<>(all);
        if (unread > MOST_UNREAD) {
            list.add(new Reading.Fact(
                    Reading.Status.UNREAD_LINES_LEFT_OUT,
                    unread - MOST_UNREAD + " more lines",
                    "lines not understood"));
        }
        return List.copyOf(list);
    }
}
