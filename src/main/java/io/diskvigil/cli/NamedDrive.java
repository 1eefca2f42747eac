package io.diskvigil.cli;

import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import java.util.List;

/** Finds the drive that a person means by an id, a serial or a path. */
final class NamedDrive {
    private NamedDrive() {}

    /** @throws IllegalArgumentException if nobody or several have that name; the message is for a person */
    static ComponentId find(String drive, List<Known> known) {
        List<Component> matching = known.stream()
                .map(Known::component)
                .filter(component -> component.id().value().equals(drive)
                        || component.identity().serial().equalsIgnoreCase(drive)
                        || component.locations().stream()
                                .anyMatch(at -> at.path().equals(drive)))
                .toList();
        if (matching.size() == 1) {
            return matching.get(0).id();
        }
        String ids = String.join(
                ", ",
                (matching.isEmpty() ? known.stream().map(Known::component) : matching.stream())
                        .map(component -> component.id().value())
                        .toList());
        throw new IllegalArgumentException(
                matching.isEmpty()
                        ? "no drive '%s' is known; known are: %s".formatted(drive, ids)
                        : "'%s' means several drives; name one by its id: %s".formatted(drive, ids));
    }
}
