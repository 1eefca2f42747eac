package io.diskvigil.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The canonical reading names: the same in the store, in rules, in metrics, on the page and in a mail. Everything that an
 * adapter reads and that is not listed here keeps its vendor's name as a {@link Reading.Attribute} or {@link Reading.Status}.
 */
public enum Vocabulary {
    SMART_PASSED(Form.STATUS, false, "What the drive says of itself as a whole; PASSED proves nothing."),
    /** UNAVAILABLE, DISABLED, or a word saying why nothing can be seen: judged by the blindness rule. */
    VISIBILITY(Form.STATUS, false, "Whether the drive's health can be read at all through this way in."),
    /** The drive database says what vendor attributes mean. */
    MODEL_IN_DATABASE(Form.STATUS, false, "Whether smartctl's drive database knows the model."),
    POWER_ON_HOURS(Form.COUNTER, false, "Time powered on, in hours."),
    POWER_CYCLES(Form.COUNTER, false, "Times powered on."),
    TEMPERATURE_CELSIUS(Form.GAUGE, false, "Current temperature, in degrees Celsius."),
    REALLOCATED_SECTORS(Form.COUNTER, true, "Sectors (blocks on an SSD) replaced by spares."),
    REALLOCATION_EVENTS(Form.COUNTER, true, "Attempts to replace a sector by a spare."),
    PENDING_SECTORS(
            Form.COUNTER, true, "Sectors that could not be read and wait for a rewrite; goes down when they heal."),
    OFFLINE_UNCORRECTABLE_SECTORS(Form.COUNTER, true, "Sectors that an offline scan could not read; may go down."),
    REPORTED_UNCORRECTABLE_ERRORS(
            Form.COUNTER, true, "Errors that the drive could not correct and reported to the host."),
    END_TO_END_ERRORS(Form.COUNTER, true, "Data that changed between the drive's cache and its medium."),
    COMMAND_TIMEOUTS(Form.COUNTER, true, "Commands that timed out, mostly through power or the link."),
    CRC_ERRORS(Form.COUNTER, true, "Transfers damaged on the cable, connector or backplane; never goes down."),
    SPIN_RETRIES(Form.COUNTER, true, "Times the spindle needed another try to reach its speed."),
    HELIUM_LEVEL_PERCENT(Form.GAUGE, false, "Helium left in a sealed drive, in percent of full."),
    MEDIA_ERRORS(Form.COUNTER, true, "NVMe: data that could not be recovered."),
    NVME_CRITICAL_WARNING(Form.GAUGE, false, "NVMe: the critical warning bits, 0 is none."),
    AVAILABLE_SPARE_PERCENT(Form.GAUGE, false, "NVMe: spare blocks left, in percent."),
    WEAR_USED_PERCENT(Form.GAUGE, false, "Rated write endurance used up, in percent; may pass 100."),
    UNSAFE_SHUTDOWNS(Form.COUNTER, false, "Times power went away without notice."),
    GROWN_DEFECTS(Form.COUNTER, true, "SCSI: blocks reassigned since manufacture."),
    UNCORRECTED_ERRORS(Form.COUNTER, true, "SCSI: errors left uncorrected in read, write and verify together."),
    ERROR_LOG_ENTRIES(
            Form.COUNTER, false, "Entries ever written to the drive's error log; many are no fault of the drive."),
    LOAD_CYCLES(Form.COUNTER, false, "Times the heads were parked."),
    START_STOPS(Form.COUNTER, false, "Times the spindle started and stopped."),
    HOST_WRITTEN_BYTES(Form.COUNTER, false, "Written by the host in the drive's life, in bytes."),
    HOST_READ_BYTES(Form.COUNTER, false, "Read by the host in the drive's life, in bytes."),
    // What a RAID controller says.
    MEMBER_STATE(Form.STATUS, false, "What the controller says of a drive: online, rebuilding, failed, spare."),
    VOLUME_STATE(Form.STATUS, false, "What the controller says of a volume, or of the volume that a drive belongs to."),
    VOLUME_REDUNDANCY_LEFT(
            Form.GAUGE, false, "Drives that the volume can still lose without losing data; of a drive: of its volume."),
    REBUILD_PERCENT(Form.GAUGE, false, "How far a rebuild has come, in percent."),
    REBUILD_MINUTES_LEFT(
            Form.GAUGE, false, "Time that a rebuild still needs by the controller's own estimate, in minutes."),
    CONTROLLER_MEDIA_ERRORS(Form.COUNTER, true, "Errors of the medium that the controller counts for a drive."),
    CONTROLLER_OTHER_ERRORS(
            Form.COUNTER, true, "Other errors that the controller counts for a drive: link, time-out, protocol."),
    CONTROLLER_TIMEOUTS(Form.COUNTER, true, "Commands to a drive that timed out, as the controller counts them."),
    CONTROLLER_MEDIA_EVENTS(
            Form.COUNTER, true, "Reading and writing errors of a drive in the controller's event log, ever seen."),
    PREDICTIVE_FAILURES(Form.COUNTER, true, "Times that a drive told its controller that it will fail."),
    REALLOCATED_SECTORS_VALUE_LOSS(
            Form.COUNTER,
            true,
            "How far the normalised value of attribute 5 is below its best, where no raw value is told."),
    PENDING_SECTORS_VALUE_LOSS(
            Form.COUNTER,
            true,
            "How far the normalised value of attribute 197 is below its best, where no raw value is told."),
    OFFLINE_UNCORRECTABLE_VALUE_LOSS(
            Form.COUNTER,
            true,
            "How far the normalised value of attribute 198 is below its best, where no raw value is told."),
    REPORTED_UNCORRECTABLE_VALUE_LOSS(
            Form.COUNTER,
            true,
            "How far the normalised value of attribute 187 is below its best, where no raw value is told."),
    LINK_SPEED_GBPS(
            Form.GAUGE, false, "Negotiated speed of the link to a drive, in Gbit/s; its limit is what the drive can."),
    SPUN_DOWN(Form.STATUS, false, "Whether the controller let a spare or unused drive spin down."),
    CONTROLLER_STATE(Form.STATUS, false, "What a controller says of itself."),
    CLOCK_OFFSET_SECONDS(Form.GAUGE, false, "By how much the controller's clock is ahead of the host's, in seconds."),
    FOREIGN_CONFIGURATION(Form.GAUGE, false, "Drives that carry the configuration of another controller."),
    HOT_SPARES(
            Form.GAUGE,
            false,
            "Drives that stand by for a failed one, of the controller or dedicated to a volume, without those that fail themselves."),
    MEMORY_CORRECTABLE_ERRORS(Form.COUNTER, true, "Errors of the controller's own memory that it could correct."),
    MEMORY_UNCORRECTABLE_ERRORS(Form.COUNTER, true, "Errors of the controller's own memory that it could not correct."),
    PATROL_READ_AGE_DAYS(Form.GAUGE, false, "Days since the controller last read all its drives through."),
    CONSISTENCY_CHECK_AGE_DAYS(Form.GAUGE, false, "Days since the volume's redundancy was last checked."),
    WRITE_CACHE(
            Form.STATUS, false, "Whether a volume acknowledges writes from the cache: write-back or write-through."),
    WRITE_CACHE_CONFIGURED(Form.STATUS, false, "The write cache policy that was asked for."),
    CACHE_PROTECTION(
            Form.STATUS,
            false,
            "Whether battery or flash keeps a volume's write cache through a power loss; FAILED if not."),
    BATTERY_STATE(Form.STATUS, false, "What a controller says of its battery or flash module."),
    BATTERY_LEARN_CYCLE(Form.STATUS, false, "Whether the battery is in its learn cycle, which takes hours."),
    BATTERY_CHARGE_PERCENT(Form.GAUGE, false, "Charge of the battery, in percent."),
    FAN_STATE(Form.STATUS, false, "What the enclosure or controller says of a fan."),
    FAN_RPM(Form.GAUGE, false, "Speed of a fan, in revolutions a minute."),
    SUPPLY_STATE(Form.STATUS, false, "What the enclosure or controller says of a power supply."),
    ENCLOSURE_STATE(Form.STATUS, false, "What an enclosure says of itself."),
    VOLTAGE_VOLTS(Form.GAUGE, false, "A supply voltage, in volts.");

    /** Which kind of {@link Reading} carries the name. */
    public enum Form {
        COUNTER,
        GAUGE,
        STATUS
    }

    private static final Map<String, Vocabulary> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Vocabulary::readingName, Function.identity()));

    private final String readingName = name().toLowerCase(java.util.Locale.ROOT);
    private final Form form;
    private final boolean defect;
    private final String help;

    Vocabulary(Form form, boolean defect, String help) {
        this.form = form;
        this.defect = defect;
        this.help = help;
    }

    /** The name in readings, store, metrics and mail, such as {@code reallocated_sectors}. */
    public String readingName() {
        return readingName;
    }

    public Form form() {
        return form;
    }

    /** True for counts of things gone wrong. */
    public boolean isDefect() {
        return defect;
    }

    /**
     * True if each change of value is dated and kept for ever: defect counts, the NVMe warning bits, which a drive takes back
     * without a trace, and the number of hot spares, of which the tool shows only those that are left.
     */
    public boolean isDated() {
        return defect || this == NVME_CRITICAL_WARNING || this == HOT_SPARES;
    }

    /**
     * True for what is only told while it lasts: that a cheap answer does not tell it means that it is over, and not that it
     * was not asked.
     */
    public boolean isMomentary() {
        return this == REBUILD_PERCENT || this == REBUILD_MINUTES_LEFT || this == BATTERY_LEARN_CYCLE;
    }

    public String help() {
        return help;
    }

    public static Optional<Vocabulary> of(String readingName) {
        return Optional.ofNullable(BY_NAME.get(readingName));
    }
}
