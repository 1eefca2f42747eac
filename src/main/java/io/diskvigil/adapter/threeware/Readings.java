package io.diskvigil.adapter.threeware;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects the readings of one component from texts of the tool; what holds no number gives none. */
final class Readings {
    // 35 deg C, 24C(75F), 24~C(75~F), 29%(A), 84, 6900, 3.0 Gbps
    private static final Pattern NUMBER = Pattern.compile("(-?\\d{1,9}(?:\\.\\d{1,6})?)(?:\\D.*)?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
    /** The hottest that a sensor can tell; beyond it there is none. */
    private static final int HOTTEST = 125;

    private static final int COLDEST = -40;

    private final List<Reading> all = new ArrayList<>();

    void status(Vocabulary name, String word, Health health, String source) {
        status(name.readingName(), word, health, source);
    }

    void status(String name, String word, Health health, String source) {
        all.add(new Reading.Status(name, word, health, source));
    }

    void fact(String name, String text, String source) {
        if (!text.isEmpty()) {
            all.add(new Reading.Fact(name, text, source));
        }
    }

    void counter(Vocabulary name, String text, String source) {
        OptionalLong count = whole(text);
        if (count.isPresent()) {
            all.add(new Reading.Counter(name.readingName(), count.getAsLong(), source));
        }
    }

    void gauge(Vocabulary name, OptionalDouble value, OptionalDouble limit, String source) {
        if (value.isPresent()) {
            all.add(new Reading.Gauge(name.readingName(), value.getAsDouble(), limit, source));
        }
    }

    void percent(Vocabulary name, OptionalDouble value, String source) {
        gauge(name, value, OptionalDouble.empty(), source);
    }

    void temperature(OptionalDouble celsius, String source) {
        gauge(Vocabulary.TEMPERATURE_CELSIUS, celsius, OptionalDouble.empty(), source);
    }

    void add(Reading reading) {
        all.add(reading);
    }

    List<Reading> list() {
        return List.copyOf(all);
    }

    /** The number that the text begins with. */
    static OptionalDouble number(String text) {
        Matcher m = NUMBER.matcher(text);
        return m.matches() ? OptionalDouble.of(Double.parseDouble(m.group(1))) : OptionalDouble.empty();
    }

    /** Degrees; 0 stands for a sensor that tells nothing. */
    static OptionalDouble celsius(String text) {
        OptionalDouble degrees = number(text);
        boolean sane = degrees.isPresent()
                && degrees.getAsDouble() != 0
                && degrees.getAsDouble() >= COLDEST
                && degrees.getAsDouble() <= HOTTEST;
        return sane ? degrees : OptionalDouble.empty();
    }

    /** 0 to 100, of 29%(A), 98% or, in old versions, 84. */
    static OptionalDouble percent(String text) {
        OptionalDouble part = number(text);
        return part.isPresent() && part.getAsDouble() >= 0 && part.getAsDouble() <= 100 ? part : OptionalDouble.empty();
    }

    private static OptionalLong whole(String text) {
        return WHOLE.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
