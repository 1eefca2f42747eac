package io.diskvigil.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Decision.Start;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A machine with drives that test themselves, on a clock that is driven by hand. It checks the limits at every start. */
final class World {
    /** What the daemon asked for, and how it went. */
    record Run(ComponentId drive, TestKind kind, Instant at, Instant end, boolean passed) {}

    record Told(Instant at, Finding finding) {}

    private static final long QUARTER_HOUR = 900;

    final Map<ComponentId, Subject> drives = new LinkedHashMap<>();
    final List<Run> runs = new ArrayList<>();
    final List<Told> told = new ArrayList<>();
    final Map<ComponentId, Map<TestKind, Tally>> tallies = new HashMap<>();
    private final Map<ComponentId, Run> running = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private final Terms terms;
    private final ZoneId zone;
    private final SelfTestPlanner planner;
    private Predicate<Instant> off = at -> false;
    private BiFunction<Subject, Instant, List<Obstacle>> obstacles = (drive, at) -> List.of();
    private Predicate<Run> aborts = run -> false;
    private Instant awakeSince;

    World(Terms terms, ZoneId zone, Collection<Subject> drives) {
        this.terms = terms;
        this.zone = zone;
        planner = new SelfTestPlanner(terms, zone);
        drives.forEach(drive -> this.drives.put(drive.id(), drive));
    }

    World off(Predicate<Instant> off) {
        this.off = off;
        return this;
    }

    World obstacles(BiFunction<Subject, Instant, List<Obstacle>> obstacles) {
        this.obstacles = obstacles;
        return this;
    }

    World aborts(Predicate<Run> aborts) {
        this.aborts = aborts;
        return this;
    }

    /** @param step while a window is open; outside it is a quarter of an hour */
    World live(Instant from, Instant to, Duration step) {
        awakeSince = from;
        for (Instant now = from; now.isBefore(to); now = next(now, step)) {
            live(now);
        }
        return this;
    }

    private Instant next(Instant now, Duration step) {
        return planner.calendar().window().open(now).isPresent()
                ? now.plus(step)
                : Instant.ofEpochSecond((now.getEpochSecond() / QUARTER_HOUR + 1) * QUARTER_HOUR);
    }

    private void live(Instant now) {
        if (off.test(now)) {
            List.copyOf(running.values()).forEach(run -> end(run, now, false));
            awakeSince = Instant.MAX;
            return;
        }
        awakeSince = awakeSince.isAfter(now) ? now : awakeSince;
        for (Run run : List.copyOf(running.values())) {
            if (!run.end().isAfter(now)) {
                end(run, run.end(), run.passed());
            }
        }
        drives.replaceAll((id, drive) -> Simulation.withObstacles(drive, obstacles.apply(drive, now)));
        List<Decision> decisions = planner.decide(drives.values(), now);
        // AssertJ is slow, and this is asked 15,000 times a world.
        if (!decisions.stream().map(Decision::drive).toList().equals(List.copyOf(drives.keySet()))) {
            throw new AssertionError("one decision for each drive, in their order: " + decisions);
        }
        for (Decision decision : decisions) {
            if (decision instanceof Start start) {
                start(start, now);
            } else {
                ((Decision.Wait) decision)
                        .held()
                        .forEach(kind -> tallies.computeIfAbsent(decision.drive(), id -> new HashMap<>())
                                .merge(kind, Tally.none().with(decision), (old, none) -> old.with(decision)));
            }
        }
        if (now.getEpochSecond() % 1800 == 0) {
            tell(now);
        }
    }

    private void start(Start start, Instant now) {
        Subject drive = drives.get(start.drive());
        assertThat(planner.calendar().window().open(now).map(Night::date)).contains(start.night());
        assertThat(drive.obstacles()).isEmpty();
        assertThat(drive.untestable()).isEmpty();
        assertThat(drive.running()).isEmpty();
        assertThat(drive.able()).contains(start.kind());
        List<Subject> others = running.keySet().stream().map(drives::get).toList();
        assertThat(others)
                .as("no two in one group at %s", now)
                .noneMatch(other -> other.groups().stream().anyMatch(drive.groups()::contains));
        assertThat(others.stream()
                        .filter(other -> !drive.controller().isEmpty())
                        .filter(other -> other.controller().equals(drive.controller())))
                .as("behind one controller at %s", now)
                .hasSizeLessThan(terms.perController());
        Run run = new Run(
                start.drive(), start.kind(), now, now.plus(drive.estimates().get(start.kind())), true);
        running.put(
                run.drive(),
                aborts.test(run) ? new Run(run.drive(), run.kind(), now, now.plusSeconds(60), false) : run);
        drives.put(run.drive(), Simulation.started(drive, start.kind(), now));
    }

    private void end(Run run, Instant at, boolean passed) {
        running.remove(run.drive());
        runs.add(new Run(run.drive(), run.kind(), run.at(), at, passed));
        drives.computeIfPresent(
                run.drive(), (id, drive) -> passed ? Simulation.passed(drive, at) : Drives.ended(drive));
        if (passed) {
            tallies.getOrDefault(run.drive(), new HashMap<>()).keySet().removeIf(run.kind()::covers);
        }
    }

    /** A finding is told when it opens. */
    private void tell(Instant now) {
        Promise promise = new Promise(planner, drives.values());
        List<Finding> findings = new ArrayList<>(promise.ofHost(new ComponentId("host")));
        drives.values()
                .forEach(drive -> findings.addAll(
                        promise.of(drive, tallies.getOrDefault(drive.id(), Map.of()), now, awakeSince)));
        open.retainAll(findings.stream().map(Finding::fingerprint).collect(Collectors.toSet()));
        findings.stream()
                .filter(finding -> open.add(finding.fingerprint()))
                .forEach(finding -> told.add(new Told(now, finding)));
    }

    List<Run> passes(ComponentId drive, TestKind kind) {
        return runs.stream()
                .filter(run ->
                        run.passed() && run.drive().equals(drive) && run.kind().covers(kind))
                .toList();
    }

    /** The longest time without a pass, from the first sight to the end, whatever the planner calls a deadline. */
    Duration longestGap(Subject drive, TestKind kind, Instant until) {
        Instant last = drive.since();
        Duration longest = Duration.ZERO;
        List<Instant> ends =
                new ArrayList<>(passes(drive.id(), kind).stream().map(Run::end).toList());
        ends.add(until);
        for (Instant end : ends) {
            Duration gap = Duration.between(last, end);
            longest = gap.compareTo(longest) > 0 ? gap : longest;
            last = end;
        }
        return longest;
    }

    Optional<Run> first(ComponentId drive, TestKind kind) {
        return passes(drive, kind).stream().findFirst();
    }

    SelfTestPlanner planner() {
        return planner;
    }

    ZoneId zone() {
        return zone;
    }
}
