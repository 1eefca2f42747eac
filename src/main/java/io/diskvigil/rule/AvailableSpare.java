package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * Spare blocks below the drive's own threshold (NVMe base specification, Available Spare Threshold). Drives set it anywhere
 * from 0 to 100, so no other number is compared; 0 can not be passed.
 */
final class AvailableSpare implements Rule {
    @Override
    public String name() {
        return "available-spare";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return snapshot.gauge(Vocabulary.AVAILABLE_SPARE_PERCENT.readingName()).stream()
                .filter(gauge -> gauge.limit().isPresent() && gauge.value() < limit(gauge))
                .map(gauge -> new Finding(
                        name(),
                        snapshot.component().id(),
                        gauge.name(),
                        Severity.CRITICAL,
                        (long) Math.ceil(limit(gauge) - gauge.value()),
                        "spare blocks at %.0f %%, below the drive's threshold of %.0f %%"
                                .formatted(gauge.value(), limit(gauge)),
                        Evidence.of(gauge, "%.0f %% (threshold %.0f %%)".formatted(gauge.value(), limit(gauge))),
                        "The drive replaces worn or bad blocks by spare ones and has few left. Without spares it will stop"
                                + " taking writes.",
                        List.of(
                                "Make sure that the data on this drive has a backup or a healthy mirror.",
                                "Replace the drive; write as little as possible to it until then."),
                        false))
                .toList();
    }

    private static double limit(Gauge gauge) {
        return gauge.limit().orElse(0);
    }
}
