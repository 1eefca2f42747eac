package io.diskvigil.cli;

import io.diskvigil.inventory.Known;
import io.diskvigil.inventory.Life;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.store.SqliteStore;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which component a person means by an id, a serial or a device path. */
final class DriveFinder {
    private DriveFinder() {}

    /**
     * The one that is meant. An id is no one else's.
     *
     * @throws IllegalArgumentException if it is none or several; the message is for a person
     */
    private static Component find(Collection<Component> known, String meant) {
        List<Component> byId = known.stream()
                .filter(component -> component.id().value().equals(meant))
                .toList();
        List<Component> matching = byId.isEmpty()
                ? known.stream().filter(component -> means(component, meant)).toList()
                : byId;
        if (matching.size() == 1) {
            return matching.get(0);
        }
        throw new IllegalArgumentException(
                matching.isEmpty()
                        ? "no drive '%s' is known; known are: %s".formatted(meant, ids(known))
                        : "'%s' means several drives; name one by its id: %s".formatted(meant, ids(matching)));
    }

    /** The drive that is meant; a path is that of the drive that is there now, else of the one that was there last. */
    static Life drive(List<Life> lives, String meant) {
        List<Component> here = lives.stream()
                .filter(life -> life.state().isHere())
                .map(Life::located)
                .toList();
        ComponentId id =
                find(here, lives.stream().map(Life::located).toList(), meant).id();
        return lives.stream().filter(life -> life.id().equals(id)).findFirst().orElseThrow();
    }

    /** The same for whatever is watched; what has no life of its own, such as the host, counts as there. */
    static Component component(SqliteStore store, String meant) {
        Map<ComponentId, Life> lives = store.lives().stream().collect(Collectors.toMap(Life::id, Function.identity()));
        List<Component> all = store.components().stream()
                .map(Known::component)
                .map(one -> lives.containsKey(one.id()) ? lives.get(one.id()).located() : one)
                .toList();
        List<Component> here = all.stream()
                .filter(one -> !lives.containsKey(one.id())
                        || lives.get(one.id()).state().isHere())
                .toList();
        return find(here, all, meant);
    }

    private static Component find(List<Component> here, List<Component> all, String meant) {
        boolean isHere =
                here.stream().anyMatch(component -> component.id().value().equals(meant) || means(component, meant));
        return find(isHere ? here : all, meant);
    }

    private static boolean means(Component component, String meant) {
        return component.identity().serial().equalsIgnoreCase(meant)
                || component.locations().stream()
                        .anyMatch(at -> at.path().equals(meant)
                                || (!at.byPath().isEmpty() && at.byPath().equals(meant)));
    }

    private static String ids(Collection<Component> components) {
        return components.stream().map(component -> component.id().value()).collect(Collectors.joining(", "));
    }
}
