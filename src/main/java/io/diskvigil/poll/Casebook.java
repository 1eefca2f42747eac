package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.IncidentPolicy.Observation;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Placement;
import io.diskvigil.model.Change;
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
import io.diskvigil.poll.Displaced.Loss;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * What an outcome means: placed by the inventory, judged by the rules, decided by the policy, committed to the ledger, and
 * shown in {@link LastKnown}. One outcome at a time: judging takes milliseconds, asking takes seconds.
 */
public final class Casebook {
    /** Stands for the machine as a whole. */
    public static final Component HOST =
            new Component(new ComponentId("host"), ComponentKind.HOST, Identity.unknown(), List.of());

    private static final Logger LOG = Logger.getLogger(Casebook.class);
    /** Without an answer nothing is over. */
    private static final Predicate<Finding> NOTHING = finding -> false;

    private final Inventory inventory;
    private final Judge judge;
    private final LastKnown lastKnown;
    private final ByPath byPath;
    private final PollConfig config;
    private final Clock clock;
    private final OpenIncidents incidents;
    private final BlindSpots blindSpots;
    private final Standings standings = new Standings();
    private final List<Witness> witnesses = new ArrayList<>();
    private final Doors doors = new Doors();
    private final Displaced displaced = new Displaced();
    private final Map<Target, List<String>> noted = new HashMap<>();

    public Casebook(
            Inventory inventory,
            List<Rule> rules,
            CannotRead cannotRead,
            IncidentPolicy policy,
            Ledger ledger,
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
        this.blindSpots = new BlindSpots(cannotRead);
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

    synchronized Depth depth(Target target) {
        return doors.depth(target, clock.instant(), config.fullInterval());
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
        displaced.settled(clock.instant()).forEach(this::replaced);
        Map<ComponentId, Component> due = new LinkedHashMap<>();
        incidents.all().forEach(incident -> due.put(incident.component().id(), incident.component()));
        standings.subjects().forEach(subject -> due.put(subject.id(), subject));
        lastKnown.components().stream()
                .filter(view -> view.findings().stream().anyMatch(standings::owns))
                .forEach(view -> due.putIfAbsent(view.component().id(), view.component()));
        due.values().forEach(this::reconsider);
    }

    /** Nobody answered: only what stands is looked at again. */
    private void reconsider(Component component) {
        ComponentId id = component.id();
        List<Finding> standing = standings.of(id);
        incidents.history(id).ifPresent(history -> decide(component, history, standing, standings.closing(id)));
        lastKnown.component(id).or(() -> Optional.of(View.nothing(component))).ifPresent(view -> {
            List<Finding> others =
                    view.findings().stream().filter(f -> !standings.owns(f)).toList();
            List<Finding> findings =
                    Stream.concat(others.stream(), standing.stream()).toList();
            if (!findings.equals(view.findings())) {
                log(component, findings, false);
                lastKnown.put(new View(view.component(), view.snapshot(), findings, view.baselines(), view.asleep()));
            }
        });
    }

    /** Tells something worth knowing once, by mail and log, whatever else is open about the component. */
    synchronized void note(Component component, Finding notice) {
        incidents
                .history(component.id())
                .ifPresent(history -> incidents.note(
                        notice,
                        observation(component, Optional.empty(), history, List.of(notice), false, NOTHING),
                        history));
    }

    /** The drive was taken out and another one stands in its place: its story ends here. */
    private void replaced(Loss loss) {
        Component gone = loss.gone();
        LOG.infof("%s: %s", gone.id(), loss.notice().summary());
        incidents
                .of(gone.id())
                .ifPresent(incident -> incidents
                        .history(gone.id())
                        .ifPresent(history -> incidents.close(
                                incident,
                                observation(gone, Optional.empty(), history, List.of(loss.notice()), false, NOTHING),
                                history)));
        lastKnown.drop(gone.id());
    }

    synchronized boolean knowsDrives() {
        return inventory.known().stream().anyMatch(known -> known.component().kind() == ComponentKind.DRIVE);
    }

    /** A target that will not be asked again: its drive is seen through another door. */
    synchronized void forget(Target target) {
        doors.close(target);
        blindSpots.forget(target);
        noted.remove(target);
        lastKnown.forget(target);
    }

    /** Whether the drive last seen at this target is seen through another one now: then this door is merely closed. */
    synchronized boolean isElsewhere(Target target) {
        return inventory
                .at(target)
                .map(component -> lastKnown.targets().stream()
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
        for (Snapshot answer : polled.snapshots()) {
            Placement placed = inventory.place(located(answer));
            note(target, placed);
            Component here = placed.snapshot().component();
            displaced.seen(here.id());
            displaced.lost(placed.displaced(), here, clock.instant());
            Snapshot view = doors.view(target, depth, placed.snapshot());
            judge(
                    view,
                    placed.kind() == Placement.Kind.NEW,
                    doors.isComplete(target, view.component().id()));
        }
        show(target, took, polled.snapshots().isEmpty() ? Optional.empty() : inventory.at(target));
    }

    private void judge(Snapshot view, boolean firstSight, boolean complete) {
        Component component = view.component();
        Optional<History> before = incidents.history(component.id());
        History after = before.orElse(History.NONE).observe(view);
        List<Finding> blind = blindSpots.of(component.id());
        List<Finding> findings = Stream.of(judge.findings(view, after, complete), blind, standings.of(component.id()))
                .flatMap(List::stream)
                .toList();
        log(component, findings, firstSight);
        Predicate<Finding> closes = closing(component.id(), Judge.closing(view, complete && blind.isEmpty()));
        before.ifPresent(known -> decide(component, Optional.of(view), known, after, findings, firstSight, closes));
        lastKnown.put(new View(component, Optional.of(view), findings, baselines(after), false));
        witnesses.forEach(witness -> witness.saw(view, firstSight));
    }

    /** What stands beside the readings is over when who knows it says so; everything else as {@code others} says. */
    private Predicate<Finding> closing(ComponentId id, Predicate<Finding> others) {
        Predicate<Finding> standing = standings.closing(id);
        return finding -> standings.owns(finding) ? standing.test(finding) : others.test(finding);
    }

    private void asleep(Target target, Duration took) {
        blindSpots.answered(target);
        Optional<Component> known = inventory.at(target);
        known.ifPresent(component -> {
            List<Finding> blind = Stream.concat(
                            blindSpots.of(component.id()).stream(), standings.of(component.id()).stream())
                    .toList();
            incidents
                    .history(component.id())
                    .ifPresent(
                            history -> decide(component, history, blind, closing(component.id(), Judge::isCannotRead)));
            View view = lastKnown.component(component.id()).orElseGet(() -> View.nothing(component));
            lastKnown.put(new View(component, view.snapshot(), view.findings(), view.baselines(), true));
        });
        show(target, took, known);
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
        Component component = inventory.at(told.target()).orElseGet(() -> BlindSpots.placeholder(told.target()));
        Finding finding = blindSpots.failed(component, told);
        if (depth == Depth.FULL) {
            doors.fullFailed(target, clock.instant());
        }
        doors.close(target);
        incidents.history(component.id()).ifPresent(history -> decide(component, history, List.of(finding), NOTHING));
        boolean gone = failed.cause() == Cause.DEVICE_UNREACHABLE && !isElsewhere(target);
        View before = lastKnown.component(component.id()).orElseGet(() -> View.nothing(component));
        lastKnown.put(new View(
                component,
                gone ? Optional.empty() : before.snapshot(),
                before.findingsWith(finding),
                before.baselines(),
                false));
        lastKnown.put(new TargetView(
                target,
                Optional.of(component.id()),
                Optional.of(failed.cause()),
                failed.detail(),
                took,
                lastKnown.target(target).flatMap(TargetView::lastSuccess)));
    }

    /** Who hangs is told by the quarantine, so not as "cannot read" as well. */
    private void hangs(Failed failed, Depth depth, Duration took) {
        Target target = failed.target();
        Component component = behind(target);
        if (depth == Depth.FULL) {
            doors.fullFailed(target, clock.instant());
        }
        doors.close(target);
        View before = lastKnown.component(component.id()).orElseGet(() -> View.nothing(component));
        lastKnown.put(new View(component, before.snapshot(), before.findings(), before.baselines(), false));
        reconsider(component);
        lastKnown.put(new TargetView(
                target,
                Optional.of(component.id()),
                Optional.of(failed.cause()),
                failed.detail(),
                took,
                lastKnown.target(target).flatMap(TargetView::lastSuccess)));
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

    private void show(Target target, Duration took, Optional<Component> component) {
        lastKnown.put(new TargetView(
                target, component.map(Component::id), Optional.empty(), "", took, Optional.of(clock.instant())));
    }

    /** Nothing was read. */
    private void decide(Component component, History history, List<Finding> findings, Predicate<Finding> closes) {
        decide(component, Optional.empty(), history, history, findings, false, closes);
    }

    private void decide(
            Component component,
            Optional<Snapshot> view,
            History before,
            History after,
            List<Finding> findings,
            boolean firstSight,
            Predicate<Finding> closes) {
        incidents.decide(observation(component, view, after, findings, firstSight, closes), view, before, after);
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
                () -> RawLines.of(
                        view.or(() -> lastKnown.component(component.id()).flatMap(View::snapshot))));
    }

    /** What is found is logged once, when it is new or of another severity. */
    private void log(Component component, List<Finding> findings, boolean firstSight) {
        if (firstSight) {
            LOG.infof(
                    "%s (%s): first seen%s",
                    component.path(),
                    component.id(),
                    findings.isEmpty() ? "" : " with: " + Finding.summaries(findings));
            return;
        }
        List<Finding> before =
                lastKnown.component(component.id()).map(View::findings).orElse(List.of());
        findings.stream()
                .filter(finding -> before.stream()
                        .noneMatch(old -> old.fingerprint().equals(finding.fingerprint())
                                && old.severity() == finding.severity()))
                .forEach(finding -> LOG.infof(
                        "%s (%s): %s: %s", component.path(), component.id(), finding.severity(), finding.summary()));
    }

    /** Doubts about an identity come with every answer; they are told when they change. */
    private void note(Target target, Placement placed) {
        List<String> before = noted.put(target, placed.notes());
        if (!placed.notes().equals(before)) {
            placed.notes().forEach(note -> LOG.infof("%s: %s", target.label(), note));
        }
    }

    /** The way in was not known to lead to any drive, and now it does: what was said of the unknown one is over. */
    private void closePlaceholder(Target target) {
        Component placeholder = BlindSpots.placeholder(target);
        if (incidents.of(placeholder.id()).isPresent()) {
            incidents
                    .history(placeholder.id())
                    .ifPresent(history -> decide(placeholder, history, List.of(), finding -> true));
        }
        lastKnown.drop(placeholder.id());
    }

    private Snapshot located(Snapshot answer) {
        List<Location> locations = answer.component().locations().stream()
                .map(at -> at.byPath().isEmpty()
                        ? new Location(at.path(), at.type(), at.slot(), byPath.of(at.path()))
                        : at)
                .toList();
        return answer.of(answer.component().withLocations(locations));
    }

    private static Map<String, Long> baselines(History history) {
        Map<String, Long> baselines = new HashMap<>();
        history.tracks()
                .forEach(track -> baselines.put(track.name(), track.baseline().value()));
        return baselines;
    }
}
