package io.diskvigil.store;

import io.diskvigil.incident.Incident;
import io.diskvigil.model.Component;
import io.diskvigil.rule.History;
import io.diskvigil.store.Components.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the database holds of one component, so that a poll in which nothing happened needs no reading and no writing.
 *
 * @param written the history as it stands in the database
 * @param latest the history as last committed: what moves at each poll without meaning is in it, and not yet in the database
 * @param version the version of the database for which this is true
 */
record Memory(Optional<Stored> stored, History written, History latest, Optional<Incident> incident, long version) {
    /** How old the time last seen may grow in the database. */
    private static final Duration SEEN_EVERY = Duration.ofHours(1);

    Memory withLatest(History other) {
        return new Memory(stored, written, other, incident, version);
    }

    Memory withStored(Stored other) {
        return new Memory(Optional.of(other), written, latest, incident, version);
    }

    boolean isSame(Component component) {
        return stored.map(Stored::component).filter(component::equals).isPresent();
    }

    boolean isSeenDue(Instant at) {
        return stored.flatMap(Stored::lastSeen)
                .map(last -> Duration.between(last, at).compareTo(SEEN_EVERY) >= 0)
                .orElse(true);
    }
}
