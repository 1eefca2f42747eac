package io.diskvigil.notify;

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
import io.diskvigil.model.Location;
import io.diskvigil.model.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Notifications as the incident room makes them, for the tests of mails. */
final class Stories {
    static final Instant OPENED = Instant.parse("2026-06-01T10:00:00Z");
    static final Instant LATER = Instant.parse("2026-06-04T12:30:00Z");
    /** Everything that has ever been tried against a header, a page or a terminal. */
    static final String HOSTILE =
            "<script>alert(1)</script>\r\nBcc: x@evil.example\r\n\r\n\u001b[31mred\u0007\u202e\u0000 &amp; {stories}";

    private Stories() {}

    static Notification opened() {
        return notification(
                "i7f3",
                1,
                Reason.OPENED,
                OPENED,
                sdb(),
                Severity.CRITICAL,
                List.of(pending(8, 24), selfTest()),
                List.of(crc()),
                false);
    }

    /** With what lies at the LBA, and commands to paste. */
    static Notification placed() {
        var test = selfTest();
        var finding = new Finding(
                test.rule(),
                test.component(),
                test.subject(),
                test.severity(),
                test.level(),
                test.summary(),
                test.evidence(),
                "The drive could not read a place of its own medium. What lies at LBA 13396302: partition 2 (/dev/sdb2),"
                        + " sector 12345678 in it; ext4 mounted on /home, block 1543209.",
                List.of(
                        "Make sure that there is a backup.",
                        "Which inode has that block:" + Finding.COMMAND
                                + "debugfs -R \"icheck 1543209\" /dev/mapper/vg0-a-rather-long-name-of-a-volume",
                        "Run the self-test again."),
                false);
        return notification(
                "i7f3", 1, Reason.OPENED, OPENED, sdb(), Severity.CRITICAL, List.of(finding), List.of(), false);
    }

    static Notification worsened() {
        return notification(
                "i7f3",
                2,
                Reason.WORSENED,
                LATER,
                sdb(),
                Severity.CRITICAL,
                List.of(pending(24, 136)),
                List.of(selfTest(), crc()),
                false);
    }

    static Notification reminded() {
        return notification(
                "i7f3",
                3,
                Reason.REMINDED,
                LATER,
                sdb(),
                Severity.CRITICAL,
                List.of(),
                List.of(pending(8, 24), selfTest()),
                false);
    }

    static Notification recovered() {
        return notification(
                "i7f3",
                4,
                Reason.RECOVERED,
                LATER,
                sdb(),
                Severity.CRITICAL,
                List.of(pending(8, 24)),
                List.of(),
                false);
    }

    /** Nothing is gone: the worst is over. */
    static Notification calmer() {
        return recovery(List.of(reallocated()), List.of(reallocated(), crc()));
    }

    static Notification partlyCalmer() {
        return recovery(List.of(selfTest(), clearedPending()), List.of(clearedPending(), crc()));
    }

    static Notification replaced() {
        var replacement = new Finding(
                "replaced",
                sdb().id(),
                "presence",
                Severity.NOTICE,
                0,
                "this drive is gone; WDC WD40EFRX-68WT0N0 WD-WCC4E0000001 is in its place at /dev/sdb",
                Evidence.none(),
                "",
                List.of(),
                false);
        return recovery(List.of(pending(8, 24), selfTest()), List.of(replacement));
    }

    private static Notification recovery(List<Finding> changed, List<Finding> standing) {
        return notification("i7f3", 4, Reason.RECOVERED, LATER, sdb(), Severity.CRITICAL, changed, standing, false);
    }

    private static Finding reallocated() {
        return new Finding(
                "reallocated-sectors",
                sdb().id(),
                "reallocated_sectors",
                Severity.NOTICE,
                12,
                "12 reallocated sectors",
                new Evidence(
                        "reallocated_sectors",
                        "attribute 5 Reallocated_Sector_Ct",
                        "0",
                        "8",
                        "12",
                        Optional.of(Instant.parse("2026-05-21T17:40:00Z"))),
                "The drive has replaced bad sectors by spares, and none of late.",
                List.of("Watch: a further rise is told at once."),
                false);
    }

    private static Finding clearedPending() {
        return new Finding(
                "pending-sectors",
                sdb().id(),
                "pending_sectors",
                Severity.NOTICE,
                0,
                "pending sectors cleared, watch for 90 days",
                new Evidence(
                        "pending_sectors",
                        "attribute 197 Current_Pending_Sector",
                        "0",
                        "24",
                        "0",
                        Optional.of(LATER.minusSeconds(7200))),
                "The sectors could be written again. Drives that had some fail more often for months.",
                List.of("Keep the backup fresh."),
                false);
    }

    static Notification adopted() {
        return notification(
                "i9aa", 1, Reason.OPENED, OPENED, sas(), Severity.WARNING, List.of(grownDefects()), List.of(), true);
    }

    static Notification blind() {
        var finding = new Finding(
                "blindness",
                volume().id(),
                "visibility",
                Severity.WARNING,
                0,
                "health cannot be read: RAID volume answers for its drives",
                new Evidence("visibility", "smartctl exit status 4", "", "", "NO_PASS_THROUGH", Optional.empty()),
                "What this volume says of its health is made up by the controller. Nothing is known about the drives behind it.",
                List.of(
                        "Find the type of the controller: smartctl --scan-open.",
                        "Name its drives under drives: in the configuration, such as {path: /dev/sg2, type: areca,1}."),
                true);
        return notification(
                "ib10", 1, Reason.OPENED, OPENED, volume(), Severity.WARNING, List.of(finding), List.of(), false);
    }

    static Notification missing() {
        var finding = new Finding(
                "missing",
                sdb().id(),
                "location",
                Severity.WARNING,
                0,
                "missing, last at bay 3 (/dev/sdb)",
                new Evidence(
                        "",
                        "",
                        "",
                        "seen 2026-06-01 09:45 UTC",
                        "behind no door",
                        Optional.of(OPENED.minusSeconds(300))),
                "A drive that was here does not show any more: it was pulled, lost power or its link, or died. Whatever it held is not protected by it now.",
                List.of(
                        "Look at the place: slot bay 3, cabled at /dev/disk/by-path/pci-0000:00:17.0-ata-2, named /dev/sdb; the drive's serial is S300ABCD.",
                        "If it was taken out on purpose: diskvigil decommission ST4000DM000-1F2168_S300ABCD --reason \"...\""),
                false);
        return notification(
                "i7f3", 1, Reason.OPENED, OPENED, sdb(), Severity.WARNING, List.of(finding), List.of(), false);
    }

    static Notification returned() {
        return recovery(
                missing().changed(),
                List.of(notice(
                        "returned",
                        "back since 2026-06-04 12:00 UTC at bay 3 (/dev/sdb); it was missing since 2026-06-01 10:00 UTC",
                        "What it held may be out of date: an array or pool has to take it back.")));
    }

    static Notification newDrive() {
        return noted(
                sdb(),
                notice(
                        "new-drive",
                        "new drive: 4.0 TB, firmware CC54, 4.4 years old, crc errors 3",
                        "Powered on for 38,211 hours (4.4 years). Already above zero: crc errors 3. These numbers are its baseline; from here on growth counts. smartctl's drive database knows the model."));
    }

    static Notification refused() {
        return noted(
                sdb(),
                new Finding(
                        "self-test-refused",
                        sdb().id(),
                        "self_test",
                        Severity.NOTICE,
                        0,
                        "no self-test can be started on this drive here",
                        Evidence.none(),
                        "",
                        List.of("Switch on the controller's patrol read."),
                        false));
    }

    static Notification firmwareChanged() {
        return noted(
                sdb(),
                notice(
                        "firmware-changed",
                        "firmware CC57, was CC54",
                        "Other firmware may count and limit differently: a jump of a counter now may be of its making."));
    }

    /** A machine full of drives at the very first start. */
    static List<Notification> manyNewDrives() {
        return IntStream.range(0, 24)
                .mapToObj(i -> {
                    String serial = "Z300AB%02d".formatted(i);
                    var drive = new Component(
                            ComponentId.of("ST4000DM000-1F2168", serial),
                            ComponentKind.DRIVE,
                            new Identity(
                                    "ST4000DM000-1F2168",
                                    serial,
                                    "",
                                    "CC54",
                                    "ATA",
                                    Identity.Medium.ROTATING,
                                    OptionalLong.of(4_000_787_030_016L)),
                            List.of(Location.of("/dev/sd" + (char) ('a' + i), "sat")));
                    return noted(drive, notice("new-drive", "new drive: 4.0 TB, firmware CC54, 4.4 years old", ""));
                })
                .toList();
    }

    private static Notification noted(Component drive, Finding notice) {
        return notification(
                "note.1" + drive.identity().serial(),
                1,
                Reason.NOTED,
                OPENED,
                drive,
                Severity.NOTICE,
                List.of(notice),
                List.of(),
                false);
    }

    private static Finding notice(String rule, String summary, String meaning) {
        return new Finding(
                rule, sdb().id(), "location", Severity.NOTICE, 0, summary, Evidence.none(), meaning, List.of(), false);
    }

    static Notification hostile() {
        var component = new Component(
                ComponentId.of(HOSTILE, "S1"),
                ComponentKind.DRIVE,
                new Identity(HOSTILE, HOSTILE, HOSTILE, HOSTILE, "ATA", Identity.Medium.UNKNOWN, OptionalLong.empty()),
                List.of(new Location("/dev/sdz;reboot", "sat\r\nX-Evil: 1", HOSTILE, HOSTILE)));
        var finding = new Finding(
                HOSTILE,
                component.id(),
                HOSTILE,
                Severity.CRITICAL,
                1,
                HOSTILE,
                new Evidence(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, Optional.of(OPENED)),
                HOSTILE,
                List.of(HOSTILE),
                false);
        return new Notification(
                "evil\r\nBcc: y@evil.example",
                1,
                Reason.OPENED,
                OPENED,
                OPENED,
                component,
                Severity.CRITICAL,
                List.of(finding),
                List.of(finding),
                false,
                Map.of(HOSTILE, List.of(new Change(OPENED, 0, 1))),
                List.of(HOSTILE),
                List.of(new Surrounding(HOSTILE, HOSTILE, false), new Surrounding("light it", HOSTILE, true)));
    }

    static Notification notification(
            String incident,
            int sequence,
            Reason reason,
            Instant at,
            Component component,
            Severity severity,
            List<Finding> changed,
            List<Finding> standing,
            boolean adopted) {
        return new Notification(
                incident,
                sequence,
                reason,
                at,
                OPENED,
                component,
                severity,
                changed,
                standing,
                adopted,
                Map.of(
                        "pending_sectors",
                        List.of(
                                        new Change(Instant.parse("2026-05-03T02:10:00Z"), 0, 1),
                                        new Change(Instant.parse("2026-05-21T17:40:00Z"), 1, 8),
                                        new Change(Instant.parse("2026-06-01T09:55:00Z"), 8, 24),
                                        new Change(Instant.parse("2026-06-04T12:25:00Z"), 24, 136))
                                .stream()
                                .filter(change -> !change.at().isAfter(at))
                                .toList()),
                List.of(
                        "SMART overall-health self-assessment: PASSED",
                        "attribute 197 Current_Pending_Sector  value 100 worst 100 threshold 0 raw 24",
                        "attribute 198 Offline_Uncorrectable   value 100 worst 100 threshold 0 raw 24",
                        "self-test 1  Extended offline  Completed: read failure  90 % remaining  31415 h  LBA 123"),
                List.of());
    }

    static Component sdb() {
        return new Component(
                ComponentId.of("ST4000DM000-1F2168", "S300ABCD"),
                ComponentKind.DRIVE,
                new Identity(
                        "ST4000DM000-1F2168",
                        "S300ABCD",
                        "5000c500a1b2c3d4",
                        "CC54",
                        "ATA",
                        Identity.Medium.ROTATING,
                        OptionalLong.of(4_000_787_030_016L)),
                List.of(new Location("/dev/sdb", "sat", "bay 3", "/dev/disk/by-path/pci-0000:00:17.0-ata-2")));
    }

    static Component sas() {
        return new Component(
                ComponentId.of("HGST-HUS724030ALS640", "P8G4K2VV"),
                ComponentKind.DRIVE,
                new Identity(
                        "HGST HUS724030ALS640",
                        "P8G4K2VV",
                        "5000cca05812ab34",
                        "A1C4",
                        "SCSI",
                        Identity.Medium.ROTATING,
                        OptionalLong.of(3_000_592_982_016L)),
                List.of(new Location("/dev/bus/0", "megaraid,9", "Enc#2 Slot#8", "")));
    }

    static Component host() {
        return new Component(
                ComponentId.of("host", "nas1"),
                ComponentKind.HOST,
                new Identity("nas1", "", "", "", "", Identity.Medium.UNKNOWN, OptionalLong.empty()),
                List.of());
    }

    static Component volume() {
        return new Component(
                ComponentId.of("Areca", "ARC-1680-VOL#00"),
                ComponentKind.VOLUME,
                new Identity(
                        "Areca ARC-1680-VOL#00",
                        "0000000123456789",
                        "",
                        "R001",
                        "SCSI",
                        Identity.Medium.UNKNOWN,
                        OptionalLong.of(11_999_999_000_000L)),
                List.of(Location.of("/dev/sdc", "scsi")));
    }

    static Finding pending(long before, long now) {
        return new Finding(
                "pending-sectors",
                sdb().id(),
                "pending_sectors",
                Severity.CRITICAL,
                now,
                now + " pending sectors",
                new Evidence(
                        "pending_sectors",
                        "attribute 197 Current_Pending_Sector",
                        "0",
                        Long.toString(before),
                        Long.toString(now),
                        Optional.of(OPENED.minusSeconds(300))),
                "The drive could not read these sectors and waits for a rewrite. What they held is lost unless another copy exists; drives that show this fail many times as often as others.",
                List.of(
                        "Check now that a fresh backup or the redundancy of the array covers this drive.",
                        "Replace the drive. Do not wait for the overall status: it says PASSED to the end.",
                        "If the drive is in an array, scrub the array after the replacement."),
                false);
    }

    static Finding selfTest() {
        return new Finding(
                "self-test",
                sdb().id(),
                "self_test",
                Severity.CRITICAL,
                1,
                "self-test failed at LBA 123",
                new Evidence(
                        "self_test",
                        "self-test log, entry 1",
                        "",
                        "",
                        "Completed: read failure",
                        Optional.of(OPENED.minusSeconds(7200))),
                "The drive's own surface test met a place that it cannot read.",
                List.of(
                        "Check now that a fresh backup or the redundancy of the array covers this drive.",
                        "Find what lies at the LBA: 'debugfs' or 'hdparm --fibmap' tell the file."),
                false);
    }

    static Finding crc() {
        return new Finding(
                "crc-errors",
                sdb().id(),
                "crc_errors",
                Severity.NOTICE,
                3,
                "3 CRC errors on the link",
                Evidence.none(),
                "",
                List.of(),
                false);
    }

    static Finding grownDefects() {
        return new Finding(
                "grown-defects",
                sas().id(),
                "grown_defects",
                Severity.WARNING,
                17,
                "17 grown defects",
                new Evidence("grown_defects", "SCSI grown defect list", "17", "", "17", Optional.of(OPENED)),
                "Blocks went bad since the drive was made and were replaced by spares. When they went bad is not known: they were there before Diskvigil was.",
                List.of("Watch: a further rise is told at once."),
                false);
    }
}
