package io.diskvigil.poll;

import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Volumes, batteries, enclosures, fans and power supplies, each as long as its controller shows it. One that a controller does
 * not show any more is told, until it shows again or was away for so long that somebody must have taken it. Used under the
 * casebook's lock.
 */
final class Parts implements Standing {
    static final String NOT_SHOWN = "not-shown";

    /** Nobody has to say that a volume was deleted on purpose: after so long it was. */
    static final Duration FORGOTTEN_AFTER = Duration.ofDays(14);

    private final int patience;
    private final Clock clock;
    private final Map<ComponentId, Part> parts = new LinkedHashMap<>();

    /** @param misses successive answers without it; -1 if its controller did not answer yet in this run */
    private record Part(Component component, Instant lastSeen, int misses) {
        boolean isOf(Target controller) {
            return component.locations().stream().anyMatch(at -> at.path().equals(controller.path()));
        }
    }

    /** @param patience successive answers without a part, after which it is told */
    Parts(Collection<Known> remembered, int patience, Clock clock) {
        this.patience = patience;
        this.clock = clock;
        remembered.stream()
                .filter(known -> isPart(known.component()))
                .filter(known -> clock.instant().isBefore(known.lastSeen().plus(FORGOTTEN_AFTER)))
                .forEach(known -> parts.put(known.component().id(), new Part(known.component(), known.lastSeen(), -1)));
    }

    private static boolean isPart(Component component) {
        return switch (component.kind()) {
            case VOLUME, BATTERY, ENCLOSURE, FAN, POWER_SUPPLY -> true;
            case DRIVE, CONTROLLER, MEMORY, CHASSIS, HOST -> false;
        };
    }

    /**
     * The controller answered.
     *
     * @param shown all that it showed
     * @return those that went missing with this answer, after the last chance that they had
     */
    List<Component> answered(Target controller, Collection<Component> shown) {
        Instant now = clock.instant();
        List<Component> gone = new ArrayList<>();
        Set<ComponentId> here = shown.stream().map(Component::id).collect(Collectors.toSet());
        parts.replaceAll((id, part) -> {
            if (here.contains(id) || !part.isOf(controller)) {
                return part;
            }
            Part missed = new Part(part.component(), part.lastSeen(), Math.max(0, part.misses()) + 1);
            if (missed.misses() == patience) {
                gone.add(part.component());
            }
            return missed;
        });
        shown.stream().filter(Parts::isPart).forEach(part -> parts.put(part.id(), new Part(part, now, 0)));
        return gone;
    }

    /** Those that are not waited for any more; told once. */
    List<Component> forgotten() {
        Instant now = clock.instant();
        List<Component> all = parts.values().stream()
                .filter(part -> isGone(part) && !now.isBefore(part.lastSeen().plus(FORGOTTEN_AFTER)))
                .map(Part::component)
                .toList();
        all.forEach(part -> parts.remove(part.id()));
        return all;
    }

    /** The volume whose block device this is, as long as its controller shows it. */
    Optional<Component> volumeAt(String path) {
        return parts.values().stream()
                .filter(part -> part.misses() >= 0 && !isGone(part))
                .map(Part::component)
                .filter(part -> part.kind() == ComponentKind.VOLUME)
                .filter(part -> ControllerDoors.isNode(path)
                        && part.locations().stream().map(Location::path).anyMatch(path::equals))
                .findFirst();
    }

    private boolean isGone(Part part) {
        return part.misses() >= patience;
    }

    @Override
    public Set<String> rules() {
        return Set.of(NOT_SHOWN);
    }

    @Override
    public Optional<List<Finding>> of(ComponentId id) {
        Part part = parts.get(id);
        if (part == null || part.misses() == 0) {
            return Optional.of(List.of());
        }
        return isGone(part) ? Optional.of(List.of(finding(part))) : Optional.empty();
    }

    @Override
    public Collection<Component> subjects() {
        return parts.values().stream().filter(this::isGone).map(Part::component).toList();
    }

    /** Why nothing is told of it any more. */
    static Finding end(Component part) {
        return LifeFindings.notice(
                "not-expected",
                part.id(),
                "not shown for %d days: taken to be removed on purpose".formatted(FORGOTTEN_AFTER.toDays()),
                "");
    }

    private static Finding finding(Part part) {
        Component component = part.component();
        String what = component.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return new Finding(
                NOT_SHOWN,
                component.id(),
                "location",
                component.kind() == ComponentKind.VOLUME ? Severity.CRITICAL : Severity.WARNING,
                0,
                what + words(component.identity()) + " is no longer shown by its controller",
                new Evidence(
                        "",
                        "",
                        "",
                        "shown until " + part.lastSeen().truncatedTo(ChronoUnit.MINUTES),
                        "in none of its last answers (" + where(component) + ")",
                        Optional.of(part.lastSeen())),
                component.kind() == ComponentKind.VOLUME
                        ? "The volume was deleted, or the controller does not find its drives any more. What it held cannot be reached."
                        : "It was taken out, lost its power or its link, or died.",
                List.of(
                        "Look at what the controller's own tool lists, and at its event log.",
                        "If it was removed on purpose, nothing is to be done: this ends by itself after %d days."
                                .formatted(FORGOTTEN_AFTER.toDays())),
                false);
    }

    private static String words(Identity identity) {
        return identity.model().isEmpty() ? "" : " " + identity.model();
    }

    private static String where(Component component) {
        return component.locations().stream()
                .map(at -> at.path() + (at.slot().isEmpty() ? "" : " " + at.slot()))
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
