package io.diskvigil.adapter.mdraid;

import java.util.Set;

/**
 * One md array.
 *
 * @param name such as {@code md0}
 * @param level as md writes it, such as {@code raid1}
 * @param members paths of the whole drives in it
 * @param activity one clause without the name, such as {@code rebuilds (41 %)}; empty if it is idle and whole
 */
public record MdArray(String name, String level, Set<String> members, String activity) {
    public MdArray {
        members = Set.copyOf(members);
    }

    /** Whether it needs its drives for itself: it rebuilds, checks, reshapes, is degraded, or nobody knows. */
    public boolean isOccupied() {
        return !activity.isEmpty();
    }
}
