package io.diskvigil.rule;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Snapshot;
import java.util.List;

/** Judges one snapshot. Pure: the only clock is {@link Snapshot#takenAt()}; no store, no mail. */
public interface Rule {
    /** The name in findings, metrics and docs/reference/rules.md, such as {@code reallocated-sectors}. */
    String name();

    List<Finding> evaluate(Snapshot snapshot, Past past);
}
