package io.diskvigil.notify;

import io.diskvigil.incident.IncidentConfig;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.IncidentPolicy.Observation;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Surrounding;
import io.diskvigil.model.Change;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Snapshot;
import io.diskvigil.rule.History;
import io.diskvigil.rule.RuleConfig;
import io.diskvigil.rule.Rules;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** What the rules and the policy make of RAID controllers, as notifications: the words are the rules' own. */
final class RaidStories {
    private static final Instant QUIET = Instant.parse("2026-05-31T10:00:00Z");
    private static final Instant NOW = Instant.parse("2026-06-01T10:00:00Z");

    private RaidStories() {}

    /** The controller mends what the drive in channel 2 cannot read, for hours, and calls it NORMAL. */
    static Notification readErrors() {
        List<Reading> calm = List.of(
                new Status("member_state", "NORMAL", Health.OK, "disk info drv=2"),
                new Status("volume_state", "Normal", Health.OK, "vsf info"),
                gauge("volume_redundancy_left", 1),
                locate(2),
                new Counter("controller_media_events", 0, "event info"));
        List<Reading> bad = new ArrayList<>(calm.subList(0, 4));
        bad.add(new Counter("controller_media_events", 6, "event info"));
        IntStream.range(0, 6).forEach(i -> bad.add(readError(NOW.minus(Duration.ofMinutes(400 - 70L * i)))));
        bad.add(attribute(5, "Reallocation Count", 200));
        bad.add(attribute(197, "Current Pending Sector Count", 200));
        return opened(
                drive(2, "S300ABCD"),
                calm,
                bad,
                List.of(
                        new Surrounding("state", "NORMAL", false),
                        new Surrounding("volume", "data (RAID 5): Normal, 1 more may fail", false),
                        new Surrounding("light it", locate(2).text(), true)));
    }

    /** A volume that has lost a drive, and its members. */
    static Notification degraded() {
        List<Reading> whole = new ArrayList<>(List.of(
                new Status("volume_state", "Normal", Health.OK, "vsf info, column State"),
                gauge("volume_redundancy_left", 1)));
        List<Reading> lost = new ArrayList<>(List.of(
                new Status("volume_state", "Degraded", Health.DEGRADED, "vsf info, column State"),
                gauge("volume_redundancy_left", 0)));
        List<Surrounding> members = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String slot = "Channel " + (i + 1);
            String drive = "ST4000NM0035 S300ABC" + i;
            whole.add(new Member("member", i, slot, drive, "NORMAL", Health.OK, "rsf info"));
            lost.add(
                    i == 2
                            ? new Member("member", i, "", "", "missing", Health.FAILED, "rsf info")
                            : new Member("member", i, slot, drive, "NORMAL", Health.OK, "rsf info"));
            members.add(new Surrounding("member " + i, i == 2 ? "missing" : "NORMAL, " + slot + ", " + drive, false));
        }
        return opened(volume(), whole, lost, members);
    }

    /** A dead battery, and somebody forced the cache to stay on. */
    static Notification unprotected() {
        List<Reading> well = List.of(
                new Status("volume_state", "Optl", Health.OK, "vall show all, State"),
                new Status("write_cache", "write-back", Health.OK, "vall show all, Cache AWB"),
                new Status("cache_protection", "BBU, optimal", Health.OK, "bbu show all"));
        List<Reading> dead = List.of(
                well.get(0),
                well.get(1),
                new Status("cache_protection", "BBU, replacement required", Health.FAILED, "bbu show all"));
        return opened(volume(), well, dead, List.of());
    }

    /** Another member of the degraded volume, whose sectors cannot be read. */
    static Notification weakMember() {
        List<Reading> calm = List.of(
                new Status("member_state", "NORMAL", Health.OK, "disk info drv=1"),
                new Status("volume_state", "Normal", Health.OK, "vsf info"),
                gauge("volume_redundancy_left", 1),
                locate(1),
                new Counter("pending_sectors", 0, "attribute 197 Current_Pending_Sector"));
        List<Reading> weak = List.of(
                calm.get(0),
                new Status("volume_state", "Degraded", Health.DEGRADED, "vsf info"),
                gauge("volume_redundancy_left", 0),
                locate(1),
                new Counter("pending_sectors", 3, "attribute 197 Current_Pending_Sector"));
        return opened(
                drive(1, "S300ABC0"),
                calm,
                weak,
                List.of(
                        new Surrounding("state", "NORMAL", false),
                        new Surrounding("volume", "data (RAID 5): Degraded, no further drive may fail", false),
                        new Surrounding("light it", locate(1).text(), true)));
    }

    private static Notification opened(
            Component component, List<Reading> before, List<Reading> now, List<Surrounding> surroundings) {
        Snapshot snapshot = new Snapshot(component, NOW, now);
        History history =
                History.NONE.observe(new Snapshot(component, QUIET, before)).observe(snapshot);
        List<Finding> findings = Rules.of(config(RuleConfig.class, "rules")).stream()
                .flatMap(rule -> rule.evaluate(snapshot, history).stream())
                .toList();
        Map<String, List<Change>> histories = new HashMap<>();
        findings.stream()
                .map(finding -> finding.evidence().reading())
                .forEach(reading -> histories.put(reading, history.changes(reading)));
        Observation seen = new Observation(
                component,
                NOW,
                false,
                finding -> true,
                findings,
                histories,
                () -> now.stream().map(Reading::line).toList(),
                () -> surroundings);
        return new IncidentPolicy(config(IncidentConfig.class, "incidents"))
                .decide(Optional.empty(), seen)
                .notification()
                .orElseThrow();
    }

    private static <T> T config(Class<T> type, String section) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(type, section)
                .build()
                .getConfigMapping(type, section);
    }

    private static Fact locate(int drive) {
        return new Fact(Fact.LOCATE, "/usr/sbin/cli64 curctrl=1 disk identify drv=" + drive, "disk info");
    }

    private static Event readError(Instant at) {
        return new Event(
                "controller_event",
                "",
                Optional.of(LocalDateTime.ofInstant(at.plus(Duration.ofHours(2)), ZoneOffset.UTC)),
                Optional.of(at),
                "areca,2",
                "Reading Error",
                EventKind.READ_ERROR,
                Health.DEGRADED,
                "event info");
    }

    private static Attribute attribute(int id, String name, int value) {
        return new Attribute(
                id,
                name,
                OptionalLong.empty(),
                "",
                value,
                value,
                OptionalInt.of(id == 5 ? 140 : 0),
                id == 5,
                Trip.NEVER,
                "disk smart drv=2");
    }

    private static Gauge gauge(String name, double value) {
        return new Gauge(name, value, OptionalDouble.empty(), "vsf info");
    }

    private static Component drive(int channel, String serial) {
        return new Component(
                ComponentId.of("ST4000NM0035", serial),
                ComponentKind.DRIVE,
                new Identity(
                        "ST4000NM0035",
                        serial,
                        "",
                        "TN03",
                        "ATA",
                        Medium.ROTATING,
                        OptionalLong.of(4_000_787_030_016L)),
                List.of(
                        new Location("areca:1", "areca," + channel, "Channel " + channel, ""),
                        Location.of("/dev/sg2", "areca," + channel)));
    }

    private static Component volume() {
        return new Component(
                ComponentId.of("ARC-1680", "Y123CAAAAR12345").withSuffix("_volume-data"),
                ComponentKind.VOLUME,
                new Identity("RAID 5 data", "", "", "", "", Medium.UNKNOWN, OptionalLong.of(12_000_000_000_000L)),
                List.of(Location.of("areca:1", "volume,0"), Location.of("/dev/sdb", "")));
    }
}
