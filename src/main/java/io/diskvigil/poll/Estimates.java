package io.diskvigil.poll;

import io.diskvigil.model.Reading.SelfTestAbility;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.selftest.Usual;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** How long a test of a drive takes: as its last one took, else as the drive says, else as drives of its size take. */
final class Estimates {
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
        return Optional.ofNullable(known(view, tests).get(kind))
                .or(() -> told)
                .filter(time -> !time.isZero())
                .orElseGet(() -> Usual.time(kind, view.component().identity().capacityBytes()));
    }

    /** {@code 2 min}, {@code 7 h 30 min}. */
    static String words(Duration time) {
        long minutes = Math.max(1, (time.toSeconds() + 59) / 60);
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
