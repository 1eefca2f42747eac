package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The battery or flash module that keeps a controller's write cache. A learn cycle discharges it on purpose, for hours, a few
 * times a year, and is silent as long as it ends: it is a state in passing, and has a time-out.
 */
final class BatteryState implements Rule {
    private final RuleConfig.Battery config;

    BatteryState(RuleConfig.Battery config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "battery-state";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() != ComponentKind.BATTERY) {
            return List.of();
        }
        return Stream.of(state(snapshot, past), learning(snapshot, past), charge(snapshot, past))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> state(Snapshot snapshot, Past past) {
        return snapshot.status(Vocabulary.BATTERY_STATE.readingName())
                .filter(status -> status.health() != Health.OK)
                .map(status -> finding(
                        snapshot,
                        past,
                        status,
                        status.health() == Health.FAILED ? 2 : 1,
                        (status.health() == Health.UNKNOWN ? "in a state that is not known: " : "")
                                + status.vendorWord(),
                        "What the write cache holds may be lost when power goes. Most controllers switch the cache off by"
                                + " themselves then, and writes become slow; one that is forced to keep it on is told apart.",
                        List.of(
                                "Replace the battery or module; batteries of this kind last three to five years.",
                                "Until then see that the volumes write through, or that the machine hangs on a UPS.")));
    }

    private Optional<Finding> learning(Snapshot snapshot, Past past) {
        Optional<Status> cycle = snapshot.status(Vocabulary.BATTERY_LEARN_CYCLE.readingName());
        if (cycle.isEmpty()) {
            return Optional.empty();
        }
        Status status = cycle.get();
        if (status.health() != Health.OK) {
            return Optional.of(finding(
                    snapshot,
                    past,
                    status,
                    1,
                    "learn cycle did not end well: " + status.vendorWord(),
                    "The controller could not measure the battery's capacity, so that it cannot tell whether it would keep the"
                            + " cache through a power loss.",
                    List.of(
                            "Start a learn cycle anew with the controller's tool, at a quiet time.",
                            "If it fails again, replace the battery.")));
        }
        Instant since = past.since(status.name()).orElse(snapshot.takenAt());
        Duration lasted = Duration.between(since, snapshot.takenAt());
        return isRunning(status) && lasted.compareTo(config.learnCycleMax()) > 0
                ? Optional.of(finding(
                        snapshot,
                        past,
                        status,
                        1,
                        "charging or learning does not end, since %d hours".formatted(lasted.toHours()),
                        "To charge, and a learn cycle, take some hours. One that does not end mostly means a battery that no longer charges;"
                                + " until it ends the write cache is off or unprotected.",
                        List.of(
                                "Look at its charge and voltage with the controller's tool.",
                                "Replace the battery if the charge does not rise.")))
                : Optional.empty();
    }

    /** A battery that its tool calls well, and that holds next to nothing. */
    private Optional<Finding> charge(Snapshot snapshot, Past past) {
        boolean passing = snapshot.status(Vocabulary.BATTERY_LEARN_CYCLE.readingName())
                .filter(BatteryState::isRunning)
                .isPresent();
        return snapshot.gauge(Vocabulary.BATTERY_CHARGE_PERCENT.readingName())
                .filter(gauge -> !passing && gauge.value() < config.lowCharge())
                .map(gauge -> new Finding(
                        name(),
                        snapshot.component().id(),
                        gauge.name(),
                        Severity.WARNING,
                        0,
                        "charge at %.0f %%, and it does not charge".formatted(gauge.value()),
                        new Evidence(
                                gauge.name(),
                                gauge.source(),
                                "",
                                "",
                                "%.0f %%".formatted(gauge.value()),
                                Optional.empty()),
                        "It would keep the write cache for a small part of the promised time when power goes.",
                        List.of(
                                "Look at it again in some hours: it may have begun to charge.",
                                "Replace the battery or module if the charge does not rise."),
                        false));
    }

    /** Some tools name the cycle also while none runs. */
    static boolean isRunning(Status cycle) {
        return !cycle.vendorWord()
                .strip()
                .toLowerCase(Locale.ROOT)
                .matches("|no|none|ok|off|idle|not .*|inactive|completed?|passed|succe.*");
    }

    private Finding finding(
            Snapshot snapshot,
            Past past,
            Status status,
            long level,
            String summary,
            String meaning,
            List<String> advice) {
        return new Finding(
                name(),
                snapshot.component().id(),
                status.name(),
                Severity.WARNING,
                level,
                summary,
                new Evidence(status.name(), status.source(), "", "", status.vendorWord(), past.since(status.name())),
                meaning,
                advice,
                false);
    }
}
