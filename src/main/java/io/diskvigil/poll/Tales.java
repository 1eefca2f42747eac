package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Snapshot;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is to be told once about drives that come and go. Told first, kept then: a crash between may repeat a mail and loses
 * none. Used under the casebook's lock.
 */
final class Tales {
    private final Map<ComponentId, Map<String, Tale>> untold = new LinkedHashMap<>();
    private final Set<ComponentId> unintroduced = new HashSet<>();
    private final Map<ComponentId, Tale> endings = new LinkedHashMap<>();

    /** Something to tell once about a drive. */
    record Tale(Component component, Finding notice) {}

    /** At its first sight. */
    void begin(ComponentId drive) {
        unintroduced.add(drive);
    }

    /** What is to be told of a drive at first sight, as long as it was not. */
    Optional<Finding> introduction(Snapshot view) {
        return unintroduced.contains(view.component().id()) ? Optional.of(Adoption.of(view)) : Optional.empty();
    }

    void introduced(ComponentId drive) {
        unintroduced.remove(drive);
    }

    void tell(Component component, Finding notice) {
        untold.computeIfAbsent(component.id(), ignored -> new LinkedHashMap<>())
                .put(notice.rule(), new Tale(component, notice));
    }

    /** What is to be told once and was not yet. */
    List<Tale> untold() {
        return untold.values().stream()
                .flatMap(tales -> tales.values().stream())
                .toList();
    }

    void told(Tale tale) {
        untold.computeIfPresent(tale.component().id(), (id, tales) -> {
            tales.remove(tale.notice().rule());
            return tales.isEmpty() ? null : tales;
        });
    }

    void end(Component component, Finding notice) {
        endings.put(component.id(), new Tale(component, notice));
    }

    /** Drives whose story ends, with the reason; each until {@link #ended}. */
    List<Tale> endings() {
        return List.copyOf(endings.values());
    }

    void ended(ComponentId drive) {
        endings.remove(drive);
    }

    /** Whether something has to be told of the drive before it is kept. */
    boolean isOwed(ComponentId drive) {
        return untold.containsKey(drive) || unintroduced.contains(drive);
    }
}
