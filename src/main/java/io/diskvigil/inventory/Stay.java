package io.diskvigil.inventory;

import io.diskvigil.model.Location;
import java.time.Instant;
import java.util.Optional;

/**
 * A drive behind one door for a time; a drive with several doors has several at once.
 *
 * @param until when it was first known to be no longer there; empty as long as it is
 */
public record Stay(Location location, Instant from, Optional<Instant> until) {
    public boolean isOpen() {
        return until.isEmpty();
    }

    boolean covers(Instant when) {
        return !when.isBefore(from) && until.filter(end -> when.isAfter(end)).isEmpty();
    }

    Stay ended(Instant at) {
        return new Stay(location, from, Optional.of(at.isBefore(from) ? from : at));
    }

    /** Such as {@code Enc#2 Slot#8 (/dev/sdb)}: the printed slot or the cabling where one is known, and the path. */
    public String words() {
        return words(location);
    }

    /** How a person finds the place: by slot, else by cabling, else by path alone. */
    public static String words(Location at) {
        String cabling = at.byPath().substring(at.byPath().lastIndexOf('/') + 1);
        String place = at.slot().isEmpty() ? cabling : at.slot();
        String door = Doors.counts(at) ? Doors.label(at) : at.path();
        return place.isEmpty() ? door : place + " (" + door + ")";
    }
}
