package io.diskvigil.model;

import java.util.Collection;
import java.util.Comparator;

/** One word about a component as a whole; a later constant weighs more when several are put together. */
public enum Verdict {
    OK,
    NOTICE,
    /** Nothing is known to be wrong, because nothing can be seen. Never to be shown as OK. */
    UNKNOWN,
    WARNING,
    CRITICAL;

    /** The worst defect found; UNKNOWN if nothing worse than a notice is found and the component cannot be seen. */
    public static Verdict of(Collection<Finding> findings) {
        return findings.stream()
                .map(finding ->
                        finding.blind() ? UNKNOWN : valueOf(finding.severity().name()))
                .max(Comparator.naturalOrder())
                .orElse(OK);
    }

    public Verdict worseOf(Verdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
