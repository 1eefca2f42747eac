package io.diskvigil.rule;

import io.diskvigil.model.Change;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Arithmetic over the dated rises of one counter. */
final class Rises {
    private Rises() {}

    /** The upward steps that count: all after a first sight, else only those after the baseline was set. */
    static List<Change> since(Baseline baseline, List<Change> changes) {
        return changes.stream()
                .filter(change -> change.to() > change.from())
                .filter(change ->
                        baseline.origin() == Origin.FIRST_SIGHT || change.at().isAfter(baseline.at()))
                .toList();
    }

    static List<Change> notBefore(Instant start, List<Change> rises) {
        return rises.stream().filter(rise -> !rise.at().isBefore(start)).toList();
    }

    /** The largest growth within any stretch as long as {@code window}. */
    static long most(List<Change> rises, Duration window) {
        long most = 0;
        for (Change first : rises) {
            Instant end = first.at().plus(window);
            long sum = rises.stream()
                    .filter(rise ->
                            !rise.at().isBefore(first.at()) && !rise.at().isAfter(end))
                    .mapToLong(rise -> rise.to() - rise.from())
                    .sum();
            most = Math.max(most, sum);
        }
        return most;
    }
}
