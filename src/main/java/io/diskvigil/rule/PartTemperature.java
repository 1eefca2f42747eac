package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Controllers, their batteries and enclosures that are too hot, by their own limit or by that of their kind. The limits of the
 * kinds are judgement, a little above what subsystems of this sort have set at the factory (90 degrees for a processor, 40 for
 * the air of an enclosure).
 */
final class PartTemperature implements Rule {
    /** Own limits and readings outside of this are invented. */
    private static final double LOWEST = 20;

    private static final double HIGHEST = 125;
    /** Degrees in one step of the level. */
    private static final long STEP = 5;

    private final RuleConfig.PartTemperature config;

    PartTemperature(RuleConfig.PartTemperature config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "part-temperature";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        ComponentKind kind = snapshot.component().kind();
        if (kind == ComponentKind.DRIVE) {
            return List.of();
        }
        return snapshot.gauge(Vocabulary.TEMPERATURE_CELSIUS.readingName()).stream()
                .filter(gauge -> gauge.value() <= HIGHEST)
                .flatMap(gauge -> finding(snapshot, kind, gauge).stream())
                .toList();
    }

    private Optional<Finding> finding(Snapshot snapshot, ComponentKind kind, Gauge gauge) {
        OptionalDouble own = gauge.limit();
        boolean hasOwn = own.isPresent() && own.getAsDouble() >= LOWEST && own.getAsDouble() <= HIGHEST;
        double warning = hasOwn ? own.getAsDouble() : limit(kind);
        double critical = warning + config.aboveLimit();
        if (gauge.value() < warning) {
            return Optional.empty();
        }
        Severity severity = gauge.value() >= critical ? Severity.CRITICAL : Severity.WARNING;
        return Optional.of(new Finding(
                name(),
                snapshot.component().id(),
                gauge.name(),
                severity,
                (long) gauge.value() / STEP * STEP,
                "%.0f °C, %s is %.0f °C"
                        .formatted(gauge.value(), hasOwn ? "its own limit" : "the limit of its kind", warning),
                Evidence.of(gauge, "%.0f °C".formatted(gauge.value())),
                kind == ComponentKind.BATTERY
                        ? "Heat ages a battery: it is charged no more when too warm, and lasts half as long ten degrees higher."
                        : "A controller that is too hot slows down, makes errors, or stops with all its drives at once. Most"
                                + " of them have no fan of their own and rely on the air of the chassis.",
                List.of(
                        "Check fans, filters and blanking plates of the chassis, and whether the fans run fast enough for such"
                                + " a card.",
                        severity == Severity.CRITICAL
                                ? "If it cannot be cooled soon, take load off or shut the machine down in order."
                                : "See whether room or load explain it."),
                false));
    }

    private double limit(ComponentKind kind) {
        return switch (kind) {
            case BATTERY -> config.battery();
            case ENCLOSURE, FAN, POWER_SUPPLY, CHASSIS -> config.enclosure();
            case CONTROLLER, VOLUME, MEMORY, HOST, DRIVE -> config.controller();
        };
    }
}
