package io.diskvigil.poll;

import io.diskvigil.model.Reading.SelfTestAbility;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.LastKnown.View;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** How long a test of a drive takes: as its last one took, else as the drive says, else as drives of its size take. */
final class Estimates {
    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final Duration LONG_UNKNOWN = Duration.ofHours(8);
    /** Makers state 1.5 to 2 hours for a TB at rest. */
    private static final Duration LONG_PER_TB = Duration.ofMinutes(100);

    private static final Duration LONG_AT_LEAST = Duration.ofMinutes(10);
    private static final double TERABYTE = 1e12;

    private Estimates() {}

    /** Those that are known of this very drive. */
    static Map<TestKind, Duration> known(View view, DriveTests tests) {
        Map<TestKind, Duration> estimates = new EnumMap<>(TestKind.class);
        view.snapshot()
                .ifPresent(snapshot -> snapshot.readings(SelfTestAbility.class)
                        .filter(ability -> ability.minutes().isPresent())
                        .forEach(ability -> estimates.put(
                                ability.kind(),
                                Duration.ofMinutes(ability.minutes().getAsInt()))));
        tests.ran().took().forEach((kind, took) -> {
            if (!took.isZero() && !took.isNegative()) {
                estimates.put(kind, took);
            }
        });
        return estimates;
    }

    /** @param told by the tool when it started the test */
    static Duration of(TestKind kind, View view, DriveTests tests, Optional<Duration> told) {
        Optional<Duration> known =
                Optional.ofNullable(known(view, tests).get(kind)).or(() -> told).filter(time -> !time.isZero());
        if (known.isPresent()) {
            return known.get();
        }
        if (kind != TestKind.LONG) {
            return QUICK;
        }
        var bytes = view.component().identity().capacityBytes();
        if (bytes.isEmpty()) {
            return LONG_UNKNOWN;
        }
        Duration bySize = Duration.ofSeconds((long) (LONG_PER_TB.toSeconds() * (bytes.getAsLong() / TERABYTE)));
        return bySize.compareTo(LONG_AT_LEAST) < 0 ? LONG_AT_LEAST : bySize;
    }

    /** {@code 2 min}, {@code 7 h 30 min}. */
    static String words(Duration time) {
        long minutes = Math.max(1, (time.toSeconds() + 59) / 60);
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
