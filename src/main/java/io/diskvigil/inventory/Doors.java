package io.diskvigil.inventory;

import io.diskvigil.model.Component;
import io.diskvigil.model.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** When two locations are one door: behind a path there is one drive, or as many as a pass-through type counts. */
final class Doors {
    private Doors() {}

    static boolean same(Location one, Location other) {
        boolean otherSlot =
                !one.slot().isEmpty() && !other.slot().isEmpty() && !one.slot().equals(other.slot());
        if (!one.path().equals(other.path()) || otherSlot) {
            return false;
        }
        return one.type().equals(other.type()) || (!counts(one) && !counts(other));
    }

    /** One by-path name, and not two drives that the controller behind it counts. */
    static boolean sameCabling(Location one, Location other) {
        return !one.byPath().isEmpty()
                && one.byPath().equals(other.byPath())
                && (one.type().equals(other.type()) || (!counts(one) && !counts(other)));
    }

    /** Whether its type names one of several drives behind its path. */
    static boolean counts(Location door) {
        return door.isCounted();
    }

    static boolean shared(Component one, Component other) {
        return one.locations().stream()
                .anyMatch(door -> other.locations().stream().anyMatch(another -> same(door, another)));
    }

    /** Of the same sort, so that a drive is expected behind one of them only: two slots of one controller, two SATA ports. */
    static boolean alike(Location one, Location other) {
        return family(one).equals(family(other));
    }

    /** What a controller counts, and the same drive by a device node that passes commands through, are two sorts of door. */
    private static String family(Location location) {
        int comma = location.type().indexOf(',');
        String sort = comma < 0 ? location.type() : location.type().substring(0, comma);
        return location.path().startsWith("/") ? sort : "of its controller " + sort;
    }

    static String label(Location location) {
        return location.path() + "[" + location.type() + "]";
    }

    /** The fresh location in the place of the known one, without forgetting slot and cabling. */
    static Location merged(Location known, Location fresh) {
        return new Location(
                fresh.path(),
                fresh.type(),
                fresh.slot().isEmpty() ? known.slot() : fresh.slot(),
                fresh.byPath().isEmpty() ? known.byPath() : fresh.byPath());
    }

    /** The known doors with the fresh ones: in place where known, in front where {@code inFront}, else at the end. */
    static List<Location> merged(List<Location> known, List<Location> fresh, boolean inFront) {
        List<Location> all = new ArrayList<>();
        for (Location old : known) {
            all.add(fresh.stream()
                    .filter(door -> same(door, old))
                    .findFirst()
                    .map(door -> merged(old, door))
                    .orElse(old));
        }
        List<Location> added = fresh.stream()
                .filter(door -> known.stream().noneMatch(old -> same(old, door)))
                .toList();
        return (inFront ? Stream.of(added, all) : Stream.of(all, added))
                .flatMap(List::stream)
                .toList();
    }
}
