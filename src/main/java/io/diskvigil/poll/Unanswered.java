package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What it means that a component was not read: it sleeps, hangs, cannot be read, is gone, or was not even asked. */
final class Unanswered {
    private final Whereabouts whereabouts;
    private final Stories stories;
    private final Presence presence;
    private final Standings standings;
    private final BlindSpots blindSpots;
    private final Decisions decisions;
    private final Display display;
    private final Doors doors;
    private final Clock clock;

    Unanswered(
            Whereabouts whereabouts,
            Stories stories,
            Presence presence,
            Standings standings,
            BlindSpots blindSpots,
            Decisions decisions,
            Display display,
            Doors doors,
            Clock clock) {
        this.whereabouts = whereabouts;
        this.stories = stories;
        this.presence = presence;
        this.standings = standings;
        this.blindSpots = blindSpots;
        this.decisions = decisions;
        this.display = display;
        this.doors = doors;
        this.clock = clock;
    }

    void asleep(Target target, Duration took) {
        blindSpots.answered(target);
        Optional<Component> known = whereabouts.known(target);
        presence.asleep(target, whereabouts.door(target), known);
        stories.keep();
        known.filter(component -> presence.expects(component.id())).ifPresent(component -> {
            ComponentId id = component.id();
            List<Finding> blind = Stream.of(blindSpots.of(id), standings.of(id))
                    .flatMap(List::stream)
                    .toList();
            decisions.unread(component, blind, standings.closing(id, Judge::isCannotRead));
            display.asleep(component);
        });
        display.answered(target, took, known);
    }

    void failed(Failed failed, Depth depth, Duration took) {
        Target target = failed.target();
        if (Quarantine.tells(failed) && standings.heeds(Quarantine.NAME)) {
            hangs(failed, depth, took);
            return;
        }
        Failed told = concernsTheTool(failed.cause())
                ? new Failed(Discovery.account(target.adapter()), failed.cause(), failed.detail())
                : failed;
        if (target.type().equals(Discovery.SCAN)) {
            presence.scanned(target.adapter(), false);
        }
        Component component = whereabouts.behind(told.target());
        presence.failed(told.target(), whereabouts.door(told.target()), component, failed.cause());
        stories.keep();
        if (depth == Depth.FULL) {
            doors.fullFailed(target, clock.instant());
        }
        doors.close(target);
        display.failed(failed, took, component.id());
        shut(failed, took);
        if (!presence.expects(component.id())) {
            return;
        }
        boolean gone = failed.cause() == Cause.DEVICE_UNREACHABLE && !whereabouts.isElsewhere(target);
        if (gone && presence.isMissing(component.id())) {
            blindSpots.forget(target);
            absent(component);
        } else {
            Finding finding = blindSpots.failed(component, told);
            decisions.unread(component, List.of(finding), Decisions.NOTHING);
            display.unread(component, finding, gone);
        }
    }

    /** With a controller, all its doors fail; that is told of the controller, and not of each drive behind it. */
    private void shut(Failed failed, Duration took) {
        if (!ControllerDoors.isController(failed.target())) {
            return;
        }
        for (Target door : whereabouts.doors(failed.target())) {
            whereabouts.known(door).ifPresent(drive -> {
                presence.failed(door, whereabouts.door(door), drive, failed.cause());
                stories.keep();
                display.failed(new Failed(door, failed.cause(), failed.detail()), took, drive.id());
                if (presence.isMissing(drive.id())) {
                    absent(drive);
                }
            });
        }
    }

    /** That it cannot be read is no news of a drive that is missing. */
    private void absent(Component component) {
        ComponentId id = component.id();
        List<Finding> findings = Stream.of(blindSpots.of(id), standings.of(id))
                .flatMap(List::stream)
                .toList();
        decisions.unread(presence.located(component), findings, standings.closing(id, Judge::isCannotRead));
        Stream<Finding> others = display.view(component).findings().stream()
                .filter(finding -> !standings.tells(id, finding) && !Judge.isCannotRead(finding));
        display.judged(component, Stream.concat(others, findings.stream()).toList());
    }

    /** Who hangs is told by the quarantine, so not as "cannot read" as well. */
    private void hangs(Failed failed, Depth depth, Duration took) {
        Target target = failed.target();
        Component component = whereabouts.behind(target);
        presence.failed(target, whereabouts.door(target), component, failed.cause());
        stories.keep();
        if (depth == Depth.FULL) {
            doors.fullFailed(target, clock.instant());
        }
        doors.close(target);
        display.failed(failed, took, component.id());
        shut(failed, took);
        if (presence.expects(component.id())) {
            display.awake(component);
            reconsider(component);
        }
    }

    /** Nobody answered: only what stands is looked at again. */
    void reconsider(Component component) {
        ComponentId id = component.id();
        List<Finding> standing = standings.of(id);
        decisions.unread(component, standing, standings.closing(id, Decisions.NOTHING));
        Stream<Finding> others =
                display.view(component).findings().stream().filter(finding -> !standings.tells(id, finding));
        display.judged(component, Stream.concat(others, standing.stream()).toList());
        if (component.kind() == ComponentKind.CONTROLLER && standing.isEmpty() && !decisions.isOpen(id)) {
            // It was only ever seen by the drives that it took away.
            display.dropUnread(id);
        }
    }

    /** A tool that is not there or too old is one fault of the host, not one of each drive. */
    static boolean concernsTheTool(Cause cause) {
        return cause == Cause.TOOL_MISSING || cause == Cause.TOOL_TOO_OLD;
    }
}
