package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.Location;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What by-path names, which follow the cabling, say of the doors of a drive. */
final class Cabling {
    private Cabling() {}

    /** The doors of a drive, this one first. */
    static List<Location> inFront(Location door, Component drive) {
        Stream<Location> others = drive.locations().stream()
                .filter(at -> !at.path().equals(door.path()) && !at.byPath().equals(door.byPath()));
        Optional<Location> known = drive.locations().stream()
                .filter(at -> at.path().equals(door.path()) && at.byPath().equals(door.byPath()))
                .findFirst();
        return known.isPresent()
                ? drive.locations()
                : Stream.concat(Stream.of(door), others).toList();
    }

    /** The same device name leads to this drive by other cables than these. */
    static boolean isElsewhere(Component drive, Location door) {
        return !door.byPath().isEmpty()
                && drive.locations().stream()
                        .anyMatch(at -> at.path().equals(door.path())
                                && !at.byPath().isEmpty()
                                && !at.byPath().equals(door.byPath()));
    }
}
