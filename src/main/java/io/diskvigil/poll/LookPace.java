package io.diskvigil.poll;

import java.time.Duration;
import java.time.Instant;

/** When to look for drives after the kernel's list of them changed: for each change, but not often and not beside a tool that hangs. */
final class LookPace {
    /** A drive with a loose plug comes and goes for hours, and each look opens every device. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private boolean owed;
    private Instant last = Instant.EPOCH;

    /**
     * @param changed whether there was a change since the last call
     * @param held whether no look may be taken now; it is owed then
     * @return whether to look now
     */
    synchronized boolean isDue(boolean changed, boolean held, Instant now) {
        owed = owed || changed;
        // A clock that was set back must not hold up looks.
        boolean pause = !now.isBefore(last) && now.isBefore(last.plus(PAUSE));
        if (!owed || held || pause) {
            return false;
        }
        owed = false;
        last = now;
        return true;
    }
}
