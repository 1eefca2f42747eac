package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.poll.EventMemory.Booked;
import io.diskvigil.poll.EventMemory.Total;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** How many records were ever booked, by controller and by whom they concern. */
final class EventTotals {
    private final Map<ComponentId, Map<EventKind, Long>> ofController = new HashMap<>();
    private final Map<ComponentId, Map<EventKind, Long>> ofOwner = new HashMap<>();

    void load(Collection<Total> totals) {
        totals.forEach(total -> add(total.controller(), total.owner(), total.kind(), total.count()));
    }

    void add(Collection<Booked> news) {
        news.forEach(one -> add(one.controller(), one.owner(), one.event().kind(), 1));
    }

    private void add(ComponentId controller, ComponentId owner, EventKind kind, long count) {
        add(ofController, controller, kind, count);
        add(ofOwner, owner, kind, count);
    }

    private static void add(Map<ComponentId, Map<EventKind, Long>> to, ComponentId id, EventKind kind, long count) {
        to.computeIfAbsent(id, ignored -> new EnumMap<>(EventKind.class)).merge(kind, count, Long::sum);
    }

    Map<EventKind, Long> ofController(ComponentId id) {
        return ofController.getOrDefault(id, Map.of());
    }

    long ofOwner(ComponentId id, Set<EventKind> kinds) {
        Map<EventKind, Long> counts = ofOwner.getOrDefault(id, Map.of());
        return kinds.stream().mapToLong(kind -> counts.getOrDefault(kind, 0L)).sum();
    }
}
