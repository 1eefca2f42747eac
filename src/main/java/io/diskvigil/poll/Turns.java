package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Asleep;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Target;
import java.util.List;

/** Whose turn it is: not one that hangs, seldom one that nobody uses, and one that slept for too long may be woken. */
public final class Turns {
    private final Quarantine quarantine;
    private final IdleDrives idle;
    private final Sleepers sleepers;

    public Turns(Quarantine quarantine, IdleDrives idle, Sleepers sleepers) {
        this.quarantine = quarantine;
        this.idle = idle;
        this.sleepers = sleepers;
    }

    /** @param way the way in that is used for the target; who is told true must ask */
    boolean begin(Target target, Target way) {
        return !idle.rests(way) && quarantine.begin(target);
    }

    /** Whether the drive may be woken by this turn. */
    boolean wakes(Component behind) {
        return sleepers.wake(behind);
    }

    /** To be told before the outcome is judged: what was standing beside the readings may be over with it. */
    void note(Target target, PollOutcome outcome, Component behind) {
        quarantine.note(target, outcome, behind);
        if (outcome instanceof Asleep) {
            sleepers.sleeps(behind);
        } else if (!(outcome instanceof Failed failed)) {
            sleepers.wakes(behind);
        } else if (failed.cause() != Cause.BUSY && failed.cause() != Cause.STOPPED) {
            sleepers.unclear(behind);
        }
        idle.asked(outcome.target());
    }

    /** Targets to be asked now, out of their rhythm. */
    List<Target> due() {
        return quarantine.due();
    }

    boolean holdScans() {
        return quarantine.holdsScans();
    }

    void forget(Target target) {
        quarantine.forget(target);
    }
}
