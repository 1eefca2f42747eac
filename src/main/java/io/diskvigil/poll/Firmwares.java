package io.diskvigil.poll;

import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Lives;
import io.diskvigil.model.Component;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** Which firmware each door told in this run, and that a drive has another one than before. Used under the casebook's lock. */
final class Firmwares {
    private final Lives lives;
    private final Tales tales;
    private final Clock clock;
    private final Map<Target, String> told = new HashMap<>();

    Firmwares(Lives lives, Tales tales, Clock clock) {
        this.lives = lives;
        this.tales = tales;
        this.clock = clock;
    }

    boolean hasAnswered(Target door) {
        return told.containsKey(door);
    }

    void forget(Target door) {
        told.remove(door);
    }

    /** Two doors may spell it differently: it is compared with what the same door said, or the same kind of door. */
    void note(Target target, Component drive, Life before) {
        String now = drive.identity().firmware();
        String old = told.put(target, now);
        if (now.isEmpty() || now.equals(before.firmware()) || now.equals(old)) {
            return;
        }
        boolean sameDoor = old != null
                || drive.identity()
                        .protocol()
                        .equals(before.component().identity().protocol());
        boolean cut = now.contains(before.firmware()) || before.firmware().contains(now);
        if (sameDoor && !cut) {
            tales.tell(drive, LifeFindings.firmwareChanged(drive, before.firmware()));
        }
        if (sameDoor) {
            lives.firmware(drive.id(), now, clock.instant());
        }
    }
}
