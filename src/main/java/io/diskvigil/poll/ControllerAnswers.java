package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a controller's answer means beside its readings: whether it is all that was asked for, whether it is this controller's
 * at all, and who is not in it any more. Used under the casebook's lock.
 */
final class ControllerAnswers {
    private final Inventory inventory;
    private final Whereabouts whereabouts;
    private final Presence presence;
    private final Parts parts;
    private final Unanswered unanswered;
    private final Display display;
    private final LastKnown lastKnown;

    ControllerAnswers(
            Inventory inventory,
            Whereabouts whereabouts,
            Presence presence,
            Parts parts,
            Unanswered unanswered,
            Display display,
            LastKnown lastKnown) {
        this.inventory = inventory;
        this.whereabouts = whereabouts;
        this.presence = presence;
        this.parts = parts;
        this.unanswered = unanswered;
        this.display = display;
        this.lastKnown = lastKnown;
    }

    /** Whether some question found no answer: then who is not in the answer may be there all the same. */
    static boolean isPartial(Polled polled) {
        return ControllerDoors.isController(polled.target())
                && polled.snapshots().stream()
                        .filter(answer -> answer.component().kind() == ComponentKind.CONTROLLER)
                        .flatMap(answer -> answer.status(Vocabulary.VISIBILITY.readingName()).stream())
                        .anyMatch(seen -> seen.health() == Health.UNKNOWN);
    }

    /**
     * The failure that an answer is if another target answered as this same controller: a tool that does not tell its
     * controllers apart shows one of them twice, and the other never.
     */
    Optional<Failed> mistaken(Polled polled) {
        Target target = polled.target();
        if (!ControllerDoors.isController(target)) {
            return Optional.empty();
        }
        return polled.snapshots().stream()
                .map(answer -> answer.component())
                .filter(component -> component.kind() == ComponentKind.CONTROLLER)
                .flatMap(seen -> inventory.like(seen).stream())
                .flatMap(known -> lastKnown.targets().stream()
                        .filter(view -> isAnother(view, target, known.id()))
                        .map(view -> view.target()))
                .findFirst()
                .map(other -> new Failed(
                        target,
                        Cause.OUTPUT_NOT_UNDERSTOOD,
                        "it answers as the controller at %s: this version of the tool does not tell them apart"
                                .formatted(other.path())));
    }

    private static boolean isAnother(LastKnown.TargetView view, Target target, ComponentId controller) {
        return ControllerDoors.isController(view.target())
                && !view.target().equals(target)
                && view.target().adapter().equals(target.adapter())
                && view.failure().isEmpty()
                && view.component().filter(controller::equals).isPresent();
    }

    /**
     * What a controller does not show any more: of a drive, as good as a probe that finds no device.
     *
     * @return doors that lead nowhere any more, because their drives are seen elsewhere
     */
    List<Target> missed(Target controller, Map<Target, Component> shown, Depth depth, Duration took) {
        List<Target> closed = new ArrayList<>();
        for (Target door : whereabouts.doors(controller)) {
            if (shown.containsKey(door) || whereabouts.known(door).isEmpty()) {
                continue;
            }
            // Another way in may show it until it is asked again: that it moved is sure at once only here.
            boolean movedHere = whereabouts
                    .known(door)
                    .filter(drive -> isAmong(shown, drive))
                    .isPresent();
            if (whereabouts.isElsewhere(door) && (movedHere || presence.misses(door) >= presence.patience())) {
                closed.add(door);
            } else {
                unanswered.failed(
                        new Failed(door, Cause.DEVICE_UNREACHABLE, "its controller shows no drive there any more"),
                        depth,
                        took);
            }
        }
        for (Component part : parts.answered(controller, shown.values())) {
            parts.of(part.id()).orElse(List.of()).forEach(finding -> display.unread(part, finding, true));
            unanswered.reconsider(part);
        }
        return closed;
    }

    private static boolean isAmong(Map<Target, Component> shown, Component drive) {
        return shown.values().stream().anyMatch(one -> one.id().equals(drive.id()));
    }
}
