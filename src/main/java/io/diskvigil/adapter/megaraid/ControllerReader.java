package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What a controller says of itself. */
final class ControllerReader {
    private static final Pattern PATROLLED = Pattern.compile("(?i)patrol read (complete|done)");
    /** Flags of the section Status that nobody should overlook, and what they mean where they are set. */
    private static final Map<String, String> FLAGS = Map.of(
            "Controller has booted into safe mode", "booted into safe mode",
            "Controller shutdown required", "shutdown required",
            "System Shutdown Required", "shutdown required",
            "Any Offline VD Cache Preserved", "holds the cache of an offline volume",
            "Preserved Cache Present", "holds the cache of an offline volume",
            "Failed to get lock key on bootup", "failed to get the lock key",
            "Failed to get Security key on bootup", "failed to get the security key");

    private final Gathering told;
    private final int number;

    ControllerReader(Gathering told, int number) {
        this.told = told;
        this.number = number;
    }

    private String first(String... keys) {
        for (String key : keys) {
            String value = told.controller.getOrDefault(key, "");
            if (!value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    /** A value whose key goes on in units or formats: {@code ROC temperature(Degree Celsius)}. */
    private String beginning(String... keys) {
        return told.controller.entrySet().stream()
                .filter(one -> List.of(keys).stream().anyMatch(one.getKey()::startsWith))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private Identity identity() {
        return new Identity(
                first("Model", "Product Name"),
                first("Serial Number", "Board Tracer Number"),
                "",
                first(
                        "Firmware Package Build",
                        "FW Package Build",
                        "Package Version",
                        "Firmware Version",
                        "FW Version"),
                "",
                Medium.UNKNOWN,
                OptionalLong.empty());
    }

    ComponentId id() {
        Identity identity = identity();
        return identity.serial().isEmpty()
                ? ComponentId.of(Dialect.ADAPTER, Integer.toString(number))
                : ComponentId.of(identity.model(), identity.serial());
    }

    /** The controller's own time. */
    Optional<LocalDateTime> now() {
        return Values.time(first("Current Controller Date/Time", "Controller Time"))
                .or(() -> Values.time(beginning("Controller Time(")));
    }

    Sheet read(List<Event> events) {
        Sheet sheet = new Sheet();
        state(sheet);
        sheet.gauge(
                Vocabulary.TEMPERATURE_CELSIUS,
                Values.celsius(beginning("ROC temperature", "Chip temperature")),
                "HwCfg ROC temperature");
        sheet.count(
                Vocabulary.MEMORY_CORRECTABLE_ERRORS,
                first("Memory Correctable Errors"),
                "Status, Memory Correctable Errors");
        sheet.count(
                Vocabulary.MEMORY_UNCORRECTABLE_ERRORS,
                first("Memory Uncorrectable Errors"),
                "Status, Memory Uncorrectable Errors");
        foreign(sheet);
        spares(sheet);
        Optional<LocalDateTime> now = now();
        Optional<LocalDateTime> host = Values.time(first("Current System Date/time", "System Time"))
                .or(() -> Values.time(beginning("System Time(")));
        if (now.isPresent() && host.isPresent()) {
            sheet.gauge(
                    Vocabulary.CLOCK_OFFSET_SECONDS,
                    OptionalDouble.of(Duration.between(host.get(), now.get()).toSeconds()),
                    "Basics, Current Controller Date/Time and Current System Date/time");
        }
        now.ifPresent(time -> EventLog.newest(events, EventKind.CHECK, PATROLLED, "")
                .filter(done -> !done.isAfter(time))
                .ifPresent(done -> sheet.gauge(
                        Vocabulary.PATROL_READ_AGE_DAYS,
                        OptionalDouble.of(ChronoUnit.HOURS.between(done, time) / 24.0),
                        "event log")));
        told.tasks.forEach((key, value) -> sheet.fact(key, value, "Controller Properties"));
        for (String key : List.of("Next Patrol Read launch", "Next Consistency check launch", "Cache When BBU Bad")) {
            sheet.fact(key, first(key), "Scheduled Tasks");
        }
        told.refusals.forEach(words -> sheet.fact(Fact.REFUSED, words, "Detailed Status"));
        told.remarks.forEach(words -> sheet.fact("answer", words, "Description"));
        return sheet;
    }

    private void state(Sheet sheet) {
        List<String> words = new ArrayList<>();
        String own = first("Controller Status");
        if (own.isEmpty()) {
            own = told.overview.stream()
                    .map(row -> row.getOrDefault("Hlth", ""))
                    .findFirst()
                    .orElse("");
        }
        Health health = own.isEmpty() ? Health.UNKNOWN : StateWords.controller(own);
        if (!own.isEmpty()) {
            words.add(own);
        }
        for (Map.Entry<String, String> flag : new java.util.TreeMap<>(FLAGS).entrySet()) {
            if (first(flag.getKey()).equalsIgnoreCase("Yes") && !words.contains(flag.getValue())) {
                words.add(flag.getValue());
                health = health == Health.UNKNOWN ? Health.DEGRADED : health.worse(Health.DEGRADED);
            }
        }
        sheet.status(Vocabulary.CONTROLLER_STATE, String.join(", ", words), health, "Status, Controller Status");
    }

    /** The list of drives marks them with F; an error about a foreign configuration counts one where the list has none. */
    private void foreign(Sheet sheet) {
        long marked = told.drives.values().stream()
                .filter(drive -> drive.row.getOrDefault("DG", "").equals("F"))
                .count();
        boolean said = told.refusals.stream()
                .anyMatch(words -> words.toLowerCase(Locale.ROOT).contains("foreign configuration"));
        if (told.drivesListed || said) {
            sheet.gauge(
                    Vocabulary.FOREIGN_CONFIGURATION,
                    OptionalDouble.of(said ? Math.max(1, marked) : marked),
                    said ? "Detailed Status" : "PD LIST DG");
        }
    }

    private void spares(Sheet sheet) {
        Groups groups = new Groups(told);
        if (told.drivesListed) {
            long spares = told.drives.entrySet().stream()
                    .filter(one -> StateWords.isSpare(groups.state(one.getKey())))
                    .filter(one -> Values.whole(one.getValue().details.getOrDefault("Predictive Failure Count", "0"))
                                    .orElse(0)
                            == 0)
                    .count();
            sheet.gauge(Vocabulary.HOT_SPARES, OptionalDouble.of(spares), "PD LIST State");
        }
    }

    Component component() {
        return new Component(
                id(),
                ComponentKind.CONTROLLER,
                identity(),
                List.of(Location.of(Dialect.target(number).path(), Dialect.CONTROLLER)));
    }

    Snapshot snapshot(Sheet sheet, Instant at) {
        return new Snapshot(component(), at, sheet.readings());
    }
}
