package io.diskvigil.store;

import io.diskvigil.incident.Incident;
import io.diskvigil.incident.Incident.Complaint;
import io.diskvigil.incident.IncidentPolicy.Decision;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.incident.Notification.Surrounding;
import io.diskvigil.model.Change;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.Ledger;
import io.diskvigil.poll.Ledger.Entry;
import io.diskvigil.rule.History;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Drives, incidents and outcomes to write down. */
final class Cases {
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private Cases() {}

    static Component drive(String serial) {
        return new Component(
                ComponentId.of("ST4000DM000", serial),
                ComponentKind.DRIVE,
                new Identity(
                        "ST4000DM000",
                        serial,
                        "5000c500a1b2c3d4",
                        "CC43",
                        "ATA",
                        Medium.ROTATING,
                        OptionalLong.of(4_000_787_030_016L)),
                List.of(new Location("/dev/sdb", "sat", "Slot 3", "pci-0000:00:1f.2-ata-3")));
    }

    static Reading pending(long sectors) {
        return new Counter("pending_sectors", sectors, "attribute 197 Current_Pending_Sector");
    }

    static Reading hours(long hours) {
        return new Counter("power_on_hours", hours, "attribute 9 Power_On_Hours");
    }

    static Reading celsius(double celsius) {
        return new Gauge("temperature_celsius", celsius, OptionalDouble.of(60), "attribute 194 Temperature_Celsius");
    }

    static Snapshot snapshot(Component drive, Instant at, Reading... readings) {
        return new Snapshot(drive, at, List.of(readings));
    }

    /** What the poller hands over after an answer, with the history as the ledger has it. */
    static Entry answer(Ledger ledger, Snapshot view, Optional<Incident> incident, Optional<Notification> told) {
        History before = ledger.history(view.component().id());
        return new Entry(
                view.component(),
                view.takenAt(),
                true,
                Optional.of(view),
                before,
                before.observe(view),
                new Decision(incident, told));
    }

    static Entry answer(Ledger ledger, Snapshot view) {
        return answer(ledger, view, Optional.empty(), Optional.empty());
    }

    static Finding finding(Component drive, long sectors) {
        return new Finding(
                "pending-sectors",
                drive.id(),
                "pending_sectors",
                Severity.WARNING,
                sectors,
                sectors + " pending sectors",
                new Evidence("pending_sectors", "attribute 197", "0", "0", "" + sectors, Optional.of(START)),
                "Data on them cannot be read.",
                List.of("Make a backup.", "Replace the drive."),
                false);
    }

    static Incident incident(String id, Component drive, int told) {
        Finding finding = finding(drive, 8);
        return new Incident(
                id,
                drive,
                START,
                List.of(new Complaint(finding, START, Severity.WARNING, 8, 0, Optional.empty())),
                START,
                told,
                0);
    }

    static Notification told(Incident incident, Reason reason, Instant at) {
        return new Notification(
                incident.id(),
                incident.told(),
                reason,
                at,
                incident.openedAt(),
                incident.component(),
                Severity.WARNING,
                List.of(finding(incident.component(), 8)),
                List.of(),
                false,
                Map.of("pending_sectors", List.of(new Change(START, 0, 8))),
                List.of("pending_sectors 8 (attribute 197)"),
                List.of(new Surrounding("volume", "data (RAID 5): degraded", false)));
    }

    /** An incident that is told. */
    static Entry opened(Ledger ledger, String id, Component drive, Instant at) {
        Incident incident = incident(id, drive, 1);
        return answer(
                ledger,
                snapshot(drive, at, pending(8)),
                Optional.of(incident),
                Optional.of(told(incident, Reason.OPENED, at)));
    }
}
