package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Snapshot;

/** Is shown each answer after it was judged. Called under the casebook's lock: it must neither ask a drive nor wait. */
public interface Witness {
    /**
     * @param view all that is known of the component with this answer
     * @param firstSight the component was never seen before
     */
    void saw(Snapshot view, boolean firstSight);

    /** A drive answers again after it was away for a day or longer. */
    default void returned(ComponentId drive) {}
}
