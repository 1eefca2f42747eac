package io.diskvigil.metrics;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.ClockOffset;
import io.diskvigil.poll.LastKnown.EventLogView;
import io.diskvigil.poll.LastKnown.View;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A RAID controller with a volume that rebuilds, one that tells nothing, and a bad battery; and a log of another controller. */
public final class RaidMachine {
    private static final String PATH = "megaraid:0";

    private RaidMachine() {}

    public static List<View> views() {
        return List.of(
                view(
                        ComponentKind.CONTROLLER,
                        "AVAGO_SV1",
                        new Identity("AVAGO", "SV1", "", "24.21.0", "", Medium.UNKNOWN, OptionalLong.empty()),
                        List.of(Location.of(PATH, "controller")),
                        status(Vocabulary.CONTROLLER_STATE, "Needs Attention", Health.DEGRADED),
                        status(Vocabulary.VISIBILITY, "not answered: /c0/v0 show all: timed out", Health.UNKNOWN),
                        gauge(Vocabulary.TEMPERATURE_CELSIUS, 71),
                        gauge(Vocabulary.CLOCK_OFFSET_SECONDS, 61.5),
                        gauge(Vocabulary.FOREIGN_CONFIGURATION, 1),
                        gauge(Vocabulary.HOT_SPARES, 1),
                        count(Vocabulary.MEMORY_CORRECTABLE_ERRORS, 3),
                        count(Vocabulary.MEMORY_UNCORRECTABLE_ERRORS, 0),
                        gauge(Vocabulary.PATROL_READ_AGE_DAYS, 8)),
                view(
                        ComponentKind.VOLUME,
                        "AVAGO_SV1_volume-0",
                        named("RAID 5 \"data\"", OptionalLong.of(8_000_000_000_000L)),
                        List.of(Location.of(PATH, "volume,0"), Location.of("/dev/sdr", "")),
                        status(Vocabulary.VOLUME_STATE, "Pdgd", Health.DEGRADED),
                        gauge(Vocabulary.VOLUME_REDUNDANCY_LEFT, 0),
                        gauge(Vocabulary.REBUILD_PERCENT, 41),
                        gauge(Vocabulary.REBUILD_MINUTES_LEFT, 90),
                        new Member("member", 0, "252:0", "ST4000NM0023 Z1Y", "Onln", Health.OK, ""),
                        new Member("member", 1, "252:1", "ST4000NM0023 Z1X", "Rbld", Health.OK, ""),
                        new Member("member", 2, "", "", "Msng", Health.FAILED, ""),
                        status(Vocabulary.WRITE_CACHE, "write-back", Health.OK),
                        status(Vocabulary.WRITE_CACHE_CONFIGURED, "write-back", Health.OK),
                        status(Vocabulary.CACHE_PROTECTION, "battery: Failed", Health.FAILED),
                        gauge(Vocabulary.CONSISTENCY_CHECK_AGE_DAYS, 40)),
                view(
                        ComponentKind.VOLUME,
                        "AVAGO_SV1_volume-1",
                        named("RAID 0", OptionalLong.empty()),
                        List.of(Location.of(PATH, "volume,1"))),
                view(
                        ComponentKind.BATTERY,
                        "AVAGO_SV1_battery",
                        new Identity("iBBU", "4069", "", "", "", Medium.UNKNOWN, OptionalLong.empty()),
                        List.of(Location.of(PATH, "battery,0")),
                        status(Vocabulary.BATTERY_STATE, "Failed", Health.FAILED),
                        status(Vocabulary.BATTERY_LEARN_CYCLE, "not active", Health.OK),
                        gauge(Vocabulary.BATTERY_CHARGE_PERCENT, 7),
                        gauge(Vocabulary.VOLTAGE_VOLTS, 3.9),
                        gauge(Vocabulary.TEMPERATURE_CELSIUS, 31)),
                view(
                        ComponentKind.ENCLOSURE,
                        "AVAGO_SV1_enclosure-1",
                        named("SAS2X28", OptionalLong.empty()),
                        List.of(new Location(PATH, "enclosure,1", "Enclosure 1", "")),
                        status(Vocabulary.ENCLOSURE_STATE, "OK", Health.OK)),
                view(
                        ComponentKind.FAN,
                        "AVAGO_SV1_fan-1-2",
                        Identity.unknown(),
                        List.of(Location.of(PATH, "fan,1/2")),
                        status(Vocabulary.FAN_STATE, "odd\"} 1\nword", Health.UNKNOWN),
                        gauge(Vocabulary.FAN_RPM, 6900)),
                view(
                        ComponentKind.POWER_SUPPLY,
                        "AVAGO_SV1_supply-1-1",
                        Identity.unknown(),
                        List.of(Location.of(PATH, "supply,1/1")),
                        status(Vocabulary.SUPPLY_STATE, "Failed", Health.FAILED)),
                view(
                        ComponentKind.DRIVE,
                        "ST4000NM0023_Z1Z",
                        new Identity("ST4000NM0023", "Z1Z", "", "", "", Medium.ROTATING, OptionalLong.empty()),
                        List.of(new Location(PATH, "megaraid,9", "252:2", "")),
                        status(Vocabulary.MEMBER_STATE, "UBad", Health.FAILED),
                        status(Vocabulary.VOLUME_STATE, "Pdgd", Health.DEGRADED),
                        gauge(Vocabulary.VOLUME_REDUNDANCY_LEFT, 0),
                        gauge(Vocabulary.REBUILD_PERCENT, 41),
                        gauge(Vocabulary.REBUILD_MINUTES_LEFT, 90),
                        status(Vocabulary.SPUN_DOWN, "up", Health.OK),
                        count(Vocabulary.CONTROLLER_MEDIA_ERRORS, 12),
                        count(Vocabulary.CONTROLLER_OTHER_ERRORS, 4),
                        count(Vocabulary.CONTROLLER_TIMEOUTS, 2),
                        count(Vocabulary.CONTROLLER_MEDIA_EVENTS, 10),
                        count(Vocabulary.PREDICTIVE_FAILURES, 1),
                        count(Vocabulary.REALLOCATED_SECTORS_VALUE_LOSS, 0),
                        count(Vocabulary.PENDING_SECTORS_VALUE_LOSS, 7),
                        count(Vocabulary.OFFLINE_UNCORRECTABLE_VALUE_LOSS, 7),
                        count(Vocabulary.REPORTED_UNCORRECTABLE_VALUE_LOSS, 0),
                        gauge(Vocabulary.LINK_SPEED_GBPS, 3)));
    }

    static List<EventLogView> logs() {
        return List.of(
                new EventLogView(
                        new ComponentId("AVAGO_SV1"),
                        Map.of(EventKind.VOLUME_DEGRADED, 2L, EventKind.READ_ERROR, 17L),
                        Optional.of(new ClockOffset(50, 70, false, Machine.NOW))),
                new EventLogView(
                        new ComponentId("ARC-1210_Q1"),
                        Map.of(EventKind.UNKNOWN, 1L),
                        Optional.of(new ClockOffset(-7500, -7200, false, Machine.NOW))));
    }

    static View view(ComponentKind kind, String id, Identity identity, List<Location> doors, Reading... readings) {
        Component component = new Component(new ComponentId(id), kind, identity, doors);
        Snapshot snapshot = new Snapshot(component, Machine.NOW.minusMillis(60_500), List.of(readings));
        return new View(component, Optional.of(snapshot), List.of(), Map.of(), false);
    }

    /** Some reading of that name. */
    static Reading reading(Vocabulary word) {
        return switch (word.form()) {
            case COUNTER -> count(word, 1);
            case GAUGE -> gauge(word, 1);
            case STATUS -> status(word, "word", Health.OK);
        };
    }

    private static Identity named(String model, OptionalLong bytes) {
        return new Identity(model, "", "", "", "", Medium.UNKNOWN, bytes);
    }

    private static Status status(Vocabulary word, String vendorWord, Health health) {
        return new Status(word.readingName(), vendorWord, health, "");
    }

    private static Gauge gauge(Vocabulary word, double value) {
        return new Gauge(word.readingName(), value, OptionalDouble.empty(), "");
    }

    private static Counter count(Vocabulary word, long raw) {
        return new Counter(word.readingName(), raw, "");
    }
}
