package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What the controller says of enclosures, their fans, power supplies and temperatures. */
final class EnclosureReader {
    private final Gathering told;
    private final int controller;
    private final ComponentId id;
    private final Instant at;

    EnclosureReader(Gathering told, int controller, ComponentId id, Instant at) {
        this.told = told;
        this.controller = controller;
        this.id = id;
        this.at = at;
    }

    List<Snapshot> read() {
        List<Snapshot> all = new ArrayList<>();
        told.enclosures.forEach((number, enclosure) -> enclosure(number, enclosure, all));
        return all;
    }

    private void enclosure(int number, Gathering.Enclosure enclosure, List<Snapshot> all) {
        Sheet sheet = new Sheet();
        String state = enclosure.row.getOrDefault("State", enclosure.properties.getOrDefault("Status", ""));
        sheet.status(Vocabulary.ENCLOSURE_STATE, state, StateWords.part(state), "Enclosure LIST State");
        OptionalDouble hottest = enclosure.parts.stream()
                .filter(part -> table(part).contains("temperature"))
                .map(part -> Values.celsius(part.getOrDefault("Temperature", part.getOrDefault("Temp", ""))))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
        sheet.gauge(Vocabulary.TEMPERATURE_CELSIUS, hottest, "Temperature Sensor Info");
        parts(number, enclosure, sheet, all);
        String product =
                enclosure.row.getOrDefault("ProdID", enclosure.properties.getOrDefault("Product Identification", ""));
        String serial = enclosure.properties.getOrDefault("Enclosure Serial Number", "");
        all.add(new Snapshot(
                component(number, "", ComponentKind.ENCLOSURE, ("enclosure " + number + " " + product).strip(), serial),
                at,
                sheet.readings()));
    }

    private void parts(int number, Gathering.Enclosure enclosure, Sheet sheet, List<Snapshot> all) {
        for (Map<String, String> part : enclosure.parts) {
            String status = part.getOrDefault("Status", part.getOrDefault("State", ""));
            String place = part.getOrDefault(part.getOrDefault("table", "").replaceFirst(" Info.*$", ""), "");
            if (StateWords.isAbsent(status) || Values.whole(place).isEmpty()) {
                continue;
            }
            if (table(part).startsWith("fan")) {
                Sheet fan = new Sheet();
                fan.status(Vocabulary.FAN_STATE, status, StateWords.part(status), "Fan Info Status");
                String speed = part.getOrDefault("Fan Speed", part.getOrDefault("Speed", ""));
                if (speed.toLowerCase(Locale.ROOT).contains("rpm")) {
                    fan.gauge(Vocabulary.FAN_RPM, Values.number(speed), "Fan Info Fan Speed");
                } else {
                    fan.fact("fan_speed", speed, "Fan Info Fan Speed");
                }
                all.add(snapshot(number, place, ComponentKind.FAN, fan));
            } else if (table(part).startsWith("power supply")) {
                Sheet supply = new Sheet();
                supply.status(Vocabulary.SUPPLY_STATE, status, StateWords.part(status), "Power Supply Info Status");
                all.add(snapshot(number, place, ComponentKind.POWER_SUPPLY, supply));
            } else {
                String name = table(part).replaceFirst(" info$", "").replace(' ', '_') + "_" + place;
                sheet.add(new io.diskvigil.model.Reading.Status(
                        name, status, StateWords.part(status), part.get("table")));
            }
        }
    }

    private Snapshot snapshot(int number, String place, ComponentKind kind, Sheet sheet) {
        String name = kind == ComponentKind.FAN ? "fan" : "power supply";
        return new Snapshot(
                component(number, place, kind, name + " " + place + " of enclosure " + number, ""),
                at,
                sheet.readings());
    }

    private static String table(Map<String, String> part) {
        return part.getOrDefault("table", "").toLowerCase(Locale.ROOT);
    }

    private Component component(int number, String place, ComponentKind kind, String model, String serial) {
        String word = kind == ComponentKind.ENCLOSURE ? "enclosure" : kind == ComponentKind.FAN ? "fan" : "supply";
        String part = place.isEmpty() ? "" : "-" + place;
        return new Component(
                id.withSuffix("_" + word + "-" + number + part),
                kind,
                new Identity(model, serial, "", "", "", Medium.UNKNOWN, OptionalLong.empty()),
                List.of(Location.of(
                        Dialect.target(controller).path(),
                        word + "," + number + (place.isEmpty() ? "" : "/" + place))));
    }
}
