package io.diskvigil.poll;

import io.diskvigil.inventory.Life;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;

/** Lets tests of other rooms say what was last known; in the daemon only the poller can. */
public final class KnownFixture {
    private KnownFixture() {}

    public static void put(LastKnown known, View view) {
        known.put(view);
    }

    public static void put(LastKnown known, Life life) {
        known.put(life);
    }

    public static void put(LastKnown known, TargetView view) {
        known.put(view);
    }
}
