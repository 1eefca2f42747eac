package io.diskvigil.rule;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * Data that changed inside the drive between its cache and its medium. Backblaze 2020-25: above zero in 3.5 % of failed
 * Seagate disks and in none of 24,272 healthy ones: rare, but without doubt. No such study is known for solid state drives,
 * so what they bring along is graded one step lower.
 */
final class EndToEndErrors implements Rule {
    @Override
    public String name() {
        return "end-to-end-errors";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        boolean solidState = snapshot.component().identity().medium() == Medium.SOLID_STATE;
        return Count.of(snapshot, past, Vocabulary.END_TO_END_ERRORS).stream()
                .filter(count -> count.standing() > 0)
                .map(count -> new Finding(
                        name(),
                        snapshot.component().id(),
                        count.name(),
                        solidState && !count.rose() ? Severity.WARNING : Severity.CRITICAL,
                        count.now(),
                        count.summary("end-to-end error", "end-to-end errors"),
                        count.evidence(),
                        "Data was changed inside the drive on its way between cache and medium. What the drive has stored"
                                + " or returned may be wrong without any other error.",
                        List.of(
                                "Check the data on this drive against checksums, an array check or a backup.",
                                "Replace the drive; do not use it for anything that has no second copy."),
                        false))
                .toList();
    }
}
