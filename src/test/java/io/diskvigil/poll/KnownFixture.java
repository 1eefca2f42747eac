package io.diskvigil.poll;

import io.diskvigil.inventory.Life;
import io.diskvigil.model.ComponentId;
import io.diskvigil.poll.LastKnown.EventLogView;
import io.diskvigil.poll.LastKnown.Rest;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import java.util.List;

/** Lets tests of other rooms say what was last known; in the daemon only the poller can. */
public final class KnownFixture {
    private KnownFixture() {}

    public static void put(LastKnown known, View view) {
        known.put(view);
    }

    public static void put(LastKnown known, ComponentId id, Rest rest) {
        known.put(id, rest);
    }

    public static void put(LastKnown known, Life life) {
        known.put(life);
    }

    public static void put(LastKnown known, TargetView view) {
        known.put(view);
    }

    public static void put(LastKnown known, EventLogView view) {
        known.put(view);
    }

    public static SelfTestBoard board(List<SelfTestBoard.Row> rows) {
        SelfTestBoard board = new SelfTestBoard();
        board.put(rows, List.of());
        return board;
    }
}
