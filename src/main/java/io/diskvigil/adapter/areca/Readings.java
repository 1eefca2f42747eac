package io.diskvigil.adapter.areca;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Collects readings; the first of a name stays, so the most trusted source is read first. */
final class Readings {
    private static final Pattern NUMBER = Pattern.compile("^(-?\\d{1,9}(?:\\.\\d{1,6})?)\\b.*$");
    private static final double COLDEST = -40;
    private static final double HOTTEST = 150;

    private final Map<String, Reading> byKey = new LinkedHashMap<>();
    private final List<Reading.Event> events = new ArrayList<>();

    /** Of events all stay: a dying disk throws several errors a second, and lines that do not differ are as many events. */
    void add(Reading reading) {
        if (reading instanceof Reading.Event event) {
            events.add(event);
        } else {
            byKey.putIfAbsent(reading.key(), reading);
        }
    }

    /** Adds the count if there is one: absent is not zero. */
    void counter(Vocabulary name, OptionalLong value, String source) {
        if (value.isPresent()) {
            add(new Reading.Counter(name.readingName(), value.getAsLong(), source));
        }
    }

    void gauge(Vocabulary name, OptionalDouble value, String source) {
        gauge(name.readingName(), value, source);
    }

    void gauge(String name, OptionalDouble value, String source) {
        if (value.isPresent()) {
            add(new Reading.Gauge(name, value.getAsDouble(), OptionalDouble.empty(), source));
        }
    }

    void gauge(Vocabulary name, OptionalInt value, String source) {
        gauge(name, value.isPresent() ? OptionalDouble.of(value.getAsInt()) : OptionalDouble.empty(), source);
    }

    /** A temperature of 0 or beyond what electronics survive is none. */
    void temperature(String name, String value, String source) {
        OptionalDouble celsius = number(value);
        if (celsius.isPresent()
                && celsius.getAsDouble() != 0
                && celsius.getAsDouble() > COLDEST
                && celsius.getAsDouble() < HOTTEST) {
            gauge(name, celsius, source);
        }
    }

    void status(Vocabulary name, String word, Health health, String source) {
        status(name.readingName(), word, health, source);
    }

    void status(String name, String word, Health health, String source) {
        add(new Reading.Status(name, word, health, source));
    }

    void fact(String name, String text, String source) {
        add(new Reading.Fact(name, text, source));
    }

    List<Reading> list() {
        return Stream.concat(byKey.values().stream(), events.stream()).toList();
    }

    boolean isEmpty() {
        return byKey.isEmpty() && events.isEmpty();
    }

    /** {@code 39 C}, {@code 5.134 V}, {@code 100%}; empty for words. */
    static OptionalDouble number(String value) {
        Matcher matcher = NUMBER.matcher(value.strip());
        return matcher.matches() ? OptionalDouble.of(Double.parseDouble(matcher.group(1))) : OptionalDouble.empty();
    }

    static OptionalLong count(String value) {
        String stripped = value.strip();
        return stripped.matches("\\d{1,15}") ? OptionalLong.of(Long.parseLong(stripped)) : OptionalLong.empty();
    }
}
