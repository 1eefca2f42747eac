package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** An enclosure or backplane with its fans, supplies and sensors, as {@code -EncInfo} shows it. */
record Enclosure(Block block) {
    private static final Set<String> KNOWN = Set.of(
            "device id",
            "number of slots",
            "number of power supplies",
            "number of fans",
            "number of temperature sensors",
            "number of alarms",
            "number of sim modules",
            "number of physical drives",
            "status",
            "position",
            "connector name",
            "enclosure type",
            "fru part number",
            "enclosure serial number",
            "esm serial number",
            "enclosure zoning mode",
            "partner device id",
            "inquiry data",
            "vendor identification",
            "product identification",
            "product revision level",
            "vendor specific",
            "number of voltage sensors",
            "voltage sensor",
            "voltage sensor status",
            "voltage value",
            "power supply",
            "power supply status",
            "fan",
            "fan status",
            "fan speed",
            "temp sensor",
            "temperature",
            "temperature sensor status",
            "number of chassis",
            "chassis",
            "chassis status",
            "alarm",
            "alarm status",
            "sim module",
            "sim module status",
            "sim status");

    /** {@code Fan : 0} and what follows it. */
    private record Part(String label, String number, String state, String extra) {}

    /** The number that the drives' slots begin with. */
    private String number() {
        String device = block.text("device id");
        return device.matches("\\d{1,5}") ? device : "" + block.number;
    }

    List<Snapshot> snapshots(String path, ComponentId controller, Instant at) {
        List<Snapshot> all = new ArrayList<>();
        all.add(new Snapshot(component(path, controller), at, readings().list()));
        for (Part part : parts()) {
            if (part.label().equals("fan")) {
                all.add(part(path, controller, at, part, ComponentKind.FAN, Vocabulary.FAN_STATE, "fan"));
            } else if (part.label().equals("power supply")) {
                all.add(part(
                        path, controller, at, part, ComponentKind.POWER_SUPPLY, Vocabulary.SUPPLY_STATE, "supply"));
            }
        }
        return all;
    }

    private Component component(String path, ComponentId controller) {
        String serial = block.text("enclosure serial number");
        String model = (block.text("vendor identification") + " " + block.text("product identification")).strip();
        String revision = block.text("product revision level");
        Identity who = new Identity(
                model,
                serial.equals("N/A") ? "" : serial,
                "",
                revision.equals("N/A") ? "" : revision,
                "",
                Medium.UNKNOWN,
                OptionalLong.empty());
        return new Component(
                controller.withSuffix("_enclosure-" + number()),
                ComponentKind.ENCLOSURE,
                who,
                List.of(Location.of(path, "enclosure," + number())));
    }

    private Readings readings() {
        Readings readings = new Readings();
        String status = block.text("status");
        Health worst = status.isEmpty() ? Health.OK : Words.part(status);
        var word = new StringBuilder(status);
        OptionalDouble warmest = OptionalDouble.empty();
        for (Part part : parts()) {
            boolean own = part.label().equals("fan") || part.label().equals("power supply");
            if (!own && !part.state().isEmpty() && Words.part(part.state()) != Health.OK) {
                worst = worst.worse(Words.part(part.state()));
                word.append(word.isEmpty() ? "" : ", ")
                        .append(part.label() + " " + part.number() + ": " + part.state());
            }
            OptionalDouble warm =
                    part.label().equals("temp sensor") ? Values.celsius(part.extra()) : OptionalDouble.empty();
            if (warm.isPresent() && warm.getAsDouble() > warmest.orElse(Double.NEGATIVE_INFINITY)) {
                warmest = warm;
            }
        }
        if (!word.isEmpty()) {
            readings.status(Vocabulary.ENCLOSURE_STATE, word.toString(), worst, "Status and sensors");
        }
        readings.gauge(Vocabulary.TEMPERATURE_CELSIUS, warmest, "the warmest temperature sensor");
        for (Part part : parts()) {
            if (part.label().equals("voltage sensor")) {
                readings.fact("voltage_sensor_" + part.number(), part.extra(), "Voltage Value");
            }
        }
        readings.fact("enclosure_type", block.text("enclosure type"), "Enclosure type");
        readings.unread(block.unread(KNOWN));
        return readings;
    }

    private Snapshot part(
            String path,
            ComponentId controller,
            Instant at,
            Part part,
            ComponentKind kind,
            Vocabulary name,
            String word) {
        String where = number() + "-" + part.number();
        Identity who = new Identity(
                kind == ComponentKind.FAN ? "fan " + part.number() : "power supply " + part.number(),
                "",
                "",
                "",
                "",
                Medium.UNKNOWN,
                OptionalLong.empty());
        Component component = new Component(
                controller.withSuffix("_" + word + "-" + where),
                kind,
                who,
                List.of(Location.of(path, word + "," + where.replace('-', '/'))));
        Readings readings = new Readings();
        readings.status(
                name,
                part.state(),
                Words.part(part.state()),
                kind == ComponentKind.FAN ? "Fan Status" : "Power Supply Status");
        readings.fact("fan_speed", part.extra(), "Fan Speed");
        return new Snapshot(component, at, readings.list());
    }

    /** Those that are installed and say how they are, or measure something. */
    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        Part part = null;
        for (Line line : block.lines()) {
            switch (line.label()) {
                case "fan", "power supply", "temp sensor", "voltage sensor", "alarm", "sim module", "chassis" -> {
                    add(parts, part);
                    part = new Part(line.label(), line.value().matches("\\d{1,4}") ? line.value() : "0", "", "");
                }
                case "fan status",
                        "power supply status",
                        "temperature sensor status",
                        "voltage sensor status",
                        "alarm status",
                        "sim module status",
                        "sim status",
                        "chassis status" -> {
                    part = part == null ? null : new Part(part.label(), part.number(), line.value(), part.extra());
                }
                case "fan speed", "temperature", "voltage value" -> {
                    part = part == null ? null : new Part(part.label(), part.number(), part.state(), line.value());
                }
                default -> {
                    // Belongs to the enclosure as a whole.
                }
            }
        }
        add(parts, part);
        return parts;
    }

    private static void add(List<Part> parts, Part part) {
        if (part != null
                && !isAbsent(part.state())
                && !(part.state().isEmpty() && part.extra().isEmpty())) {
            parts.add(part);
        }
    }

    private static boolean isAbsent(String state) {
        return switch (state.toLowerCase(Locale.ROOT)) {
            case "not installed", "not available", "unsupported", "n/a" -> true;
            default -> false;
        };
    }
}
