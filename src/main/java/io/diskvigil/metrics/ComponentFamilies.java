package io.diskvigil.metrics;

import io.diskvigil.metrics.Exposition.Family;
import io.diskvigil.metrics.Exposition.Label;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.LastKnown.EventLogView;
import io.diskvigil.poll.LastKnown.View;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the families about controllers and what stands beside them: volumes, batteries, enclosures, fans, supplies. */
final class ComponentFamilies {
    private static final Family CONTROLLER =
            Family.gauge("diskvigil_controller_info", "Always 1; which controller this is.");
    private static final Family CONTROLLER_STATE = Family.gauge(
            "diskvigil_controller_state",
            "1 for what a controller says of itself: ok, degraded, failed, unknown; word is its own.");
    private static final Family VISIBLE = Family.gauge(
            "diskvigil_controller_visible", "0 if a controller left a part of what it was asked unanswered, else 1.");
    private static final Family CLOCK = Family.gauge(
            "diskvigil_controller_clock_offset_seconds",
            "By how much the controller's clock is ahead of the host's, told or estimated by its events.");
    private static final Family FOREIGN = Family.gauge(
            "diskvigil_controller_foreign_drives", "Drives that carry the configuration of another controller.");
    private static final Family SPARES =
            Family.gauge("diskvigil_controller_hot_spares", "Drives of a controller that stand by for one that fails.");
    private static final Family MEMORY = Family.gauge(
            "diskvigil_controller_memory_errors",
            "Errors of the controller's own memory, by whether it could correct them.");
    private static final Family PATROL = Family.gauge(
            "diskvigil_controller_patrol_read_age_seconds",
            "Time since the controller last read all its drives through.");
    private static final Family EVENTS = Family.counter(
            "diskvigil_controller_events_total",
            "Records of a controller's event log ever booked, by what they speak of.");
    private static final Family BATTERY = Family.gauge(
            "diskvigil_battery_info", "Always 1; which battery or flash module of which controller this is.");
    private static final Family BATTERY_STATE = Family.gauge(
            "diskvigil_battery_state",
            "1 for the state of a controller's battery or flash module: ok, degraded, failed, unknown; word is the controller's own.");
    private static final Family LEARN = Family.gauge(
            "diskvigil_battery_learn_cycle",
            "1 for how the learn cycle of a battery stands; degraded if it went wrong.");
    private static final Family CHARGE =
            Family.gauge("diskvigil_battery_charge_ratio", "Charge of a battery, from 0 to 1.");
    private static final Family ENCLOSURE =
            Family.gauge("diskvigil_enclosure_info", "Always 1; which enclosure of which controller this is.");
    private static final Family ENCLOSURE_STATE = Family.gauge(
            "diskvigil_enclosure_state",
            "1 for what an enclosure says of itself: ok, degraded, failed, unknown; word is its own.");
    private static final Family FAN_STATE = Family.gauge(
            "diskvigil_fan_state",
            "1 for the state of a fan: ok, degraded, failed, unknown; word is the controller's own.");
    private static final Family FAN_RPM = Family.gauge("diskvigil_fan_rpm", "Speed of a fan, in revolutions a minute.");
    private static final Family SUPPLY_STATE = Family.gauge(
            "diskvigil_power_supply_state",
            "1 for the state of a power supply: ok, degraded, failed, unknown; word is the controller's own.");
    private static final Family WARM = Family.gauge(
            "diskvigil_component_temperature_celsius",
            "Temperature of what is no drive: controller, battery, enclosure.");
    private static final Family VOLTS =
            Family.gauge("diskvigil_component_voltage_volts", "Voltage that what is no drive tells of itself.");

    private ComponentFamilies() {}

    static void write(LastKnown known, List<View> components, Exposition out) {
        Map<String, String> controllers = controllers(components);
        Map<ComponentKind, List<Part>> parts = components.stream()
                .filter(view -> view.component().kind() != ComponentKind.DRIVE
                        && view.snapshot().isPresent())
                .map(view -> part(view, controllers))
                .collect(Collectors.groupingBy(part -> part.component().kind()));
        VolumeFamilies.write(of(ComponentKind.VOLUME, parts), out);
        controllers(known.eventLogs(), of(ComponentKind.CONTROLLER, parts), out);
        batteries(of(ComponentKind.BATTERY, parts), out);
        List<Part> enclosures = of(ComponentKind.ENCLOSURE, parts);
        infos(ENCLOSURE, enclosures, out);
        Part.states(ENCLOSURE_STATE, enclosures, Vocabulary.ENCLOSURE_STATE, "ok", out);
        Part.states(FAN_STATE, of(ComponentKind.FAN, parts), Vocabulary.FAN_STATE, "ok", out);
        Part.levels(FAN_RPM, of(ComponentKind.FAN, parts), Vocabulary.FAN_RPM, 1, out);
        Part.states(SUPPLY_STATE, of(ComponentKind.POWER_SUPPLY, parts), Vocabulary.SUPPLY_STATE, "ok", out);
        everywhere(WARM, Vocabulary.TEMPERATURE_CELSIUS, parts, out);
        everywhere(VOLTS, Vocabulary.VOLTAGE_VOLTS, parts, out);
    }

    private static Part part(View view, Map<String, String> controllers) {
        Component component = view.component();
        String controller = component.locations().stream()
                .map(Location::path)
                .filter(controllers::containsKey)
                .findFirst()
                .map(controllers::get)
                .orElse("");
        String kind = component.kind() == ComponentKind.POWER_SUPPLY ? "supply" : KnownFamilies.lower(component.kind());
        return new Part(
                component,
                view.snapshot().orElseThrow(),
                Label.of(kind, component.id().value()),
                controller);
    }

    /** By the path that all parts of a controller share with it. */
    private static Map<String, String> controllers(List<View> components) {
        Map<String, String> ids = new HashMap<>();
        components.stream()
                .map(View::component)
                .filter(component -> component.kind() == ComponentKind.CONTROLLER)
                .forEach(controller -> controller
                        .locations()
                        .forEach(at -> ids.put(at.path(), controller.id().value())));
        return ids;
    }

    private static List<Part> of(ComponentKind kind, Map<ComponentKind, List<Part>> parts) {
        return parts.getOrDefault(kind, List.of());
    }

    private static void controllers(List<EventLogView> logs, List<Part> controllers, Exposition out) {
        out.family(CONTROLLER);
        for (Part part : controllers) {
            Identity identity = part.component().identity();
            out.row()
                    .label(part.label())
                    .label("device", part.component().path())
                    .label("model", identity.model())
                    .label("serial", identity.serial())
                    .label("firmware", identity.firmware())
                    .value(1);
        }
        Part.states(CONTROLLER_STATE, controllers, Vocabulary.CONTROLLER_STATE, "ok", out);
        out.family(VISIBLE);
        controllers.forEach(part -> out.row()
                .label(part.label())
                .value(
                        part.snapshot()
                                        .status(Vocabulary.VISIBILITY.readingName())
                                        .filter(status -> status.health() != Health.OK)
                                        .isPresent()
                                ? 0
                                : 1));
        clocks(logs, controllers, out);
        Part.levels(FOREIGN, controllers, Vocabulary.FOREIGN_CONFIGURATION, 1, out);
        Part.levels(SPARES, controllers, Vocabulary.HOT_SPARES, 1, out);
        out.family(MEMORY);
        for (Part part : controllers) {
            memory(part, Vocabulary.MEMORY_CORRECTABLE_ERRORS, "correctable", out);
            memory(part, Vocabulary.MEMORY_UNCORRECTABLE_ERRORS, "uncorrectable", out);
        }
        Part.levels(PATROL, controllers, Vocabulary.PATROL_READ_AGE_DAYS, Part.DAY, out);
        out.family(EVENTS);
        logs.forEach(log -> new TreeMap<>(log.totals())
                .forEach((kind, count) -> out.row()
                        .label("controller", log.controller().value())
                        .label("kind", kind.name().toLowerCase(Locale.ROOT))
                        .value(count)));
    }

    /** What the controller tells, else what its event log lets one estimate. */
    private static void clocks(List<EventLogView> logs, List<Part> controllers, Exposition out) {
        Part.levels(CLOCK, controllers, Vocabulary.CLOCK_OFFSET_SECONDS, 1, out);
        Set<ComponentId> told = controllers.stream()
                .filter(part -> part.snapshot()
                        .level(Vocabulary.CLOCK_OFFSET_SECONDS.readingName())
                        .isPresent())
                .map(part -> part.component().id())
                .collect(Collectors.toSet());
        logs.stream()
                .filter(log -> !told.contains(log.controller()))
                .forEach(log -> log.offset()
                        .ifPresent(offset -> out.row()
                                .label("controller", log.controller().value())
                                .value(offset.seconds())));
    }

    private static void memory(Part part, Vocabulary word, String kind, Exposition out) {
        part.snapshot()
                .count(word.readingName())
                .ifPresent(count ->
                        out.row().label(part.label()).label("kind", kind).value(count));
    }

    private static void batteries(List<Part> batteries, Exposition out) {
        infos(BATTERY, batteries, out);
        Part.states(BATTERY_STATE, batteries, Vocabulary.BATTERY_STATE, "ok", out);
        Part.states(LEARN, batteries, Vocabulary.BATTERY_LEARN_CYCLE, "ok", out);
        Part.levels(CHARGE, batteries, Vocabulary.BATTERY_CHARGE_PERCENT, Part.PERCENT, out);
    }

    private static void infos(Family family, List<Part> parts, Exposition out) {
        out.family(family);
        parts.forEach(part -> out.row()
                .label(part.label())
                .label("controller", part.controller())
                .label("model", part.component().identity().model())
                .label("serial", part.component().identity().serial())
                .label("location", part.place())
                .value(1));
    }

    private static void everywhere(
            Family family, Vocabulary word, Map<ComponentKind, List<Part>> parts, Exposition out) {
        out.family(family);
        new TreeMap<>(parts)
                .values().stream()
                        .flatMap(List::stream)
                        .forEach(part -> part.snapshot().level(word.readingName()).stream()
                                .filter(Double::isFinite)
                                .forEach(level -> out.row()
                                        .label(
                                                "component",
                                                part.component().id().value())
                                        .label(
                                                "kind",
                                                KnownFamilies.lower(
                                                        part.component().kind()))
                                        .value(level)));
    }
}
