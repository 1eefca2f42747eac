package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Numbers;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * A link that runs below what the drive can. One step is often the port's or backplane's own limit; less than half is a link
 * that fell back after errors.
 */
final class LinkSpeed implements Rule {
    @Override
    public String name() {
        return "link-speed";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return snapshot.gauge(Vocabulary.LINK_SPEED_GBPS.readingName()).stream()
                .filter(gauge -> gauge.value() > 0 && gauge.value() < limit(gauge))
                .map(gauge -> finding(snapshot, gauge))
                .toList();
    }

    private static double limit(Gauge gauge) {
        return gauge.limit().orElse(0);
    }

    private Finding finding(Snapshot snapshot, Gauge gauge) {
        boolean far = gauge.value() < limit(gauge) / 2;
        String now = Numbers.plain(gauge.value()) + " of " + Numbers.plain(limit(gauge)) + " Gbit/s";
        return new Finding(
                name(),
                snapshot.component().id(),
                gauge.name(),
                far ? Severity.WARNING : Severity.NOTICE,
                0,
                "link runs at " + now,
                Evidence.of(gauge, now),
                far
                        ? "A link falls back so far after errors on its way: cable, connector or backplane. It works, slower and"
                                + " closer to the next step, which is losing the drive."
                        : "The port, cable or backplane may not do more; or the link fell back a step after errors.",
                far
                        ? List.of(
                                "Reseat the drive and both ends of its cable; then replace the cable or try another slot.",
                                Slot.advice(snapshot))
                        : List.of("Compare the other drives: all of them the same means the backplane's own limit."),
                false);
    }
}
