package io.diskvigil.inventory;

import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.LifeEvent.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What happened to a drive between two states of its life: a pure function over both. */
final class LifeEvents {
    private LifeEvents() {}

    static List<LifeEvent> begun(Life life) {
        return List.of(event(life, life.firstSeen(), Kind.NEW, "first seen at " + life.place()));
    }

    static List<LifeEvent> between(Life before, Life after, Instant at) {
        List<LifeEvent> events = new ArrayList<>();
        if (before.state() != after.state()) {
            turn(before, after, at).ifPresent(events::add);
        }
        if (after.state().isHere()) {
            moved(before, after).ifPresent(line -> events.add(event(after, at, Kind.MOVED, line)));
        }
        if (!before.firmware().equals(after.firmware()) && !before.firmware().isEmpty()) {
            events.add(event(
                    after,
                    at,
                    Kind.FIRMWARE_CHANGED,
                    "firmware %s, was %s".formatted(after.firmware(), before.firmware())));
        }
        return events;
    }

    private static Optional<LifeEvent> turn(Life before, Life after, Instant at) {
        State state = after.state();
        if (state == State.MISSING) {
            String with = after.status().lostWith().isEmpty()
                    ? ""
                    : ", together with others behind " + after.status().lostWith();
            return Optional.of(event(after, at, Kind.MISSING, "missing, last at " + after.place() + with));
        }
        if (state == State.REPLACED) {
            return Optional.of(event(after, at, Kind.REPLACED, after.status().why()));
        }
        boolean back = state.isHere() && !before.state().isHere();
        return back
                ? Optional.of(event(
                        after,
                        at,
                        Kind.RETURNED,
                        "back at %s, was %s since %s"
                                .formatted(after.place(), before.state().word(), before.since())))
                : Optional.empty();
    }

    /** A door that closed while a newer one is open, or one that opened after the last was taken by another drive. */
    private static Optional<String> moved(Life before, Life after) {
        List<Stay> closed = before.stays().stream()
                .filter(Stay::isOpen)
                .filter(old -> after.stays().stream().noneMatch(now -> now.isOpen() && isSame(now, old)))
                .toList();
        boolean wasNowhere = before.state().isHere()
                && before.stays().stream().noneMatch(Stay::isOpen)
                && !before.stays().isEmpty();
        List<Stay> left = wasNowhere ? List.of(before.stays().get(before.stays().size() - 1)) : closed;
        return left.stream()
                .flatMap(old -> after.stays().stream()
                        .filter(Stay::isOpen)
                        .filter(now -> now.from().isAfter(old.from()))
                        .max(Comparator.comparing(Stay::from))
                        .map(now -> "now at " + now.words() + ", was at " + old.words())
                        .stream())
                .findFirst();
    }

    private static boolean isSame(Stay one, Stay other) {
        return one.from().equals(other.from()) && Doors.same(one.location(), other.location());
    }

    private static LifeEvent event(Life life, Instant at, Kind kind, String line) {
        return new LifeEvent(life.id(), at, kind, "", line);
    }
}
