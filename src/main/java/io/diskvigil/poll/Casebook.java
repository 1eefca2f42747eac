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
import io.diskvigil.model.PollOutcome.Cause;
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
    private final Parts parts;
    private final VolumeDevices volumes;
    private final ControllerAnswers controllers;

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
        this.parts = new Parts(inventory.known(), presence.patience(), clock);
        this.volumes = new VolumeDevices(parts, inventory, presence);
        this.controllers =
                new ControllerAnswers(inventory, whereabouts, presence, parts, unanswered, display, lastKnown);
        standings.add(presence);
        standings.add(parts);
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
        Optional<Component> volume = volumes.volume(outcome);
        if (volume.isPresent()) {
            stories.keep();
            forgetAnswers(outcome.target());
            display.answered(outcome.target(), took, volume);
        } else if (outcome instanceof Polled polled && volumes.mayTurnOut(polled)) {
            display.answered(outcome.target(), took, Optional.empty());
        } else if (outcome instanceof Polled polled) {
            controllers
                    .mistaken(polled)
                    .ifPresentOrElse(
                            failed -> unanswered.failed(failed, depth, took), () -> polled(polled, depth, took));
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
        parts.forgotten().forEach(part -> presence.tales().end(part, Parts.end(part)));
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

    /** Whether a drive was ever seen through exactly this way in. */
    synchronized boolean isDoor(Target target) {
        return inventory.at(target).isPresent();
    }

    /** The tool of this account is not installed, and there is nothing that it could show: what was said of it is over. */
    synchronized void notMissed(Target account) {
        boolean used = lastKnown.targets().stream()
                .anyMatch(view -> view.target().adapter().equals(account.adapter())
                        && !view.target().equals(account));
        if (!used) {
            presence.notMissed(account.adapter());
            blindSpots.forget(account);
            closePlaceholder(account);
            display.forget(account);
        }
    }

    /** Why the database could not be written the last time; empty if it could. */
    public String ledgerTrouble() {
        return incidents.trouble();
    }

    private void polled(Polled polled, Depth depth, Duration took) {
        Target target = polled.target();
        boolean partial = ControllerAnswers.isPartial(polled);
        if (depth == Depth.FULL && partial) {
            doors.fullFailed(target, clock.instant());
        } else if (depth == Depth.FULL) {
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
        List<Placement> placements = new ArrayList<>();
        List<Target> where = new ArrayList<>();
        for (Snapshot answer : polled.snapshots()) {
            Snapshot located = whereabouts.located(answer);
            Target door = ControllerDoors.of(target, located);
            placements.add(placed(door, located));
            where.add(door);
        }
        // Whom a record concerns can only be said when all are in their places.
        events.ifPresent(book ->
                book.read(target, placements.stream().map(Placement::snapshot).toList(), presence.occupants()));
        Map<Target, Component> shown = new LinkedHashMap<>();
        for (int answer = 0; answer < placements.size(); answer++) {
            Placement placed = placements.get(answer);
            Target door = where.get(answer);
            Component here = placed.snapshot().component();
            Snapshot bare = events.isPresent() ? EventBook.bare(placed.snapshot()) : placed.snapshot();
            Snapshot seen = doors.view(target, door, depth, bare, partial);
            Snapshot view = events.map(book -> book.told(seen)).orElse(seen);
            if (presence.expects(here.id())) {
                judge(view, depth, placed.kind() == Placement.Kind.NEW, doors.isComplete(door, here.id()), partial);
            }
            stories.keep();
            if (!door.equals(target) && here.kind() == ComponentKind.DRIVE) {
                display.answered(door, took, Optional.of(here));
            }
            shown.put(door, here);
        }
        if (ControllerDoors.isController(target) && !partial) {
            controllers.missed(target, shown, depth, took).forEach(this::forget);
        }
        display.answered(target, took, polled.snapshots().isEmpty() ? Optional.empty() : inventory.at(target));
    }

    private Placement placed(Target door, Snapshot located) {
        Placement placed = inventory.place(located);
        display.note(door, placed);
        Component here = placed.snapshot().component();
        if (presence.sighted(door, here, located.component().locations())) {
            witnesses.forEach(witness -> witness.returned(here.id()));
        }
        return placed;
    }

    /** Nothing that was read there counts any more. */
    private void forgetAnswers(Target target) {
        doors.close(target);
        blindSpots.forget(target);
        closePlaceholder(target);
    }

    private void judge(Snapshot view, Depth depth, boolean firstSight, boolean complete, boolean partial) {
        ComponentId id = view.component().id();
        Optional<History> before = decisions.history(id);
        // Beside the self-tests, a look at them shows what was read before: that is no second reading.
        boolean look = depth == Depth.SELF_TESTS;
        History known = before.orElse(History.NONE);
        History after = look ? known : known.observe(view);
        List<Finding> blind = blindSpots.of(id);
        List<Finding> judged = judge.findings(view, after, complete && !partial && doors.isWhole(view.component()));
        List<Finding> placed =
                sectors.map(places -> places.placed(view, judged)).orElse(judged);
        List<Finding> findings =
                Stream.of(placed, blind, standings.of(id)).flatMap(List::stream).toList();
        Predicate<Finding> closes = standings.closing(id, Judge.closing(view, complete && blind.isEmpty(), !partial));
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
                .filter(cause -> Unanswered.concernsTheTool(cause) || cause == Cause.CONTROLLER_NOT_SHOWN)
                .isEmpty()) {
            blindSpots.answered(account);
        }
    }

    /** The way in was not known to lead to any drive, and now it does: what was said of the unknown one is over. */
    private void closePlaceholder(Target target) {
        Component placeholder = BlindSpots.placeholder(target);
        if (placeholder.equals(HOST)) {
            closeAccount(target);
            return;
        }
        if (incidents.of(placeholder.id()).isPresent()) {
            decisions.unread(placeholder, List.of(), finding -> true);
        }
        display.drop(placeholder.id());
    }

    /** The host has an account for each tool, and other findings beside. */
    private void closeAccount(Target account) {
        Predicate<Finding> itsOwn =
                finding -> Judge.isCannotRead(finding) && finding.subject().equals(account.label());
        if (incidents.of(HOST.id()).isPresent()) {
            decisions.unread(HOST, List.of(), itsOwn);
        }
        List<Finding> others =
                display.view(HOST).findings().stream().filter(itsOwn.negate()).toList();
        if (others.isEmpty()) {
            display.drop(HOST.id());
        } else {
            display.judged(HOST, others);
        }
    }
}
