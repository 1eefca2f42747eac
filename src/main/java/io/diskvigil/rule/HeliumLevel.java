package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import java.util.List;
import java.util.Optional;

/**
 * Helium that leaks out of a sealed drive: the level is 100 for life, any drop is a leak. Backblaze 2020-25: it stood at or
 * below its threshold on 87 failure days, the third most frequent attribute to do so.
 */
final class HeliumLevel implements Rule {
    private static final String READING = Vocabulary.HELIUM_LEVEL_PERCENT.readingName();

    @Override
    public String name() {
        return "helium-level";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        Optional<Baseline> baseline = past.baseline(READING);
        double accepted = baseline.filter(base -> base.origin() == Origin.ACCEPTED)
                .map(Baseline::value)
                .orElse(100L);
        return snapshot.gauge(READING).stream()
                .filter(gauge -> gauge.value() < accepted)
                .map(gauge -> new Finding(
                        name(),
                        snapshot.component().id(),
                        READING,
                        Severity.CRITICAL,
                        100 - (long) Math.floor(gauge.value()),
                        "helium level at %.0f %%".formatted(gauge.value()),
                        new Evidence(
                                READING,
                                gauge.source(),
                                baseline.map(base -> Long.toString(base.value()))
                                        .orElse(""),
                                "",
                                "%.0f %%".formatted(gauge.value()),
                                baseline.map(Baseline::at)),
                        "The drive is filled with helium and loses it. It will not come back, and the heads need it.",
                        List.of(
                                "Check now that the data on this drive has a backup or a healthy mirror.",
                                "Replace the drive."),
                        false))
                .toList();
    }
}
