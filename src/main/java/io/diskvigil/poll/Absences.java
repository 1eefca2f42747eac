package io.diskvigil.poll;

import io.diskvigil.inventory.InventoryConfig;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Which drives show behind no door, and for how long that has been so. Of this run only; in memory. */
final class Absences {
    /** Device names may merely have shifted: who lost its last door to another drive may still show elsewhere. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    /** For so long after the start somebody who sleeps, and whom nobody knows, may be whoever was not seen yet. */
    private static final Duration DOUBT = Duration.ofDays(1);
    /** Scans after which a drive has had its chance. */
    private static final int SCANS = 2;

    private final InventoryConfig config;
    private final Instant start;
    private final Map<Target, Door> doors = new HashMap<>();
    private final Map<ComponentId, Instant> displaced = new HashMap<>();
    private final Set<Target> unknownSleepers = new HashSet<>();
    private final Map<String, Integer> scans = new HashMap<>();

    /**
     * @param misses successive probes that found no device; 0 if the last one found something, however it answered
     * @param fails whether the last probe failed, however
     */
    private record Door(ComponentId id, int misses, boolean fails) {}

    Absences(InventoryConfig config, Instant start) {
        this.config = config;
        this.start = start;
    }

    void shown(Target target, ComponentId id, Instant at) {
        unknownSleepers.remove(target);
        Door before = doors.put(target, new Door(id, 0, false));
        displaced.remove(id);
        if (before != null && !before.id().equals(id) && doorsOf(before.id()).isEmpty()) {
            displaced.putIfAbsent(before.id(), at);
        }
    }

    /** Somebody sleeps there, and nobody can say who. */
    void sleeper(Target target) {
        unknownSleepers.add(target);
    }

    void failed(Target target, ComponentId id, Cause cause) {
        unknownSleepers.remove(target);
        Door before = doors.get(target);
        int misses = before != null && before.id().equals(id) ? before.misses() : 0;
        doors.put(target, new Door(id, cause == Cause.DEVICE_UNREACHABLE ? misses + 1 : 0, true));
    }

    void forget(Target target) {
        doors.remove(target);
        unknownSleepers.remove(target);
    }

    void scanned(String adapter, boolean worked) {
        scans.merge(adapter, worked ? 1 : 0, Integer::sum);
    }

    /** Nothing can be seen by this tool, so nobody waits for it. */
    void notAwaited(String adapter) {
        scans.remove(adapter);
    }

    int patience() {
        return Math.max(1, config.missingAfterPolls());
    }

    /** Successive probes of this door that found no device. */
    int misses(Target target) {
        Door door = doors.get(target);
        return door == null ? 0 : door.misses();
    }

    Stream<Target> doors() {
        return List.copyOf(doors.keySet()).stream();
    }

    /** The first sight of this run is due, or over: from now on absence means something. */
    boolean isSettled(Instant now) {
        return !now.isBefore(start.plus(config.startGrace()))
                && !scans.isEmpty()
                && scans.values().stream().allMatch(over -> over >= SCANS);
    }

    /** Was behind some door in this run. */
    boolean isKnownHere(ComponentId id) {
        return displaced.containsKey(id) || !doorsOf(id).isEmpty();
    }

    /** One more miss at each of its doors and it is gone, or it is gone: others that went with it may be a probe ahead. */
    boolean isGoing(ComponentId id, Instant now) {
        return isGone(id, now, Math.max(1, config.missingAfterPolls() - 1));
    }

    boolean isGone(ComponentId id, Instant now) {
        return isGone(id, now, config.missingAfterPolls());
    }

    private boolean isGone(ComponentId id, Instant now, int misses) {
        List<Door> all = doorsOf(id);
        if (!all.isEmpty()) {
            // Where the controller says that the place is empty, it means the same that pass-through fails, in whatever
            // words.
            boolean told = doors.entrySet().stream()
                    .anyMatch(door -> door.getValue().id().equals(id)
                            && !ControllerDoors.isAsked(door.getKey())
                            && door.getValue().misses() >= misses);
            return all.stream().allMatch(door -> door.misses() >= misses || (told && door.fails()));
        }
        if (!displaced.containsKey(id)) {
            return isSettled(now) && (unknownSleepers.isEmpty() || !now.isBefore(start.plus(DOUBT)));
        }
        // The clock may be set back meanwhile: then it is waited for from there on.
        Instant lost = displaced.computeIfPresent(id, (ignored, at) -> at.isAfter(now) ? now : at);
        return !now.isBefore(lost.plus(PATIENCE));
    }

    private List<Door> doorsOf(ComponentId id) {
        return doors.values().stream().filter(door -> door.id().equals(id)).toList();
    }
}
