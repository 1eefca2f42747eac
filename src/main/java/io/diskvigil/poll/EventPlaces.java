package io.diskvigil.poll;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Gives the records of a controller's log to whoever is in their places now, and dates them by the controller's clock: for
 * one look without memory. The daemon has {@link EventBook}, which knows who was there then.
 */
public final class EventPlaces {
    private EventPlaces() {}

    /**
     * @param snapshots one a component, with the doors that it has
     * @param zone of the controllers' clocks, which tell none
     */
    public static List<Snapshot> distributed(List<Snapshot> snapshots, ZoneId zone) {
        Map<Snapshot, List<Event>> given = new IdentityHashMap<>();
        for (Snapshot controller : snapshots) {
            if (controller.component().kind() == ComponentKind.CONTROLLER) {
                double ahead = controller
                        .level(Vocabulary.CLOCK_OFFSET_SECONDS.readingName())
                        .orElse(0);
                controller
                        .readings(Event.class)
                        .forEach(event -> given.computeIfAbsent(
                                        inPlace(snapshots, controller, event.place())
                                                .orElse(controller),
                                        ignored -> new ArrayList<>())
                                .add(dated(event, zone, ahead)));
            }
        }
        return given.isEmpty()
                ? snapshots
                : snapshots.stream()
                        .map(snapshot -> with(snapshot, given.getOrDefault(snapshot, List.of())))
                        .toList();
    }

    private static Optional<Snapshot> inPlace(List<Snapshot> snapshots, Snapshot controller, String place) {
        if (place.isEmpty()) {
            return Optional.empty();
        }
        List<String> paths =
                controller.component().locations().stream().map(Location::path).toList();
        return snapshots.stream()
                .filter(snapshot -> snapshot.component().locations().stream()
                        .anyMatch(at -> at.type().equals(place) && paths.contains(at.path())))
                .findFirst();
    }

    private static Event dated(Event event, ZoneId zone, double ahead) {
        Optional<Instant> at =
                event.clock().map(clock -> clock.atZone(zone).toInstant().minusMillis(Math.round(ahead * 1000)));
        return event.at().isPresent() ? event : event.withAt(at);
    }

    /** A controller loses its log and keeps what is its own; whoever else has records already, as a recording does, keeps them. */
    private static Snapshot with(Snapshot snapshot, List<Event> events) {
        Stream<Reading> others = snapshot.component().kind() == ComponentKind.CONTROLLER
                ? snapshot.readings().stream().filter(reading -> !(reading instanceof Event))
                : snapshot.readings().stream();
        return new Snapshot(
                snapshot.component(),
                snapshot.takenAt(),
                Stream.concat(others, events.stream()).toList());
    }
}
