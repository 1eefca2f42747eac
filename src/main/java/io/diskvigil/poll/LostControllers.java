package io.diskvigil.poll;

import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.Lives;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Tells drives that vanish with their controller from those that vanish alone. Used under the casebook's lock. */
final class LostControllers {
    private final Lives lives;
    private final Absences absences;

    LostControllers(Lives lives, Absences absences) {
        this.lives = lives;
        this.absences = absences;
    }

    /** The drives behind a controller that are going, without those in whose place another one is; of no controller none. */
    List<Life> together(String controller, Instant now) {
        return controller.isEmpty()
                ? List.of()
                : lives.all().stream()
                        .filter(life -> life.state().isHere() && absences.isGoing(life.id(), now))
                        .filter(life -> LifeFindings.controllerOf(life).equals(controller))
                        .filter(life -> lives.inPlaceOf(life).isEmpty())
                        .toList();
    }

    /** Logical units of one drive are one drive. */
    boolean isLost(String controller, List<Life> together) {
        long drives = together.stream()
                .map(life -> life.component().identity().serial())
                .distinct()
                .count();
        return drives > 1 || (drives == 1 && !drives(controller).isEmpty());
    }

    /** The names of all that are lost now. */
    Set<String> lost() {
        Set<String> lost = new LinkedHashSet<>();
        lives.all().forEach(life -> lost.add(life.status().lostWith()));
        lost.remove("");
        return lost;
    }

    /** Those that went missing with this controller and still are. */
    List<Life> drives(String controller) {
        return lives.all().stream()
                .filter(life -> life.state() == State.MISSING
                        && !controller.isEmpty()
                        && life.status().lostWith().equals(controller))
                .toList();
    }
}
