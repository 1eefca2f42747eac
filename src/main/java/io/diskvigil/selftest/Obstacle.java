package io.diskvigil.selftest;

/**
 * Something that speaks against a self-test now.
 *
 * @param words one clause for a person, such as {@code md0 rebuilds (41 %)}
 */
public record Obstacle(Kind kind, String words) {
    /** The names are shown as they are: few and stable. */
    public enum Kind {
        ASLEEP,
        UNREADABLE,
        HOT,
        BUSY,
        /** Its array rebuilds, checks, reshapes or is degraded. */
        ARRAY,
        /** The machine came up a moment ago. */
        JUST_BOOTED,
        /** The last start came to nothing, and it rests for a while. */
        START_FAILED
    }
}
