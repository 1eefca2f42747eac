package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import java.util.List;

/**
 * Rated write endurance used up: planning, not prediction. NVMe Percentage Used and ATA Percentage Used Endurance Indicator
 * may pass 100, which "may not indicate a failure". Of 18,376 failed SATA SSDs at Alibaba (FAST'21 data set) 6.8 % were worn.
 */
final class Wear implements Rule {
    private static final String READING = Vocabulary.WEAR_USED_PERCENT.readingName();
    /** Percent in one step of the level: wear creeps, and each percent is no news. */
    private static final long STEP = 5;

    private final RuleConfig.Wear config;

    Wear(RuleConfig.Wear config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "wear";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        double silentBelow = past.baseline(READING)
                .filter(base -> base.origin() == Origin.ACCEPTED)
                .map(Baseline::value)
                .map(value -> (double) value + config.againAfter())
                .orElse(0.0);
        return snapshot.gauge(READING).stream()
                .filter(gauge -> gauge.value() >= config.notice() && gauge.value() >= silentBelow)
                .map(gauge -> {
                    boolean consumed = gauge.value() >= config.warning();
                    String percent = "%.0f %%".formatted(gauge.value());
                    return new Finding(
                            name(),
                            snapshot.component().id(),
                            READING,
                            consumed ? Severity.WARNING : Severity.NOTICE,
                            (long) gauge.value() / STEP * STEP,
                            consumed
                                    ? "rated endurance consumed (" + percent + "), plan replacement"
                                    : percent + " of the rated endurance used",
                            Evidence.of(gauge, percent),
                            "The maker rates the drive for so much writing. Beyond that it may go on for long, without the"
                                    + " maker's promise; it is not a sign of failure by itself.",
                            consumed
                                    ? List.of(
                                            "Plan a replacement in the next weeks or months; check the warranty terms.",
                                            "Do not let mirrors of the same age wear out together.")
                                    : List.of("Plan a replacement for when it reaches 100 %."),
                            false);
                })
                .toList();
    }
}
