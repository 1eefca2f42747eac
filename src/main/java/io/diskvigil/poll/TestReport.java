package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.poll.SelfTestBoard.Row;
import io.diskvigil.poll.SelfTestBoard.Running;
import io.diskvigil.selftest.Deadline;
import io.diskvigil.selftest.Decision;
import io.diskvigil.selftest.Promise;
import io.diskvigil.selftest.SelfTestPlanner;
import io.diskvigil.selftest.Subject;
import io.diskvigil.selftest.Tally;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reckons what stands of the promise, for the casebook and for whoever shows it. */
final class TestReport {
    private static final List<TestKind> PROMISED = List.of(TestKind.SHORT, TestKind.LONG);

    private final SelfTestPlanner planner;
    private final SelfTestBoard board;
    private final Clock clock;
    private final Instant awakeSince;
    private final SelfTestStanding standing = new SelfTestStanding();

    TestReport(SelfTestPlanner planner, SelfTestBoard board, Clock clock) {
        this.planner = planner;
        this.board = board;
        this.clock = clock;
        this.awakeSince = clock.instant();
    }

    /** When the daemon began to look. */
    Instant awakeSince() {
        return awakeSince;
    }

    Standing standing() {
        return standing;
    }

    /** @param gone of whom nothing is wrong with tests any more */
    void publish(
            List<View> drives,
            List<Component> gone,
            List<Subject> subjects,
            Dossiers dossiers,
            Map<ComponentId, Decision> decided) {
        Instant now = clock.instant();
        Promise promise = new Promise(planner, subjects);
        Map<ComponentId, View> views = drives.stream()
                .collect(Collectors.toMap(view -> view.component().id(), Function.identity()));
        Map<Component, List<Finding>> found = new HashMap<>();
        gone.forEach(drive -> found.put(drive, List.of()));
        List<Row> rows = new ArrayList<>();
        if (!subjects.isEmpty()) {
            found.put(Casebook.HOST, promise.ofHost(Casebook.HOST.id()));
        }
        for (Subject subject : subjects) {
            View view = views.get(subject.id());
            Component drive = view.component();
            DriveTests tests = dossiers.of(subject.id()).orElseThrow();
            Instant able = ableSince(tests);
            Map<TestKind, Tally> tallies = tests.promised().tallies();
            // What a drive can run is not known before it was read: then nothing is over either.
            if (view.snapshot().isPresent()) {
                List<Finding> findings = new ArrayList<>(promise.of(subject, tallies, now, able));
                findings.addAll(SelfTestFindings.of(drive, tests));
                found.put(drive, findings);
            }
            Set<TestKind> overdue = EnumSet.noneOf(TestKind.class);
            PROMISED.stream()
                    .filter(kind -> promise.overdue(subject, kind, tallies.getOrDefault(kind, Tally.none()), now, able))
                    .forEach(overdue::add);
            rows.add(row(drive, subject, tests, overdue, Optional.ofNullable(decided.get(subject.id())), now));
        }
        standing.put(found);
        board.put(rows, subjects);
    }

    /** A drive that refused for a month had no chance before it is tried again. */
    private Instant ableSince(DriveTests tests) {
        return tests.refusal()
                .filter(DriveTests.Refusal::firm)
                .map(DriveTests.Refusal::lapses)
                .filter(awakeSince::isBefore)
                .orElse(awakeSince);
    }

    private Row row(
            Component drive,
            Subject subject,
            DriveTests tests,
            Set<TestKind> overdue,
            Optional<Decision> decision,
            Instant now) {
        Map<TestKind, Instant> deadlines = new EnumMap<>(TestKind.class);
        PROMISED.forEach(
                kind -> planner.deadline(subject, kind).map(Deadline::at).ifPresent(at -> deadlines.put(kind, at)));
        boolean possible = subject.untestable().isEmpty() && !subject.able().isEmpty();
        String why = subject.untestable()
                .orElse(
                        subject.running().isPresent()
                                ? ""
                                : decision.map(Decision::reason).orElse(""));
        return new Row(
                drive,
                subject.passed(),
                deadlines,
                overdue,
                tests.ran().open().map(run -> running(run, now)),
                tests.ran().last(),
                possible,
                why,
                subject.commissioning());
    }

    private static Running running(OpenRun run, Instant now) {
        OptionalInt done = run.remaining().isPresent()
                ? OptionalInt.of(100 - run.remaining().getAsInt())
                : OptionalInt.empty();
        return new Running(run.kind(), run.ours(), run.began(), done, run.expectedEnd(now));
    }
}
