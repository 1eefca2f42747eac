package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Drives that are too hot by their own limit, else by its kind, else by its own habit. Temperature tells of the surroundings rather
 * than of failure: Backblaze 2014 found no correlation over 34,000 drives, Pinheiro, FAST'07 no consistent one. Two days
 * follow each other within 8 degrees on 99.9 % of disk days, so ten above the own median is unusual.
 */
final class Temperature implements Rule {
    /** Own limits outside of this are a fault of the bridge or firmware: trip points of 25 degrees were met. */
    private static final double LOWEST_LIMIT = 40;

    private static final double HIGHEST_LIMIT = 120;
    /** Readings outside of this are no temperature of a running drive. */
    private static final double COLDEST = -40;

    private static final double HOTTEST = 125;
    /** Quartiles to three standard deviations of a bell: a drive that swings by habit must go further. */
    private static final double SWING = 3 / 1.35;
    /** So long after a start a drive warms as any other. */
    private static final Duration SETTLED = Duration.ofMinutes(30);
    /** A rise to what is usual is none. */
    private static final double WARMER = 2;
    /** Degrees in one step of the level. */
    private static final long STEP = 5;

    private final RuleConfig.Temperature config;

    Temperature(RuleConfig.Temperature config) {
        this.config = config;
    }

    /** @param origin whose limits these are, for the reader */
    private record Limits(double warning, double critical, String origin) {}

    @Override
    public String name() {
        return "temperature";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() != ComponentKind.DRIVE) {
            return List.of();
        }
        return snapshot.gauge(Vocabulary.TEMPERATURE_CELSIUS.readingName()).stream()
                .filter(gauge -> gauge.value() >= COLDEST && gauge.value() <= HOTTEST)
                .flatMap(gauge -> judged(snapshot, past, gauge).stream())
                .toList();
    }

    private Optional<Finding> judged(Snapshot snapshot, Past past, Gauge gauge) {
        Limits limits = limits(snapshot.component().identity(), gauge);
        double now = gauge.value();
        if (now >= limits.warning()) {
            Severity severity = now >= limits.critical() ? Severity.CRITICAL : Severity.WARNING;
            String summary = "%.0f °C, %s is %.0f °C".formatted(now, limits.origin(), limits.warning());
            return Optional.of(finding(snapshot, gauge, severity, summary, "", advice(severity)));
        }
        return unusual(past, gauge)
                .map(summary -> finding(
                        snapshot, gauge, Severity.NOTICE, summary, usual(past, gauge), advice(Severity.NOTICE)));
    }

    /** What is unusual for this drive, as a clause. As long as its habit is not known, nothing is. */
    private Optional<String> unusual(Past past, Gauge gauge) {
        OptionalDouble median = past.median(gauge.name());
        if (median.isEmpty()) {
            return Optional.empty();
        }
        double now = gauge.value();
        double far = median.getAsDouble()
                + Math.max(
                        config.aboveMedian(), SWING * past.spread(gauge.name()).orElse(0));
        OptionalDouble before = past.previous(gauge.name());
        if (now >= far && before.isPresent() && before.getAsDouble() >= far) {
            return Optional.of("%.0f °C, usually %s".formatted(now, usual(past, gauge)));
        }
        double risen = past.risenLately(gauge.name(), SETTLED);
        if (risen >= config.rise() && now >= median.getAsDouble() + WARMER) {
            return Optional.of(
                    "%.0f °C, %.0f °C more within ten minutes, usually %s".formatted(now, risen, usual(past, gauge)));
        }
        return Optional.empty();
    }

    private static String usual(Past past, Gauge gauge) {
        OptionalDouble median = past.median(gauge.name());
        return median.isPresent() ? "%.0f °C".formatted(median.getAsDouble()) : "";
    }

    private Limits limits(Identity identity, Gauge gauge) {
        OptionalDouble own = gauge.limit();
        if (own.isPresent() && own.getAsDouble() >= LOWEST_LIMIT && own.getAsDouble() <= HIGHEST_LIMIT) {
            return new Limits(own.getAsDouble(), own.getAsDouble() + config.aboveOwnLimit(), "the drive's own limit");
        }
        if (identity.protocol().equals("NVMe")) {
            return new Limits(config.nvmeWarning(), config.nvmeCritical(), "the limit for NVMe drives");
        }
        return switch (identity.medium()) {
            case SOLID_STATE ->
                new Limits(config.solidStateWarning(), config.solidStateCritical(), "the limit for SSDs");
            // A drive that does not tell its rotation rate is mostly an old disk.
            case ROTATING, UNKNOWN ->
                new Limits(config.rotatingWarning(), config.rotatingCritical(), "the limit for disks");
        };
    }

    private Finding finding(
            Snapshot snapshot, Gauge gauge, Severity severity, String summary, String usual, List<String> advice) {
        return new Finding(
                name(),
                snapshot.component().id(),
                gauge.name(),
                severity,
                Math.floorDiv((long) Math.floor(gauge.value()), STEP) * STEP,
                summary,
                new Evidence(
                        gauge.name(), gauge.source(), usual, "", "%.0f °C".formatted(gauge.value()), Optional.empty()),
                "Heat tells of fans, air flow and load more than of the drive itself. Beyond its limit a drive may slow down,"
                        + " make errors or switch itself off.",
                advice,
                false);
    }

    private static List<String> advice(Severity severity) {
        String last = severity == Severity.CRITICAL
                ? "If it cannot be cooled soon, take load off the drive or shut the machine down in order."
                : "See whether load explains it: a rebuild or scrub warms a disk by a few degrees.";
        return List.of(
                "Compare the other drives: all of them warmer means room or fans, this one alone means its slot.",
                "Check fans, filters and blanking plates of the chassis.",
                last);
    }
}
