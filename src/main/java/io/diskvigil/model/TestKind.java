package io.diskvigil.model;

import java.util.Locale;
import java.util.Optional;

/** The self-tests that a drive can run by itself, with the drive's own words for them. */
public enum TestKind {
    /** Electronics, mechanics and a part of the medium: two minutes on most drives. */
    SHORT,
    /** The whole medium: hours. Also called extended. */
    LONG,
    /** ATA only: looks for damage from transport, in minutes. */
    CONVEYANCE;

    /** The word that {@code smartctl -t} takes and that people read. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind that the words of a log mean, whatever their mode: "Extended offline", "Background long", "Extended" are one. */
    public static Optional<TestKind> of(String words) {
        String lower = words.toLowerCase(Locale.ROOT);
        if (lower.contains("extended") || lower.contains("long")) {
            return Optional.of(LONG);
        }
        if (lower.contains("conveyance")) {
            return Optional.of(CONVEYANCE);
        }
        return lower.contains("short") ? Optional.of(SHORT) : Optional.empty();
    }

    /** A long test reads all that any other reads; otherwise only the same kind repeats a test. */
    public boolean covers(TestKind other) {
        return this == LONG || this == other;
    }
}
