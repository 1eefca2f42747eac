package io.diskvigil.rule;

import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The events of a controller's log in a snapshot, dated as well as they can be: by the host's clock, else as if the
 * controller's were UTC. Those that an operator accepted with the counter of media events are left out.
 *
 * @param events oldest first
 * @param now when the snapshot was taken
 */
record DriveEvents(List<Dated> events, Instant now) {
    static final Set<EventKind> MEDIA = EnumSet.of(EventKind.READ_ERROR, EventKind.WRITE_ERROR);
    static final Set<EventKind> LINK = EnumSet.of(EventKind.LINK_ERROR, EventKind.TIME_OUT);

    private static final String COUNTER = Vocabulary.CONTROLLER_MEDIA_EVENTS.readingName();

    /** @param at empty where the log gives no time: such an event is as old as the log */
    record Dated(Event event, Optional<Instant> at) {
        static Dated of(Event event) {
            return new Dated(event, event.at().or(() -> event.clock().map(clock -> clock.toInstant(ZoneOffset.UTC))));
        }

        /** The log's own words, with its own time. */
        String words() {
            return event.text()
                    + event.clock()
                            .map(clock -> " (" + clock.toString().replace('T', ' ') + " by the controller's clock)")
                            .orElse("");
        }
    }

    static DriveEvents of(Snapshot snapshot, Past past) {
        Optional<Instant> accepted = past.baseline(COUNTER)
                .filter(baseline -> baseline.origin() == Origin.ACCEPTED)
                .map(Baseline::at);
        List<Dated> events = snapshot.readings(Event.class)
                .filter(event -> !event.name().equals(Event.KERNEL))
                .map(Dated::of)
                .filter(dated -> accepted.isEmpty()
                        || dated.at().filter(accepted.get()::isBefore).isPresent())
                .sorted(Comparator.comparing(dated -> dated.at().orElse(Instant.MIN)))
                .toList();
        return new DriveEvents(events, snapshot.takenAt());
    }

    /** What the kernel's log says, which {@link #of(Snapshot, Past)} leaves out: those errors reached the host. */
    static DriveEvents ofKernel(Snapshot snapshot) {
        List<Dated> events = snapshot.readings(Event.class)
                .filter(event -> event.name().equals(Event.KERNEL))
                .map(Dated::of)
                .sorted(Comparator.comparing(dated -> dated.at().orElse(Instant.MIN)))
                .toList();
        return new DriveEvents(events, snapshot.takenAt());
    }

    List<Dated> of(Set<EventKind> kinds) {
        return events.stream()
                .filter(dated -> kinds.contains(dated.event().kind()))
                .toList();
    }

    /** Those of them within the time before the snapshot. One in the future, by a clock that is wrong, is of now. */
    List<Dated> within(Set<EventKind> kinds, Duration window) {
        Instant start = now.minus(window);
        return of(kinds).stream()
                .filter(dated -> dated.at().filter(at -> !at.isBefore(start)).isPresent())
                .toList();
    }

    /** The newest error of the medium in that time. */
    Optional<Dated> media(Duration window) {
        return within(MEDIA, window).stream().reduce((earlier, later) -> later);
    }

    /** The largest number of them within any stretch as long as {@code stretch}; they are sorted by time. */
    static int most(List<Dated> sorted, Duration stretch) {
        int most = 0;
        int first = 0;
        for (int last = 0; last < sorted.size(); last++) {
            Instant end = sorted.get(last).at().orElseThrow();
            while (sorted.get(first).at().orElseThrow().isBefore(end.minus(stretch))) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }
}
