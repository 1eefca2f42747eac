package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/**
 * What the coming nights bring if every test takes its estimate and passes. Obstacles that stand now are taken to stand for the
 * first night only.
 */
public record Forecast(List<Night> nights) {
    public Forecast {
        nights = List.copyOf(nights);
    }

    /**
     * One window.
     *
     * @param date on which it opens
     * @param runs by time
     * @param held drives without a run, and those on which a test was due and could not be started
     */
    public record Night(LocalDate date, Instant opens, Instant closes, List<Run> runs, List<Held> held) {
        public Night {
            runs = List.copyOf(runs);
            held = List.copyOf(held);
        }
    }

    /** @param estimate how long it will take */
    public record Run(ComponentId drive, TestKind kind, Instant at, Duration estimate) {}

    /** @param kinds the tests that were due; empty if none was */
    public record Held(ComponentId drive, List<TestKind> kinds, Cause cause, String reason) {
        public Held {
            kinds = List.copyOf(kinds);
        }
    }
}
