package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Decision.Start;
import io.diskvigil.selftest.Decision.Wait;
import io.diskvigil.selftest.Forecast.Held;
import io.diskvigil.selftest.Forecast.Run;
import io.diskvigil.selftest.Subject.Running;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs the planner forward on a clock of its own: every test takes its estimate and passes. */
final class Simulation {
    private static final Set<Obstacle.Kind> OF_THE_MOMENT =
            EnumSet.of(Obstacle.Kind.HOT, Obstacle.Kind.BUSY, Obstacle.Kind.JUST_BOOTED, Obstacle.Kind.START_FAILED);

    private final Calendar calendar;
    private final Turns turns;
    private final Map<ComponentId, Subject> subjects = new LinkedHashMap<>();
    private final Map<ComponentId, Instant> ends = new HashMap<>();

    Simulation(Calendar calendar, Turns turns, Collection<Subject> subjects) {
        this.calendar = calendar;
        this.turns = turns;
        subjects.forEach(subject -> this.subjects.put(subject.id(), subject));
    }

    Forecast run(Instant from, int nights) {
        boolean open = calendar.window().open(from).isPresent();
        Night night =
                open ? calendar.window().lastOpened(from) : calendar.window().firstFrom(from);
        subjects.replaceAll((id, subject) -> withObstacles(
                subject,
                subject.obstacles().stream()
                        .filter(obstacle -> open || !OF_THE_MOMENT.contains(obstacle.kind()))
                        .toList()));
        subjects.values()
                .forEach(subject -> subject.running().ifPresent(running -> {
                    Instant end = running.began()
                            .plus(calendar.estimate(subject, running.kind().orElse(TestKind.LONG)));
                    ends.put(subject.id(), end.isAfter(from) ? end : from.plus(1, ChronoUnit.MINUTES));
                }));
        List<Forecast.Night> plan = new ArrayList<>();
        for (int i = 0; i < nights; i++) {
            plan.add(run(night, night.opens().isAfter(from) ? night.opens() : from));
            subjects.replaceAll((id, subject) -> withObstacles(subject, List.of()));
            night = calendar.window().on(night.date().plusDays(1));
        }
        return new Forecast(plan);
    }

    private Forecast.Night run(Night night, Instant from) {
        List<Run> runs = new ArrayList<>();
        Map<ComponentId, Wait> waits = new LinkedHashMap<>();
        for (Instant now = from; night.holds(now); now = next(night, now)) {
            finish(now);
            waits.clear();
            for (Decision decision : turns.decide(List.copyOf(subjects.values()), now)) {
                if (decision instanceof Start start) {
                    runs.add(start(start, now));
                } else if (decision instanceof Wait wait) {
                    waits.put(wait.drive(), wait);
                }
            }
        }
        Set<ComponentId> tested = new HashSet<>();
        runs.forEach(run -> tested.add(run.drive()));
        List<Held> held = waits.values().stream()
                .filter(wait -> !wait.held().isEmpty() || !tested.contains(wait.drive()))
                .map(wait -> new Held(wait.drive(), wait.held(), wait.cause(), wait.reason()))
                .toList();
        return new Forecast.Night(night.date(), night.opens(), night.closes(), runs, held);
    }

    private Run start(Start start, Instant now) {
        Subject subject = subjects.get(start.drive());
        Duration estimate = calendar.estimate(subject, start.kind());
        ends.put(start.drive(), now.plus(estimate));
        subjects.put(start.drive(), started(subject, start.kind(), now));
        return new Run(start.drive(), start.kind(), now, estimate);
    }

    private void finish(Instant now) {
        ends.entrySet().removeIf(entry -> {
            boolean over = !entry.getValue().isAfter(now);
            if (over) {
                subjects.computeIfPresent(entry.getKey(), (id, subject) -> passed(subject, entry.getValue()));
            }
            return over;
        });
    }

    /** The next minute in which something may change. */
    private Instant next(Night night, Instant now) {
        Instant soonest = night.closes();
        for (Instant end : ends.values()) {
            soonest = end.isAfter(now) && end.isBefore(soonest) ? end : soonest;
        }
        for (Subject subject : subjects.values()) {
            for (TestKind kind : List.of(TestKind.SHORT, TestKind.LONG)) {
                Instant preferred = calendar.preferred(subject, kind, night);
                soonest = preferred.isAfter(now) && preferred.isBefore(soonest) ? preferred : soonest;
            }
        }
        Instant minute = soonest.truncatedTo(ChronoUnit.MINUTES);
        Instant rounded = minute.equals(soonest) ? minute : minute.plus(1, ChronoUnit.MINUTES);
        return rounded.isAfter(now) ? rounded : now.plus(1, ChronoUnit.MINUTES);
    }

    static Subject started(Subject subject, TestKind kind, Instant now) {
        Map<TestKind, Instant> tried = new HashMap<>(subject.tried());
        tried.put(kind, now);
        return copy(
                subject,
                subject.passed(),
                tried,
                Optional.of(new Running(Optional.of(kind), now, true)),
                subject.commissioning(),
                subject.obstacles());
    }

    static Subject passed(Subject subject, Instant at) {
        Optional<TestKind> kind = subject.running().flatMap(Running::kind);
        Map<TestKind, Instant> passed = new HashMap<>(subject.passed());
        kind.ifPresent(passing -> passed.put(passing, at));
        List<TestKind> owed = new ArrayList<>(subject.commissioning());
        kind.ifPresent(owed::remove);
        return copy(subject, passed, subject.tried(), Optional.empty(), owed, subject.obstacles());
    }

    static Subject withObstacles(Subject subject, List<Obstacle> obstacles) {
        return copy(subject, subject.passed(), subject.tried(), subject.running(), subject.commissioning(), obstacles);
    }

    private static Subject copy(
            Subject of,
            Map<TestKind, Instant> passed,
            Map<TestKind, Instant> tried,
            Optional<Running> running,
            List<TestKind> commissioning,
            List<Obstacle> obstacles) {
        return new Subject(
                of.id(),
                of.able(),
                of.untestable(),
                of.capacityBytes(),
                of.estimates(),
                of.controller(),
                of.groups(),
                of.since(),
                passed,
                tried,
                running,
                commissioning,
                obstacles);
    }
}
