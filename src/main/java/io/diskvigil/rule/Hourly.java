package io.diskvigil.rule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One whole number an hour for the last seven days, packed into a text: {@code 493610:36,36,,37} is the hour of the newest
 * value (hours since 1970) and the values from the newest back, nothing where an hour has none.
 */
final class Hourly {
    private static final int HOURS = 7 * 24;
    /** The habit of less than a day would call every warm afternoon unusual. */
    private static final int ENOUGH = 24;

    private Hourly() {}

    /** Adds a value unless its hour has one already. */
    static String add(String packed, Instant at, double value) {
        long hour = at.getEpochSecond() / 3600;
        String rounded = Long.toString(Math.round(value));
        if (packed.isEmpty()) {
            return hour + ":" + rounded;
        }
        long newest = newest(packed);
        if (hour <= newest) {
            return packed;
        }
        if (hour - newest >= HOURS) {
            return hour + ":" + rounded;
        }
        List<String> values = new ArrayList<>();
        values.add(rounded);
        for (long gap = newest + 1; gap < hour; gap++) {
            values.add("");
        }
        values.addAll(values(packed));
        return hour + ":" + String.join(",", values.subList(0, Math.min(HOURS, values.size())));
    }

    /** @param part 0.5 for the median; between two values in proportion */
    static OptionalDouble quantile(String packed, Instant at, double part) {
        if (packed.isEmpty()) {
            return OptionalDouble.empty();
        }
        long tooOld = Math.max(0, at.getEpochSecond() / 3600 - newest(packed));
        long[] sorted = values(packed).stream()
                .limit(Math.max(0, HOURS - tooOld))
                .filter(value -> !value.isEmpty())
                .mapToLong(Long::parseLong)
                .sorted()
                .toArray();
        if (sorted.length < ENOUGH) {
            return OptionalDouble.empty();
        }
        double place = part * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return OptionalDouble.of(sorted[below] + (place - below) * (sorted[above] - sorted[below]));
    }

    private static long newest(String packed) {
        return Long.parseLong(packed.substring(0, packed.indexOf(':')));
    }

    private static List<String> values(String packed) {
        return Arrays.asList(packed.substring(packed.indexOf(':') + 1).split(",", -1));
    }
}
