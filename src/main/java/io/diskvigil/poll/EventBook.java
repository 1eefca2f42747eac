package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.EventMemory.Booked;
import io.diskvigil.poll.EventMemory.Log;
import io.diskvigil.poll.LastKnown.EventLogView;
import io.diskvigil.poll.Ledger.LedgerException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The event logs of all controllers: which records are new, when they happened, and whom they concern. What the database does
 * not take is told all the same, and written with the next look. Safe for use by several threads.
 */
public final class EventBook {
    /** Records are kept for so long. */
    static final Duration KEEP = Duration.ofDays(400);
    /** Of each kind of each component. */
    static final int MOST = 1000;

    /** Of one component, in memory. */
    private static final int MOST_OF_OWNER = 20 * MOST;

    /** Of one controller, while the database cannot be written. */
    private static final int MOST_WAITING = 10 * MOST;

    private static final Duration SHOWN = Duration.ofDays(200);
    /** Of each kind: what is logged all day must not push out of sight what matters. */
    private static final int MOST_SHOWN = 200;
    /** Of each kind of good news and housekeeping. */
    private static final int MOST_GOOD_SHOWN = 10;

    private static final Set<EventKind> MEDIA = EnumSet.of(EventKind.READ_ERROR, EventKind.WRITE_ERROR);
    private static final Comparator<Event> OLDEST_FIRST =
            Comparator.comparing(event -> event.at().orElse(Instant.MIN));
    private static final Logger LOG = Logger.getLogger(EventBook.class);

    private final EventMemory memory;
    private final LastKnown lastKnown;
    private final Duration pollInterval;
    private final ZoneId zone;
    private final Clock clock;
    private final ControllerClocks clocks;
    private final Map<ComponentId, EventLog> logs = new HashMap<>();
    private final Map<ComponentId, List<Event>> ofOwner = new HashMap<>();
    private final EventTotals totals = new EventTotals();
    private boolean troubled;

    /** Who stood in a place that a controller counts; path and place as locations spell them. */
    interface Occupants {
        Optional<ComponentId> at(String path, String place, Instant when);

        /** The first that was seen there, if that was after this time. */
        Optional<ComponentId> firstAfter(String path, String place, Instant when);
    }

    /** @param zone of the host, to whose time controllers are set */
    public EventBook(EventMemory memory, LastKnown lastKnown, PollConfig config, ZoneId zone, Clock clock) {
        this.memory = memory;
        this.lastKnown = lastKnown;
        this.pollInterval = config.interval();
        this.zone = zone;
        this.clock = clock;
        this.clocks = new ControllerClocks(clock);
        for (Log log : memory.logs()) {
            logs.put(log.controller(), new EventLog(log, zone));
        }
        totals.load(memory.totals());
        remember();
        logs.values().forEach(this::publish);
    }

    /** What it finds about the clocks of controllers. */
    Standing clocks() {
        return clocks;
    }

    /** Books what is new in an answer. Its components are placed, and the drives among them were sighted. */
    synchronized void read(Target target, List<Snapshot> answer, Occupants occupants) {
        answer.stream()
                .filter(snapshot -> snapshot.component().kind() == ComponentKind.CONTROLLER)
                .forEach(controller -> read(target, controller, new EventOwners(target.path(), answer, occupants)));
    }

    private void read(Target target, Snapshot controller, EventOwners owners) {
        ComponentId id = controller.component().id();
        List<Event> shown = controller.readings(Event.class).toList();
        Optional<ClockOffset> told = controller
                .gauge(Vocabulary.CLOCK_OFFSET_SECONDS.readingName())
                .map(gauge -> ClockOffset.told(gauge.value(), clock.instant()));
        if (!logs.containsKey(id) && shown.isEmpty()) {
            return;
        }
        EventLog log = logs.computeIfAbsent(id, ignored -> EventLog.begun(id, target.path(), zone));
        if (shown.isEmpty()) {
            // Not asked, or nothing answered: then the last look is the one before.
            told.ifPresent(log::measured);
        } else {
            List<Booked> news =
                    log.read(target.path(), shown, told, clock.instant(), pollInterval.multipliedBy(2), owners);
            news.forEach(this::add);
            totals.add(news);
        }
        clocks.put(controller.component(), log.state().jump());
        if (log.isWorthWriting()) {
            keep(log);
        }
        publish(log);
    }

    private void add(Booked booked) {
        List<Event> all = ofOwner.computeIfAbsent(booked.owner(), ignored -> new ArrayList<>());
        all.add(booked.event());
        // The database forgets every hour; while it cannot be written, nothing else would.
        if (all.size() > MOST_OF_OWNER) {
            all.subList(0, MOST).clear();
        }
    }

    private boolean keep(EventLog log) {
        try {
            memory.keep(log.state(), log.unkept());
            log.kept();
            troubled = false;
            return true;
        } catch (LedgerException e) {
            if (!troubled) {
                LOG.warnf(
                        "keep the event log of %s: %s; tried again at each poll",
                        log.state().controller(), e.getMessage());
            }
            troubled = true;
            int lost = log.leaveOut(MOST_WAITING);
            if (lost > 0) {
                LOG.warnf(
                        "keep the event log of %s: %d of its records wait no longer",
                        log.state().controller(), lost);
            }
            return false;
        }
    }

    private void publish(EventLog log) {
        ComponentId id = log.state().controller();
        lastKnown.put(new EventLogView(id, totals.ofController(id), log.state().offset()));
    }

    /** The answer without a controller's log: it is in the book, and shared out. */
    static Snapshot bare(Snapshot answer) {
        return answer.component().kind() == ComponentKind.CONTROLLER
                        && answer.readings(Event.class).findAny().isPresent()
                ? new Snapshot(
                        answer.component(),
                        answer.takenAt(),
                        answer.readings().stream()
                                .filter(reading -> !(reading instanceof Event))
                                .toList())
                : answer;
    }

    /** The view with what logs tell of the component: the newest of its records, oldest first, and what follows from all of them. */
    synchronized Snapshot told(Snapshot view) {
        List<Reading> added = new ArrayList<>();
        Component component = view.component();
        if (component.kind() == ComponentKind.DRIVE) {
            added.addAll(mediaEvents(component));
        } else if (component.kind() == ComponentKind.CONTROLLER
                && view.gauge(Vocabulary.CLOCK_OFFSET_SECONDS.readingName()).isEmpty()) {
            Optional.ofNullable(logs.get(component.id()))
                    .flatMap(log -> log.state().offset())
                    .ifPresent(offset -> added.addAll(estimated(offset)));
        }
        added.addAll(newest(component.id()));
        return added.isEmpty()
                ? view
                : new Snapshot(
                        component,
                        view.takenAt(),
                        Stream.concat(view.readings().stream(), added.stream()).toList());
    }

    private List<Reading> mediaEvents(Component drive) {
        long count = totals.ofOwner(drive.id(), MEDIA);
        Set<String> paths =
                Set.copyOf(logs.values().stream().map(log -> log.state().path()).toList());
        boolean counted = drive.locations().stream().anyMatch(at -> at.isCounted() && paths.contains(at.path()));
        return count > 0 || counted
                ? List.of(new Counter(
                        Vocabulary.CONTROLLER_MEDIA_EVENTS.readingName(), count, "the controller's event log"))
                : List.of();
    }

    private static List<Reading> estimated(ClockOffset offset) {
        String source = "estimated from its event log";
        return List.of(
                new Gauge(
                        Vocabulary.CLOCK_OFFSET_SECONDS.readingName(),
                        offset.seconds(),
                        OptionalDouble.empty(),
                        source),
                new Fact("clock_offset_range", offset.words(), source));
    }

    private List<Event> newest(ComponentId id) {
        List<Event> all = ofOwner.getOrDefault(id, List.of());
        Instant start = clock.instant().minus(SHOWN);
        List<Event> newestFirst = all.stream()
                .filter(event -> event.at().filter(start::isAfter).isEmpty())
                .sorted(OLDEST_FIRST.reversed())
                .toList();
        Map<String, Integer> shown = new HashMap<>();
        return newestFirst.stream()
                .filter(event -> shown.merge(event.kind() + "/" + event.health(), 1, Integer::sum)
                        <= (event.health() == Health.OK ? MOST_GOOD_SHOWN : MOST_SHOWN))
                .sorted(OLDEST_FIRST)
                .toList();
    }

    /** Forgets what is too old or too much. To be called every hour. */
    public synchronized void housekeep() {
        // What waits to be written would be lost by reading again.
        boolean allKept = List.copyOf(logs.values()).stream().map(this::keep).reduce(true, Boolean::logicalAnd);
        if (allKept && memory.forget(clock.instant().minus(KEEP), MOST)) {
            logs.clear();
            memory.logs().forEach(log -> logs.put(log.controller(), new EventLog(log, zone)));
            remember();
        }
    }

    private void remember() {
        ofOwner.clear();
        Map<ComponentId, List<Booked>> ofLog = new HashMap<>();
        memory.records().forEach(one -> {
            add(one);
            ofLog.computeIfAbsent(one.controller(), ignored -> new ArrayList<>())
                    .add(one);
        });
        ofLog.forEach((id, records) -> Optional.ofNullable(logs.get(id)).ifPresent(log -> log.learn(records)));
    }
}
