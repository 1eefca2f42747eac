package io.diskvigil.rule;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * NVMe "Media and Data Integrity Errors" (NVMe base specification, SMART / Health Information log): data that could not be
 * recovered. Never above zero in 1,062 drive-years of 1,152 healthy Intel P3608; there is no public study of failures.
 */
final class MediaErrors implements Rule {
    private final RuleConfig.MediaErrors config;
    private final RuleConfig.Fading fading;

    MediaErrors(RuleConfig.MediaErrors config, RuleConfig.Fading fading) {
        this.config = config;
        this.fading = fading;
    }

    @Override
    public String name() {
        return "media-errors";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Count.of(snapshot, past, Vocabulary.MEDIA_ERRORS).stream()
                .filter(count -> count.standing() > 0)
                .map(count -> finding(snapshot, count))
                .toList();
    }

    private Finding finding(Snapshot snapshot, Count count) {
        boolean repeated = count.risesWithin(config.repeatWindow()).size() >= 2;
        return new Finding(
                name(),
                snapshot.component().id(),
                count.name(),
                count.faded(repeated ? Severity.CRITICAL : Severity.WARNING, fading),
                count.now(),
                count.summary("media error", "media errors"),
                count.evidence(),
                "The drive could not recover data that it had stored."
                        + (repeated ? " It happened more than once within a short time." : ""),
                List.of(
                        repeated
                                ? "Check now that the data on this drive has a backup or a healthy mirror."
                                : "Make sure that the data on this drive has a backup or a healthy mirror.",
                        "Start a scrub or check of the file system or array to find and repair what is damaged.",
                        repeated ? "Replace the drive." : "Replace the drive if it happens again."),
                false);
    }
}
