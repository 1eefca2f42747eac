package io.diskvigil.poll;

import io.diskvigil.incident.Incident;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.IncidentPolicy.Decision;
import io.diskvigil.incident.IncidentPolicy.Observation;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.Ledger.Entry;
import io.diskvigil.poll.Ledger.LedgerException;
import io.diskvigil.rule.History;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The incidents that are open, as the ledger has them: decided and committed in one step, or left as they were. */
final class OpenIncidents {
    private static final Logger LOG = Logger.getLogger(OpenIncidents.class);

    private final IncidentPolicy policy;
    private final Ledger ledger;
    private final Map<ComponentId, Incident> open = new HashMap<>();

    /** Read by scrapes, which must not wait for a slow database. */
    private volatile String trouble = "";

    OpenIncidents(IncidentPolicy policy, Ledger ledger) {
        this.policy = policy;
        this.ledger = ledger;
        ledger.openIncidents().forEach(incident -> open.put(incident.component().id(), incident));
    }

    Optional<Incident> of(ComponentId id) {
        return Optional.ofNullable(open.get(id));
    }

    List<Incident> all() {
        return List.copyOf(open.values());
    }

    /** Why the database could not be written the last time; empty if it could. */
    String trouble() {
        return trouble;
    }

    /** What is known of before; empty if the database cannot be read, so that nothing is mistaken for first sight. */
    Optional<History> history(ComponentId id) {
        try {
            return Optional.of(ledger.history(id));
        } catch (LedgerException e) {
            troubled(e);
            return Optional.empty();
        }
    }

    /** A decision that cannot be kept is not taken: nothing is told, and the next poll decides again. */
    void decide(Observation seen, Optional<Snapshot> view, History before, History after) {
        Optional<Incident> was = of(seen.component().id());
        Decision decision = policy.decide(was, seen);
        boolean news = view.isPresent()
                || decision.notification().isPresent()
                || !decision.incident().equals(was);
        if (news) {
            take(decision, new Entry(seen.component(), seen.at(), view.isPresent(), view, before, after, decision));
        }
    }

    /**
     * Tells a notice and leaves the incident, if there is one, as it is.
     *
     * @return whether that was kept
     */
    boolean note(Finding notice, Observation seen, History history) {
        Decision decision = new Decision(of(seen.component().id()), Optional.of(IncidentPolicy.noted(notice, seen)));
        return take(
                decision, new Entry(seen.component(), seen.at(), false, Optional.empty(), history, history, decision));
    }

    /** Ends an incident because its component is gone for a known reason. */
    void close(Incident incident, Observation seen, History history) {
        Decision decision = policy.close(incident, seen);
        take(decision, new Entry(seen.component(), seen.at(), false, Optional.empty(), history, history, decision));
    }

    private boolean take(Decision decision, Entry entry) {
        if (!commit(entry)) {
            return false;
        }
        ComponentId id = entry.component().id();
        decision.incident().ifPresentOrElse(incident -> open.put(id, incident), () -> open.remove(id));
        decision.notification()
                .ifPresent(told -> LOG.logf(
                        told.reason() == Reason.NOTED ? Logger.Level.INFO : Logger.Level.WARN,
                        "%s (%s): %s: %s",
                        entry.component().place(),
                        id,
                        told.reason(),
                        Finding.summaries(told.changed())));
        return true;
    }

    private boolean commit(Entry entry) {
        boolean written;
        try {
            written = ledger.commit(entry);
        } catch (LedgerException e) {
            troubled(e);
            return false;
        }
        // What waits to be written proves nothing: of a full disk it would say that it is well, each time.
        if (written && !trouble.isEmpty()) {
            LOG.info("the database can be written again");
            trouble = "";
        }
        return true;
    }

    void troubled(LedgerException e) {
        if (!e.getMessage().equals(trouble)) {
            LOG.errorf("%s: incidents and mails wait until this is mended", e.getMessage());
        }
        trouble = e.getMessage();
    }
}
