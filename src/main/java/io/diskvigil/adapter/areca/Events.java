package io.diskvigil.adapter.areca;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The controller's log as events, newest last. The log numbers nothing and its clock has no zone. */
final class Events {
    private static final String NAME = "event";
    private static final String SOURCE = "event info";

    private Events() {}

    /** An event and of whom it speaks. */
    record Logged(Event event, Place place) {}

    /** In the order of time. Lines that do not differ are as many events: a dying disk throws several errors a second. */
    static List<Logged> of(Told told, Arrangement arrangement) {
        List<LogLine> lines = new ArrayList<>(told.log);
        if (isNewestFirst(lines)) {
            Collections.reverse(lines);
        }
        Map<String, Place> places = new HashMap<>();
        List<Logged> events = new ArrayList<>();
        for (LogLine line : lines) {
            Place place = places.computeIfAbsent(line.device(), device -> Place.of(device, told, arrangement));
            events.add(new Logged(event(line, place), place));
        }
        return events;
    }

    private static boolean isNewestFirst(List<LogLine> lines) {
        List<LocalDateTime> clocks =
                lines.stream().flatMap(line -> line.clock().stream()).toList();
        return clocks.size() < 2 || !clocks.get(0).isBefore(clocks.get(clocks.size() - 1));
    }

    private static Event event(LogLine line, Place place) {
        EventWords words = EventWords.of(line);
        EventKind kind =
                place.isDrive() && words.kind() == EventKind.VOLUME_FAILED ? EventKind.DRIVE_FAILED : words.kind();
        Health health = words.health();
        String type = place.type().isEmpty() && kind == EventKind.BATTERY ? Board.BATTERY : place.type();
        return new Event(NAME, "", line.clock(), Optional.empty(), type, text(line, place), kind, health, SOURCE);
    }

    private static String text(LogLine line, Place place) {
        String event = line.errors() > 0 ? line.event() + ", " + line.errors() + " errors" : line.event();
        return place.isDrive() || line.device().isEmpty() ? event : line.device() + ": " + event;
    }

    /** When the newest entry was written, by the controller's clock taken as UTC. */
    static Optional<Instant> newest(Told told) {
        return told.log.stream()
                .flatMap(line -> line.clock().stream())
                .max(Comparator.naturalOrder())
                .map(clock -> clock.toInstant(ZoneOffset.UTC));
    }
}
