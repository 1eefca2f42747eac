package io.diskvigil.adapter.areca;

import io.diskvigil.adapter.areca.Told.Entry;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code hw info} tells: the controller's own sensors, its battery, and enclosures with their fans and supplies. */
final class Board {
    static final String BATTERY = "battery,0";

    // Enclosure#2 : ARECA   ARC-8018-.01.06.0106
    private static final Pattern ENCLOSURE = Pattern.compile("(?i)^enclosure\\s*#\\s*(\\d{1,3})\\s*:?\\s*(.*)$");
    // Fan 01, Fan#1 Speed (RPM), CPU Fan
    private static final Pattern FAN = Pattern.compile("(?i)^.*\\bfan\\b\\s*#?\\s*0*(\\d{1,3})?.*$");
    // Power 01, Power#1 State, PSU 2: not Power +12V
    private static final Pattern SUPPLY =
            Pattern.compile("(?i)^(?:power|psu)(?: supply)?\\s*#?\\s*0*(\\d{1,2})(?: (?:state|status))?$");
    private static final Pattern VOLTAGE = Pattern.compile("(?i).*\\bV$|.*\\bvolt.*");

    private final Told told;
    private final ComponentId controller;
    private final String path;
    private final Instant at;

    Board(Told told, ComponentId controller, String path, Instant at) {
        this.told = told;
        this.controller = controller;
        this.path = path;
        this.at = at;
    }

    private static boolean isOwn(Entry entry) {
        return !ENCLOSURE.matcher(entry.heading()).matches();
    }

    /** The sensors of the controller itself. */
    void read(Readings readings) {
        for (Entry entry : told.hardware) {
            String key = entry.key().toLowerCase(Locale.ROOT);
            String source = "hw info, " + entry.key();
            if (!isOwn(entry)) {
                continue;
            }
            if (key.startsWith("controller temp") || key.startsWith("ctrl temp")) {
                readings.temperature(Vocabulary.TEMPERATURE_CELSIUS.readingName(), entry.value(), source);
            } else if (key.startsWith("cpu temp")) {
                readings.temperature("cpu_temperature_celsius", entry.value(), source);
            } else if (VOLTAGE.matcher(entry.value()).matches() || key.matches(".*\\dv")) {
                readings.gauge("voltage_" + word(entry.key()) + "_volts", Readings.number(entry.value()), source);
            }
        }
    }

    List<Snapshot> parts() {
        List<Snapshot> parts = new ArrayList<>();
        Battery.of(told).filter(Battery::isInstalled).ifPresent(battery -> parts.add(battery(battery)));
        Map<Integer, String> names = new LinkedHashMap<>();
        Map<Integer, List<Entry>> entries = new LinkedHashMap<>();
        for (Entry entry : told.hardware) {
            Matcher enclosure = ENCLOSURE.matcher(entry.heading());
            int number = enclosure.matches() ? Integer.parseInt(enclosure.group(1)) : 0;
            names.putIfAbsent(number, enclosure.matches() ? enclosure.group(2) : "");
            entries.computeIfAbsent(number, enc -> new ArrayList<>()).add(entry);
        }
        entries.forEach((number, lines) -> {
            if (number > 0) {
                enclosure(number, names.get(number), lines, parts);
            }
            lines.forEach(entry -> moving(number, entry, parts));
        });
        return parts;
    }

    private Snapshot battery(Battery battery) {
        Readings readings = new Readings();
        readings.status(Vocabulary.BATTERY_STATE, battery.word(), battery.health(), Battery.SOURCE);
        readings.gauge(Vocabulary.BATTERY_CHARGE_PERCENT, battery.percent(), Battery.SOURCE);
        if (battery.isCharging()) {
            readings.status(Vocabulary.BATTERY_LEARN_CYCLE, "charging", Health.OK, Battery.SOURCE);
        }
        return part(ComponentKind.BATTERY, "_battery", "BBM", BATTERY, readings);
    }

    private void enclosure(int number, String name, List<Entry> lines, List<Snapshot> parts) {
        Readings readings = new Readings();
        OptionalDouble hottest = lines.stream()
                .filter(entry -> entry.key().toLowerCase(Locale.ROOT).startsWith("temp"))
                .flatMapToDouble(entry -> Readings.number(entry.value()).stream())
                .filter(celsius -> celsius > 0 && celsius < 150)
                .max();
        readings.gauge(Vocabulary.TEMPERATURE_CELSIUS, hottest, "hw info, the hottest sensor of the enclosure");
        for (Entry entry : lines) {
            if (VOLTAGE.matcher(entry.value()).matches()) {
                readings.gauge(
                        "voltage_" + word(entry.key()) + "_volts",
                        Readings.number(entry.value()),
                        "hw info, " + entry.key());
            }
        }
        parts.add(part(ComponentKind.ENCLOSURE, "_enclosure-" + number, name, "enclosure," + number, readings));
    }

    /** A fan that stands at 0 is one that is not fitted: that one stopped stands in the event log. */
    private void moving(int enclosure, Entry entry, List<Snapshot> parts) {
        Matcher fan = FAN.matcher(entry.key());
        Matcher supply = SUPPLY.matcher(entry.key());
        String source = "hw info, " + entry.key();
        Readings readings = new Readings();
        if (supply.matches() && !VOLTAGE.matcher(entry.value()).matches()) {
            String lower = entry.value().toLowerCase(Locale.ROOT);
            if (!lower.isEmpty() && !lower.equals("n.a.") && !lower.contains("not install")) {
                readings.status(Vocabulary.SUPPLY_STATE, entry.value(), health(lower), source);
                parts.add(
                        part(ComponentKind.POWER_SUPPLY, enclosure, "supply", supply.group(1), entry.key(), readings));
            }
        } else if (fan.matches()) {
            OptionalDouble rpm = Readings.number(entry.value());
            if (rpm.isPresent() && rpm.getAsDouble() > 0) {
                readings.status(Vocabulary.FAN_STATE, "turns", Health.OK, source);
                readings.gauge(Vocabulary.FAN_RPM, rpm, source);
            } else if (rpm.isEmpty()
                    && !entry.value().isEmpty()
                    && !entry.value().equals(Bay.NOTHING)) {
                readings.status(
                        Vocabulary.FAN_STATE,
                        entry.value(),
                        health(entry.value().toLowerCase(Locale.ROOT)),
                        source);
            }
            if (!readings.isEmpty()) {
                parts.add(part(
                        ComponentKind.FAN,
                        enclosure,
                        "fan",
                        fan.group(1) == null ? word(entry.key()) : fan.group(1),
                        entry.key(),
                        readings));
            }
        }
    }

    private static Health health(String lower) {
        if (lower.matches(".*(fail|lost|error|bad|off|abnormal|stop).*")) {
            return Health.FAILED;
        }
        return lower.matches(".*(ok|normal|good|on\\b).*") ? Health.OK : Health.UNKNOWN;
    }

    private Snapshot part(
            ComponentKind kind, int enclosure, String type, String number, String name, Readings readings) {
        return part(
                kind,
                "_%s-%d-%s".formatted(type, enclosure, number),
                name,
                "%s,%d/%s".formatted(type, enclosure, number),
                readings);
    }

    private Snapshot part(ComponentKind kind, String suffix, String name, String type, Readings readings) {
        return new Snapshot(
                new Component(
                        controller.withSuffix(suffix),
                        kind,
                        new Identity(name, "", "", "", "", Identity.Medium.UNKNOWN, OptionalLong.empty()),
                        List.of(Location.of(path, type))),
                at,
                readings.list());
    }

    private static String word(String key) {
        return key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_|_$", "");
    }
}
