package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import java.time.Instant;
import java.util.Optional;

/** The event logs of all controllers: which records are new, when they happened, and whom they concern. */
public final class EventBook {
    /** Who stood in a place that a controller counts. */
    interface Occupants {
        Optional<ComponentId> at(String path, String type, Instant when);
    }
}
