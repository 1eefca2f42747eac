package io.diskvigil.metrics;

import io.diskvigil.metrics.Exposition.Family;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Vocabulary;
import java.util.EnumSet;
import java.util.List;

/** Writes what a RAID controller says of its drives and is no plain number, or is called like something of a volume. */
final class MemberFamilies {
    /** All other words are families of drives, a number each, under their own names. */
    static final EnumSet<Vocabulary> NOT_ONE_NUMBER_OF_A_DRIVE = EnumSet.of(
            Vocabulary.MEMBER_STATE,
            Vocabulary.VOLUME_STATE,
            Vocabulary.VOLUME_REDUNDANCY_LEFT,
            Vocabulary.REBUILD_PERCENT,
            Vocabulary.REBUILD_MINUTES_LEFT,
            Vocabulary.SPUN_DOWN,
            Vocabulary.CONTROLLER_STATE,
            Vocabulary.CLOCK_OFFSET_SECONDS,
            Vocabulary.FOREIGN_CONFIGURATION,
            Vocabulary.HOT_SPARES,
            Vocabulary.MEMORY_CORRECTABLE_ERRORS,
            Vocabulary.MEMORY_UNCORRECTABLE_ERRORS,
            Vocabulary.PATROL_READ_AGE_DAYS,
            Vocabulary.CONSISTENCY_CHECK_AGE_DAYS,
            Vocabulary.WRITE_CACHE,
            Vocabulary.WRITE_CACHE_CONFIGURED,
            Vocabulary.CACHE_PROTECTION,
            Vocabulary.BATTERY_STATE,
            Vocabulary.BATTERY_LEARN_CYCLE,
            Vocabulary.BATTERY_CHARGE_PERCENT,
            Vocabulary.FAN_STATE,
            Vocabulary.FAN_RPM,
            Vocabulary.SUPPLY_STATE,
            Vocabulary.ENCLOSURE_STATE,
            Vocabulary.VOLTAGE_VOLTS);

    private static final Family MEMBER = Family.gauge(
            "diskvigil_drive_member_state",
            "1 for what the controller says of a drive: ok, degraded, failed, unknown; word is the controller's own.");
    private static final Family VOLUME = Family.gauge(
            "diskvigil_drive_volume_state",
            "1 for the state of the volume that a drive belongs to, the worst if there are several.");
    private static final Family REDUNDANCY = Family.gauge(
            "diskvigil_drive_volume_redundancy_left",
            "Drives that the volume of this drive can still lose, the fewest if it is in several.");
    private static final Family REBUILD =
            Family.gauge("diskvigil_drive_rebuild_ratio", "How far the rebuild onto a drive has come, from 0 to 1.");
    private static final Family REBUILD_LEFT = Family.gauge(
            "diskvigil_drive_rebuild_left_seconds",
            "Time that the rebuild onto a drive still needs by the controller's own estimate.");
    private static final Family SPINDLE = Family.gauge(
            "diskvigil_drive_spun_down",
            "1 for whether the controller let a spare or unused drive spin down, in its word.");

    private MemberFamilies() {}

    static void write(List<DriveRow> drives, Exposition out) {
        states(MEMBER, drives, Vocabulary.MEMBER_STATE, "ok", out);
        states(VOLUME, drives, Vocabulary.VOLUME_STATE, "optimal", out);
        levels(REDUNDANCY, drives, Vocabulary.VOLUME_REDUNDANCY_LEFT, 1, out);
        levels(REBUILD, drives, Vocabulary.REBUILD_PERCENT, Part.PERCENT, out);
        levels(REBUILD_LEFT, drives, Vocabulary.REBUILD_MINUTES_LEFT, Part.MINUTE, out);
        states(SPINDLE, drives, Vocabulary.SPUN_DOWN, "ok", out);
    }

    private static void states(Family family, List<DriveRow> drives, Vocabulary word, String well, Exposition out) {
        out.family(family);
        for (DriveRow drive : drives) {
            Reading reading = drive.reading(word);
            if (reading instanceof Status status) {
                Part.state(status, well, out.row().label(drive.drive()));
            }
        }
    }

    private static void levels(Family family, List<DriveRow> drives, Vocabulary word, double factor, Exposition out) {
        out.family(family);
        for (DriveRow drive : drives) {
            Reading reading = drive.reading(word);
            if (reading instanceof Gauge gauge && Double.isFinite(gauge.value())) {
                out.row().label(drive.drive()).value(Part.scaled(gauge.value(), factor));
            }
        }
    }
}
