package io.diskvigil.cli;

import io.diskvigil.selftest.Loads;
import java.time.Duration;
import java.util.OptionalInt;

/** Says nothing against a test: for machines on which load and age cannot be seen. */
final class UnknownLoads implements Loads {
    @Override
    public OptionalInt busyPercent(String devicePath) {
        return OptionalInt.empty();
    }

    @Override
    public Duration sinceBoot() {
        return Duration.ofDays(1);
    }
}
