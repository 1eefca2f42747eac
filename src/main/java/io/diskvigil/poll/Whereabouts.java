package io.diskvigil.poll;

import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Who stands behind which way in, whether or not anybody answers there. */
final class Whereabouts {
    private final Inventory inventory;
    private final Presence presence;
    private final ByPath byPath;
    private final LastKnown lastKnown;

    Whereabouts(Inventory inventory, Presence presence, ByPath byPath, LastKnown lastKnown) {
        this.inventory = inventory;
        this.presence = presence;
        this.byPath = byPath;
        this.lastKnown = lastKnown;
    }

    /** Who stands behind a target, as far as cabling and memory tell. */
    Optional<Component> known(Target target) {
        return presence.behind(door(target), inventory.at(target));
    }

    /** Who stands behind a target; of one behind which nobody is known, who is made up for it. */
    Component behind(Target target) {
        return known(target).orElseGet(() -> BlindSpots.placeholder(target));
    }

    /** Of whom an outcome speaks, before it is entered. */
    Component behind(PollOutcome outcome) {
        if (outcome instanceof Polled polled) {
            return polled.snapshots().stream()
                    .filter(answer ->
                            ControllerDoors.of(polled.target(), answer).equals(polled.target()))
                    .findFirst()
                    .map(answer -> located(answer).component())
                    .map(seen -> inventory.like(seen).orElse(seen))
                    .orElseGet(() -> behind(polled.target()));
        }
        return behind(outcome.target());
    }

    /** All doors of a controller behind which a drive is, or was last. */
    List<Target> doors(Target controller) {
        Stream<Target> remembered = inventory.known().stream()
                .map(Known::component)
                .filter(component -> component.kind() == ComponentKind.DRIVE)
                .flatMap(drive -> drive.locations().stream())
                .filter(at -> at.path().equals(controller.path()))
                .map(at -> new Target(controller.adapter(), at.path(), at.type()));
        return Stream.concat(presence.doors(controller), remembered)
                .filter(door -> !door.equals(controller))
                .distinct()
                .toList();
    }

    /** The target as a place, with its cabling. */
    Location door(Target target) {
        return new Location(target.path(), target.type(), "", byPath.of(target.path()));
    }

    /** The answer with the cabling of each place in it. */
    Snapshot located(Snapshot answer) {
        List<Location> locations = answer.component().locations().stream()
                .map(at -> at.byPath().isEmpty()
                        ? new Location(at.path(), at.type(), at.slot(), byPath.of(at.path()))
                        : at)
                .toList();
        return answer.of(answer.component().withLocations(locations));
    }

    /** Whether the drive behind this target is seen through another one now, or is not expected any more. */
    boolean isElsewhere(Target target) {
        return known(target)
                .map(component -> !presence.expects(component.id())
                        || lastKnown.targets().stream()
                                .anyMatch(view -> !view.target().equals(target)
                                        && view.failure().isEmpty()
                                        && view.component()
                                                .filter(component.id()::equals)
                                                .isPresent()))
                .orElse(false);
    }
}
