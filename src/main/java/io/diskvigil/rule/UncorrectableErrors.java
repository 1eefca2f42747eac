package io.diskvigil.rule;

import static io.diskvigil.model.Vocabulary.GROWN_DEFECTS;
import static io.diskvigil.model.Vocabulary.OFFLINE_UNCORRECTABLE_SECTORS;
import static io.diskvigil.model.Vocabulary.PENDING_SECTORS;
import static io.diskvigil.model.Vocabulary.REALLOCATED_SECTORS;
import static io.diskvigil.model.Vocabulary.REPORTED_UNCORRECTABLE_ERRORS;
import static io.diskvigil.model.Vocabulary.UNCORRECTED_ERRORS;

import io.diskvigil.model.Change;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Errors that the drive could not correct and gave to the host. Backblaze 2013-16, Seagate, failures a year by level of
 * attribute 187: 3 % at 0, 76 % at 1, 141 % from 10; by time since the last rise 551 % within 7 days, 26 % after a year.
 */
final class UncorrectableErrors implements Rule {
    private final RuleConfig.UncorrectableErrors config;
    private final RuleConfig.Fading fading;

    UncorrectableErrors(RuleConfig.UncorrectableErrors config, RuleConfig.Fading fading) {
        this.config = config;
        this.fading = fading;
    }

    @Override
    public String name() {
        return "uncorrectable-errors";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Stream.of(REPORTED_UNCORRECTABLE_ERRORS, UNCORRECTED_ERRORS)
                .flatMap(word -> Count.of(snapshot, past, word).stream())
                .flatMap(count -> finding(snapshot, past, count).stream())
                .toList();
    }

    private Optional<Finding> finding(Snapshot snapshot, Past past, Count count) {
        if (count.standing() == 0) {
            return Optional.empty();
        }
        boolean company = risesInCompany(snapshot, past, count);
        Optional<Severity> byLevel =
                Count.grade(count.level(), OptionalLong.of(config.warning()), OptionalLong.of(config.critical()));
        Optional<Severity> byRise = count.rose()
                ? Optional.of(company || burst(count) ? Severity.CRITICAL : Severity.WARNING)
                : Optional.empty();
        return Count.worst(Stream.concat(byLevel.stream(), byRise.stream()))
                .map(grade -> count.faded(grade, fading))
                .map(severity -> new Finding(
                        name(),
                        snapshot.component().id(),
                        count.name(),
                        severity,
                        count.now(),
                        count.summary("uncorrectable error", "uncorrectable errors"),
                        count.evidence(),
                        "The host asked for data and the drive could not give it, or could not store it. An array repairs"
                                + " this from its other members; without one the data in that place is lost."
                                + (company ? " Defective sectors grew at the same time." : ""),
                        advice(severity),
                        false));
    }

    private boolean burst(Count count) {
        return Rises.most(count.risesWithin(fading.warningAfter()), config.burstWindow()) >= config.burst();
    }

    /** Whether pending or reallocated sectors rose within the burst window of a rise that has not faded yet. */
    private boolean risesInCompany(Snapshot snapshot, Past past, Count count) {
        List<Change> own = count.risesWithin(fading.warningAfter());
        return Stream.of(PENDING_SECTORS, OFFLINE_UNCORRECTABLE_SECTORS, REALLOCATED_SECTORS, GROWN_DEFECTS)
                .flatMap((Vocabulary word) -> Count.of(snapshot, past, word).stream())
                .flatMap(other -> other.rises().stream())
                .anyMatch(rise -> own.stream().anyMatch(mine -> near(mine, rise)));
    }

    private boolean near(Change one, Change other) {
        return Duration.between(one.at(), other.at()).abs().compareTo(config.burstWindow()) <= 0;
    }

    private static List<String> advice(Severity severity) {
        return switch (severity) {
            case NOTICE -> List.of("Nothing to do now. You will be told if the number grows.");
            case WARNING ->
                List.of(
                        "Make sure that the data on this drive has a backup or a healthy mirror.",
                        "Look in the kernel log for read errors of this drive, and which files they hit.",
                        "Run a long self-test; in an array start its check or scrub.",
                        "Replace the drive if it happens again.");
            case CRITICAL ->
                List.of(
                        "Check now that the data on this drive has a backup or a healthy mirror.",
                        "Replace the drive soon. In an array, let no other member be missing when you do.",
                        "Look in the kernel log for the places that could not be read, and restore those files.");
        };
    }
}
