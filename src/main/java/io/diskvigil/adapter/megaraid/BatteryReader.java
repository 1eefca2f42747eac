package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The battery or CacheVault of a controller: the state that it prints, made worse by the flags that say more. */
final class BatteryReader {
    private static final String SOURCE = "battery information";

    private final Gathering told;
    private final int controller;

    BatteryReader(Gathering told, int controller) {
        this.told = told;
        this.controller = controller;
    }

    /** Whether there is one, or was one that is now missing. */
    boolean exists() {
        return !told.battery.isEmpty() || hardware().equals("Present");
    }

    private String hardware() {
        return told.controller.getOrDefault("BBU", told.controller.getOrDefault("Energy Pack", ""));
    }

    private String of(String key) {
        return told.battery.getOrDefault(key, "");
    }

    private boolean yes(String... keys) {
        for (String key : keys) {
            if (of(key).equalsIgnoreCase("Yes")) {
                return true;
            }
        }
        return false;
    }

    private String word() {
        String word = told.battery.getOrDefault("Battery State", of("State"));
        if (!word.isEmpty() || !told.battery.isEmpty()) {
            return word;
        }
        // Only a number, of which no manual speaks; the values are what was seen with Optimal and while charging.
        String status =
                told.controller.getOrDefault("BBU Status", told.controller.getOrDefault("Energy Pack Status", ""));
        return switch (status) {
            case "0" -> "Optimal (BBU Status 0)";
            case "8" -> "Charging (BBU Status 8)";
            default -> status.isEmpty() ? "" : "BBU Status " + status;
        };
    }

    boolean isLearning() {
        return yes("Learn Cycle Active")
                || word().toLowerCase(java.util.Locale.ROOT).contains("learn");
    }

    private List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (yes("Battery Pack Missing")) {
            complaints.add("pack missing");
        }
        if (yes("Battery Replacement required", "Replacement required", "Pack is about to fail & should be replaced")) {
            complaints.add("replacement required");
        }
        if (of("Is SOH Good").equalsIgnoreCase("No") || of("isSOHGood").equalsIgnoreCase("No")) {
            complaints.add("state of health bad");
        }
        return complaints;
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (yes("I2C Errors Detected", "I2c Errors Detected")) {
            remarks.add("I2C errors");
        }
        if (yes("No space to cache offload")) {
            remarks.add("no space to cache offload");
        }
        if (!isLearning() && yes("Remaining Capacity Low")) {
            remarks.add("remaining capacity low");
        }
        for (String key : List.of("Voltage", "Temperature", "NVCache State")) {
            String word = told.battery.getOrDefault(key, "");
            if (!isLearning() && !word.isEmpty() && Values.number(word).isEmpty() && !word.equalsIgnoreCase("OK")) {
                remarks.add(key.toLowerCase(java.util.Locale.ROOT) + " " + word);
            }
        }
        return remarks;
    }

    Health health() {
        if (!complaints().isEmpty()) {
            return Health.FAILED;
        }
        String word = word();
        Health own = word.isEmpty() ? (told.battery.isEmpty() ? Health.UNKNOWN : Health.OK) : StateWords.battery(word);
        // The firmware calls a battery that discharges for its learn cycle degraded.
        Health state = isLearning() && own == Health.DEGRADED ? Health.OK : own;
        return remarks().isEmpty() ? state : state.worse(Health.DEGRADED);
    }

    private String words() {
        List<String> words = new ArrayList<>();
        words.add(word().isEmpty() ? (told.battery.isEmpty() ? "not told" : "no state told") : word());
        words.addAll(complaints());
        words.addAll(remarks());
        return String.join(", ", words);
    }

    private String model() {
        String kind = told.batteryKind.isEmpty() ? "battery" : told.batteryKind;
        String model = told.battery.getOrDefault("Model", told.battery.getOrDefault("Type", of("Device Name")));
        return (kind + " " + model).strip();
    }

    /** What keeps the cache of a volume through a power loss, if that can be said. */
    Optional<Status> protection(String writeCache) {
        boolean back = writeCache.equals("write-back");
        String name = Vocabulary.CACHE_PROTECTION.readingName();
        if (exists()) {
            Health health = health();
            return Optional.of(new Status(
                    name,
                    model() + ": " + (isLearning() ? "learn cycle, " : "") + words(),
                    back ? health : Health.OK,
                    SOURCE));
        }
        if (hardware().isEmpty() || writeCache.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                back
                        ? new Status(name, "none: no battery", Health.FAILED, "HwCfg BBU " + hardware())
                        : new Status(name, "none needed", Health.OK, "HwCfg BBU " + hardware()));
    }

    Optional<Snapshot> read(ComponentId controllerId, Instant at) {
        if (!exists()) {
            return Optional.empty();
        }
        Sheet sheet = new Sheet();
        sheet.status(Vocabulary.BATTERY_STATE, words(), health(), SOURCE);
        learnCycle(sheet);
        OptionalDouble charge = Values.number(of("Relative State of Charge"));
        // Broken gauges print 5158 %.
        if (charge.isPresent() && charge.getAsDouble() >= 0 && charge.getAsDouble() <= 110) {
            sheet.gauge(Vocabulary.BATTERY_CHARGE_PERCENT, charge, SOURCE + ", Relative State of Charge");
        }
        sheet.gauge(
                Vocabulary.TEMPERATURE_CELSIUS,
                Values.celsius(told.battery.getOrDefault("Temp", of("Temperature"))),
                SOURCE);
        for (String key : List.of("Capacitance", "Pack Energy", "Next Learn time", "Next Learn", "Auto-Learn Mode")) {
            sheet.fact(key, of(key), SOURCE);
        }
        return Optional.of(new Snapshot(component(controllerId, told.battery), at, sheet.readings()));
    }

    private Component component(ComponentId controllerId, Map<String, String> battery) {
        return new Component(
                controllerId.withSuffix("_battery"),
                ComponentKind.BATTERY,
                new Identity(
                        model(),
                        battery.getOrDefault("Serial Number", ""),
                        "",
                        battery.getOrDefault("Firmware Version", ""),
                        "",
                        Medium.UNKNOWN,
                        OptionalLong.empty()),
                List.of(Location.of(Dialect.target(controller).path(), "battery,0")));
    }

    private void learnCycle(Sheet sheet) {
        boolean late = yes("Learn Cycle Timeout");
        String status = of("Learn Cycle Status");
        boolean failed = !status.isEmpty() && !status.equalsIgnoreCase("OK") && !isLearning();
        if (late || failed) {
            sheet.status(
                    Vocabulary.BATTERY_LEARN_CYCLE,
                    late ? "timed out" : status,
                    Health.DEGRADED,
                    SOURCE + ", Learn Cycle Status");
        } else if (isLearning()) {
            sheet.status(Vocabulary.BATTERY_LEARN_CYCLE, "active", Health.OK, SOURCE + ", Learn Cycle Active");
        } else if (told.battery.containsKey("Learn Cycle Active")) {
            sheet.status(Vocabulary.BATTERY_LEARN_CYCLE, "not active", Health.OK, SOURCE + ", Learn Cycle Active");
        }
    }
}
