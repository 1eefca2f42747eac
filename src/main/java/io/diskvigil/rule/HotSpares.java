package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A hot spare that was there and is not: it took the place of a drive that failed, and the next failure finds none. Whoever
 * wants fewer spares accepts the number.
 */
final class HotSpares implements Rule {
    private static final String READING = Vocabulary.HOT_SPARES.readingName();

    @Override
    public String name() {
        return "hot-spares";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return snapshot.gauge(READING).stream()
                .flatMap(gauge -> finding(snapshot, past, gauge).stream())
                .toList();
    }

    private Optional<Finding> finding(Snapshot snapshot, Past past, Gauge gauge) {
        long now = (long) gauge.value();
        Optional<Baseline> baseline = past.baseline(READING);
        long most = Math.max(
                baseline.map(Baseline::value).orElse(now),
                past.changes(READING).stream()
                        .filter(change -> baseline.filter(base -> base.origin() == Origin.ACCEPTED
                                        && !change.at().isAfter(base.at()))
                                .isEmpty())
                        .mapToLong(change -> change.to())
                        .max()
                        .orElse(now));
        if (now >= most) {
            return Optional.empty();
        }
        Optional<Instant> since = past.changes(READING).stream()
                .filter(change -> change.to() < change.from())
                .map(change -> change.at())
                .max(Comparator.naturalOrder());
        return Optional.of(new Finding(
                name(),
                snapshot.component().id(),
                READING,
                Severity.WARNING,
                most - now,
                now == 0
                        ? "no hot spare left, there " + were(most)
                        : Count.number(now, "hot spare", "hot spares") + " left, there " + were(most),
                new Evidence(READING, gauge.source(), Long.toString(most), "", Long.toString(now), since),
                "A spare took the place of a drive that failed, or was taken out. The next drive that fails waits for a person.",
                List.of(
                        "Replace the drive that failed, and make the new one the hot spare with the controller's tool.",
                        "If the spare was taken away on purpose, accept it:" + Finding.COMMAND
                                + "diskvigil accept %s %s --reason \"...\""
                                        .formatted(snapshot.component().id(), READING)),
                false));
    }

    private static String were(long most) {
        return most == 1 ? "was 1" : "were " + most;
    }
}
