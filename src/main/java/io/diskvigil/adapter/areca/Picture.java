package io.diskvigil.adapter.areca;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Puts together what was told: drives first, then volumes, the controller and its parts. */
final class Picture {
    /** The word of the reading {@code visibility} where every question was answered. */
    private static final String VISIBLE = "VISIBLE";

    private static final String CONTROLLER = "controller";

    private static final String HOT_SPARES = Vocabulary.HOT_SPARES.readingName();

    private final Told told;
    private final Arrangement arrangement;
    private final Target target;
    private final Instant at;
    private final ComponentId id;
    private final Map<String, Drives.Drive> drives;

    Picture(Told told, Target target, Instant at) {
        this.told = told;
        this.arrangement = new Arrangement(told);
        this.target = target;
        this.at = at;
        String serial = system("Serial Number");
        this.id = serial.isEmpty()
                ? ComponentId.of(
                        ArecaAdapter.NAME, target.path().substring(target.path().indexOf(':') + 1))
                : ComponentId.of(system("Controller Name"), serial);
        this.drives = new Drives(told, arrangement, target.path()).read();
    }

    /**
     * What a probe found.
     *
     * @param notes what was not answered
     * @param refused what questions about the controller were refused with
     * @param ofDrives what a drive's questions were refused with, by the number that {@code drv=} takes
     * @param locate the command that lights a drive's LED, but for the drive's number
     */
    List<Snapshot> live(List<String> notes, List<String> refused, Map<Integer, List<String>> ofDrives, String locate) {
        List<Snapshot> all = new ArrayList<>();
        drives.values().forEach(drive -> {
            drive.readings().fact(Reading.Fact.LOCATE, locate + drive.bay().number(), "areca cli, disk identify");
            List<String> words = ofDrives.getOrDefault(drive.bay().number(), List.of());
            if (!words.isEmpty()) {
                drive.readings().fact(Fact.REFUSED, String.join("; ", words), "areca cli");
            }
            all.add(new Snapshot(drive.component(), at, drive.readings().list()));
        });
        all.addAll(new Volumes(told, arrangement, id, target.path()).read(drives, at));
        Readings own = own();
        own.status(
                Vocabulary.VISIBILITY,
                notes.isEmpty() ? VISIBLE : String.join("; ", notes),
                notes.isEmpty() ? Health.OK : Health.UNKNOWN,
                "areca cli");
        if (!refused.isEmpty()) {
            own.fact(Fact.REFUSED, String.join("; ", refused), "areca cli");
        }
        if (!told.volumesRead) {
            told.sets
                    .values()
                    .forEach(set -> own.status(
                            "raid_set_" + set.number(),
                            set.name() + ": " + set.state(),
                            Words.volume(set.state()),
                            "rsf info, State"));
        }
        Events.of(told, arrangement).forEach(logged -> own.add(logged.event()));
        all.add(new Snapshot(controller(), at, own.list()));
        all.addAll(new Board(told, id, target.path(), at).parts());
        return List.copyOf(all);
    }

    /** What a recording holds: each event goes to the drive that it speaks of. */
    List<Snapshot> recorded() {
        Readings own = own();
        Map<String, List<Reading.Event>> events = new LinkedHashMap<>();
        Map<String, Place> places = new LinkedHashMap<>();
        Events.of(told, arrangement).forEach(logged -> {
            Place place = logged.place();
            if (place.isDrive()) {
                places.put(place.type(), place);
                events.computeIfAbsent(place.type(), type -> new ArrayList<>()).add(logged.event());
            } else {
                own.add(logged.event());
            }
        });
        List<Snapshot> all = new ArrayList<>();
        drives.forEach((type, drive) -> {
            List<Reading.Event> known = events.remove(type);
            if (known != null) {
                known.forEach(drive.readings()::add);
            }
            all.add(new Snapshot(drive.component(), at, drive.readings().list()));
        });
        events.forEach((type, of) -> all.add(new Snapshot(named(places.get(type)), at, List.copyOf(of))));
        Volumes volumes = new Volumes(told, arrangement, id, target.path());
        all.addAll(told.volumes.isEmpty() ? volumes.ofSets(drives, at) : volumes.read(drives, at));
        remarks(own);
        if (!own.isEmpty() || !told.system.isEmpty() || all.isEmpty()) {
            all.add(new Snapshot(controller(), at, own.list()));
        }
        all.addAll(new Board(told, id, target.path(), at).parts());
        return List.copyOf(all);
    }

    private Component named(Place place) {
        return new Component(
                ComponentId.of(ArecaAdapter.NAME, target.path(), place.type()),
                ComponentKind.DRIVE,
                Identity.unknown(),
                List.of(new Location(target.path(), place.type(), place.slot(), "")));
    }

    private Component controller() {
        return new Component(
                id,
                ComponentKind.CONTROLLER,
                new Identity(
                        system("Controller Name"),
                        system("Serial Number"),
                        "",
                        system("Firmware Version"),
                        "",
                        Identity.Medium.UNKNOWN,
                        OptionalLong.empty()),
                List.of(Location.of(target.path(), CONTROLLER)));
    }

    /** What is read of the controller itself, but for its events. */
    private Readings own() {
        Readings own = new Readings();
        new Board(told, id, target.path(), at).read(own);
        if (told.baysRead) {
            own.gauge(HOT_SPARES, OptionalDouble.of(Drives.hotSpares(told)), "disk info, Usage");
        }
        if (!system("System Memory").isEmpty()) {
            own.fact("memory", system("System Memory"), "sys info");
        }
        if (told.eventsLeftOut > 0) {
            own.fact("events_left_out", told.eventsLeftOut + " older entries", "event info");
        }
        unread(own);
        return own;
    }

    private void unread(Readings own) {
        for (String line : told.unread) {
            own.status(Status.UNREAD_LINE, line, Health.UNKNOWN, "areca cli");
        }
        if (told.unreadLeftOut > 0) {
            own.fact(Status.UNREAD_LINES_LEFT_OUT, told.unreadLeftOut + " more lines", "areca cli");
        }
    }

    private void remarks(Readings own) {
        int number = 0;
        for (String refusal : told.refusals.subList(0, Math.min(told.refusals.size(), 100))) {
            own.status("refusal_" + ++number, refusal, Health.UNKNOWN, "areca cli");
        }
        for (Told.Entry entry : told.settings) {
            own.fact(entry.key(), entry.value(), entry.heading());
        }
        for (String gap : told.gaps.subList(0, Math.min(told.gaps.size(), 100))) {
            own.fact("left_out", gap, "areca cli");
        }
        if (drives.isEmpty() && told.baysRead) {
            own.fact("drives", "none", "disk info");
        }
    }

    private String system(String key) {
        String value = told.system.getOrDefault(key, "");
        return value.equals(Bay.NOTHING) ? "" : value;
    }
}
