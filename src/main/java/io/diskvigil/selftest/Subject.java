package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the planner knows of one drive at one instant.
 *
 * @param able the kinds that the drive says it can run
 * @param untestable why no test can be started here, in words for a person; empty if none was refused
 * @param capacityBytes user capacity
 * @param estimates how long each kind takes: from its last run, else as the drive says
 * @param controller what drives share that are behind one controller, such as {@code pci-0000:00:17.0}; empty if not known
 * @param groups names of the redundancy groups it is a member of, such as {@code md0}
 * @param since when the promise for this drive began: when it was first seen
 * @param passed when a test of each kind last passed; a longer one is not repeated under the shorter kind
 * @param tried when a test of each kind was last started here, however it ended
 * @param running the test that runs now, whoever started it
 * @param commissioning tests that this new drive still owes, in order
 * @param obstacles what speaks against starting one now
 */
public record Subject(
        ComponentId id,
        Set<TestKind> able,
        Optional<String> untestable,
        OptionalLong capacityBytes,
        Map<TestKind, Duration> estimates,
        String controller,
        Set<String> groups,
        Instant since,
        Map<TestKind, Instant> passed,
        Map<TestKind, Instant> tried,
        Optional<Running> running,
        List<TestKind> commissioning,
        List<Obstacle> obstacles) {
    public Subject {
        able = Set.copyOf(able);
        estimates = Map.copyOf(estimates);
        groups = Set.copyOf(groups);
        passed = Map.copyOf(passed);
        tried = Map.copyOf(tried);
        commissioning = List.copyOf(commissioning);
        obstacles = List.copyOf(obstacles);
    }

    /**
     * A test that runs.
     *
     * @param kind empty if somebody else started it and the drive does not say which it is
     * @param began when it was started, or first seen running
     * @param ours whether the daemon started it
     */
    public record Running(Optional<TestKind> kind, Instant began, boolean ours) {}
}
