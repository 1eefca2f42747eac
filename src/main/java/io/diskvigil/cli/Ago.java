package io.diskvigil.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Spans of time as people say them, in one unit. */
final class Ago {
    private Ago() {}

    /** Such as {@code 5 min ago}; of a time to come, by a clock that was set back, {@code just now}. */
    static String of(Instant then, Instant now) {
        Duration age = Duration.between(then, now);
        return age.compareTo(Duration.ofMinutes(1)) < 0 ? "just now" : span(age) + " ago";
    }

    /** Such as {@code 40 d} or {@code 3.2 y}. */
    static String span(Duration span) {
        if (span.toDays() >= 365) {
            return String.format(Locale.ROOT, "%.1f y", span.toDays() / 365.25);
        }
        if (span.toDays() >= 2) {
            return span.toDays() + " d";
        }
        return span.toHours() >= 2 ? span.toHours() + " h" : span.toMinutes() + " min";
    }
}
