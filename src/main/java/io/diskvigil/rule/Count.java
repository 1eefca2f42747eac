package io.diskvigil.rule;

import static java.util.Comparator.naturalOrder;

import io.diskvigil.model.Change;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * One defect counter as a rule sees it: its value now and what is known of its past.
 *
 * @param rises the upward steps that count against it, oldest first
 * @param at when the value was read
 */
record Count(Counter reading, Baseline baseline, List<Change> changes, List<Change> rises, Instant at) {

    static Optional<Count> of(Snapshot snapshot, Past past, Vocabulary word) {
        String name = word.readingName();
        Instant at = snapshot.takenAt();
        return snapshot.counter(name).map(counter -> {
            Baseline baseline = past.baseline(name)
                    .orElseGet(() -> new Baseline(counter.raw(), at, Origin.FIRST_SIGHT, "first seen"));
            List<Change> changes = past.changes(name);
            return new Count(counter, baseline, changes, Rises.since(baseline, changes), at);
        });
    }

    String name() {
        return reading.name();
    }

    long now() {
        return reading.raw();
    }

    boolean accepted() {
        return baseline.origin() == Origin.ACCEPTED;
    }

    /** The part of the value that nobody has accepted. */
    long standing() {
        return accepted() ? Math.max(0, now() - baseline.value()) : now();
    }

    /** What is graded by its height alone: nothing once a person has accepted the level. */
    long level() {
        return accepted() ? 0 : now();
    }

    boolean rose() {
        return !rises.isEmpty();
    }

    boolean roseWithin(Duration window) {
        return !risesWithin(window).isEmpty();
    }

    List<Change> risesWithin(Duration window) {
        return Rises.notBefore(at.minus(window), rises);
    }

    Optional<Instant> lastRise() {
        return rises.stream().map(Change::at).max(naturalOrder());
    }

    /** How long it has stood still, as far as this program has watched. */
    Duration quiet() {
        Duration quiet = Duration.between(lastRise().orElse(baseline.at()), at);
        return quiet.isNegative() ? Duration.ZERO : quiet;
    }

    /** What is left of a grade after the quiet time. */
    Severity faded(Severity grade, RuleConfig.Fading fading) {
        Duration quiet = quiet();
        if (quiet.compareTo(fading.noticeAfter()) >= 0) {
            return Severity.NOTICE;
        }
        boolean calm = quiet.compareTo(fading.warningAfter()) >= 0;
        return calm && grade == Severity.CRITICAL ? Severity.WARNING : grade;
    }

    /** Such as {@code 24 pending sectors, up from 8}. */
    String summary(String singular, String plural) {
        String from = rises.isEmpty() || now() <= baseline.value() ? "" : ", up from " + baseline.value();
        return number(now(), singular, plural) + from;
    }

    static String number(long count, String singular, String plural) {
        return count + " " + (count == 1 ? singular : plural);
    }

    Evidence evidence() {
        Optional<Change> newest = changes.isEmpty() ? Optional.empty() : Optional.of(changes.get(changes.size() - 1));
        return new Evidence(
                name(),
                reading.source(),
                Long.toString(baseline.value()),
                newest.map(change -> Long.toString(change.from())).orElse(""),
                Long.toString(now()),
                Optional.of(newest.map(Change::at).orElse(baseline.at())));
    }

    /** The worse grade of a level, NOTICE from 1 on. */
    static Optional<Severity> grade(long value, OptionalLong warning, OptionalLong critical) {
        if (value <= 0) {
            return Optional.empty();
        }
        if (critical.isPresent() && value >= critical.getAsLong()) {
            return Optional.of(Severity.CRITICAL);
        }
        boolean warn = warning.isPresent() && value >= warning.getAsLong();
        return Optional.of(warn ? Severity.WARNING : Severity.NOTICE);
    }

    static Optional<Severity> worst(Stream<Severity> grades) {
        return grades.max(naturalOrder());
    }
}
