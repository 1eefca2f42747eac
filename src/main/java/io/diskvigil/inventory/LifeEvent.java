package io.diskvigil.inventory;

import io.diskvigil.model.ComponentId;
import java.time.Instant;

/**
 * Something that happened to a drive as a whole.
 *
 * @param who the person behind it, such as {@code root}; empty where the daemon saw it
 * @param line one printable line
 */
public record LifeEvent(ComponentId component, Instant at, Kind kind, String who, String line) {
    /** What it was. */
    public enum Kind {
        NEW,
        /** Another place, or another name of the same place. */
        MOVED,
        MISSING,
        RETURNED,
        REPLACED,
        FIRMWARE_CHANGED,
        /** Taken out of service by a person. */
        DECOMMISSIONED,
        /** A person's own words. */
        NOTED
    }
}
