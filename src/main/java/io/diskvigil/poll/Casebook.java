package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Placement;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Asleep;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What an outcome means: placed by the inventory, judged by the rules, decided by the policy and committed to the ledger
 * ({@link Decisions}), and shown ({@link Display}). One outcome at a time: judging takes milliseconds, asking takes seconds.
 */
public final class Casebook {
    /** Stands for the machine as a whole. */
    public static final Component HOST =
            new Component(new ComponentId("host"), ComponentKind.HOST, Identity.unknown(), List.of());

    private final Inventory inventory;
    private final Judge judge;
    private final LastKnown lastKnown;
    private final PollConfig config;
    private final Clock clock;
    private final OpenIncidents incidents;
    private final Decisions decisions;
    private final Display display;
    private final BlindSpots blindSpots;
    private final Presence presence;
    private final Standings standings = new Standings();
    private final Whereabouts whereabouts;
    private final Stories stories;
    private final Unanswered unanswered;
    private volatile Optional<Sectors> sectors = Optional.empty();
    private Optional<EventBook> events = Optional.empty();
    private final List<Witness> witnesses = new ArrayList<>();
    private final Doors doors = new Doors();

    public Casebook(
            Inventory inventory,
            List<Rule> rules,
            CannotRead cannotRead,
            IncidentPolicy policy,
            Ledger ledger,
            Presence presence,
            LastKnown lastKnown,
            ByPath byPath,
            PollConfig config,
            Clock clock) {
        this.inventory = inventory;
        this.judge = new Judge(rules);
        this.lastKnown = lastKnown;
        this.config = config;
        this.clock = clock;
        this.incidents = new OpenIncidents(policy, ledger);
        this.decisions = new Decisions(incidents, lastKnown, clock);
        this.display = new Display(lastKnown, clock);
        this.blindSpots = new BlindSpots(cannotRead);
        this.presence = presence;
        this.whereabouts = new Whereabouts(inventory, presence, byPath, lastKnown);
        this.stories = new Stories(presence, incidents, decisions, display);
        this.unanswered =
                new Unanswered(whereabouts, stories, presence, standings, blindSpots, decisions, display, doors, clock);
        standings.add(presence);
        // Until its drive is read again, an open incident is all that is known of it; it must not vanish from sight
        // meanwhile.
        incidents.all().forEach(incident -> lastKnown.put(View.unread(incident)));
    }

    /** From here on, what it knows counts as well. */
    public synchronized void heed(Standing standing) {
        standings.add(standing);
    }

    /** From here on, it is shown each answer. */
    public synchronized void show(Witness witness) {
        witnesses.add(witness);
    }

    /** Who stands behind a target; of one behind which nobody is known, who is made up for it. */
    synchronized Component behind(Target target) {
        return whereabouts.behind(target);
    }

    /** Of whom an outcome speaks, before it is entered. */
    synchronized Component behind(PollOutcome outcome) {
        return whereabouts.behind(outcome);
    }

    /**
     * Whether the drive last seen at this target is seen through another one now, or is not expected any more: then this door
     * is merely closed.
     */
    synchronized boolean isElsewhere(Target target) {
        return whereabouts.isElsewhere(target);
    }

    /** From here on, findings that name an LBA say what lies there. Before the first poll. */
    public synchronized void tellPlaces(Sectors places) {
        sectors = Optional.of(places);
    }

    /** From here on, the records of controllers' logs are booked, and shown with whom they concern. Before the first poll. */
    public synchronized void keepEvents(EventBook book) {
        events = Optional.of(book);
        standings.add(book.clocks());
    }

    synchronized Depth depth(Target target) {
        return doors.depth(target, clock.instant(), config.fullInterval());
    }

    /** What takes time and concerns one drive alone; before its answer is entered, and while others enter theirs. Never throws. */
    void prepare(PollOutcome outcome) {
        sectors.ifPresent(places -> places.look(outcome));
    }

    synchronized void enter(PollOutcome outcome, Depth depth, Duration took) {
        if (outcome instanceof Polled polled) {
            polled(polled, depth, took);
        } else if (outcome instanceof Asleep asleep) {
            unanswered.asleep(asleep.target(), took);
        } else if (outcome instanceof Failed failed) {
            unanswered.failed(failed, depth, took);
        }
    }

    /**
     * What is due although nobody answered: what stands beside the readings, and reminders of incidents whose drive sleeps,
     * hangs or is gone. To be called every minute.
     */
    public synchronized void remind() {
        presence.look();
        stories.keep();
        presence.missing().forEach(display::keep);
        Map<ComponentId, Component> due = new LinkedHashMap<>();
        incidents.all().forEach(incident -> due.put(incident.component().id(), incident.component()));
        standings.subjects().forEach(subject -> due.put(subject.id(), subject));
        lastKnown.components().stream()
                .filter(view -> view.findings().stream().anyMatch(standings::owns))
                .forEach(view -> due.putIfAbsent(view.component().id(), view.component()));
        // Whoever is not expected any more may be remembered by others yet.
        due.values().stream()
                .filter(component -> presence.expects(component.id()))
                .forEach(unanswered::reconsider);
    }

    /**
     * Tells something worth knowing once, by mail and log, whatever else is open about the component.
     *
     * @return whether that was kept
     */
    synchronized boolean note(Component component, Finding notice) {
        return decisions.note(component, notice);
    }

    /** A target that will not be asked again: its drive is seen through another door, or not expected any more. */
    synchronized void forget(Target target) {
        presence.forget(target, whereabouts.known(target));
        inventory.leave(target);
        stories.keep();
        doors.close(target);
        blindSpots.forget(target);
        display.forget(target);
    }

    /** Why the database could not be written the last time; empty if it could. */
    public String ledgerTrouble() {
        return incidents.trouble();
    }

    private void polled(Polled polled, Depth depth, Duration took) {
        Target target = polled.target();
        if (depth == Depth.FULL) {
            doors.fullAnswer(target, clock.instant());
        }
        if (inventory.at(target).isPresent()) {
            blindSpots.answered(target);
        } else {
            blindSpots.forget(target);
        }
        toolWorks(target.adapter());
        closePlaceholder(target);
        if (target.type().equals(Discovery.SCAN)) {
            presence.scanned(target.adapter(), true);
        }
        List<Placement> placements = polled.snapshots().stream()
                .map(answer -> placed(target, answer))
                .toList();
        // Whom a record concerns can only be said when all are in their places.
        events.ifPresent(book ->
                book.read(target, placements.stream().map(Placement::snapshot).toList(), presence.occupants()));
        for (Placement placed : placements) {
            Component here = placed.snapshot().component();
            Snapshot shown = events.isPresent() ? EventBook.bare(placed.snapshot()) : placed.snapshot();
            Snapshot seen = doors.view(target, depth, shown);
            Snapshot view = events.map(book -> book.told(seen)).orElse(seen);
            if (presence.expects(here.id())) {
                judge(view, depth, placed.kind() == Placement.Kind.NEW, doors.isComplete(target, here.id()));
            }
            stories.keep();
        }
        display.answered(target, took, polled.snapshots().isEmpty() ? Optional.empty() : inventory.at(target));
    }

    private Placement placed(Target target, Snapshot answer) {
        Snapshot located = whereabouts.located(answer);
        Placement placed = inventory.place(located);
        display.note(target, placed);
        Component here = placed.snapshot().component();
        if (presence.sighted(target, here, located.component().locations())) {
            witnesses.forEach(witness -> witness.returned(here.id()));
        }
        return placed;
    }

    private void judge(Snapshot view, Depth depth, boolean firstSight, boolean complete) {
        ComponentId id = view.component().id();
        Optional<History> before = decisions.history(id);
        // Beside the self-tests, a look at them shows what was read before: that is no second reading.
        boolean look = depth == Depth.SELF_TESTS;
        History known = before.orElse(History.NONE);
        History after = look ? known : known.observe(view);
        List<Finding> blind = blindSpots.of(id);
        List<Finding> judged = judge.findings(view, after, complete);
        List<Finding> placed =
                sectors.map(places -> places.placed(view, judged)).orElse(judged);
        List<Finding> findings =
                Stream.of(placed, blind, standings.of(id)).flatMap(List::stream).toList();
        Predicate<Finding> closes = standings.closing(id, Judge.closing(view, complete && blind.isEmpty()));
        Optional<Finding> introduction = presence.tales().introduction(view);
        List<Finding> told =
                Stream.concat(findings.stream(), introduction.stream()).toList();
        before.ifPresent(written -> decisions.read(view, !look, written, after, told, firstSight, closes));
        introduction.ifPresent(report -> introduce(view.component(), report));
        display.read(view, after, findings, firstSight);
        witnesses.forEach(witness -> witness.saw(view, firstSight));
    }

    /** A drive that brings defects with it is told in one mail with them, any other in one of its own. */
    private void introduce(Component drive, Finding report) {
        if (decisions.isOpen(drive.id()) || decisions.note(drive, report)) {
            presence.tales().introduced(drive.id());
        }
    }

    /** Whoever answers proves that the tool is there. */
    private void toolWorks(String adapter) {
        Target account = Discovery.account(adapter);
        if (lastKnown
                .target(account)
                .flatMap(TargetView::failure)
                .filter(Unanswered::concernsTheTool)
                .isEmpty()) {
            blindSpots.answered(account);
        }
    }

    /** The way in was not known to lead to any drive, and now it does: what was said of the unknown one is over. */
    private void closePlaceholder(Target target) {
        Component placeholder = BlindSpots.placeholder(target);
        if (incidents.of(placeholder.id()).isPresent()) {
            decisions.unread(placeholder, List.of(), finding -> true);
        }
        display.drop(placeholder.id());
    }
}
