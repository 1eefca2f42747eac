package io.diskvigil.inventory;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Location;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One drive from its first sight on: how it stands, where it was, and what persons noted about it.
 *
 * @param lastSeen when it last answered; from the store at most an hour old
 * @param firmware as last told, so that another one is noticed
 * @param stays where it was, oldest first, bounded by the store
 * @param powerOnHours as last kept, at most a day old; empty if it never told
 * @param notes what persons wrote, oldest first
 * @param units other logical units of the same drive: they have its serial, and another WWN
 */
public record Life(
        Component component,
        Status status,
        Instant firstSeen,
        Instant lastSeen,
        String firmware,
        List<Stay> stays,
        OptionalLong powerOnHours,
        List<LifeEvent> notes,
        List<ComponentId> units) {
    public Life {
        stays = List.copyOf(stays);
        notes = List.copyOf(notes);
        units = List.copyOf(units);
    }

    /** How a drive stands; the lower-case names are metric labels. */
    public enum State {
        PRESENT,
        ASLEEP,
        /** There, but the last probe failed. */
        UNREADABLE,
        MISSING,
        /** Another drive stands in its place. */
        REPLACED,
        /** Taken out of service by a person: nobody expects it. */
        DECOMMISSIONED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Seen behind some door, however it answers. */
        public boolean isHere() {
            return this == PRESENT || this == ASLEEP || this == UNREADABLE;
        }

        /** Whether anybody should be told that it is not there. */
        public boolean isExpected() {
            return isHere() || this == MISSING;
        }
    }

    /**
     * The state and how it came about.
     *
     * @param before the state it was in before this one
     * @param why one clause: who stands in its place, or who decommissioned it and why; else empty
     * @param lostWith the controller with which several drives went missing at once, as {@link Controllers} names it; else
     *     empty
     */
    public record Status(State state, Instant since, State before, String why, String lostWith) {}

    /** At its first sight. */
    public static Life begun(Component component, Instant at) {
        return new Life(
                component,
                new Status(State.PRESENT, at, State.PRESENT, "", ""),
                at,
                at,
                component.identity().firmware(),
                List.of(),
                OptionalLong.empty(),
                List.of(),
                List.of());
    }

    public ComponentId id() {
        return component.id();
    }

    public State state() {
        return status.state();
    }

    public Instant since() {
        return status.since();
    }

    /** Where it is now; where it was last if it is gone, newest first. */
    public List<Location> places() {
        List<Location> now =
                stays.stream().filter(Stay::isOpen).map(Stay::location).toList();
        if (!now.isEmpty()) {
            return now;
        }
        Optional<Instant> last =
                stays.stream().flatMap(stay -> stay.until().stream()).max(Instant::compareTo);
        List<Location> before = stays.stream()
                .filter(stay -> stay.until().equals(last))
                .map(Stay::location)
                .toList();
        return before.isEmpty() ? component.locations() : before;
    }

    /** Its place in words, such as {@code Slot 8 (/dev/sdb)}; empty if it never had one. */
    public String place() {
        return places().stream().findFirst().map(Stay::words).orElse("");
    }

    /** The drive with the doors at which it is, or was last. */
    public Component located() {
        return component.withLocations(places());
    }

    /** It answers at these doors. */
    Life seen(Component now, List<Location> doors, Instant at) {
        return new Life(
                now,
                status,
                firstSeen,
                at.isAfter(lastSeen) ? at : lastSeen,
                firmware,
                Stays.seen(stays, doors, at),
                powerOnHours,
                notes,
                units);
    }

    /** It is no longer behind these doors. */
    Life left(List<Location> doors, Instant at) {
        return withStays(Stays.left(stays, doors, at));
    }

    Life to(State state, Instant at, String why, String lostWith) {
        return state == status.state() && lostWith.equals(status.lostWith())
                ? this
                : with(new Status(state, at, status.state(), why, lostWith));
    }

    /** The same drive as another one left its status in the store. */
    public Life with(Status other) {
        return new Life(component, other, firstSeen, lastSeen, firmware, stays, powerOnHours, notes, units);
    }

    Life withFirmware(String other) {
        return new Life(component, status, firstSeen, lastSeen, other, stays, powerOnHours, notes, units);
    }

    private Life withStays(List<Stay> others) {
        return others.equals(stays)
                ? this
                : new Life(component, status, firstSeen, lastSeen, firmware, others, powerOnHours, notes, units);
    }
}
