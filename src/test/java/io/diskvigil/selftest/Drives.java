package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Subjects for tests. */
final class Drives {
    private Drives() {}

    static Subject drive(
            String id, double terabytes, Duration longTest, String controller, Set<String> groups, Instant since) {
        return new Subject(
                new ComponentId(id),
                Set.of(TestKind.SHORT, TestKind.LONG),
                Optional.empty(),
                OptionalLong.of((long) (terabytes * 1e12)),
                Map.of(TestKind.SHORT, Duration.ofMinutes(2), TestKind.LONG, longTest),
                controller,
                groups,
                since,
                Map.of(),
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of());
    }

    static Subject passed(Subject of, TestKind kind, Instant at) {
        Map<TestKind, Instant> passed = new HashMap<>(of.passed());
        passed.put(kind, at);
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
                of.tried(),
                of.running(),
                of.commissioning(),
                of.obstacles());
    }

    static Subject untestable(Subject of, String why) {
        return new Subject(
                of.id(),
                of.able(),
                Optional.of(why),
                of.capacityBytes(),
                of.estimates(),
                of.controller(),
                of.groups(),
                of.since(),
                of.passed(),
                of.tried(),
                of.running(),
                of.commissioning(),
                of.obstacles());
    }

    static Subject owing(Subject of, TestKind... kinds) {
        return new Subject(
                of.id(),
                of.able(),
                of.untestable(),
                of.capacityBytes(),
                of.estimates(),
                of.controller(),
                of.groups(),
                of.since(),
                of.passed(),
                of.tried(),
                of.running(),
                List.of(kinds),
                of.obstacles());
    }

    static Subject running(Subject of, Optional<TestKind> kind, Instant began, boolean ours) {
        return new Subject(
                of.id(),
                of.able(),
                of.untestable(),
                of.capacityBytes(),
                of.estimates(),
                of.controller(),
                of.groups(),
                of.since(),
                of.passed(),
                of.tried(),
                Optional.of(new Subject.Running(kind, began, ours)),
                of.commissioning(),
                of.obstacles());
    }

    /** A test that ended without passing. */
    static Subject ended(Subject of) {
        return new Subject(
                of.id(),
                of.able(),
                of.untestable(),
                of.capacityBytes(),
                of.estimates(),
                of.controller(),
                of.groups(),
                of.since(),
                of.passed(),
                of.tried(),
                Optional.empty(),
                of.commissioning(),
                of.obstacles());
    }
}
