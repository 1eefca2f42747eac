package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestAbility;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What each way in last showed of a component. The view of a component is its first door's answer over what only the others
 * know, and in each door the last cheap answer over the last full one. Not thread-safe: the poller holds its lock.
 */
final class Doors {
    /** A full probe that failed is tried again after this time; until then the cheap one tells what it can. */
    private static final Duration FULL_RETRY = Duration.ofHours(1);

    private static final String VERDICT = Vocabulary.SMART_PASSED.readingName();

    private final Map<Target, Instant> fullAt = new HashMap<>();
    private final Map<Target, Instant> fullFailedAt = new HashMap<>();
    private final Map<ComponentId, Map<Target, Snapshot>> full = new HashMap<>();
    private final Map<ComponentId, Map<Target, Snapshot>> answers = new HashMap<>();

    /** A door that was never read whole, or not for a long time, is read whole. */
    Depth depth(Target target, Instant now, Duration fullInterval) {
        Instant last = fullAt.get(target);
        Instant failed = fullFailedAt.get(target);
        boolean due = last == null || !now.isBefore(last.plus(fullInterval));
        boolean hopeless = failed != null && now.isBefore(failed.plus(FULL_RETRY));
        return due && !hopeless ? Depth.FULL : Depth.CHEAP;
    }

    /** Whether this component was read whole at least once through this door: only then does absence mean anything. */
    boolean isComplete(Target target, ComponentId id) {
        return full.getOrDefault(id, Map.of()).containsKey(target);
    }

    /**
     * Whether all is in the view that may be: behind a controller some readings are the controller's and others the drive's own,
     * so that each of its doors must be open and read whole before anything counts as lost.
     */
    boolean isWhole(Component drive) {
        boolean behindController = drive.kind() == ComponentKind.DRIVE
                && drive.locations().stream().anyMatch(at -> !ControllerDoors.isNode(at.path()));
        return !behindController
                || drive.locations().stream()
                        .allMatch(at -> isOpen(full, drive.id(), at) && isOpen(answers, drive.id(), at));
    }

    private static boolean isOpen(Map<ComponentId, Map<Target, Snapshot>> all, ComponentId id, Location at) {
        return all.getOrDefault(id, Map.of()).keySet().stream()
                .anyMatch(door -> door.path().equals(at.path())
                        && (door.type().equals(at.type())
                                || !Location.isCounted(door.type()) && !Location.isCounted(at.type())));
    }

    void fullAnswer(Target target, Instant at) {
        fullAt.put(target, at);
        fullFailedAt.remove(target);
    }

    void fullFailed(Target target, Instant at) {
        fullFailedAt.put(target, at);
    }

    /**
     * What is known of a component with this answer in it. Whoever reads the self-tests takes the place of all that was read
     * of them before, here and through other doors: the test that ran is over when it is not shown any more.
     *
     * @param asked the target of the probe
     * @param target behind which of its doors the component stands: of a drive that is asked itself, the same
     * @param partial some questions found no answer: what they would have told is as it was
     */
    Snapshot view(Target asked, Target target, Depth depth, Snapshot answer, boolean partial) {
        ComponentId id = answer.component().id();
        if (depth != Depth.CHEAP) {
            forgetSelfTests(full.get(id));
            forgetSelfTests(answers.get(id));
        }
        if (depth == Depth.SELF_TESTS) {
            return withSelfTests(target, answer);
        }
        Map<Target, Snapshot> ofComponent = full.computeIfAbsent(id, ignored -> new LinkedHashMap<>());
        Map<Target, Snapshot> doors = answers.computeIfAbsent(id, ignored -> new LinkedHashMap<>());
        if (depth == Depth.FULL) {
            ofComponent.merge(target, answer, (before, now) -> partial ? now.over(before) : now);
        } else if (!ofComponent.containsKey(target)) {
            // Another drive than the one that was read whole here: it was swapped. The next probe reads it whole.
            fullAt.remove(asked);
        }
        Snapshot before = partial && doors.containsKey(target) ? doors.get(target) : ofComponent.get(target);
        boolean replaces = ControllerDoors.isController(asked) && !partial;
        doors.put(target, before == null ? answer : answer.over(replaces ? numbers(before) : before));
        return view(answer, doors);
    }

    /** A controller is asked for all its states each time: one that is not told any more is over. */
    private static Snapshot numbers(Snapshot older) {
        return new Snapshot(
                older.component(),
                older.takenAt(),
                older.readings().stream()
                        .filter(reading -> reading instanceof Counter || reading instanceof Gauge)
                        .toList());
    }

    /** Raw values before what a controller makes of them; among equals, the door that was found first. */
    private static Snapshot view(Snapshot answer, Map<Target, Snapshot> doors) {
        Snapshot view = doors.entrySet().stream()
                .sorted(Comparator.comparing(
                        door -> !ControllerDoors.isNode(door.getKey().path())))
                .map(Map.Entry::getValue)
                .reduce(Doors::over)
                .orElseThrow();
        return new Snapshot(answer.component(), answer.takenAt(), view.readings());
    }

    /** One door's answer over another's. That a drive says it fails counts, by whichever door it says so. */
    static Snapshot over(Snapshot first, Snapshot next) {
        Snapshot both = first.over(next);
        Optional<Status> verdict = next.status(VERDICT).filter(status -> status.health() == Health.FAILED);
        return verdict.isEmpty()
                ? both
                : new Snapshot(
                        both.component(),
                        both.takenAt(),
                        both.readings().stream()
                                .map(reading -> reading.key().equals(VERDICT) ? verdict.get() : reading)
                                .toList());
    }

    /** Nothing but the self-tests counts of such an answer: for the rest it was not asked. */
    private Snapshot withSelfTests(Target target, Snapshot answer) {
        ComponentId id = answer.component().id();
        Snapshot tests = new Snapshot(
                answer.component(),
                answer.takenAt(),
                answer.readings().stream().filter(Doors::isOfSelfTests).toList());
        // Else the next cheap answer would lie over the log as it was before.
        full.getOrDefault(id, Map.of()).computeIfPresent(target, (ignored, whole) -> tests.over(whole));
        Map<Target, Snapshot> doors = answers.computeIfAbsent(id, ignored -> new LinkedHashMap<>());
        doors.merge(target, tests, (last, now) -> now.over(last));
        return view(answer, doors);
    }

    private static void forgetSelfTests(Map<Target, Snapshot> snapshots) {
        if (snapshots != null) {
            snapshots.replaceAll((ignored, snapshot) ->
                    snapshot.readings(SelfTest.class).findAny().isEmpty()
                            ? snapshot
                            : new Snapshot(
                                    snapshot.component(),
                                    snapshot.takenAt(),
                                    snapshot.readings().stream()
                                            .filter(reading -> !(reading instanceof SelfTest))
                                            .toList()));
        }
    }

    private static boolean isOfSelfTests(Reading reading) {
        return reading instanceof SelfTest || reading instanceof SelfTestAbility;
    }

    /** Nobody answers there now: what it showed last must not hide what another door shows. */
    void close(Target target) {
        answers.values().forEach(doors -> doors.keySet().removeIf(door -> ControllerDoors.leadsTo(target, door)));
    }
}
