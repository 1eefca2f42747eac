package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.megaraid.EventLog;
import io.diskvigil.adapter.megaraid.megacli.Block.Kind;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The event log in the answer of {@code -AdpEventLog}, and what it tells by the controller's own clock. */
record Log(List<Event> events) {
    // 9:44:50 11/18, 2021
    private static final Pattern CLOCK =
            Pattern.compile("(\\d{1,2}):(\\d{1,2}):(\\d{1,2}) +(\\d{1,2})/(\\d{1,2}), ?(\\d{4})");
    private static final Pattern PATROL = Pattern.compile("(?i)patrol read complete");
    private static final Pattern CHECK = Pattern.compile("(?i)consistency check done");
    private static final double SECONDS_A_DAY = 86_400;

    static Log of(List<Block> blocks) {
        List<String> lines = blocks.stream()
                .filter(block -> block.kind == Kind.EVENTS)
                .flatMap(block -> block.lines().stream())
                .map(Line::raw)
                .toList();
        return new Log(lines.isEmpty() ? List.of() : EventLog.read(lines, "AdpEventLog"));
    }

    /** The newest entry's time, as if the controller's clock were UTC. */
    Optional<Instant> newest() {
        return EventLog.newest(events).map(time -> time.toInstant(ZoneOffset.UTC));
    }

    /** Time since a whole round of reading ended, if that is among the entries. */
    void readPatrol(Readings readings, Optional<Controller> controller) {
        readAge(readings, controller, Vocabulary.PATROL_READ_AGE_DAYS, PATROL, "");
    }

    void readCheck(Readings readings, Optional<Controller> controller, int volume) {
        readAge(readings, controller, Vocabulary.CONSISTENCY_CHECK_AGE_DAYS, CHECK, "volume," + volume);
    }

    private void readAge(
            Readings readings, Optional<Controller> controller, Vocabulary name, Pattern text, String place) {
        Optional<LocalDateTime> now =
                controller.flatMap(one -> clock(one.block().text("current time")));
        Optional<LocalDateTime> done = EventLog.newest(events.stream()
                .filter(event -> event.place().equals(place)
                        && text.matcher(event.text()).find())
                .toList());
        if (now.isPresent() && done.isPresent() && !done.get().isAfter(now.get())) {
            double days = Duration.between(done.get(), now.get()).toSeconds() / SECONDS_A_DAY;
            readings.gauge(name, OptionalDouble.of(days), "its end in the event log, and Current Time");
        }
    }

    static Optional<LocalDateTime> clock(String text) {
        Matcher clock = CLOCK.matcher(text);
        if (!clock.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDateTime.of(
                    part(clock, 6), part(clock, 4), part(clock, 5), part(clock, 1), part(clock, 2), part(clock, 3)));
        } catch (DateTimeException impossible) {
            // A clock that stands at 00/00 tells no time; its words are kept as a fact.
            return Optional.empty();
        }
    }

    private static int part(Matcher clock, int group) {
        return Integer.parseInt(clock.group(group));
    }

    /**
     * Where the log is all there is: a component for each drive that it names, with its entries.
     *
     * @return by place, and what concerns no drive under the empty text
     */
    Map<String, List<Reading>> byDrive() {
        Map<String, List<Reading>> all = new LinkedHashMap<>();
        all.put("", new ArrayList<>());
        for (Event event : events) {
            String place = event.place().startsWith("megaraid,") ? event.place() : "";
            all.computeIfAbsent(place, key -> new ArrayList<>()).add(event);
        }
        return all;
    }

    static Snapshot drive(String path, String place, List<Reading> entries, Instant at) {
        Component drive = new Component(
                ComponentId.of("megaraid", path, place),
                ComponentKind.DRIVE,
                Identity.unknown(),
                List.of(Location.of(path, place)));
        return new Snapshot(drive, at, entries);
    }
}
