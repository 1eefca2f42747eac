package io.diskvigil.inventory;

import io.diskvigil.model.Snapshot;
import java.util.List;

/**
 * Which component a snapshot speaks of.
 *
 * @param snapshot with the component as it is remembered: its id for ever, all its locations
 * @param notes what is doubtful or changed, one clause each, for the log
 */
public record Placement(Snapshot snapshot, Kind kind, List<String> notes) {
    /** What the inventory thinks of it. */
    public enum Kind {
        /** Never seen before. */
        NEW,
        KNOWN,
        /** Known, and now behind another door of the same sort, or where another component was. */
        MOVED
    }

    public Placement {
        notes = List.copyOf(notes);
    }
}
