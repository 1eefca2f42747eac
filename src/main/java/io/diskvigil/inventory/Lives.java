package io.diskvigil.inventory;

import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.Life.Status;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Location;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The lives of all drives, and what in them was not kept yet. Used by one thread at a time. */
public final class Lives {
    private final Map<ComponentId, Life> lives = new LinkedHashMap<>();
    private final Map<ComponentId, List<LifeEvent>> unkept = new LinkedHashMap<>();

    public Lives(Collection<Life> kept) {
        kept.forEach(life -> lives.put(life.id(), life));
    }

    public Optional<Life> of(ComponentId id) {
        return Optional.ofNullable(lives.get(id));
    }

    public List<Life> all() {
        return List.copyOf(lives.values());
    }

    /** The drive answers at these doors; whoever stood there before has left them. A new one begins its life. */
    public Life seen(Component drive, List<Location> doors, Instant at) {
        Life before = lives.get(drive.id());
        if (before == null) {
            Life begun = Life.begun(drive, at).seen(drive, doors, at);
            lives.put(drive.id(), begun);
            unkept.put(drive.id(), new ArrayList<>(LifeEvents.begun(begun)));
        } else {
            change(before, before.seen(drive, doors, at), at);
        }
        if (before == null || !before.stays().equals(lives.get(drive.id()).stays())) {
            all().stream()
                    .filter(other -> !other.id().equals(drive.id()))
                    .forEach(other -> change(other, other.left(doors, at), at));
        }
        return lives.get(drive.id());
    }

    public void left(ComponentId id, List<Location> doors, Instant at) {
        of(id).ifPresent(life -> change(life, life.left(doors, at), at));
    }

    /** Where it was ends when it was seen last. */
    public void gone(ComponentId id, State state, String why, String lostWith, Instant at) {
        turn(id, life -> life.left(life.places(), life.lastSeen()).to(state, at, why, lostWith), at);
    }

    public void here(ComponentId id, State state, String why, Instant at) {
        turn(id, life -> life.to(state, at, why, ""), at);
    }

    public void firmware(ComponentId id, String firmware, Instant at) {
        turn(id, life -> life.withFirmware(firmware), at);
    }

    /** Takes over what somebody else kept, without an event: whoever did it kept that, too. */
    public void adopt(ComponentId id, Status status) {
        lives.computeIfPresent(id, (ignored, life) -> life.with(status));
    }

    /** The drive in whose place, that of {@code gone}, another one is now. */
    public Optional<Life> inPlaceOf(Life gone) {
        return lives.values().stream()
                .filter(life -> !life.id().equals(gone.id()) && life.state().isHere())
                .filter(life -> life.stays().stream()
                        .anyMatch(stay -> stay.isOpen()
                                && gone.places().stream().anyMatch(at -> Stays.samePlace(at, stay.location()))))
                .findFirst();
    }

    /** The drive that is, or was last, in the place to which the by-path name of this door leads; empty without such a name. */
    public Optional<Life> at(Location door) {
        List<Life> there = lives.values().stream()
                .filter(life -> life.state().isExpected())
                .filter(life -> life.places().stream().anyMatch(place -> Doors.sameCabling(place, door)))
                .toList();
        // Whoever was taken for gone from there a moment ago comes after whoever was seen there since.
        return there.stream()
                .filter(life -> life.stays().stream().anyMatch(Stay::isOpen))
                .findFirst()
                .or(() -> there.stream().findFirst());
    }

    /**
     * The drive that stood behind this door at that time; empty if nobody was seen there then.
     *
     * @param path and type as in {@link Location}, spelt as the controller that counts the place does
     */
    public Optional<ComponentId> at(String path, String type, Instant when) {
        return stays(path, type)
                .filter(there -> there.stay().covers(when))
                // Where one ended as the next began, the later one is there.
                .reduce((earlier, later) -> later)
                .map(There::id);
    }

    /** The drive that was the first to be seen behind this door, if that was after that time. */
    public Optional<ComponentId> firstAfter(String path, String type, Instant when) {
        return stays(path, type)
                .findFirst()
                .filter(first -> when.isBefore(first.stay().from()))
                .map(There::id);
    }

    private record There(ComponentId id, Stay stay) {}

    private Stream<There> stays(String path, String type) {
        return lives.values().stream()
                .flatMap(life -> life.stays().stream().map(stay -> new There(life.id(), stay)))
                .filter(there -> there.stay().location().path().equals(path)
                        && there.stay().location().type().equals(type))
                .sorted(Comparator.comparing(there -> there.stay().from()));
    }

    /** What was not kept yet, with what happened to it. */
    public Map<ComponentId, List<LifeEvent>> unkept() {
        return Map.copyOf(unkept);
    }

    public void kept(ComponentId id) {
        unkept.remove(id);
    }

    private void turn(ComponentId id, UnaryOperator<Life> step, Instant at) {
        of(id).ifPresent(life -> change(life, step.apply(life), at));
    }

    private void change(Life before, Life after, Instant at) {
        lives.put(after.id(), after);
        boolean same = before.status().equals(after.status())
                && before.stays().equals(after.stays())
                && before.firmware().equals(after.firmware());
        if (!same) {
            unkept.computeIfAbsent(after.id(), ignored -> new ArrayList<>())
                    .addAll(LifeEvents.between(before, after, at));
        }
    }
}
