package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;

/** A controller's word of itself, the errors of its own memory, and drives that carry a configuration that it does not use. */
final class ControllerState implements Rule {
    private final RuleConfig.Fading fading;

    ControllerState(RuleConfig.Fading fading) {
        this.fading = fading;
    }

    @Override
    public String name() {
        return "controller-state";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() != ComponentKind.CONTROLLER) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        snapshot.status(Vocabulary.CONTROLLER_STATE.readingName())
                .filter(status -> status.health() != Health.OK)
                .ifPresent(status -> findings.add(state(snapshot, past, status)));
        Count.of(snapshot, past, Vocabulary.MEMORY_UNCORRECTABLE_ERRORS)
                .filter(count -> count.standing() > 0)
                .ifPresent(count -> findings.add(memory(
                        snapshot,
                        count,
                        count.faded(Severity.CRITICAL, fading),
                        count.summary("uncorrectable memory error", "uncorrectable memory errors"),
                        "The controller's own memory gave back something else than was put in, and could not mend it. What it"
                                + " had in its cache then may be written wrongly, whatever the drives are like.")));
        Count.of(snapshot, past, Vocabulary.MEMORY_CORRECTABLE_ERRORS)
                .filter(count -> count.standing() > 0)
                .ifPresent(count -> findings.add(memory(
                        snapshot,
                        count,
                        count.faded(count.rose() ? Severity.WARNING : Severity.NOTICE, fading),
                        count.summary("correctable memory error", "correctable memory errors"),
                        "The controller's own memory makes errors that it can still mend. When they grow the ones that it cannot"
                                + " mend are near.")));
        snapshot.gauge(Vocabulary.FOREIGN_CONFIGURATION.readingName())
                .filter(gauge -> gauge.value() > 0)
                .ifPresent(gauge -> findings.add(foreign(snapshot, gauge)));
        return findings;
    }

    private Finding state(Snapshot snapshot, Past past, Status status) {
        return new Finding(
                name(),
                snapshot.component().id(),
                status.name(),
                status.health() == Health.FAILED ? Severity.CRITICAL : Severity.WARNING,
                status.health() == Health.FAILED ? 1 : 0,
                switch (status.health()) {
                    case FAILED -> "failed: " + status.vendorWord();
                    case DEGRADED -> "says of itself: " + status.vendorWord();
                    case OK, UNKNOWN -> "in a state that is not known: " + status.vendorWord();
                },
                new Evidence(status.name(), status.source(), "", "", status.vendorWord(), past.since(status.name())),
                "The controller itself says that it is not well. Some use this word as soon as any of their volumes, drives or"
                        + " batteries is not.",
                List.of(
                        "Look at its volumes, drives and battery first: what is wrong with them is told apart.",
                        "If they are well, look at the controller with its tool, and see that there is a fresh backup."),
                false);
    }

    private Finding memory(Snapshot snapshot, Count count, Severity severity, String summary, String meaning) {
        return new Finding(
                name(),
                snapshot.component().id(),
                count.name(),
                severity,
                count.now(),
                summary,
                count.evidence(),
                meaning,
                severity == Severity.NOTICE
                        ? List.of("Nothing to do now. You will be told if the number grows.")
                        : List.of(
                                "Reseat or replace the memory module of the controller, or the controller; shut the machine down"
                                        + " in order for it, so that the cache is written.",
                                "Check the file systems and compare with a backup where that is possible."),
                false);
    }

    private Finding foreign(Snapshot snapshot, Gauge gauge) {
        long drives = (long) gauge.value();
        return new Finding(
                name(),
                snapshot.component().id(),
                gauge.name(),
                Severity.WARNING,
                drives,
                Count.number(drives, "drive", "drives") + " with a foreign configuration",
                Evidence.of(gauge, Long.toString(drives)),
                "The controller found drives that belong to an array it does not run: moved here from another controller, or"
                        + " drives of its own that were gone for a while. They are not used as they are.",
                List.of(
                        "Find out which array they belong to before anything is imported or cleared.",
                        "Drives of a volume of this machine that came back late hold old data: do not import them over a volume"
                                + " that went on without them.",
                        "If they are old stock for new use, clear the foreign configuration with the controller's tool."),
                false);
    }
}
