package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.megaraid.StateWords;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The battery or flash module as {@code -AdpBbuCmd} shows it. Its one word for the state may be empty or say "Operational" while
 * a flag asks for a new one: the flags count.
 */
record Battery(Block block) {
    /** What a flag means that is "Yes". */
    private static final Map<String, Health> FLAGS = flags();

    /** True while a learn cycle empties it, and no trouble then. */
    private static final Set<String> OF_LEARNING = Set.of("remaining capacity low", "fully discharged");

    private static final Set<String> KNOWN = Set.of(
            "batterytype",
            "voltage",
            "current",
            "temperature",
            "battery state",
            "design mode",
            "bbu firmware status",
            "charging status",
            "learn cycle requested",
            "learn cycle active",
            "learn cycle status",
            "learn cycle timeout",
            "i2c errors detected",
            "battery pack missing",
            "battery replacement required",
            "remaining capacity low",
            "periodic learn required",
            "transparent learn",
            "no space to cache offload",
            "pack is about to fail & should be replaced",
            "cache offload premium feature required",
            "module microcode update required",
            "gasguagestatus",
            "bbu gasgauge status",
            "fully discharged",
            "fully charged",
            "discharging",
            "initialized",
            "remaining time alarm",
            "remaining capacity alarm",
            "remining time alarm",
            "discharge terminated",
            "over temperature",
            "charging terminated",
            "over charged",
            "relative state of charge",
            "charger system state",
            "charger system ctrl",
            "charging current",
            "absolute state of charge",
            "max error",
            "charger status",
            "remaining capacity",
            "full charge capacity",
            "issohgood",
            "battery backup charge time",
            "run time to empty",
            "average time to empty",
            "average time to full",
            "estimated time to full recharge",
            "cycle count",
            "date of manufacture",
            "design capacity",
            "design voltage",
            "specification info",
            "serial number",
            "pack stat configuration",
            "manufacture name",
            "firmware version",
            "device name",
            "device chemistry",
            "battery fru",
            "tmm fru",
            "module version",
            "app data",
            "auto learn period",
            "next learn time",
            "learn delay interval",
            "auto-learn mode",
            "bbu mode",
            "pack energy",
            "capacitance",
            "remaining reserve space");

    private static Map<String, Health> flags() {
        Map<String, Health> flags = new LinkedHashMap<>();
        flags.put("battery pack missing", Health.FAILED);
        flags.put("battery replacement required", Health.FAILED);
        flags.put("pack is about to fail & should be replaced", Health.DEGRADED);
        flags.put("remaining capacity low", Health.DEGRADED);
        flags.put("no space to cache offload", Health.DEGRADED);
        flags.put("i2c errors detected", Health.DEGRADED);
        flags.put("over temperature", Health.DEGRADED);
        flags.put("over charged", Health.DEGRADED);
        return flags;
    }

    /** For a person: {@code iBBU, Operational}. */
    String title() {
        String type = block.text("batterytype");
        return (type.isEmpty() ? "battery" : type) + ": " + word();
    }

    Component component(String path, ComponentId controller) {
        String serial = block.text("serial number");
        Identity who = new Identity(
                block.text("batterytype"),
                serial.equals("0") ? "" : serial,
                "",
                "",
                "",
                Medium.UNKNOWN,
                OptionalLong.empty());
        return new Component(
                controller.withSuffix("_battery"), ComponentKind.BATTERY, who, List.of(Location.of(path, "battery,0")));
    }

    Health health() {
        Health own = state().isEmpty() ? Health.OK : StateWords.battery(state());
        // The firmware calls a battery that discharges for its learn cycle degraded.
        Health worst = isLearning() && own == Health.DEGRADED ? Health.OK : own;
        for (String flag : raised()) {
            worst = worst.worse(FLAGS.get(flag));
        }
        for (Line line : troubles()) {
            worst = worst.worse(line.label().equals("issohgood") ? Health.FAILED : Health.DEGRADED);
        }
        return worst;
    }

    private String state() {
        return block.text("battery state");
    }

    private boolean isLearning() {
        return Values.isYes(block.text("learn cycle active"));
    }

    private List<String> raised() {
        return FLAGS.keySet().stream()
                .filter(flag -> Values.isYes(block.text(flag)))
                .filter(flag -> !isLearning() || !OF_LEARNING.contains(flag))
                .toList();
    }

    /** The firmware's verdict on voltage and temperature, and the state of health of the cells. */
    private List<Line> troubles() {
        List<Line> troubles = new ArrayList<>();
        for (Line line : block.lines()) {
            boolean measured =
                    !line.value().isEmpty() && Character.isDigit(line.value().charAt(0));
            boolean verdict = !isLearning()
                    && (line.label().equals("voltage") || line.label().equals("temperature"))
                    && !measured
                    && !line.value().isEmpty()
                    && !line.value().equalsIgnoreCase("OK");
            if (verdict || line.label().equals("issohgood") && line.value().equalsIgnoreCase("No")) {
                troubles.add(line);
            }
        }
        return troubles;
    }

    private String word() {
        List<String> words = new ArrayList<>();
        if (!state().isEmpty()) {
            words.add(state());
        }
        for (String flag : raised()) {
            words.add(flag);
        }
        for (Line line : troubles()) {
            words.add(
                    line.label().equals("issohgood") ? "state of health not good" : line.label() + " " + line.value());
        }
        return words.isEmpty() ? "no trouble flagged" : String.join(", ", words);
    }

    void read(Readings readings) {
        readings.status(Vocabulary.BATTERY_STATE, word(), health(), "Battery State and BBU Firmware Status");
        readLearnCycle(readings);
        readings.gauge(
                Vocabulary.BATTERY_CHARGE_PERCENT,
                Values.percent(block.text("relative state of charge")),
                "Relative State of Charge");
        readings.gauge(
                Vocabulary.TEMPERATURE_CELSIUS, Values.celsius(measured("temperature")), "Temperature of the battery");
        OptionalDouble millivolts = Values.decimal(measured("voltage"));
        if (millivolts.isPresent()) {
            readings.gauge(Vocabulary.VOLTAGE_VOLTS, OptionalDouble.of(millivolts.getAsDouble() / 1000), "Voltage");
        }
        readings.fact("charging", block.text("charging status"), "Charging Status");
        readings.fact("remaining_capacity", block.text("remaining capacity"), "Remaining Capacity");
        readings.fact("full_charge_capacity", block.text("full charge capacity"), "Full Charge Capacity");
        readings.fact("design_capacity", block.text("design capacity"), "Design Capacity");
        readings.fact("cycle_count", block.text("cycle count"), "Cycle Count");
        readings.fact("date_of_manufacture", block.text("date of manufacture"), "Date of Manufacture");
        readings.fact("next_learn_time", block.text("next learn time"), "Next Learn time");
        readings.unread(block.unread(KNOWN));
    }

    /** The label stands twice: with a number, and with a verdict. */
    private String measured(String label) {
        Optional<Line> line = block.find(label, value -> !value.isEmpty() && Character.isDigit(value.charAt(0)));
        return line.map(Line::value).orElse("");
    }

    private void readLearnCycle(Readings readings) {
        if (!block.has("learn cycle active")) {
            return;
        }
        String status = block.text("learn cycle status");
        boolean timedOut = Values.isYes(block.text("learn cycle timeout"));
        boolean failed = !status.isEmpty() && !status.equalsIgnoreCase("OK");
        String word = timedOut
                ? "timed out"
                : failed
                        ? "status " + status
                        : isLearning()
                                ? "active"
                                : Values.isYes(block.text("learn cycle requested")) ? "requested" : "not active";
        readings.status(
                Vocabulary.BATTERY_LEARN_CYCLE,
                word,
                timedOut || failed ? Health.DEGRADED : Health.OK,
                "Learn Cycle Active, Status and Timeout");
    }
}
