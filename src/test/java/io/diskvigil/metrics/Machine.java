package io.diskvigil.metrics;

import io.diskvigil.inventory.Life;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.KnownFixture;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.LastKnown.Rest;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.poll.SelfTestBoard.Row;
import io.diskvigil.poll.SelfTestBoard.Running;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A machine with one drive of each sort: dying SATA, SAS, NVMe, asleep, gone, hidden behind a bridge, and a liar; and a RAID controller. */
public final class Machine {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String SAID = "said by the test";

    private Machine() {}

    public static LastKnown known() {
        LastKnown known = new LastKnown();
        KnownFixture.put(known, dyingAta());
        KnownFixture.put(known, Life.begun(dyingAta().component(), NOW.minusSeconds(3600)));
        KnownFixture.put(known, missing(gone().component()));
        KnownFixture.put(known, sas());
        KnownFixture.put(known, nvme());
        KnownFixture.put(known, asleep());
        KnownFixture.put(
                known,
                asleep().component().id(),
                new Rest(Optional.of(NOW.minusSeconds(7200)), Optional.of(NOW.minusSeconds(9 * 86400))));
        KnownFixture.put(known, gone());
        KnownFixture.put(known, hidden());
        KnownFixture.put(known, liar());
        KnownFixture.put(known, host());
        RaidMachine.views().forEach(view -> KnownFixture.put(known, view));
        RaidMachine.logs().forEach(log -> KnownFixture.put(known, log));
        KnownFixture.put(known, answered("/dev/sda", "sat", "ST4000DM000-1F2168_Z300FAKE"));
        KnownFixture.put(known, answered("/dev/sdb", "scsi", "SEAGATE-ST600MM0006_S0M1FAKE"));
        KnownFixture.put(
                known,
                new TargetView(
                        new Target("smartctl", "/dev/sdx", "usbjmicron"),
                        Optional.empty(),
                        Optional.of(Cause.NO_PASS_THROUGH),
                        "Unknown USB bridge [0x152d:0x0578]",
                        Duration.ofMillis(40),
                        Optional.empty()));
        KnownFixture.put(
                known,
                new TargetView(
                        new Target("smartctl", "/dev/sdc", "sat"),
                        Optional.of(new ComponentId("WDC-WD40EFRX_WD-GONE")),
                        Optional.of(Cause.DEVICE_UNREACHABLE),
                        "No such device",
                        Duration.ofSeconds(30),
                        Optional.of(NOW.minusSeconds(3600))));
        return known;
    }

    /** Self-tests of a drive that is well and being tested, of one that is late, and of one that cannot be tested. */
    public static List<Row> tests() {
        Instant day = NOW.minusSeconds(86_400);
        return List.of(
                new Row(
                        dyingAta().component(),
                        Map.of(TestKind.SHORT, day, TestKind.LONG, NOW.minusSeconds(500_000)),
                        Map.of(TestKind.SHORT, NOW.plusSeconds(60_000), TestKind.LONG, NOW.plusSeconds(100_000)),
                        Set.of(),
                        Optional.of(new Running(
                                Optional.of(TestKind.LONG), true, day, OptionalInt.of(40), NOW.plusSeconds(9_000))),
                        Optional.empty(),
                        true,
                        "",
                        List.of()),
                new Row(
                        sas().component(),
                        Map.of(),
                        Map.of(TestKind.SHORT, NOW.plusSeconds(60_000), TestKind.LONG, day),
                        Set.of(TestKind.LONG),
                        Optional.empty(),
                        Optional.empty(),
                        true,
                        "md0 rebuilds (41 %)",
                        List.of()),
                new Row(
                        nvme().component(),
                        Map.of(),
                        Map.of(),
                        Set.of(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        "the drive says that it has no self-tests",
                        List.of()));
    }

    static View drive(Identity identity, List<Location> doors, Reading... readings) {
        Component component = new Component(
                ComponentId.of(identity.model(), identity.serial()), ComponentKind.DRIVE, identity, doors);
        Snapshot snapshot = new Snapshot(component, NOW.minusMillis(60_500), List.of(readings));
        return new View(component, Optional.of(snapshot), List.of(), Map.of(), false);
    }

    static Identity identity(String model, String serial, String protocol) {
        return new Identity(model, serial, "5000c50000000001", "CC54", protocol, Medium.ROTATING, OptionalLong.empty());
    }

    static Attribute attribute(int id, String name, long raw, int value, int threshold) {
        return new Attribute(
                id,
                name,
                OptionalLong.of(raw),
                "" + raw,
                value,
                value,
                OptionalInt.of(threshold),
                true,
                Trip.NEVER,
                SAID);
    }

    private static View dyingAta() {
        View view = drive(
                new Identity(
                        "ST4000DM000-1F2168",
                        "Z300FAKE",
                        "5000c5007a8b9c0d",
                        "CC54",
                        "ATA",
                        Medium.ROTATING,
                        OptionalLong.empty()),
                List.of(new Location("/dev/sda", "sat", "", "/dev/disk/by-path/pci-0000:00:17.0-ata-1")),
                new Status("smart_passed", "PASSED", Health.OK, SAID),
                new Status("visibility", "AVAILABLE", Health.OK, SAID),
                new Status("model_in_database", "KNOWN", Health.OK, SAID),
                count("power_on_hours", 40_001),
                count("power_cycles", 37),
                level("temperature_celsius", 38.5),
                count("reallocated_sectors", 8),
                count("reallocation_events", 1),
                count("pending_sectors", 24),
                count("offline_uncorrectable_sectors", 24),
                count("reported_uncorrectable_errors", 11),
                count("end_to_end_errors", 0),
                count("command_timeouts", 2),
                count("crc_errors", 0),
                count("spin_retries", 0),
                level("helium_level_percent", 100),
                count("error_log_entries", 12),
                count("load_cycles", 400_000_000),
                count("start_stops", 37),
                count("host_written_bytes", 9_007_199_254_740_993L),
                count("host_read_bytes", Long.MAX_VALUE),
                attribute(5, "Reallocated_Sector_Ct", 8, 100, 10),
                attribute(197, "Current_Pending_Sector", 16, 100, 0),
                attribute(197, "Current_Pending_Sector", 24, 100, 0),
                new Attribute(
                        240,
                        "Head_Flying_Hours",
                        OptionalLong.empty(),
                        "40001h+12m+33.123s",
                        100,
                        253,
                        OptionalInt.empty(),
                        false,
                        Trip.NEVER,
                        SAID));
        List<Finding> findings = List.of(
                finding(view, "pending-sectors", "pending_sectors", Severity.CRITICAL, "24 pending sectors"),
                finding(view, "self-test", "1", Severity.CRITICAL, "self-test failed at LBA 3012"),
                finding(view, "self-test", "2", Severity.CRITICAL, "self-test failed at LBA 2999"),
                finding(view, "reallocated-sectors", "reallocated_sectors", Severity.WARNING, "8 reallocated sectors"));
        return new View(
                view.component(),
                view.snapshot(),
                findings,
                Map.of("reallocated_sectors", 7L, "crc_errors", 0L),
                false);
    }

    private static View sas() {
        return drive(
                new Identity(
                        "SEAGATE ST600MM0006",
                        "S0M1FAKE",
                        "5000c50055667788",
                        "LS08",
                        "SCSI",
                        Medium.ROTATING,
                        OptionalLong.empty()),
                List.of(
                        Location.of("/dev/sdb", "scsi"),
                        new Location(
                                "/dev/bus/0", "megaraid,3", "Enc#2 Slot#8", "/dev/disk/by-path/pci-0000:03:00.0-sas")),
                new Status("smart_passed", "OK", Health.OK, SAID),
                count("grown_defects", 3),
                count("uncorrected_errors", 5),
                level("temperature_celsius", 41));
    }

    private static View nvme() {
        return drive(
                new Identity(
                        "Samsung SSD 980",
                        "S649FAKE",
                        "002538d9e1234567",
                        "1B4QFXO7",
                        "NVMe",
                        Medium.SOLID_STATE,
                        OptionalLong.empty()),
                List.of(Location.of("/dev/nvme0", "nvme")),
                new Status("smart_passed", "FAILED", Health.FAILED, SAID),
                count("media_errors", 1),
                level("nvme_critical_warning", 4),
                level("available_spare_percent", 9),
                level("wear_used_percent", 103),
                count("unsafe_shutdowns", 19),
                level("temperature_celsius", Double.NaN));
    }

    private static View asleep() {
        Component component = new Component(
                ComponentId.of("HGST HUS724030ALA640", "PN2FAKE"),
                ComponentKind.DRIVE,
                identity("HGST HUS724030ALA640", "PN2FAKE", "ATA"),
                List.of(Location.of("/dev/sdd", "sat")));
        return new View(component, Optional.empty(), List.of(), Map.of(), true);
    }

    /** Never read: nothing but its place is known. */
    static View hanging() {
        Component component = new Component(
                ComponentId.of("NEVER", "READ"),
                ComponentKind.DRIVE,
                Identity.unknown(),
                List.of(Location.of("/dev/sdz", "sat")));
        return new View(component, Optional.empty(), List.of(), Map.of(), false);
    }

    private static Life missing(Component component) {
        Instant since = NOW.minusSeconds(600);
        Life life = Life.begun(component, NOW.minusSeconds(3600));
        return life.with(new Life.Status(Life.State.MISSING, since, Life.State.UNREADABLE, "", ""));
    }

    private static View gone() {
        Component component = new Component(
                new ComponentId("WDC-WD40EFRX_WD-GONE"),
                ComponentKind.DRIVE,
                identity("WDC WD40EFRX", "WD-GONE", "ATA"),
                List.of(Location.of("/dev/sdc", "sat")));
        View view = new View(component, Optional.empty(), List.of(), Map.of("reallocated_sectors", 0L), false);
        return new View(
                component,
                Optional.empty(),
                List.of(finding(view, "missing-drive", "presence", Severity.CRITICAL, "the drive is gone")),
                view.baselines(),
                false);
    }

    private static View hidden() {
        return drive(
                identity("Areca ARC-1680-VOL#00", "0000001", "SCSI"),
                List.of(),
                new Status("smart_passed", "", Health.UNKNOWN, SAID),
                new Status("visibility", "UNAVAILABLE", Health.UNKNOWN, SAID));
    }

    /** Hostile texts: quote, backslash, newline, tab, escape, half a surrogate pair, a whole one, a letter with an accent. */
    private static View liar() {
        return drive(
                new Identity(
                        "Evil \"model\"\\\n# TYPE up gauge\tend\u001b[31m",
                        "\ud800half \ud83d\udcbe é \u0085",
                        "",
                        "",
                        "ATA",
                        Medium.UNKNOWN,
                        OptionalLong.empty()),
                List.of(Location.of("/dev/sd\"e", "sat")),
                attribute(9, "Name\"},evil\n", -1, 0, 0),
                count("power_on_hours", Long.MAX_VALUE));
    }

    private static View host() {
        Component component = new Component(new ComponentId("host"), ComponentKind.HOST, Identity.unknown(), List.of());
        Finding finding = new Finding(
                "tool-missing",
                component.id(),
                "smartctl",
                Severity.WARNING,
                0,
                "smartctl is not installed",
                Evidence.none(),
                "",
                List.of("apt install smartmontools"),
                true);
        return new View(component, Optional.empty(), List.of(finding), Map.of(), false);
    }

    private static TargetView answered(String path, String type, String id) {
        return new TargetView(
                new Target("smartctl", path, type),
                Optional.of(new ComponentId(id)),
                Optional.empty(),
                "",
                Duration.ofMillis(123),
                Optional.of(NOW.minusMillis(60_500)));
    }

    private static Finding finding(View view, String rule, String subject, Severity severity, String summary) {
        return new Finding(
                rule,
                view.component().id(),
                subject,
                severity,
                0,
                summary,
                Evidence.none(),
                "",
                List.of("Copy the data.", "Replace the drive."),
                false);
    }

    static Counter count(String name, long raw) {
        return new Counter(name, raw, SAID);
    }

    static Gauge level(String name, double value) {
        return new Gauge(name, value, OptionalDouble.empty(), SAID);
    }
}
