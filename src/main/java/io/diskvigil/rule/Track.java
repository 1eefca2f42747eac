package io.diskvigil.rule;

import io.diskvigil.model.Change;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is remembered of one reading of one component: one row of the store and its dated changes. Of a state that is when
 * it began.
 *
 * @param name canonical reading name
 * @param source where the reading stood when last seen: a count from another source is another count
 * @param baseline the accepted value; of a gauge rounded down
 * @param last the value last seen; of a gauge rounded down
 * @param lastAt when it was last seen. The written copy may be a day older: see {@link #worthWriting}
 * @param changes dated steps of a defect counter or of the NVMe warning bits, oldest first, one an instant, the newest {@value #MOST_CHANGES} at most
 * @param learned the habit of a temperature as {@link Habit} packs it; empty for all other readings
 */
public record Track(
        String name,
        String source,
        Baseline baseline,
        long last,
        Instant lastAt,
        List<Change> changes,
        String learned) {
    /** Changes kept of one reading: a counter that flaps at each poll must not grow without bound. */
    public static final int MOST_CHANGES = 500;

    /** What moves at each poll without meaning anything (hours, bytes, temperature) is written once in this time. */
    static final Duration QUIET_WRITE = Duration.ofDays(1);

    public Track {
        changes = List.copyOf(
                changes.size() <= MOST_CHANGES
                        ? changes
                        : changes.subList(changes.size() - MOST_CHANGES, changes.size()));
    }

    static Track firstSight(String name, String source, long value, Instant at) {
        return new Track(
                name, source, new Baseline(value, at, Origin.FIRST_SIGHT, "first seen"), value, at, List.of(), "");
    }

    /** A state, seen for the first time: its baseline's reason is what it says, and the baseline's time its beginning. */
    static Track state(String name, String source, String state, Instant at) {
        return new Track(name, source, new Baseline(0, at, Origin.FIRST_SIGHT, state), 0, at, List.of(), "");
    }

    /** A state, seen again. */
    Track seen(String state, String stateSource, Instant at) {
        Baseline begun = baseline.reason().equals(state) ? baseline : new Baseline(0, at, Origin.FIRST_SIGHT, state);
        return new Track(name, stateSource, begun, 0, at, List.of(), "");
    }

    /**
     * The same counter, seen again.
     *
     * @param dated whether each of its steps is kept
     * @param heals whether it may go down without having been reset
     */
    Track seen(Counter counter, Instant at, boolean dated, boolean heals) {
        long now = counter.raw();
        if (now == last) {
            return new Track(name, counter.source(), baseline, last, at, changes, learned);
        }
        if (!counter.source().equals(source)) {
            String reason = "read from %s instead of %s".formatted(counter.source(), source);
            return restarted(counter, new Baseline(now, standingStillSince(at), Origin.RESTARTED, reason), at);
        }
        if (now < last && !heals) {
            // What a person accepted stays accepted: less of it is no news.
            Baseline anew = baseline.origin() == Origin.ACCEPTED
                    ? new Baseline(now, at, Origin.ACCEPTED, baseline.reason())
                    : new Baseline(
                            now,
                            standingStillSince(at),
                            Origin.RESTARTED,
                            "went back from %d to %d at %s".formatted(last, now, at));
            return restarted(counter, anew, at);
        }
        boolean lower = now < baseline.value() && baseline.origin() == Origin.ACCEPTED;
        Baseline kept = lower ? new Baseline(now, at, Origin.ACCEPTED, baseline.reason()) : baseline;
        return new Track(name, source, kept, now, at, dated ? withChange(new Change(at, last, now)) : changes, learned);
    }

    /** The same gauge, seen again: it moves both ways, and its baseline stays. */
    Track seen(Gauge gauge, long value, Instant at, boolean dated, String learnedSince) {
        List<Change> all = dated && value != last ? withChange(new Change(at, last, value)) : changes;
        return new Track(name, gauge.source(), baseline, value, at, all, learnedSince);
    }

    private Track restarted(Counter counter, Baseline anew, Instant at) {
        return new Track(name, counter.source(), anew, counter.raw(), at, changes, learned);
    }

    /** The quiet time of a defect goes on over a restart: a level that has faded must not alarm again. */
    private Instant standingStillSince(Instant at) {
        if (last == 0) {
            return at;
        }
        List<Change> rises = Rises.since(baseline, changes);
        return rises.isEmpty() ? baseline.at() : rises.get(rises.size() - 1).at();
    }

    private List<Change> withChange(Change change) {
        List<Change> all = new ArrayList<>(changes);
        all.add(change);
        return all;
    }

    Track accepted(String reason, Instant at) {
        return new Track(name, source, new Baseline(last, at, Origin.ACCEPTED, reason), last, lastAt, changes, learned);
    }

    /** When the value came back to zero, if it stands there now because it went down. */
    Optional<Instant> cleared() {
        if (last != 0 || changes.isEmpty()) {
            return Optional.empty();
        }
        Change newest = changes.get(changes.size() - 1);
        boolean healed = newest.to() == 0 && newest.from() > 0;
        boolean acceptedSince =
                baseline.origin() == Origin.ACCEPTED && baseline.at().isAfter(newest.at());
        return healed && !acceptedSince ? Optional.of(newest.at()) : Optional.empty();
    }

    /**
     * Whether this differs from what was written so that it must be written now: another baseline, source or change at
     * once, as is that an accepted value was seen again; a value without dated changes, and the time last seen, only once
     * in a day.
     */
    boolean worthWriting(Track written) {
        return !baseline.equals(written.baseline)
                || isAcceptedUnseen() != written.isAcceptedUnseen()
                || !source.equals(written.source)
                || !changes.equals(written.changes)
                || Duration.between(written.lastAt, lastAt).compareTo(QUIET_WRITE) >= 0;
    }

    /** Accepted after it was last seen: if it stays away, a person has accepted that too. */
    boolean isAcceptedUnseen() {
        return baseline.origin() == Origin.ACCEPTED && baseline.at().isAfter(lastAt);
    }
}
