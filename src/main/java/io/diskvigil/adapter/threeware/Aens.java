package io.diskvigil.adapter.threeware;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.List;
import java.util.Locale;

/**
 * What the controller's event notifications mean: chapter "Error and Notification Messages" of the 3ware SATA and SAS RAID
 * controller user guides (codes 0001 to 0063 and the enclosures' 80xx), with the older wording of the drivers' tables beside it.
 */
final class Aens {
    /** @param words in lower case; a text that holds them is of this kind unless an earlier line took it */
    record Meaning(String words, EventKind kind, Health health) {}

    private static final Meaning UNKNOWN = new Meaning("", EventKind.UNKNOWN, Health.UNKNOWN);

    private static final List<Meaning> ALL = List.of(
            // The controller read the sector from the redundancy and wrote it back: the drive could not read it.
            is("sector repair", EventKind.READ_ERROR, Health.DEGRADED),
            // A sector of the only good copy was lost in a rebuild.
            is("drive ecc error overwritten", EventKind.READ_ERROR, Health.FAILED),
            is("bad sector overwritten", EventKind.READ_ERROR, Health.FAILED),
            is("source drive error", EventKind.READ_ERROR, Health.FAILED),
            is("error on source drive", EventKind.READ_ERROR, Health.FAILED),
            is("ecc error reported", EventKind.READ_ERROR, Health.DEGRADED),
            is("reported data ecc error", EventKind.READ_ERROR, Health.DEGRADED),
            is("drive ecc error", EventKind.READ_ERROR, Health.DEGRADED),
            // The guide says that the drive could not complete a command, not which one.
            is("drive error detected", EventKind.READ_ERROR, Health.DEGRADED),
            is("dcb checksum", EventKind.READ_ERROR, Health.DEGRADED),
            is("dcb has checksum", EventKind.READ_ERROR, Health.DEGRADED),
            is("primary dcb", EventKind.READ_ERROR, Health.DEGRADED),
            is("backup dcb", EventKind.READ_ERROR, Health.DEGRADED),
            is("dcb version", EventKind.CONTROLLER, Health.DEGRADED),
            is("drive timeout", EventKind.TIME_OUT, Health.DEGRADED),
            is("drive power on reset", EventKind.LINK_ERROR, Health.DEGRADED),
            is("downgrade udma", EventKind.LINK_ERROR, Health.DEGRADED),
            is("downgraded udma", EventKind.LINK_ERROR, Health.DEGRADED),
            is("upgrade", EventKind.HOUSEKEEPING, Health.OK),
            is("link error", EventKind.LINK_ERROR, Health.DEGRADED),
            is("smart", EventKind.PREDICTIVE_FAILURE, Health.FAILED),
            is("drive removed", EventKind.DRIVE_REMOVED, Health.DEGRADED),
            is("drive was removed", EventKind.DRIVE_REMOVED, Health.DEGRADED),
            is("drive inserted", EventKind.DRIVE_INSERTED, Health.OK),
            is("drive was inserted", EventKind.DRIVE_INSERTED, Health.OK),
            is("degraded unit", EventKind.VOLUME_DEGRADED, Health.DEGRADED),
            is("unit degraded", EventKind.VOLUME_DEGRADED, Health.DEGRADED),
            is("incomplete unit", EventKind.VOLUME_DEGRADED, Health.DEGRADED),
            is("unit inoperable", EventKind.VOLUME_FAILED, Health.FAILED),
            is("unit operational", EventKind.VOLUME_OPTIMAL, Health.OK),
            is("rebuild failed", EventKind.REBUILD_FAILED, Health.FAILED),
            is("too small", EventKind.REBUILD_FAILED, Health.DEGRADED),
            is("spare capacity", EventKind.REBUILD_FAILED, Health.DEGRADED),
            is("rebuild started", EventKind.REBUILD_STARTED, Health.OK),
            is("rebuild resumed", EventKind.REBUILD_STARTED, Health.OK),
            is("rebuild paused", EventKind.HOUSEKEEPING, Health.OK),
            is("rebuild done", EventKind.REBUILD_DONE, Health.OK),
            is("rebuild completed", EventKind.REBUILD_DONE, Health.OK),
            is("parity mismatch", EventKind.CHECK, Health.DEGRADED),
            // The array was never initialised.
            is("verify failed because", EventKind.CHECK, Health.OK),
            is("verify failed", EventKind.CHECK, Health.DEGRADED),
            is("initialize failed", EventKind.CHECK, Health.DEGRADED),
            is("migration failed", EventKind.CHECK, Health.DEGRADED),
            is("verify not started", EventKind.CHECK, Health.OK),
            is("verify", EventKind.CHECK, Health.OK),
            is("initialize", EventKind.CHECK, Health.OK),
            is("migration", EventKind.CHECK, Health.OK),
            is("cache flush failed", EventKind.WRITE_ERROR, Health.FAILED),
            is("error flushing cached", EventKind.WRITE_ERROR, Health.FAILED),
            is("cache synchronization failed", EventKind.CONTROLLER, Health.FAILED),
            is("cache synchronization skipped", EventKind.CONTROLLER, Health.DEGRADED),
            is("cache synchronized", EventKind.CONTROLLER, Health.OK),
            is("cache meta data", EventKind.CONTROLLER, Health.FAILED),
            is("bbu not found", EventKind.BATTERY, Health.FAILED),
            is("battery charging fault", EventKind.BATTERY, Health.FAILED),
            is("battery health check failed", EventKind.BATTERY, Health.FAILED),
            is("battery is not present", EventKind.BATTERY, Health.FAILED),
            is("below error level", EventKind.BATTERY, Health.FAILED),
            is("battery is weak", EventKind.BATTERY, Health.DEGRADED),
            is("below warning level", EventKind.BATTERY, Health.DEGRADED),
            is("battery charge is below", EventKind.BATTERY, Health.DEGRADED),
            is("charge termination voltage", EventKind.BATTERY, Health.DEGRADED),
            is("battery voltage is too", EventKind.BATTERY, Health.FAILED),
            is("battery temperature is too", EventKind.BATTERY, Health.FAILED),
            is("battery voltage is normal", EventKind.BATTERY, Health.OK),
            is("battery temperature is normal", EventKind.BATTERY, Health.OK),
            is("battery voltage", EventKind.BATTERY, Health.DEGRADED),
            is("battery temperature", EventKind.BATTERY, Health.DEGRADED),
            is("battery is present", EventKind.BATTERY, Health.OK),
            // Started, completed, needed, overdue: the battery takes care of itself.
            is("battery capacity test", EventKind.BATTERY, Health.OK),
            is("battery health check", EventKind.BATTERY, Health.OK),
            is("battery charging", EventKind.BATTERY, Health.OK),
            is("fan normal", EventKind.FAN, Health.OK),
            is("fan added", EventKind.FAN, Health.OK),
            is("fan", EventKind.FAN, Health.DEGRADED),
            is("power supply was inserted", EventKind.POWER_SUPPLY, Health.OK),
            is("power normal", EventKind.POWER_SUPPLY, Health.OK),
            is("power added", EventKind.POWER_SUPPLY, Health.OK),
            is("power supply", EventKind.POWER_SUPPLY, Health.DEGRADED),
            is("enclosure power", EventKind.POWER_SUPPLY, Health.DEGRADED),
            is("temp normal", EventKind.TEMPERATURE, Health.OK),
            is("temperature normal", EventKind.TEMPERATURE, Health.OK),
            is("temp sensor added", EventKind.TEMPERATURE, Health.OK),
            is("temperature", EventKind.TEMPERATURE, Health.DEGRADED),
            is("temp ", EventKind.TEMPERATURE, Health.DEGRADED),
            is("enclosure removed", EventKind.CONTROLLER, Health.DEGRADED),
            is("enclosure added", EventKind.CONTROLLER, Health.OK),
            // The guide calls a reset harmless up to three a day.
            is("controller reset", EventKind.CONTROLLER, Health.OK),
            is("soft reset", EventKind.CONTROLLER, Health.OK),
            is("controller error", EventKind.CONTROLLER, Health.FAILED),
            is("unclean shutdown", EventKind.CONTROLLER, Health.OK),
            is("buffer ecc error corrected", EventKind.CONTROLLER, Health.DEGRADED),
            is("corrected sbuf ecc", EventKind.CONTROLLER, Health.DEGRADED),
            is("buffer integrity test failed", EventKind.CONTROLLER, Health.FAILED),
            is("sbuf memory test failed", EventKind.CONTROLLER, Health.FAILED),
            is("so-dimm", EventKind.CONTROLLER, Health.FAILED),
            is("flash file system repaired", EventKind.CONTROLLER, Health.OK),
            is("flash file system", EventKind.CONTROLLER, Health.DEGRADED),
            is("unit number assignments", EventKind.CONTROLLER, Health.DEGRADED),
            is("handler lockup", EventKind.CONTROLLER, Health.FAILED),
            is("retrying pci", EventKind.CONTROLLER, Health.DEGRADED),
            is("aen queue is full", EventKind.CONTROLLER, Health.DEGRADED),
            is("aen queue", EventKind.HOUSEKEEPING, Health.OK),
            is("drive not supported", EventKind.HOUSEKEEPING, Health.DEGRADED),
            is("unsupported ata drive", EventKind.HOUSEKEEPING, Health.DEGRADED),
            is("unit deleted", EventKind.HOUSEKEEPING, Health.OK),
            is("logical unit was deleted", EventKind.HOUSEKEEPING, Health.OK),
            is("synchronize host", EventKind.HOUSEKEEPING, Health.OK),
            is("prepare for shutdown", EventKind.HOUSEKEEPING, Health.OK),
            is("door was", EventKind.HOUSEKEEPING, Health.OK),
            is("case was", EventKind.HOUSEKEEPING, Health.OK),
            is("membership update", EventKind.HOUSEKEEPING, Health.OK));

    private Aens() {}

    private static Meaning is(String words, EventKind kind, Health health) {
        return new Meaning(words, kind, health);
    }

    static Meaning of(String text) {
        String words = text.toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(one -> words.contains(one.words()))
                .findFirst()
                .orElse(UNKNOWN);
    }
}
