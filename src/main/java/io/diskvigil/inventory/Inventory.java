package io.diskvigil.inventory;

import io.diskvigil.inventory.Placement.Kind;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers which components there are and by which doors they are seen. Safe for use by several threads.
 *
 * <p>A component is its serial with a compatible model; where two of the same serial tell different WWNs they are two logical
 * units of one drive, and the one met later gets {@code _lun} and its WWN behind its id. Without a usable serial it is its
 * WWN; without that, a drive is its model and the door it is behind, which is said in a note. An id once given stays.
 */
public final class Inventory {
    private final Object lock = new Object();
    private final Map<ComponentId, Known> known = new LinkedHashMap<>();
    /** The drive last placed behind a door, so that the usual answer needs no look at all other drives. */
    private final Map<String, ComponentId> behind = new HashMap<>();

    public Inventory(Collection<Known> remembered) {
        remembered.forEach(one -> known.put(one.component().id(), one));
    }

    /** Finds or adds the component that the snapshot speaks of, and learns its identity and doors. */
    public Placement place(Snapshot snapshot) {
        synchronized (lock) {
            List<String> notes = new ArrayList<>();
            Component seen = snapshot.component();
            Optional<Known> usual = usual(seen);
            Placement placed = usual.isPresent()
                    ? keep(usual.get(), snapshot, false, notes)
                    : find(seen, notes)
                            .map(one -> keep(
                                    one, snapshot, takeDoors(one.component().id(), seen, notes), notes))
                            .orElseGet(() -> add(snapshot, notes));
            if (seen.kind() == ComponentKind.DRIVE) {
                ComponentId id = placed.snapshot().component().id();
                seen.locations().forEach(door -> behind.put(Doors.label(door), id));
            }
            return placed;
        }
    }

    /** The component that a tool speaks of, if it was seen before. */
    public Optional<Component> like(Component seen) {
        synchronized (lock) {
            return usual(seen).or(() -> find(seen, new ArrayList<>())).map(Known::component);
        }
    }

    /** The component last seen through this target. */
    public Optional<Component> at(Target target) {
        Location door = Location.of(target.path(), target.type());
        synchronized (lock) {
            Optional<Component> last = lastBehind(door).map(Known::component);
            return last.isPresent()
                    ? last
                    // A door that another one took is stored with whoever had it before as well.
                    : known.values().stream()
                            .filter(one -> isDrive(one) || !door.path().startsWith("/"))
                            .filter(one -> hasDoor(one.component(), door))
                            .max(Comparator.comparing(Known::lastSeen))
                            .map(Known::component);
        }
    }

    /** The component is no longer behind this door, but behind another: its last one stays as the place where it was. */
    public void leave(Target target) {
        Location door = Location.of(target.path(), target.type());
        synchronized (lock) {
            lastBehind(door)
                    .filter(one -> one.component().locations().size() > 1)
                    .ifPresent(one -> known.put(
                            one.component().id(),
                            new Known(
                                    one.component()
                                            .withLocations(one.component().locations().stream()
                                                    .filter(old -> !Doors.same(old, door))
                                                    .toList()),
                                    one.firstSeen(),
                                    one.lastSeen())));
        }
    }

    /** All that is remembered, in the order in which it was first seen. */
    public List<Known> known() {
        synchronized (lock) {
            return List.copyOf(known.values());
        }
    }

    /** Behind the same doors as the last time, and these were not taken away since: then nobody else stands there. */
    private Optional<Known> usual(Component seen) {
        return seen.locations().stream()
                .findFirst()
                .flatMap(this::lastBehind)
                .filter(one -> isUnchanged(one.component(), seen))
                .filter(one -> seen.locations().stream()
                        .allMatch(door -> lastBehind(door).filter(one::equals).isPresent()));
    }

    private Optional<Known> lastBehind(Location door) {
        return Optional.ofNullable(behind.get(Doors.label(door)))
                .map(known::get)
                .filter(one -> hasDoor(one.component(), door));
    }

    /** A device node is the door of drives only, though a volume may have one. */
    private static boolean isDrive(Known one) {
        return one.component().kind() == ComponentKind.DRIVE;
    }

    private static boolean hasDoor(Component component, Location door) {
        return component.locations().stream().anyMatch(old -> Doors.same(old, door));
    }

    private Optional<Known> find(Component seen, List<String> notes) {
        Optional<Known> unchanged = known.values().stream()
                .filter(one -> isUnchanged(one.component(), seen))
                .findFirst();
        if (unchanged.isPresent()) {
            return unchanged;
        }
        for (Match match : Match.values()) {
            List<Component> found = known.values().stream()
                    .map(Known::component)
                    .filter(component -> component.kind() == seen.kind() && match.fits(component, seen))
                    .toList();
            // Of the units of one drive, told apart by WWN only, any is better than a ghost.
            boolean anyWillDo = found.size() == 1 || match == Match.SERIAL;
            Optional<Component> chosen = found.stream()
                    .filter(component -> Doors.shared(component, seen))
                    .findFirst()
                    .or(() -> anyWillDo ? found.stream().findFirst() : Optional.empty());
            if (chosen.isPresent()) {
                match.note(seen).ifPresent(notes::add);
                return chosen.map(component -> known.get(component.id()));
            }
            if (!found.isEmpty()) {
                notes.add("'%s' fits %d known components, none of them behind this door: taken as another one"
                        .formatted(seen.identity().serial(), found.size()));
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The usual case, without taking texts apart. */
    private static boolean isUnchanged(Component component, Component seen) {
        Identity old = component.identity();
        Identity fresh = seen.identity();
        return component.kind() == seen.kind()
                && old.serial().equals(fresh.serial())
                && old.wwn().equals(fresh.wwn())
                && old.model().equals(fresh.model())
                && (Identities.hasSerial(fresh) || Identities.hasWwn(fresh));
    }

    /** @param taken whether the component took doors of others */
    private Placement keep(Known one, Snapshot snapshot, boolean taken, List<String> notes) {
        Component old = one.component();
        Component seen = snapshot.component();
        List<Location> doors = seen.locations();
        List<Location> fresh = doors.stream()
                .filter(door -> old.locations().stream().noneMatch(known -> Doors.same(known, door)))
                .toList();
        boolean moved = !fresh.isEmpty()
                && (taken
                        || fresh.stream()
                                .anyMatch(
                                        door -> old.locations().stream().anyMatch(known -> Doors.alike(known, door))));
        fresh.forEach(door -> notes.add((moved ? "moved to " : "also seen through ") + Doors.label(door)));
        Component now = new Component(
                old.id(),
                old.kind(),
                Identities.merged(old.identity(), seen.identity()),
                // Anything else is where its controller or BMC says, and nowhere besides.
                isDrive(one) || doors.isEmpty() ? Doors.merged(old.locations(), doors, moved) : doors);
        Instant lastSeen = snapshot.takenAt().isAfter(one.lastSeen()) ? snapshot.takenAt() : one.lastSeen();
        known.put(now.id(), new Known(now, one.firstSeen(), lastSeen));
        return new Placement(snapshot.of(now), moved ? Kind.MOVED : Kind.KNOWN, notes);
    }

    private Placement add(Snapshot snapshot, List<String> notes) {
        Component seen = snapshot.component();
        Component named = seen.withId(freeId(seen, notes));
        takeDoors(named.id(), seen, notes);
        known.put(named.id(), new Known(named, snapshot.takenAt(), snapshot.takenAt()));
        return new Placement(snapshot.of(named), Kind.NEW, notes);
    }

    /** Takes the doors of what is seen now away from whoever stood behind them before, and says whether anybody did. */
    private boolean takeDoors(ComponentId owner, Component seen, List<String> notes) {
        if (seen.kind() != ComponentKind.DRIVE) {
            // One BMC or controller is the door to many fans and batteries.
            return false;
        }
        boolean any = false;
        for (Known other : List.copyOf(known.values())) {
            Component component = other.component();
            if (component.id().equals(owner) || component.kind() != ComponentKind.DRIVE) {
                continue;
            }
            List<Location> left = component.locations().stream()
                    .filter(old -> seen.locations().stream().noneMatch(door -> Doors.same(old, door)))
                    .toList();
            if (left.size() < component.locations().size()) {
                any = true;
                notes.add("stands where " + component.id() + " was");
                known.put(
                        component.id(), new Known(component.withLocations(left), other.firstSeen(), other.lastSeen()));
            }
        }
        return any;
    }

    private ComponentId freeId(Component seen, List<String> notes) {
        Identity identity = seen.identity();
        ComponentId wished = wishedId(seen, notes);
        if (!known.containsKey(wished)) {
            return wished;
        }
        if (Identities.hasWwn(identity)) {
            ComponentId lun = wished.withSuffix("_lun" + identity.wwn());
            if (!known.containsKey(lun)) {
                notes.add(
                        "same serial as " + wished + " but another WWN: another logical unit of that drive, or a serial"
                                + " that its maker gave twice");
                return lun;
            }
        }
        notes.add("the name " + wished + " is taken");
        int number = 2;
        while (known.containsKey(wished.withSuffix("_" + number))) {
            number++;
        }
        return wished.withSuffix("_" + number);
    }

    private static ComponentId wishedId(Component seen, List<String> notes) {
        Identity identity = seen.identity();
        String model = identity.model().isEmpty() ? "unknown" : identity.model();
        if (Identities.hasSerial(identity)) {
            return ComponentId.of(model, identity.serial());
        }
        if (seen.kind() != ComponentKind.DRIVE) {
            return seen.id();
        }
        if (Identities.hasWwn(identity)) {
            notes.add("no usable serial ('" + identity.serial() + "'): known by its WWN");
            return ComponentId.of(model, identity.wwn());
        }
        notes.add("no usable serial ('" + identity.serial() + "') and no WWN: known by its model and path only");
        return seen.locations().isEmpty()
                ? seen.id()
                : ComponentId.of(
                        model,
                        seen.locations().get(0).path(),
                        seen.locations().get(0).type());
    }
}
