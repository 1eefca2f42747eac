package io.diskvigil.adapter.kernel;

import static io.diskvigil.adapter.kernel.Wording.chatter;
import static io.diskvigil.adapter.kernel.Wording.degraded;
import static io.diskvigil.adapter.kernel.Wording.failed;
import static io.diskvigil.adapter.kernel.Wording.fine;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the drivers of SAS and RAID controllers say, by the texts in their sources. */
final class ControllerMessages implements MessageReader {
    private static final Pattern DRIVER = Pattern.compile(
            "(aacraid|megaraid_sas|megaraid|hpsa|smartpqi|cciss|mpt3sas|mpt2sas|mvsas|isci|pm80xx|arcmsr|3w-9xxx|3w-sas|3w-xxxx|hisi_sas\\w*|qla2xxx|lpfc|ahci|sata_\\w+)(?: ([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.\\d))?: (.*)");
    private static final Pattern NUMBERED = Pattern.compile(
            "((?:mpt3sas|mpt2sas|mptsas)_cm\\d{1,3}|mptbase: ioc\\d{1,3}|arcmsr\\d{1,3}|AAC\\d{0,3}|megasas|EMC|ioc\\d{1,3}): (.*)");
    /** {@code 5305 (660927610s/0x0002/FATAL) - text}: number, seconds since 2000, locale, class. */
    private static final Pattern FIRMWARE =
            Pattern.compile("\\d+ \\((?:boot \\+ ?)?\\d+s/0x([0-9a-fA-F]{4})/([\\w-]{1,10})\\) - (.*)");
    /** {@code scsi0: AEN: WARNING (0x04:0x0023): text:port=1, LBA=0x2B}, and the driver's own without AEN. */
    private static final Pattern THREEWARE = Pattern.compile(
            "scsi(\\d{1,3}): (?:AEN: )?(INFO|WARNING|ERROR|DEBUG):? ?\\(0x[0-9a-fA-F]+:0x[0-9a-fA-F]+\\): (.*)");

    private static final Pattern PORT = Pattern.compile(".*\\bport=(\\d{1,3})\\b.*");
    private static final Pattern LBA = Pattern.compile(".*\\bLBA=0x([0-9a-fA-F]{1,15})\\b.*");
    private static final Set<EventKind> VOLUME = EnumSet.of(
            EventKind.VOLUME_DEGRADED,
            EventKind.VOLUME_FAILED,
            EventKind.REBUILD_FAILED,
            EventKind.REBUILD_STARTED,
            EventKind.REBUILD_DONE);
    private static final Pattern LOGICAL = Pattern.compile("scsi (\\d+:\\d+:\\d+:\\d+):? (.*)");
    private static final Pattern LIBSAS = Pattern.compile("(?:sas|drivers/scsi/mvsas/\\S+ \\d+)[: ](.*)");
    private static final Pattern ISCSI = Pattern.compile(" ?((?:connection|session)\\d+)(?::\\d+)?: (.*)");
    private static final Pattern USB = Pattern.compile("usb ([\\d.-]{1,20}): reset \\S+ USB device .*");

    private static final List<Wording> TABLE = List.of(
            chatter("is supported, vector_count"),
            chatter("aborted_command"),
            chatter("tm taskabort/reset"),
            chatter("online controller reset(ocr)"),
            chatter("reset: success"),
            chatter("returns with success"),
            chatter("outstanding cmd"),
            failed("non-operational", EventKind.CONTROLLER),
            failed("dead_ioc", EventKind.CONTROLLER),
            failed("fault_state", EventKind.CONTROLLER),
            failed("fault state", EventKind.CONTROLLER),
            failed("faultstate", EventKind.CONTROLLER),
            failed("lockup detected", EventKind.CONTROLLER),
            failed("kernel panic", EventKind.CONTROLLER),
            failed("blink led", EventKind.CONTROLLER),
            failed("pci error detected", EventKind.CONTROLLER),
            failed("init cmd return status failed", EventKind.CONTROLLER),
            failed("failed from megasas_init_fw", EventKind.CONTROLLER),
            failed("failed to add host", EventKind.CONTROLLER),
            failed("failed to init", EventKind.CONTROLLER),
            failed("killing adapter", EventKind.CONTROLLER),
            failed("controller kill", EventKind.CONTROLLER),
            failed("adapter reset request", EventKind.CONTROLLER),
            failed("adapter reset", EventKind.CONTROLLER),
            failed("executing bus reset", EventKind.CONTROLLER),
            failed("executing hw bus reset", EventKind.CONTROLLER),
            failed("resetting fusion", EventKind.CONTROLLER),
            failed("resetting card", EventKind.CONTROLLER),
            failed("controller reset", EventKind.CONTROLLER),
            failed("reset failed", EventKind.CONTROLLER),
            failed("sent to the expander", EventKind.LINK_ERROR),
            failed("config_request: timeout", EventKind.CONTROLLER),
            failed("command timeout", EventKind.TIME_OUT),
            degraded("abort request", EventKind.TIME_OUT),
            degraded("abort device command", EventKind.TIME_OUT),
            degraded("' timeout", EventKind.TIME_OUT),
            degraded("timed out", EventKind.TIME_OUT),
            degraded("commands to complete", EventKind.TIME_OUT),
            degraded("log_info(0x3003", EventKind.HOUSEKEEPING),
            degraded("log_info(", EventKind.LINK_ERROR),
            degraded("loginfo(", EventKind.LINK_ERROR),
            degraded("sending diag reset", EventKind.CONTROLLER),
            degraded("resetting logical", EventKind.TIME_OUT),
            degraded("resetting physical", EventKind.TIME_OUT),
            degraded("removing handle", EventKind.DRIVE_REMOVED),
            degraded("i_t_nexus_reset", EventKind.LINK_ERROR),
            degraded("attempting task abort", EventKind.TIME_OUT),
            fine("message unit reset", EventKind.HOUSEKEEPING),
            chatter("handle("),
            chatter("currenthostpagesize"),
            chatter("msi"),
            chatter("iops queues"),
            chatter("iomem("),
            chatter("ioport("),
            chatter("scatter gather"),
            chatter(" pool("),
            chatter("config page("),
            chatter("physical memory"),
            chatter("queue depth"),
            chatter("fwversion"),
            chatter("version"),
            chatter("nvdata"),
            chatter("protocol="),
            chatter("fw package"),
            chatter("_base_display"),
            chatter("addressing supported"),
            chatter("attach"),
            chatter("map_resources"),
            chatter("port enable"),
            chatter("host_add"),
            chatter("expander_add"),
            chatter("firmware supports"),
            chatter("fw supports"),
            chatter("fw now in ready"),
            chatter("fw provided"),
            chatter("dma mask"),
            chatter("bar:0x"),
            chatter("init adapter done"),
            chatter("pci id"),
            chatter("_intr_fusion"),
            chatter("jbod"),
            chatter("support"),
            chatter("firmware crash dump"),
            chatter("controller type"),
            chatter("performance mode"),
            chatter("firmware commands"),
            chatter("rdpq"),
            chatter("online cpus"),
            chatter("max_lds"),
            chatter("aspm"),
            chatter("release date"));

    private static final List<Wording> AEN = List.of(
            failed("degraded unit", EventKind.VOLUME_DEGRADED),
            failed("inoperable", EventKind.VOLUME_FAILED),
            failed("rebuild failed", EventKind.REBUILD_FAILED),
            fine("rebuild started", EventKind.REBUILD_STARTED),
            fine("rebuild completed", EventKind.REBUILD_DONE),
            failed("smart threshold", EventKind.PREDICTIVE_FAILURE),
            failed("drive timeout", EventKind.TIME_OUT),
            failed("drive error", EventKind.READ_ERROR),
            degraded("sector repair", EventKind.READ_ERROR),
            failed("ecc error", EventKind.READ_ERROR),
            degraded("ata ultra dma crc", EventKind.LINK_ERROR),
            degraded("cable crc", EventKind.LINK_ERROR),
            failed("drive removed", EventKind.DRIVE_REMOVED),
            fine("drive inserted", EventKind.DRIVE_INSERTED),
            failed("drive not supported", EventKind.DRIVE_FAILED),
            failed("battery", EventKind.BATTERY),
            failed("over temperature", EventKind.TEMPERATURE),
            failed("resetting card", EventKind.CONTROLLER),
            failed("controller reset", EventKind.CONTROLLER),
            fine("verify", EventKind.CHECK),
            fine("initialize", EventKind.CHECK));

    private static final List<Wording> LOGICAL_DRIVES = List.of(
            failed("degraded", EventKind.VOLUME_DEGRADED),
            failed("offline", EventKind.VOLUME_FAILED),
            failed("fail", EventKind.DRIVE_FAILED),
            failed("predictive", EventKind.PREDICTIVE_FAILURE),
            failed("removed", EventKind.DRIVE_REMOVED),
            failed("unexpected sense", EventKind.READ_ERROR),
            failed("command timeout", EventKind.TIME_OUT),
            failed("uncorrectable", EventKind.READ_ERROR),
            failed("medium error", EventKind.READ_ERROR));

    @Override
    public boolean reads(String message, Found found) {
        Matcher driver = DRIVER.matcher(message);
        if (driver.matches()) {
            String device = driver.group(1) + (driver.group(2) == null ? "" : " " + driver.group(2));
            driver(driver.group(1), device, driver.group(3), message, found);
            return true;
        }
        Matcher numbered = NUMBERED.matcher(message);
        if (numbered.matches()) {
            table(
                    numbered.group(1).replace("mptbase: ", "").replaceFirst("^AAC", "aacraid"),
                    numbered.group(2),
                    message,
                    found);
            return true;
        }
        return others(message, found);
    }

    private static boolean others(String message, Found found) {
        Matcher libsas = LIBSAS.matcher(message);
        Matcher iscsi = ISCSI.matcher(message);
        Matcher usb = USB.matcher(message);
        if (libsas.matches()) {
            if (Found.says(message, "i_t_nexus_reset", "dev error handler", "failed: ")) {
                boolean none = message.contains("failed: 0");
                if (!none) {
                    found.follow("sas", EventKind.LINK_ERROR, Health.DEGRADED, message);
                }
            }
        } else if (iscsi.matches()) {
            boolean lost = Found.says(message, "recovery timed out");
            if (lost || Found.says(message, "conn error", "ping timeout")) {
                found.add(iscsi.group(1), EventKind.LINK_ERROR, lost ? Health.FAILED : Health.DEGRADED, message);
            }
        } else if (usb.matches()) {
            found.add("usb " + usb.group(1), EventKind.LINK_ERROR, Health.DEGRADED, message);
        } else {
            return false;
        }
        return true;
    }

    private static void driver(String driver, String device, String words, String message, Found found) {
        Matcher aen = THREEWARE.matcher(words);
        if (aen.matches()) {
            threeware(driver + " scsi" + aen.group(1), aen.group(2), aen.group(3), message, found);
            return;
        }
        Matcher firmware = FIRMWARE.matcher(words);
        if (firmware.matches()) {
            firmware(device, firmware, message, found);
            return;
        }
        Matcher logical = LOGICAL.matcher(words);
        if (logical.matches()) {
            Optional<Wording> known = Wording.of(TABLE, logical.group(2));
            if (known.isPresent()) {
                known.get()
                        .kind()
                        .ifPresent(kind ->
                                found.add(logical.group(1), kind, known.get().health(), message));
            } else if (Found.says(logical.group(2), "error", "fail", "timeout", "abort")) {
                found.unknown(logical.group(1), message);
            }
            return;
        }
        table(device, words, message, found);
    }

    private static void table(String device, String words, String message, Found found) {
        Optional<Wording> known = Wording.of(TABLE, words);
        if (known.isPresent()) {
            known.get()
                    .kind()
                    .ifPresent(kind -> found.add(device, kind, known.get().health(), message));
        } else {
            found.unknown(device, message);
        }
    }

    private static void threeware(String device, String level, String words, String message, Found found) {
        Matcher port = PORT.matcher(words);
        Matcher lba = LBA.matcher(words);
        Optional<Wording> known = Wording.of(AEN, words);
        EventKind kind =
                known.flatMap(Wording::kind).orElse(level.equals("INFO") ? EventKind.HOUSEKEEPING : EventKind.UNKNOWN);
        Health health = level.equals("INFO") && kind != EventKind.PREDICTIVE_FAILURE
                ? Health.OK
                : known.map(Wording::health).orElse(Health.UNKNOWN);
        found.add(
                device + (port.matches() && !VOLUME.contains(kind) ? " port " + port.group(1) : ""),
                kind,
                health,
                Operation.UNKNOWN,
                lba.matches() ? OptionalLong.of(Long.parseLong(lba.group(1), 16)) : OptionalLong.empty(),
                false,
                message,
                found.line());
    }

    /** Locale bits: 1 logical drive, 2 drive, 4 enclosure, 8 battery, 16 SAS, 32 controller (megaraid_sas.h). */
    private static void firmware(String device, Matcher event, String message, Found found) {
        int locale = Integer.parseInt(event.group(1), 16);
        Health health =
                switch (event.group(2)) {
                    case "CRIT", "FATAL", "DEAD" -> Health.FAILED;
                    case "WARN" -> Health.DEGRADED;
                    default -> Health.OK;
                };
        EventKind kind = health == Health.OK
                ? EventKind.HOUSEKEEPING
                : Wording.of(LOGICAL_DRIVES, event.group(3))
                        .filter(wording -> (locale & 3) != 0)
                        .flatMap(Wording::kind)
                        .orElse((locale & 8) != 0 ? EventKind.BATTERY : EventKind.CONTROLLER);
        found.add(device, kind, health, message);
    }
}
