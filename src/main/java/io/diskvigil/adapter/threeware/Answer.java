package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.threeware.Table.Kind;
import io.diskvigil.adapter.threeware.Table.Row;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Makes the snapshots of one controller out of what was said of it. */
final class Answer {
    private static final String PAGE = "show all";

    private final Scene scene;
    private final Book book;
    private final List<Reading> remarks;

    /** @param remarks readings of the controller that come from the talk as a whole: visibility, lines not understood */
    Answer(Scene scene, Book book, List<Reading> remarks) {
        this.scene = scene;
        this.book = book;
        this.remarks = List.copyOf(remarks);
    }

    /** Of a live talk: all events are the controller's, to be handed out by who remembers where each drive sat. */
    List<Snapshot> live() {
        return snapshots(events());
    }

    /** Of a recording: where it holds a log alone, each drive that the log names has its own events. */
    List<Snapshot> recorded() {
        List<Event> events = events();
        if (book.hasState() || events.isEmpty()) {
            return snapshots(events);
        }
        Map<String, List<Event>> byDrive = new LinkedHashMap<>();
        List<Event> rest = new ArrayList<>();
        for (Event event : events) {
            (event.place().startsWith("3ware,")
                            ? byDrive.computeIfAbsent(event.place(), place -> new ArrayList<>())
                            : rest)
                    .add(event);
        }
        List<Snapshot> all = new ArrayList<>(snapshots(rest));
        byDrive.forEach((place, own) -> all.add(scene.snapshot(
                new Component(
                        ComponentId.of(Scene.ADAPTER, scene.target().path(), place),
                        ComponentKind.DRIVE,
                        Identity.unknown(),
                        List.of(new Location(
                                scene.target().path(), place, "port " + place.substring(place.indexOf(',') + 1), ""))),
                List.copyOf(own))));
        return all;
    }

    private List<Snapshot> snapshots(List<Event> events) {
        List<Unit> units = Unit.of(book);
        Optional<Battery> battery = Battery.of(book);
        Drives drives = new Drives(scene, book, units);
        List<Snapshot> all = new ArrayList<>();
        all.add(controller(units, drives, events));
        all.addAll(drives.snapshots());
        all.addAll(new Volumes(scene, book, drives, battery).snapshots(units));
        battery.ifPresent(one -> all.add(one.snapshot(scene)));
        all.addAll(new Enclosures(scene, book).snapshots());
        return all;
    }

    private Snapshot controller(List<Unit> units, Drives drives, List<Event> events) {
        Readings readings = new Readings();
        remarks.forEach(readings::add);
        optimal(readings);
        // A spare is told with its drive; where no drive is shown, its state must not be lost.
        units.stream()
                .filter(unit -> unit.isSpare() && drives.of(unit).isEmpty())
                .forEach(unit -> readings.status("spare_" + unit.name(), unit.word(), unit.health(), "unit table"));
        if (!book.rows(Kind.UNITS).isEmpty() && !book.rows(Kind.PORTS).isEmpty()) {
            readings.gauge(
                    Vocabulary.HOT_SPARES, OptionalDouble.of(drives.hotSpares()), OptionalDouble.empty(), "unit table");
        }
        readings.fact("driver_version", book.attribute("", "Driver Version"), PAGE);
        readings.fact("auto_rebuild", book.attribute("", "Auto-Rebuild Policy"), PAGE);
        links(readings);
        events.forEach(readings::add);
        return scene.snapshot(
                new Component(
                        scene.controller(),
                        ComponentKind.CONTROLLER,
                        Scene.named(
                                Scene.model(book),
                                book.attribute("", "Serial Number"),
                                book.attribute("", "Firmware Version"),
                                OptionalLong.empty()),
                        List.of(scene.door("controller"))),
                readings.list());
    }

    /** A count of units that are not optimal speaks against the controller only where the units themselves were not shown. */
    private void optimal(Readings readings) {
        Row listed = book.listed();
        String told = book.attribute("", "Not Optimal Units").isEmpty()
                ? listed.cell("NotOpt")
                : book.attribute("", "Not Optimal Units");
        OptionalDouble count = Readings.number(told);
        if (count.isPresent()) {
            boolean toldByUnits = !book.rows(Kind.UNITS).isEmpty();
            readings.status(
                    Vocabulary.CONTROLLER_STATE,
                    "not optimal: %.0f units".formatted(count.getAsDouble()),
                    count.getAsDouble() == 0 || toldByUnits ? Health.OK : Health.DEGRADED,
                    "list of controllers, NotOpt");
        }
    }

    private void links(Readings readings) {
        book.rows(Kind.PHYS)
                .forEach((name, row) -> readings.fact(
                        name,
                        row.cell("Device").isEmpty()
                                ? "nothing attached"
                                : "%s at %s Gbit/s of %s"
                                        .formatted(row.cell("Device"), row.cell("Enabled"), row.cell("Supported")),
                        "show phy"));
    }

    /** Oldest first; the tool prints them so unless it is asked for the reverse. */
    private List<Event> events() {
        List<Event> events = book.events();
        if (events.size() > Pages.MOST_EVENTS) {
            events = events.subList(events.size() - Pages.MOST_EVENTS, events.size());
        }
        List<LocalDateTime> clocks =
                events.stream().flatMap(event -> event.clock().stream()).toList();
        boolean reverse = clocks.size() > 1 && clocks.get(0).isAfter(clocks.get(clocks.size() - 1));
        List<Event> ordered = new ArrayList<>(events);
        if (reverse) {
            Collections.reverse(ordered);
        }
        return ordered;
    }
}
