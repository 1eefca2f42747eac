package io.diskvigil.model;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** All readings of one component at one instant. */
public record Snapshot(Component component, Instant takenAt, List<Reading> readings) {
    public Snapshot {
        readings = List.copyOf(readings);
    }

    public <R extends Reading> Stream<R> readings(Class<R> kind) {
        return readings.stream().filter(kind::isInstance).map(kind::cast);
    }

    public Optional<Reading.Counter> counter(String name) {
        return first(Reading.Counter.class, name);
    }

    public Optional<Reading.Gauge> gauge(String name) {
        return first(Reading.Gauge.class, name);
    }

    public Optional<Reading.Status> status(String name) {
        return first(Reading.Status.class, name);
    }

    /** A loop, because the rules ask some hundred times a poll. */
    private <R extends Reading> Optional<R> first(Class<R> kind, String name) {
        for (Reading reading : readings) {
            if (kind.isInstance(reading) && reading.name().equals(name)) {
                return Optional.of(kind.cast(reading));
            }
        }
        return Optional.empty();
    }

    public OptionalLong count(String name) {
        return counter(name).stream().mapToLong(Reading.Counter::raw).findFirst();
    }

    public OptionalDouble level(String name) {
        return gauge(name).stream().mapToDouble(Reading.Gauge::value).findFirst();
    }

    public Snapshot of(Component other) {
        return new Snapshot(other, takenAt, readings);
    }

    /**
     * This snapshot with what only {@code older} knows: a cheap probe does not forget what the last full one read, but for what
     * is told only while it lasts. That goes for the own limit of a gauge, too, which some logs give and a cheap probe does not read.
     */
    public Snapshot over(Snapshot older) {
        Map<String, Reading> merged = new LinkedHashMap<>();
        older.readings().stream()
                .filter(reading -> Vocabulary.of(reading.name())
                        .filter(Vocabulary::isMomentary)
                        .isEmpty())
                .forEach(reading -> merged.put(reading.key(), reading));
        readings.forEach(reading -> merged.merge(reading.key(), reading, Snapshot::newer));
        return new Snapshot(component, takenAt, List.copyOf(merged.values()));
    }

    private static Reading newer(Reading older, Reading newer) {
        return newer instanceof Reading.Gauge now
                        && now.limit().isEmpty()
                        && older instanceof Reading.Gauge before
                        && before.limit().isPresent()
                ? new Reading.Gauge(now.name(), now.value(), before.limit(), now.source())
                : newer;
    }
}
