package io.diskvigil.rule;

import static io.diskvigil.model.Vocabulary.CONTROLLER_MEDIA_ERRORS;
import static io.diskvigil.model.Vocabulary.CONTROLLER_OTHER_ERRORS;
import static io.diskvigil.model.Vocabulary.CONTROLLER_TIMEOUTS;
import static io.diskvigil.model.Vocabulary.PREDICTIVE_FAILURES;

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
 * What a controller counts for a drive. Its media errors are graded as errors that reached the host, for it is the drive's
 * host; other errors and time-outs speak of the link, as in {@link LinkErrors} and {@link CommandTimeouts}. No public data set
 * has these counters: the thresholds are taken over from there.
 */
final class ControllerErrors implements Rule {
    private final RuleConfig.ControllerErrors config;
    private final RuleConfig.LinkErrors link;
    private final RuleConfig.Fading fading;

    ControllerErrors(RuleConfig.ControllerErrors config, RuleConfig.LinkErrors link, RuleConfig.Fading fading) {
        this.config = config;
        this.link = link;
        this.fading = fading;
    }

    @Override
    public String name() {
        return "controller-errors";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Stream.of(
                        count(snapshot, past, PREDICTIVE_FAILURES).map(count -> predicted(snapshot, count)),
                        count(snapshot, past, CONTROLLER_MEDIA_ERRORS).flatMap(count -> media(snapshot, count)),
                        count(snapshot, past, CONTROLLER_OTHER_ERRORS).map(count -> other(snapshot, count)),
                        count(snapshot, past, CONTROLLER_TIMEOUTS)
                                .filter(count -> count.roseWithin(fading.warningAfter()))
                                .map(count -> timeouts(snapshot, count)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Count> count(Snapshot snapshot, Past past, Vocabulary word) {
        return Count.of(snapshot, past, word).filter(count -> count.standing() > 0);
    }

    private Finding predicted(Snapshot snapshot, Count count) {
        return finding(
                snapshot,
                count,
                Severity.CRITICAL,
                count.summary("predictive failure", "predictive failures"),
                "The drive passed a limit of its own maker and told the controller that it will fail. Few failing drives ever"
                        + " say so: take it seriously.",
                List.of(
                        "See now that its volume is whole and has a fresh backup.",
                        "Replace the drive, as long as the volume can still do without it.",
                        Slot.advice(snapshot)));
    }

    private Optional<Finding> media(Snapshot snapshot, Count count) {
        Optional<Severity> byLevel =
                Count.grade(count.level(), OptionalLong.of(config.warning()), OptionalLong.of(config.critical()));
        Optional<Severity> byRise = count.rose()
                ? Optional.of(
                        Rises.most(count.risesWithin(fading.warningAfter()), config.burstWindow()) >= config.burst()
                                ? Severity.CRITICAL
                                : Severity.WARNING)
                : Optional.empty();
        return Count.worst(Stream.concat(byLevel.stream(), byRise.stream()))
                .map(grade -> count.faded(grade, fading))
                .map(severity -> finding(
                        snapshot,
                        count,
                        severity,
                        count.summary("media error", "media errors") + " by the controller's count",
                        "The controller could not read or write sectors of this drive, and mended them from the other members"
                                + " where there are any. The drive's own counters and its SMART status may show nothing of"
                                + " it: trust the controller.",
                        severity == Severity.NOTICE
                                ? List.of("Nothing to do now. You will be told if the number grows.")
                                : List.of(
                                        "See now that its volume is whole and has a fresh backup.",
                                        "Start the controller's check of the volume (patrol read, consistency check, verify)"
                                                + " and see whether the number grows.",
                                        "Replace the drive if it does.",
                                        Slot.advice(snapshot))));
    }

    private Finding other(Snapshot snapshot, Count count) {
        boolean burst = Rises.most(count.risesWithin(link.window()), Duration.ofHours(1)) >= link.perHour();
        return finding(
                snapshot,
                count,
                burst ? Severity.WARNING : Severity.NOTICE,
                count.summary("other error", "other errors") + " by the controller's count",
                "Errors that are not the medium's: the link, power, resets, commands that the drive refused. Many drives have"
                        + " some; a burst of them is a cable, connector or backplane.",
                burst
                        ? List.of(
                                "Look whether other drives on the same cable or backplane show the same: then the fault lies"
                                        + " there.",
                                "Reseat the drive and both ends of its cable; then replace the cable or try another slot.",
                                Slot.advice(snapshot))
                        : List.of("Nothing to do now. You will be told of a burst."));
    }

    private Finding timeouts(Snapshot snapshot, Count count) {
        return finding(
                snapshot,
                count,
                Severity.NOTICE,
                count.summary("command time-out", "command time-outs") + " by the controller's count",
                "Commands to the drive took too long. Power and the link are the usual causes, or a drive without a limit for"
                        + " its own retries (TLER, ERC); alone it says little about the drive.",
                List.of("Check power and data cables if it goes on."));
    }

    private Finding finding(
            Snapshot snapshot, Count count, Severity severity, String summary, String meaning, List<String> advice) {
        return new Finding(
                name(),
                snapshot.component().id(),
                count.name(),
                severity,
                count.now(),
                summary,
                count.evidence(),
                meaning,
                advice,
                false);
    }
}
