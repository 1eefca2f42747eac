package io.diskvigil.poll;

import io.diskvigil.incident.Incident;
import io.diskvigil.incident.Incident.Complaint;
import io.diskvigil.inventory.Life;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * What the poller last knew, and how old that is: the only source of /metrics, status and pages, which never touch a disk.
 * Safe for use by many threads; each view is an immutable value that is replaced as a whole.
 */
public final class LastKnown {
    private final Map<ComponentId, View> components = new ConcurrentHashMap<>();
    private final Map<ComponentId, Life> lives = new ConcurrentHashMap<>();
    private final Map<Target, TargetView> targets = new ConcurrentHashMap<>();
    private final Map<ComponentId, Rest> rests = new ConcurrentHashMap<>();
    private final Map<ComponentId, EventLogView> eventLogs = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();

    /**
     * One component.
     *
     * @param snapshot the last cheap answer over the last full one; empty if it was never read, or if its device is gone
     * @param findings what is wrong now, of every severity
     * @param baselines accepted values by reading name
     * @param asleep whether the last probe found it asleep
     */
    public record View(
            Component component,
            Optional<Snapshot> snapshot,
            List<Finding> findings,
            Map<String, Long> baselines,
            boolean asleep) {
        public View {
            findings = List.copyOf(findings);
            baselines = Map.copyOf(baselines);
        }

        /** Of a component that was not read yet. */
        static View nothing(Component component) {
            return new View(component, Optional.empty(), List.of(), Map.of(), false);
        }

        /** Of a component of which only its open incident is known. */
        static View unread(Incident incident) {
            List<Finding> findings =
                    incident.complaints().stream().map(Complaint::finding).toList();
            return new View(incident.component(), Optional.empty(), findings, Map.of(), false);
        }

        List<Finding> findingsWith(Finding added) {
            return Stream.concat(
                            findings.stream().filter(old -> !old.fingerprint().equals(added.fingerprint())),
                            Stream.of(added))
                    .toList();
        }
    }

    /**
     * One target, however it went.
     *
     * @param component who answers there, if that is known
     * @param failure why the last probe failed; empty if it was answered or found asleep
     * @param detail one line for a person if it failed, else empty
     * @param took how long the last probe took, its wait for the device included
     * @param lastSuccess when it last answered (asleep counts); empty if never since the start
     */
    public record TargetView(
            Target target,
            Optional<ComponentId> component,
            Optional<Cause> failure,
            String detail,
            Duration took,
            Optional<Instant> lastSuccess) {}

    /**
     * How old what is known of a component is.
     *
     * @param asleepSince the first of the probes in a row that found it asleep; it may have slept before a start of the daemon
     * @param lastRead when it was last really read, before this start too (then up to an hour less)
     */
    public record Rest(Optional<Instant> asleepSince, Optional<Instant> lastRead) {
        static final Rest UNKNOWN = new Rest(Optional.empty(), Optional.empty());
    }

    /**
     * The event log of one controller.
     *
     * @param totals records ever booked, by kind, whomever they concern; a kind that was never seen is not in it
     * @param offset by how much its clock is ahead of the host's, told or estimated; empty if not known
     */
    public record EventLogView(ComponentId controller, Map<EventKind, Long> totals, Optional<ClockOffset> offset) {
        public EventLogView {
            totals = Map.copyOf(totals);
        }
    }

    /** One for each controller whose event log was ever read, sorted by id. */
    public List<EventLogView> eventLogs() {
        return eventLogs.values().stream()
                .sorted(Comparator.comparing(EventLogView::controller))
                .toList();
    }

    public List<View> components() {
        return components.values().stream()
                .sorted(Comparator.comparing(view -> view.component().id()))
                .toList();
    }

    public List<TargetView> targets() {
        return targets.values().stream()
                .sorted(Comparator.comparing(view -> view.target().label()))
                .toList();
    }

    /** Whether any way to it was open when it was last asked. */
    boolean isAnswering(ComponentId id) {
        return targets.values().stream()
                .anyMatch(view -> view.failure().isEmpty()
                        && view.component().filter(id::equals).isPresent());
    }

    public Optional<View> component(ComponentId id) {
        return Optional.ofNullable(components.get(id));
    }

    public Optional<TargetView> target(Target target) {
        return Optional.ofNullable(targets.get(target));
    }

    public Rest rest(ComponentId id) {
        return rests.getOrDefault(id, Rest.UNKNOWN);
    }

    /** How a drive stands as a whole; empty for anything else. */
    public Optional<Life> life(ComponentId id) {
        return Optional.ofNullable(lives.get(id));
    }

    /** Changes with every update, so that a reader can tell whether it has to look again. */
    public long version() {
        return version.get();
    }

    void put(View view) {
        components.put(view.component().id(), view);
        version.incrementAndGet();
    }

    void put(Life life) {
        lives.put(life.id(), life);
        version.incrementAndGet();
    }

    void put(EventLogView view) {
        eventLogs.put(view.controller(), view);
        version.incrementAndGet();
    }

    void put(TargetView view) {
        targets.put(view.target(), view);
        version.incrementAndGet();
    }

    void put(ComponentId id, Rest rest) {
        rests.put(id, rest);
        version.incrementAndGet();
    }

    void drop(ComponentId id) {
        rests.remove(id);
        if (components.remove(id) != null) {
            version.incrementAndGet();
        }
    }

    void forget(Target target) {
        targets.remove(target);
        version.incrementAndGet();
    }
}
