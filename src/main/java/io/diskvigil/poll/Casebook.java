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
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Asleep;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.poll.Ledger.LedgerException;
import io.diskvigil.poll.Presence.Tale;
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
    private final ByPath byPath;
    private final PollConfig config;
    private final Clock clock;
    private final OpenIncidents incidents;
    private final Decisions decisions;
    private final Display display;
    private final BlindSpots blindSpots;
    private final Presence presence;
    private final Standings standings = new Standings();
    private volatile Optional<Sectors> sectors = Optional.empty();
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
        this.byPath = byPath;
        this.config = config;
        this.clock = clock;
        this.incidents = new OpenIncidents(policy, ledger);
        this.decisions = new Decisions(incidents, lastKnown, clock);
        this.display = new Display(lastKnown, clock);
        this.blindSpots = new BlindSpots(cannotRead);
        this.presence = presence;
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

    /** Who stands behind a target; of one behind which nobody was ever seen, who is made up for it. */
    synchronized Component behind(Target target) {
        return inventory.at(target).orElseGet(() -> BlindSpots.placeholder(target));
    }

    /** From here on, findings that name an LBA say what lies there. Before the first poll. */
    public synchronized void tellPlaces(Sectors places) {
        sectors = Optional.of(places);
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
            asleep(asleep.target(), took);
        } else if (outcome instanceof Failed failed) {
            failed(failed, depth, took);
        }
    }

    /**
     * What is due although nobody answered: what stands beside the readings, and reminders of incidents whose drive sleeps,
     * hangs or is gone. To be called every minute.
     */
    public synchronized void remind() {
        presence.look();
        keepLives();
        presence.missing().forEach(display::keep);
        Map<ComponentId, Component> due = new LinkedHashMap<>();
        incidents.all().forEach(incident -> due.put(incident.component().id(), incident.component()));
        standings.subjects().forEach(subject -> due.put(subject.id(), subject));
        lastKnown.components().stream()
                .filter(view -> view.findings().stream().anyMatch(standings::owns))
                .forEach(view -> due.putIfAbsent(view.component().id(), view.component()));
        due.values().forEach(this::reconsider);
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
        presence.forget(target, inventory.at(target));
        inventory.leave(target);
        keepLives();
        doors.close(target);
        blindSpots.forget(target);
        display.forget(target);
    }

    /**
     * Whether the drive last seen at this target is seen through another one now, or is not expected any more: then this door
     * is merely closed.
     */
    synchronized boolean isElsewhere(Target target) {
        return inventory
                .at(target)
                .map(component -> !presence.expects(component.id())
                        || lastKnown.targets().stream()
                                .anyMatch(view -> !view.target().equals(target)
                                        && view.failure().isEmpty()
                                        && view.component()
                                                .filter(component.id()::equals)
                                                .isPresent()))
                .orElse(false);
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
        for (Snapshot answer : polled.snapshots()) {
            Snapshot located = located(answer);
            Placement placed = inventory.place(located);
            display.note(target, placed);
            Component here = placed.snapshot().component();
            if (presence.sighted(target, here, located.component().locations())) {
                witnesses.forEach(witness -> witness.returned(here.id()));
            }
            Snapshot view = doors.view(target, depth, placed.snapshot());
            if (presence.expects(here.id())) {
                judge(view, depth, placed.kind() == Placement.Kind.NEW, doors.isComplete(target, here.id()));
            }
            keepLives();
        }
        display.answered(target, took, polled.snapshots().isEmpty() ? Optional.empty() : inventory.at(target));
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
        Optional<Finding> introduction = presence.introduction(view);
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
            presence.introduced(drive.id());
        }
    }

    private void asleep(Target target, Duration took) {
        blindSpots.answered(target);
        Optional<Component> known = presence.asleep(target, inventory.at(target), byPath.of(target.path()));
        keepLives();
        known.filter(component -> presence.expects(component.id())).ifPresent(component -> {
            ComponentId id = component.id();
            List<Finding> blind = Stream.of(blindSpots.of(id), standings.of(id))
                    .flatMap(List::stream)
                    .toList();
            decisions.unread(component, blind, standings.closing(id, Judge::isCannotRead));
            display.asleep(component);
        });
        display.answered(target, took, known);
    }

    private void failed(Failed failed, Depth depth, Duration took) {
        Target target = failed.target();
        if (Quarantine.tells(failed) && standings.heeds(Quarantine.NAME)) {
            hangs(failed, depth, took);
            return;
        }
        Failed told = concernsTheTool(failed.cause())
                ? new Failed(Discovery.account(target.adapter()), failed.cause(), failed.detail())
                : failed;
        if (target.type().equals(Discovery.SCAN)) {
            presence.scanned(target.adapter(), false);
        }
        Component component = inventory.at(told.target()).orElseGet(() -> BlindSpots.placeholder(told.target()));
        presence.failed(told.target(), component, failed.cause());
        keepLives();
        if (depth == Depth.FULL) {
            doors.fullFailed(target, clock.instant());
        }
        doors.close(target);
        display.failed(failed, took, component.id());
        if (!presence.expects(component.id())) {
            return;
        }
        boolean gone = failed.cause() == Cause.DEVICE_UNREACHABLE && !isElsewhere(target);
        if (gone && presence.isMissing(component.id())) {
            blindSpots.forget(target);
            absent(component);
        } else {
            Finding finding = blindSpots.failed(component, told);
            decisions.unread(component, List.of(finding), Decisions.NOTHING);
            display.unread(component, finding, gone);
        }
    }

    /** That it cannot be read is no news of a drive that is missing. */
    private void absent(Component component) {
        ComponentId id = component.id();
        List<Finding> findings = Stream.of(blindSpots.of(id), standings.of(id))
                .flatMap(List::stream)
                .toList();
        decisions.unread(presence.located(component), findings, standings.closing(id, Judge::isCannotRead));
        Stream<Finding> others = display.view(component).findings().stream()
                .filter(finding -> !standings.tells(id, finding) && !Judge.isCannotRead(finding));
        display.judged(component, Stream.concat(others, findings.stream()).toList());
    }

    /** Nobody answered: only what stands is looked at again. */
    private void reconsider(Component component) {
        ComponentId id = component.id();
        List<Finding> standing = standings.of(id);
        decisions.unread(component, standing, standings.closing(id, Decisions.NOTHING));
        Stream<Finding> others =
                display.view(component).findings().stream().filter(finding -> !standings.tells(id, finding));
        display.judged(component, Stream.concat(others, standing.stream()).toList());
        if (component.kind() == ComponentKind.CONTROLLER && standing.isEmpty() && !decisions.isOpen(id)) {
            // It was only ever seen by the drives that it took away.
            display.dropUnread(id);
        }
    }

    /** Ends the stories of those who are gone for good, tells what is to be told once, and keeps how each drive stands. */
    private void keepLives() {
        for (Tale ending : presence.endings()) {
            display.drop(ending.component().id());
            if (decisions.end(ending.component(), ending.notice())) {
                presence.ended(ending);
            }
        }
        for (Tale tale : presence.untold()) {
            if (decisions.note(tale.component(), tale.notice())) {
                presence.told(tale);
            }
        }
        try {
            presence.keep();
        } catch (LedgerException e) {
            incidents.troubled(e);
        }
    }

    /** Who hangs is told by the quarantine, so not as "cannot read" as well. */
    private void hangs(Failed failed, Depth depth, Duration took) {
        Target target = failed.target();
        Component component = behind(target);
        presence.failed(target, component, failed.cause());
        keepLives();
        if (depth == Depth.FULL) {
            doors.fullFailed(target, clock.instant());
        }
        doors.close(target);
        display.failed(failed, took, component.id());
        if (presence.expects(component.id())) {
            display.awake(component);
            reconsider(component);
        }
    }

    /** A tool that is not there or too old is one fault of the host, not one of each drive. */
    private static boolean concernsTheTool(Cause cause) {
        return cause == Cause.TOOL_MISSING || cause == Cause.TOOL_TOO_OLD;
    }

    /** Whoever answers proves that the tool is there. */
    private void toolWorks(String adapter) {
        Target account = Discovery.account(adapter);
        if (lastKnown
                .target(account)
                .flatMap(TargetView::failure)
                .filter(Casebook::concernsTheTool)
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

    private Snapshot located(Snapshot answer) {
        List<Location> locations = answer.component().locations().stream()
                .map(at -> at.byPath().isEmpty()
                        ? new Location(at.path(), at.type(), at.slot(), byPath.of(at.path()))
                        : at)
                .toList();
        return answer.of(answer.component().withLocations(locations));
    }
}
