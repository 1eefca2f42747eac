package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Drives at whose last door another one answers now. Device names may merely have shifted: only who is not seen elsewhere for
 * a while was replaced.
 */
final class Displaced {
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final Map<ComponentId, Loss> losses = new HashMap<>();

    /** Who lost its door to whom, and when. */
    record Loss(Component gone, Component instead, Instant at) {
        /** What is told when its incident ends. */
        Finding notice() {
            return new Finding(
                    "replaced",
                    gone.id(),
                    "location",
                    Severity.NOTICE,
                    0,
                    "this drive is gone; %s %s is in its place at %s"
                            .formatted(
                                    instead.identity().model(),
                                    instead.identity().serial(),
                                    instead.path()),
                    Evidence.none(),
                    "",
                    List.of(),
                    false);
        }
    }

    void lost(List<Component> gone, Component instead, Instant at) {
        gone.forEach(component -> losses.put(component.id(), new Loss(component, instead, at)));
    }

    void seen(ComponentId id) {
        losses.remove(id);
    }

    Optional<Loss> of(ComponentId id) {
        return Optional.ofNullable(losses.get(id));
    }

    /** Takes out those that were not seen again in time. */
    List<Loss> settled(Instant now) {
        List<Loss> settled = new ArrayList<>();
        losses.values().removeIf(loss -> {
            boolean over = !now.isBefore(loss.at().plus(PATIENCE));
            if (over) {
                settled.add(loss);
            }
            return over;
        });
        return settled;
    }
}
