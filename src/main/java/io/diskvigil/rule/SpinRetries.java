package io.diskvigil.rule;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * The spindle needed another try to reach its speed: mechanics or power. Too rare in Backblaze 2013-16 (7 failures) for a
 * rate; that a new one is CRITICAL is a judgement, as a drive that does not spin up cannot be copied any more.
 */
final class SpinRetries implements Rule {
    private final RuleConfig.Fading fading;

    SpinRetries(RuleConfig.Fading fading) {
        this.fading = fading;
    }

    @Override
    public String name() {
        return "spin-retries";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Count.of(snapshot, past, Vocabulary.SPIN_RETRIES).stream()
                .filter(count -> count.standing() > 0)
                .map(count -> new Finding(
                        name(),
                        snapshot.component().id(),
                        count.name(),
                        count.faded(count.rose() ? Severity.CRITICAL : Severity.NOTICE, fading),
                        count.now(),
                        count.summary("spin-up retry", "spin-up retries"),
                        count.evidence(),
                        "The motor did not reach its speed at the first try. The cause is the drive's mechanics or weak"
                                + " power; the drive may not start again after it was switched off.",
                        count.rose()
                                ? List.of(
                                        "Do not switch the drive off before its data has a second copy.",
                                        "Check the power cable and whether other drives on the same supply show the same.",
                                        "Replace the drive if it is the only one.")
                                : List.of("Nothing to do now. You will be told if it happens again."),
                        false))
                .toList();
    }
}
