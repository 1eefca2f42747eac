package io.diskvigil.model;

import java.util.Comparator;

/** What a vendor says of itself, reduced to the words every vendor has. */
public enum Health {
    OK(0),
    DEGRADED(2),
    FAILED(3),
    /** A word that this program does not know: shown as it stands, judged by nobody as good. */
    UNKNOWN(1);

    /** The worse comes later: what nobody knows is worse than good, and better than bad. */
    public static final Comparator<Health> BY_BADNESS = Comparator.comparingInt(health -> health.badness);

    private final int badness;

    Health(int badness) {
        this.badness = badness;
    }

    public Health worse(Health other) {
        return BY_BADNESS.compare(this, other) >= 0 ? this : other;
    }
}
