package io.diskvigil.rule;

import io.diskvigil.model.Change;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Transfers damaged between drive and controller. The counter never goes down, so only rises matter, and they speak of the
 * link. Backblaze 2020-25: attribute 199 was above zero in 3.1 % of failed and 1.07 % of healthy drives, too little for
 * a prediction. "Daily on two days, or ten in an hour" is practice, not statistics.
 */
final class LinkErrors implements Rule {
    private final RuleConfig.LinkErrors config;

    LinkErrors(RuleConfig.LinkErrors config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "link-errors";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Count.of(snapshot, past, Vocabulary.CRC_ERRORS).stream()
                .filter(count -> count.standing() > 0)
                .map(count -> finding(snapshot, count))
                .toList();
    }

    private Finding finding(Snapshot snapshot, Count count) {
        Severity severity = isRepeated(count.risesWithin(config.window())) ? Severity.WARNING : Severity.NOTICE;
        return new Finding(
                name(),
                snapshot.component().id(),
                count.name(),
                severity,
                count.now(),
                count.summary("link error (CRC)", "link errors (CRC)"),
                count.evidence(),
                "Data was damaged on the way between drive and controller and sent again. That is a cable, connector or"
                        + " backplane, seldom the drive. The counter never goes back: an old number means nothing.",
                severity == Severity.NOTICE
                        ? List.of("Nothing to do now. You will be told if it grows repeatedly.")
                        : List.of(
                                "Reseat the drive and both ends of its cable; then replace the cable.",
                                "If it goes on, try another port or slot of the backplane.",
                                "Look whether other drives on the same cable, backplane or controller show the same: then"
                                        + " the fault lies there.",
                                "Do not return the drive for this, unless the errors follow it to another slot."),
                false);
    }

    private boolean isRepeated(List<Change> rises) {
        long days = rises.stream()
                .map(rise -> rise.at().atOffset(ZoneOffset.UTC).toLocalDate())
                .distinct()
                .count();
        return days >= config.days() || Rises.most(rises, Duration.ofHours(1)) >= config.perHour();
    }
}
