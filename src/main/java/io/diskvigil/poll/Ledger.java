package io.diskvigil.poll;

import io.diskvigil.incident.Incident;
import io.diskvigil.incident.IncidentPolicy.Decision;
import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Snapshot;
import io.diskvigil.rule.History;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the daemon remembers, as the poller needs it. Implemented by the store. Every method throws {@link LedgerException} if
 * the database cannot be read or written; then nothing of that call has been kept.
 */
public interface Ledger {
    /** Every component ever seen. */
    List<Known> components();

    /** Incidents that are open, over all components. */
    List<Incident> openIncidents();

    /** Baselines and dated changes of a component; empty history if it was never seen. */
    History history(ComponentId id);

    /**
     * Keeps one answer: component, history, sample, incident and outbox, all or nothing.
     *
     * @return whether something was written now; false if nothing was to be kept, or it is written later together with others
     */
    boolean commit(Entry entry);

    /**
     * What one outcome changes for one component.
     *
     * @param answered the component answered: it was seen at that time
     * @param view the readings to keep as a sample; empty if nothing was read
     * @param before the history as it was loaded
     * @param after the history with this answer in it
     * @param decision new incident state and what is to be told
     */
    record Entry(
            Component component,
            Instant at,
            boolean answered,
            Optional<Snapshot> view,
            History before,
            History after,
            Decision decision) {}

    /** The database refused: the message says what, why, and what to do. */
    class LedgerException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public LedgerException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
