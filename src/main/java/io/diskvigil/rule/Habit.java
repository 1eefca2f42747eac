package io.diskvigil.rule;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is remembered of a temperature: a week by the hour, and the latest readings. As a text the two with {@code ;} between
 * them; a text of an older version has the first part only.
 *
 * @param week as {@link Hourly} packs it
 */
record Habit(String week, Optional<Recent> recent) {
    static Habit parse(String packed) {
        int end = packed.indexOf(';');
        return end < 0
                ? new Habit(packed, Optional.empty())
                : new Habit(packed.substring(0, end), Recent.parse(packed.substring(end + 1)));
    }

    /** @param startedAnew the drive was switched on or spun up since the last reading */
    Habit add(Instant at, double value, boolean startedAnew) {
        return new Habit(
                Hourly.add(week, at, value),
                Optional.of(recent.map(known -> known.add(at, value, startedAnew))
                        .orElseGet(() -> Recent.first(at, value))));
    }

    OptionalDouble median(Instant at) {
        return Hourly.quantile(week, at, 0.5);
    }

    /** Upper less lower quartile. */
    OptionalDouble spread(Instant at) {
        OptionalDouble upper = Hourly.quantile(week, at, 0.75);
        OptionalDouble lower = Hourly.quantile(week, at, 0.25);
        return upper.isPresent() && lower.isPresent()
                ? OptionalDouble.of(upper.getAsDouble() - lower.getAsDouble())
                : OptionalDouble.empty();
    }

    String packed() {
        return week + recent.map(known -> ";" + known.packed()).orElse("");
    }
}
