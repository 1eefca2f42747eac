package io.diskvigil.selftest;

import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.util.OptionalLong;

/** How long a test takes on a drive of which nothing else is known: makers state 1.5 to 2 hours for a TB at rest. */
public final class Usual {
    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final Duration LONG_UNKNOWN = Duration.ofHours(8);
    private static final Duration LONG_PER_TB = Duration.ofMinutes(100);
    private static final Duration LONG_AT_LEAST = Duration.ofMinutes(10);
    private static final double TERABYTE = 1e12;

    private Usual() {}

    /** @param capacityBytes user capacity; empty if not known */
    public static Duration time(TestKind kind, OptionalLong capacityBytes) {
        if (kind != TestKind.LONG) {
            return QUICK;
        }
        if (capacityBytes.isEmpty()) {
            return LONG_UNKNOWN;
        }
        Duration bySize = Duration.ofSeconds((long) (LONG_PER_TB.toSeconds() * (capacityBytes.getAsLong() / TERABYTE)));
        return bySize.compareTo(LONG_AT_LEAST) < 0 ? LONG_AT_LEAST : bySize;
    }
}
