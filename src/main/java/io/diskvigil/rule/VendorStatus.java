package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * Any other state that a component gives of itself, in its own words: what is bad is told though no rule knows it, and a word
 * that nobody knows is shown rather than taken as good.
 */
final class VendorStatus implements Rule {
    /** Canonical words have rules of their own, or are no state of the component. */
    private static boolean isElsewhere(String name) {
        return Vocabulary.of(name).isPresent() || name.equals(UnreadLine.READING);
    }

    @Override
    public String name() {
        return "vendor-status";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return snapshot.readings(Status.class)
                .filter(status -> status.health() != Health.OK && !isElsewhere(status.name()))
                .map(status -> new Finding(
                        name(),
                        snapshot.component().id(),
                        status.name(),
                        status.health() == Health.UNKNOWN ? Severity.NOTICE : Severity.WARNING,
                        status.health() == Health.FAILED ? 1 : 0,
                        status.name().replace('_', ' ') + ": " + status.vendorWord(),
                        Evidence.of(status, status.vendorWord()),
                        status.health() == Health.UNKNOWN
                                ? "A word that this program does not know; it may be harmless."
                                : "The component itself reports this state as not good.",
                        List.of("Look the word up in the vendor's manual.", "Compare the component's other readings."),
                        false))
                .toList();
    }
}
