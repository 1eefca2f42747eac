package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.LogNews.News;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whom the records of a controller's log concern: a drive that was in the place then, or another part that is there now. */
final class EventOwners {
    private final String path;
    private final EventBook.Occupants drives;
    private final Map<String, ComponentId> parts = new HashMap<>();

    /** @param answer the components that the controller shows now */
    EventOwners(String path, List<Snapshot> answer, EventBook.Occupants drives) {
        this.path = path;
        this.drives = drives;
        answer.stream()
                .map(Snapshot::component)
                .filter(part -> part.kind() != ComponentKind.DRIVE && part.kind() != ComponentKind.CONTROLLER)
                .forEach(part -> part.locations().stream()
                        .filter(at -> at.path().equals(path))
                        .forEach(at -> parts.put(at.type(), part.id())));
    }

    /**
     * One owner a record, in the same order.
     *
     * @param dated the records of {@code news} with their times
     * @param lastLook when the log was read before; what came since was in the place then, unless the log itself says that
     *     another drive was inserted meanwhile
     */
    List<ComponentId> of(
            ComponentId controller, List<News> news, List<Event> dated, Optional<Instant> lastLook, Instant now) {
        ComponentId[] owners = new ComponentId[dated.size()];
        Set<String> changed = new HashSet<>();
        for (int i = 0; i < owners.length; i++) {
            Event event = dated.get(i);
            if (news.get(i).sinceLastLook()) {
                if (event.kind() == EventKind.DRIVE_INSERTED) {
                    changed.add(event.place());
                }
                Instant then = changed.contains(event.place()) ? now : lastLook.orElse(now);
                owners[i] = owner(controller, event.place(), then, true);
            }
        }
        Set<String> anotherLater = new HashSet<>();
        for (int i = owners.length - 1; i >= 0; i--) {
            Event event = dated.get(i);
            if (!news.get(i).sinceLastLook()) {
                owners[i] =
                        owner(controller, event.place(), event.at().orElse(now), !anotherLater.contains(event.place()));
            }
            if (event.kind() == EventKind.DRIVE_INSERTED) {
                anotherLater.add(event.place());
            }
        }
        return Arrays.asList(owners);
    }

    /** @param sameSince nothing says that the first drive seen there was not there before */
    private ComponentId owner(ComponentId controller, String place, Instant then, boolean sameSince) {
        if (place.isEmpty()) {
            return controller;
        }
        return drives.at(path, place, then)
                .or(() -> sameSince ? drives.firstAfter(path, place, then) : Optional.empty())
                .or(() -> Optional.ofNullable(parts.get(place)))
                .orElse(controller);
    }
}
