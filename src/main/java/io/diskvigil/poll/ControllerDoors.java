package io.diskvigil.poll;

import io.diskvigil.model.Location;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;

/**
 * The doors of a controller. One probe of it shows many drives, and each of them stands behind a door of its own: the same
 * path, and the type by which the answer counts it, such as {@code areca:1[areca,2]}. Nobody is ever asked there.
 */
final class ControllerDoors {
    /** The type of the target that is asked. */
    private static final String CONTROLLER = "controller";

    private ControllerDoors() {}

    static boolean isController(Target target) {
        return target.type().equals(CONTROLLER);
    }

    /** Behind which door of the answer to {@code asked} this one stands. */
    static Target of(Target asked, Snapshot answer) {
        return isController(asked)
                ? answer.component().locations().stream()
                        .filter(at -> at.path().equals(asked.path()))
                        .findFirst()
                        .map(at -> new Target(asked.adapter(), at.path(), at.type()))
                        .orElse(asked)
                : asked;
    }

    /** Whether the door is one of this controller's, or the target itself. */
    static boolean leadsTo(Target asked, Target door) {
        return door.equals(asked)
                || isController(asked)
                        && door.adapter().equals(asked.adapter())
                        && door.path().equals(asked.path());
    }

    /** Whether a tool can be asked there; else it is its controller that is asked. */
    static boolean isAsked(Target target) {
        return isController(target) || isNode(target.path());
    }

    /** A device of the kernel; a controller's own path is the name of its tool with a number. */
    static boolean isNode(String path) {
        return path.startsWith("/");
    }

    static Location place(Target door) {
        return Location.of(door.path(), door.type());
    }
}
