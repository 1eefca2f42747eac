package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The controller as {@code -AdpAllInfo} shows it; of its two hundred lines most are settings. */
record Controller(Block block) {
    private static final List<String> COUNTS = List.of("degraded", "offline", "critical disks", "failed disks");

    /** Stays the same for ever: made from model and serial, or from its number where there is no serial. */
    static ComponentId id(Optional<Controller> controller, int adapter) {
        return controller
                .map(Controller::identity)
                .filter(who -> !who.serial().isEmpty())
                .map(who -> ComponentId.of(who.model(), who.serial()))
                .orElseGet(() -> ComponentId.of("megaraid", "" + Math.max(adapter, 0)));
    }

    static Component component(Optional<Controller> controller, String path, int adapter) {
        return new Component(
                id(controller, adapter),
                ComponentKind.CONTROLLER,
                controller.map(Controller::identity).orElseGet(Identity::unknown),
                List.of(Location.of(path, "controller")));
    }

    private Identity identity() {
        String serial = block.text("serial no");
        return new Identity(
                block.text("product name"),
                serial.matches("0+") ? "" : serial,
                "",
                block.text("fw package build", "fw version"),
                "",
                Medium.UNKNOWN,
                OptionalLong.empty());
    }

    /** Empty where it does not say. */
    Optional<Boolean> hasBattery() {
        String battery = block.text("bbu");
        return battery.equalsIgnoreCase("Present")
                ? Optional.of(true)
                : battery.equalsIgnoreCase("Absent") ? Optional.of(false) : Optional.empty();
    }

    void read(Readings readings) {
        readState(readings);
        readings.gauge(
                Vocabulary.TEMPERATURE_CELSIUS,
                Values.celsius(block.text("roc temperature", "controller temperature")),
                "ROC temperature");
        readings.counter(
                Vocabulary.MEMORY_CORRECTABLE_ERRORS,
                block.number("memory correctable errors"),
                "Memory Correctable Errors");
        readings.counter(
                Vocabulary.MEMORY_UNCORRECTABLE_ERRORS,
                block.number("memory uncorrectable errors"),
                "Memory Uncorrectable Errors");
        // The host's time is not in the same answer, and neither has a zone.
        readings.fact("controller_clock", block.text("current time"), "Current Time");
        readings.fact("bbu", block.text("bbu"), "HW Configuration, BBU");
        readings.fact("memory", block.text("memory size"), "Memory Size");
        readings.fact("auto_rebuild", block.text("auto rebuild"), "Auto Rebuild");
        if (Values.isYes(block.text("any offline vd cache preserved"))) {
            readings.fact(
                    "preserved_cache",
                    "cache of an offline virtual drive is preserved",
                    "Any Offline VD Cache Preserved");
        }
    }

    /** It has no word for itself, only counts of what is wrong below it. */
    private void readState(Readings readings) {
        List<Line> told = COUNTS.stream()
                .flatMap(label -> block.find(label, value -> Values.whole(value).isPresent()).stream())
                .toList();
        if (told.isEmpty()) {
            return;
        }
        boolean wrong =
                told.stream().anyMatch(line -> Values.whole(line.value()).orElse(0) > 0);
        String word =
                told.stream().map(line -> line.label() + " " + line.value()).collect(Collectors.joining(", "));
        readings.status(Vocabulary.CONTROLLER_STATE, word, wrong ? Health.DEGRADED : Health.OK, "Device Present");
    }

    /** How many drives the controller counts; 0 where it does not say. */
    long drives() {
        return block.number("disks").orElse(0);
    }

    /** How many volumes the controller counts; 0 where it does not say. */
    long volumes() {
        return block.number("virtual drives").orElse(0);
    }
}
