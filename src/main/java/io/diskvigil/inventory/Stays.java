package io.diskvigil.inventory;

import io.diskvigil.model.Location;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where a drive was over time: pure functions over its stays. */
final class Stays {
    private Stays() {}

    /** With an open stay for each of these doors; a door that keeps its name but leads to another place is a new stay. */
    static List<Stay> seen(List<Stay> stays, List<Location> doors, Instant at) {
        List<Stay> all = new ArrayList<>(stays);
        for (Location door : doors) {
            Optional<Stay> known = all.stream()
                    .filter(Stay::isOpen)
                    .filter(stay -> Doors.same(stay.location(), door))
                    .findFirst();
            if (known.isPresent()) {
                Stay old = known.get();
                boolean elsewhere = !old.location().byPath().isEmpty()
                        && !door.byPath().isEmpty()
                        && !old.location().byPath().equals(door.byPath());
                all.set(
                        all.indexOf(old),
                        elsewhere
                                ? old.ended(at)
                                : new Stay(Doors.merged(old.location(), door), old.from(), Optional.empty()));
                if (elsewhere) {
                    all.add(new Stay(door, at, Optional.empty()));
                }
            } else {
                all.add(new Stay(door, at, Optional.empty()));
            }
        }
        return all;
    }

    static List<Stay> left(List<Stay> stays, List<Location> doors, Instant at) {
        return stays.stream()
                .map(stay -> stay.isOpen() && doors.stream().anyMatch(door -> Doors.same(stay.location(), door))
                        ? stay.ended(at)
                        : stay)
                .toList();
    }

    /** Two drives that are there one after the other stand in the same place: by cabling or slot, by name where nothing else is known. */
    static boolean samePlace(Location one, Location other) {
        if (!one.byPath().isEmpty() && !other.byPath().isEmpty()) {
            return one.byPath().equals(other.byPath());
        }
        if (!one.slot().isEmpty() && !other.slot().isEmpty()) {
            String controller = Controllers.of(one);
            return one.slot().equals(other.slot())
                    && (one.path().equals(other.path())
                            || (!controller.isEmpty() && controller.equals(Controllers.of(other))));
        }
        return isBare(one) && isBare(other) && Doors.same(one, other);
    }

    private static boolean isBare(Location at) {
        return at.byPath().isEmpty() && at.slot().isEmpty();
    }
}
