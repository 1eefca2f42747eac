package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Target;
import io.diskvigil.rule.CannotRead;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/** The targets that cannot be read, or not every time, and whom that blinds. */
final class BlindSpots {
    private static final Logger LOG = Logger.getLogger(BlindSpots.class);
    private final CannotRead rule;
    private final Map<Target, Spot> spots = new LinkedHashMap<>();

    BlindSpots(CannotRead rule) {
        this.rule = rule;
    }

    /**
     * One target with at least one failure in the window.
     *
     * @param failures a bit a probe, the newest lowest, set for a failure
     * @param probes how many bits count
     */
    private record Spot(Component component, Failed last, int failures, int probes) {
        Spot then(boolean failed) {
            int mask = (1 << CannotRead.WINDOW) - 1;
            return new Spot(
                    component,
                    last,
                    ((failures << 1) | (failed ? 1 : 0)) & mask,
                    Math.min(probes + 1, CannotRead.WINDOW));
        }

        boolean failsNow() {
            return (failures & 1) != 0;
        }

        int count() {
            return Integer.bitCount(failures);
        }
    }

    Finding failed(Component component, Failed failed) {
        Spot before = spots.get(failed.target());
        if (before == null) {
            LOG.warnf("%s: cannot be read: %s (%s)", failed.target().label(), failed.detail(), failed.cause());
        }
        Spot now = before == null
                ? new Spot(component, failed, 1, 1)
                : new Spot(component, failed, before.failures(), before.probes()).then(true);
        spots.put(failed.target(), now);
        return finding(now);
    }

    /** The failures before are remembered as long as they are in the window. */
    void answered(Target target) {
        Spot now = spots.computeIfPresent(target, (ignored, before) -> before.then(false));
        if (now != null && now.count() == 0) {
            spots.remove(target);
            LOG.infof("%s: can be read again, %d times without failure", target.label(), CannotRead.WINDOW);
        }
    }

    void forget(Target target) {
        spots.remove(target);
    }

    /** What cannot be read of a component, or not every time, through any of its doors. */
    List<Finding> of(ComponentId id) {
        return spots.values().stream()
                .filter(spot -> spot.component().id().equals(id))
                .filter(spot -> spot.failsNow() || finding(spot).severity().isAlert())
                .map(this::finding)
                .toList();
    }

    private Finding finding(Spot spot) {
        return rule.finding(spot.component(), spot.last(), spot.count(), spot.probes());
    }

    /** Who stands for a target behind which nobody was ever seen; the host for a tool as a whole. */
    static Component placeholder(Target target) {
        return target.type().equals(Discovery.SCAN)
                ? Casebook.HOST
                : new Component(
                        ComponentId.of("unidentified", target.path(), target.type()),
                        ControllerDoors.isController(target) ? ComponentKind.CONTROLLER : ComponentKind.DRIVE,
                        Identity.unknown(),
                        List.of(Location.of(target.path(), target.type())));
    }
}
