package io.diskvigil.rule;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Snapshot;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where a person finds a drive behind a controller, and how its light is switched on. */
final class Slot {
    /** What goes into a root shell is plain; anything else is not offered. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/_.,:=+ -]+");

    private Slot() {}

    /** {@code Enc#2 Slot#8}; where no slot is told {@code areca,2 on areca:1}. */
    static String of(Snapshot drive) {
        return drive.component().locations().stream()
                .map(Location::slot)
                .filter(slot -> !slot.isEmpty())
                .findFirst()
                .orElseGet(() -> drive.component().locations().stream()
                        .findFirst()
                        .map(location -> location.type().isEmpty()
                                ? location.path()
                                : location.type() + " on " + location.path())
                        .orElse(drive.component().id().value()));
    }

    /** One advice: pull this one and no other. */
    static String advice(Snapshot drive) {
        String serial = drive.component().identity().serial();
        String which = "It sits in " + of(drive) + (serial.isEmpty() ? "" : ", serial " + serial) + ": ";
        Optional<String> command = drive.readings(Fact.class)
                .filter(fact -> fact.name().equals(Fact.LOCATE))
                .map(Fact::text)
                .filter(text -> PLAIN.matcher(text).matches())
                .findFirst();
        return command.map(text -> which + "light its LED before anybody pulls a drive." + Finding.COMMAND + text)
                .orElse(which + "compare the serial on its label before anybody pulls a drive.");
    }
}
