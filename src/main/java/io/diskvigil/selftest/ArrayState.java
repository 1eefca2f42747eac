package io.diskvigil.selftest;

import java.util.Set;

/**
 * A redundancy group as the kernel shows it now.
 *
 * @param name such as {@code md0}
 * @param members paths of the whole drives in it, such as {@code /dev/sda}, {@code /dev/nvme0n1}
 * @param activity one clause for a person, such as {@code rebuilds (41 %)}; empty if it is idle and whole
 * @param holdsTestsBack whether it rebuilds, checks, reshapes or is degraded, so that no test of a member should start
 */
public record ArrayState(String name, Set<String> members, String activity, boolean holdsTestsBack) {
    public ArrayState {
        members = Set.copyOf(members);
    }
}
