package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All components of one controller, from all that was told of it.
 *
 * @param tool as a person would call it
 * @param missing the parts of a talk that were not answered, each with its reason; empty for a recording, which nobody asked
 * @param unread lines that nobody understood
 */
record Answer(
        int controller,
        Gathering told,
        List<Event> events,
        String tool,
        Optional<List<String>> missing,
        List<String> unread) {
    /** A page of garbage need not fill the store. */
    private static final int MOST_UNREAD = 100;

    /** Drives before volumes, the controller first, its events with it. */
    List<Snapshot> snapshots(Instant at) {
        ControllerReader reader = new ControllerReader(told, controller);
        ComponentId id = reader.id();
        BatteryReader battery = new BatteryReader(told, controller);
        Sheet sheet = reader.read(events);
        missing.ifPresent(parts -> sheet.status(
                Vocabulary.VISIBILITY,
                parts.isEmpty() ? "VISIBLE" : "not answered: " + String.join("; ", parts),
                parts.isEmpty() ? Health.OK : Health.UNKNOWN,
                "the talk with the tool"));
        unread(sheet);
        events.forEach(sheet::add);
        List<Snapshot> all = new ArrayList<>();
        all.add(reader.snapshot(sheet, at));
        all.addAll(new DriveReader(told, controller, tool, at).read());
        all.addAll(new VolumeReader(told, controller, id, battery, at).read(events, reader.now()));
        battery.read(id, at).ifPresent(all::add);
        all.addAll(new EnclosureReader(told, controller, id, at).read());
        return all;
    }

    private void unread(Sheet sheet) {
        unread.stream()
                .limit(MOST_UNREAD)
                .forEach(line ->
                        sheet.add(new Status(Status.UNREAD_LINE, Printable.columns(line), Health.UNKNOWN, "output")));
        if (unread.size() > MOST_UNREAD) {
            sheet.fact(Status.UNREAD_LINES_LEFT_OUT, unread.size() - MOST_UNREAD + " more lines", "output");
        }
    }

    /** A log and nothing else: the drives that it names, of which no more is known, and the controller for the rest. */
    static List<Snapshot> ofLog(List<Event> events, List<String> unread, Instant at) {
        String path = Dialect.target(0).path();
        Map<String, List<Event>> byPlace = events.stream()
                .collect(Collectors.groupingBy(
                        one -> one.place().startsWith("megaraid,") ? one.place() : "",
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<Snapshot> all = new ArrayList<>(new Answer(
                        0, new Gathering(), byPlace.getOrDefault("", List.of()), "storcli64", Optional.empty(), unread)
                .snapshots(at));
        byPlace.forEach((place, own) -> {
            if (!place.isEmpty()) {
                all.add(new Snapshot(
                        new Component(
                                ComponentId.of(Dialect.ADAPTER, path, place),
                                ComponentKind.DRIVE,
                                Identity.unknown(),
                                List.of(new Location(path, place, slot(own), ""))),
                        at,
                        List.copyOf(own)));
            }
        });
        return all;
    }

    /** {@code 252:4} of {@code PD 08(e0xfc/s4)}. */
    private static String slot(List<Event> events) {
        java.util.regex.Pattern place = java.util.regex.Pattern.compile("\\(e0x([0-9a-f]{1,4})/s(\\d{1,5})\\)");
        return events.stream()
                .map(one -> place.matcher(one.text()))
                .filter(java.util.regex.Matcher::find)
                .map(found -> Integer.parseInt(found.group(1), 16) + ":" + found.group(2))
                .findFirst()
                .orElse("");
    }
}
