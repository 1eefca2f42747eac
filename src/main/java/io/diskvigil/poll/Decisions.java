package io.diskvigil.poll;

import io.diskvigil.incident.Incident;
import io.diskvigil.incident.IncidentPolicy.Observation;
import io.diskvigil.model.Change;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.rule.History;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What is decided: puts what was found about a component before the policy, with all that a mail would tell. */
final class Decisions {
    /** Without an answer nothing is over. */
    static final Predicate<Finding> NOTHING = finding -> false;

    private final OpenIncidents incidents;
    private final LastKnown lastKnown;
    private final Clock clock;

    Decisions(OpenIncidents incidents, LastKnown lastKnown, Clock clock) {
        this.incidents = incidents;
        this.lastKnown = lastKnown;
        this.clock = clock;
    }

    /** What is known of before; empty if the database cannot be read. Then nothing can be decided. */
    Optional<History> history(ComponentId id) {
        return incidents.history(id);
    }

    /**
     * The component answered.
     *
     * @param whole whether the readings were read anew, and are to be kept as a sample
     */
    void read(
            Snapshot view,
            boolean whole,
            History before,
            History after,
            List<Finding> findings,
            boolean firstSight,
            Predicate<Finding> closes) {
        Optional<Snapshot> read = Optional.of(view);
        Observation seen = observation(view.component(), read, after, findings, firstSight, closes);
        incidents.decide(seen, whole ? read : Optional.empty(), before, after);
    }

    /** Nothing was read. */
    void unread(Component component, List<Finding> findings, Predicate<Finding> closes) {
        history(component.id())
                .ifPresent(history -> incidents.decide(
                        observation(component, history, findings, closes), Optional.empty(), history, history));
    }

    /**
     * Tells a notice once, and leaves what is open about the component as it is.
     *
     * @return whether that was kept
     */
    boolean note(Component component, Finding notice) {
        return history(component.id())
                .filter(history ->
                        incidents.note(notice, observation(component, history, List.of(notice), NOTHING), history))
                .isPresent();
    }

    /**
     * Ends what is open about a component that is gone for the reason that the notice gives.
     *
     * @return whether nothing is open now
     */
    boolean end(Component gone, Finding notice) {
        Optional<Incident> open = incidents.of(gone.id());
        if (open.isPresent()) {
            history(gone.id())
                    .ifPresent(history ->
                            incidents.close(open.get(), observation(gone, history, List.of(notice), NOTHING), history));
        }
        return !isOpen(gone.id());
    }

    boolean isOpen(ComponentId id) {
        return incidents.of(id).isPresent();
    }

    private Observation observation(
            Component component, History history, List<Finding> findings, Predicate<Finding> closes) {
        return observation(component, Optional.empty(), history, findings, false, closes);
    }

    private Observation observation(
            Component component,
            Optional<Snapshot> view,
            History history,
            List<Finding> findings,
            boolean firstSight,
            Predicate<Finding> closes) {
        Map<String, List<Change>> changes = new LinkedHashMap<>();
        findings.stream().map(finding -> finding.evidence().reading()).forEach(reading -> {
            if (!history.changes(reading).isEmpty()) {
                changes.put(reading, history.changes(reading));
            }
        });
        return new Observation(
                component,
                clock.instant(),
                firstSight,
                closes,
                findings,
                changes,
                () -> RawLines.of(shown(component, view)),
                () -> Surroundings.of(shown(component, view)));
    }

    private Optional<Snapshot> shown(Component component, Optional<Snapshot> view) {
        return view.or(() -> lastKnown.component(component.id()).flatMap(View::snapshot));
    }
}
