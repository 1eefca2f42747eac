package io.diskvigil.poll;

import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A self-test that runs, as it was last seen.
 *
 * @param kind empty if somebody else started it and the drive does not say which it is
 * @param began when it was started, or first seen running
 * @param ours whether the daemon started it
 * @param estimate how long it takes as a whole
 * @param before the drive's log when it began, as {@link TestLog} marks its entries
 * @param remaining percent; empty where the drive does not tell
 * @param since when the percentage was first seen at this value
 * @param seen when it was last seen running
 * @param silent how often it was looked for, was not running and not in the log either
 * @param stopping a person asked to end it
 */
public record OpenRun(
        Optional<TestKind> kind,
        Instant began,
        boolean ours,
        Duration estimate,
        List<String> before,
        OptionalInt remaining,
        Instant since,
        Instant seen,
        int silent,
        boolean stopping) {
    private static final int STUCK_AFTER = 3;
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration SHORTEST_PAUSE_LONG = Duration.ofMinutes(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
    /** A drive that is slow to write its log is looked at so often before the test counts as lost. */
    private static final int MOST_SILENT = 3;

    public OpenRun {
        before = List.copyOf(before);
    }

    static OpenRun begun(Optional<TestKind> kind, Instant at, boolean ours, Duration estimate, List<String> before) {
        return new OpenRun(kind, at, ours, estimate, before, OptionalInt.empty(), at, at, 0, false);
    }

    OpenRun seen(OptionalInt percent, Instant at) {
        Instant same = percent.equals(remaining) ? since : at;
        return new OpenRun(kind, began, ours, estimate, before, percent, same, at, 0, stopping);
    }

    OpenRun notSeen() {
        return new OpenRun(kind, began, ours, estimate, before, remaining, since, seen, silent + 1, stopping);
    }

    OpenRun stoppedByAPerson() {
        return new OpenRun(kind, began, ours, estimate, before, remaining, since, seen, silent, true);
    }

    boolean isLost() {
        return silent >= MOST_SILENT;
    }

    /** Seen running with the same percentage for three times the time that the whole test should take; time without a look is none. */
    boolean isStuck() {
        return seen.isAfter(since.plus(estimate.multipliedBy(STUCK_AFTER)));
    }

    /** How long to wait from one look to the next: a hundredth of the test, within reason. */
    Duration pause() {
        Duration shortest =
                kind.filter(known -> known != TestKind.LONG).isPresent() ? SHORTEST_PAUSE : SHORTEST_PAUSE_LONG;
        Duration wished = estimate.dividedBy(100);
        if (silent > 0 || wished.compareTo(shortest) < 0) {
            return shortest;
        }
        return wished.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wished;
    }

    /** When it should be over: by its progress where that is told and far enough to be a measure, else by the estimate. */
    Instant expectedEnd(Instant now) {
        if (remaining.isPresent() && remaining.getAsInt() <= 80 && ours && remaining.getAsInt() < 100) {
            long done = 100L - remaining.getAsInt();
            // The percentage moves in steps of ten on ATA: the beginning of the step is known, the moment now is not.
            Duration ran = Duration.between(began, since);
            return latest(now, since.plus(ran.multipliedBy(remaining.getAsInt()).dividedBy(done)));
        }
        return latest(now, began.plus(estimate));
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
