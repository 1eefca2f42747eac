package io.diskvigil.poll;

import io.diskvigil.inventory.Controllers;
import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Severity;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is told about drives that come and go, in words. */
final class LifeFindings {
    static final String MISSING = "missing";
    static final String CONTROLLER_LOST = "controller-lost";
    static final String RETURNED = "returned";

    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private LifeFindings() {}

    static Finding missing(Life life) {
        Location last = life.places().stream().findFirst().orElse(Location.of("", ""));
        List<String> where = new ArrayList<>();
        where.add(last.slot().isEmpty() ? "" : "slot " + last.slot());
        where.add(last.byPath().isEmpty() ? "" : "cabled at " + last.byPath());
        where.add(last.path().isEmpty() ? "" : "named " + last.path());
        where.removeIf(String::isEmpty);
        return new Finding(
                MISSING,
                life.id(),
                "location",
                Severity.WARNING,
                0,
                "missing" + (life.place().isEmpty() ? "" : ", last at " + life.place()),
                new Evidence("", "", "", "seen " + utc(life.lastSeen()), "behind no door", Optional.of(life.since())),
                "A drive that was here does not show any more: it was pulled, lost power or its link, or died. Whatever it"
                        + " held is not protected by it now.",
                List.of(
                        "Look at the place: " + (where.isEmpty() ? "not known" : String.join(", ", where))
                                + "; the drive's serial is " + serial(life.component()) + ".",
                        "Look in the kernel log for the time before it went: resets, link down, I/O errors.",
                        "Look at the array or pool that it belonged to (cat /proc/mdstat, zpool status, the controller's"
                                + " tool) before anything is moved.",
                        "If it was taken out on purpose: diskvigil decommission " + life.id() + " --reason \"...\""),
                false);
    }

    static Component controller(String name) {
        return new Component(controllerId(name), ComponentKind.CONTROLLER, Identity.unknown(), List.of());
    }

    static ComponentId controllerId(String name) {
        return ComponentId.of("controller", name);
    }

    static Finding controllerLost(String controller, List<Life> drives) {
        Instant since = drives.stream().map(Life::since).min(Instant::compareTo).orElseThrow();
        String listed = drives.stream()
                .limit(32)
                .map(life -> life.place() + " " + life.component().identity().model() + " " + serial(life.component()))
                .collect(Collectors.joining("; "));
        return new Finding(
                CONTROLLER_LOST,
                controllerId(controller),
                "drives",
                Severity.CRITICAL,
                0,
                "%d drive%s behind %s missing, gone at once"
                        .formatted(drives.size(), drives.size() == 1 ? "" : "s", controller),
                new Evidence("", "", "", "", listed, Optional.of(since)),
                "Drives that vanish together seldom died together: their controller, its cable, an expander, a backplane or"
                        + " its power is lost. Arrays over them have stopped or run without redundancy.",
                List.of(
                        "Look in the kernel log for the controller: reset, firmware fault, PCIe errors.",
                        "Check power and cables of the backplane or enclosure, and the seat of the controller.",
                        "Do not rebuild and do not replace drives before the controller is back: they may all be well.",
                        "For drives that were taken out on purpose: diskvigil decommission ID --reason \"...\""),
                false);
    }

    /** For a day after it came back; empty if it did not. */
    static Optional<Finding> returned(Life life, Instant now) {
        boolean recent = life.state().isHere()
                && !life.status().before().isHere()
                && now.isBefore(life.since().plusSeconds(86_400));
        return recent ? Optional.of(returned(life)) : Optional.empty();
    }

    static Finding returned(Life life) {
        return notice(
                RETURNED,
                life.id(),
                "back since %s at %s%s"
                        .formatted(
                                utc(life.since()),
                                life.place(),
                                life.status().why().isEmpty()
                                        ? ""
                                        : "; it was " + life.status().why()),
                "What it held may be out of date: an array or pool has to take it back.");
    }

    /** What a life's status says of the time away, such as {@code missing since 2026-03-01 10:00 UTC}. */
    static String away(Life before) {
        return before.state().word() + " since " + utc(before.since());
    }

    static String standsInPlace(Life instead) {
        Identity other = instead.component().identity();
        return "%s %s is in its place at %s".formatted(other.model(), other.serial(), instead.place());
    }

    static Finding replaced(Life gone) {
        return notice(
                "replaced", gone.id(), "this drive is gone; " + gone.status().why(), "");
    }

    static Finding volume(Component ghost, String words) {
        return notice(
                "volume",
                ghost.id(),
                "this is no drive: " + words,
                "Its controller tells how the volume and the drives in it are.");
    }

    static Finding decommissioned(Life life) {
        return notice(
                "decommissioned",
                life.id(),
                "taken out of service " + life.status().why(),
                "");
    }

    /** Why nobody expects the drive any more. */
    static Finding gone(Life life) {
        return life.state() == State.REPLACED ? replaced(life) : decommissioned(life);
    }

    static Finding firmwareChanged(Component drive, String before) {
        return notice(
                "firmware-changed",
                drive.id(),
                "firmware %s, was %s".formatted(drive.identity().firmware(), before),
                "Other firmware may count and limit differently: a jump of a counter now may be of its making.");
    }

    static Finding notice(String rule, ComponentId id, String summary, String meaning) {
        return new Finding(
                rule, id, "location", Severity.NOTICE, 0, summary, Evidence.none(), meaning, List.of(), false);
    }

    /** Behind which controller it is or was; empty if not known. */
    static String controllerOf(Life life) {
        return Controllers.of(life.located());
    }

    private static String serial(Component drive) {
        String serial = drive.identity().serial();
        return serial.isEmpty() ? "not known" : serial;
    }

    private static String utc(Instant at) {
        return UTC.format(at);
    }
}
