package io.diskvigil.model;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One observed value. Adapters know vendors; rules know only these kinds. {@code source} says where the value stood in the
 * tool's answer, for a person: {@code "attribute 5 Reallocated_Sector_Ct"}, {@code "device statistics, page 3"}.
 */
public sealed interface Reading {
    String name();

    String source();

    /** The reading as one line for a person: name, value, source. */
    String line();

    /** Distinguishes readings of one snapshot: a later reading with the same key takes the place of an earlier one. */
    default String key() {
        return name();
    }

    /** A count that only grows while the drive is sane: reallocated sectors, media errors, hours. {@code raw} is decoded. */
    record Counter(String name, long raw, String source) implements Reading {
        @Override
        public String line() {
            return "%s %d (%s)".formatted(name, raw, source);
        }
    }

    /** A level that moves both ways; {@code limit} is the component's own threshold, if it gave one. */
    record Gauge(String name, double value, OptionalDouble limit, String source) implements Reading {
        @Override
        public String line() {
            String own = limit.isPresent() ? ", own limit " + Numbers.plain(limit.getAsDouble()) : "";
            return "%s %s%s (%s)".formatted(name, Numbers.plain(value), own, source);
        }
    }

    /** A state word, with the vendor's spelling kept for the reader of the mail. */
    record Status(String name, String vendorWord, Health health, String source) implements Reading {
        /** Name of a line of the tool's answer that was not understood: several of one answer stand beside each other. */
        public static final String UNREAD_LINE = "unread_line";
        /** Name of the fact that says how many lines more there were than are shown. */
        public static final String UNREAD_LINES_LEFT_OUT = "unread_lines_left_out";

        @Override
        public String key() {
            return name.equals(UNREAD_LINE) ? name + "/" + vendorWord : name;
        }

        @Override
        public String line() {
            return "%s %s (%s)".formatted(name, vendorWord, source);
        }
    }

    /** One line of a component's own log: ATA or NVMe error log, controller event, SEL record. */
    record LogEntry(
            String name, String recordId, Optional<Instant> loggedAt, String text, EntryKind kind, String source)
            implements Reading {
        @Override
        public String key() {
            return name + "/" + recordId;
        }

        @Override
        public String line() {
            return "%s %s %s (%s)".formatted(name, recordId, text, source);
        }
    }

    /**
     * One line of a controller's event log.
     *
     * @param recordId the log's own number; empty where it has none
     * @param clock the time as the controller's clock wrote it, which has no zone and may be wrong
     * @param at the time by the host's clock, as well as it is known
     * @param place of whom it speaks: the {@link Location#type} through which the same answer shows a drive, such as
     *     {@code areca,2}, or the id's last part of a volume, battery or enclosure; empty for the controller itself
     * @param text the tool's own words
     * @param health OK for good news and for what is merely noted, UNKNOWN for words that nobody knows
     */
    record Event(
            String name,
            String recordId,
            Optional<LocalDateTime> clock,
            Optional<Instant> at,
            String place,
            String text,
            EventKind kind,
            Health health,
            String source)
            implements Reading {
        /** The name of what the kernel's log says; all others are of controllers. */
        public static final String KERNEL = "kernel_event";

        /** The same record with its time by the host's clock. */
        public Event withAt(Optional<Instant> time) {
            return new Event(name, recordId, clock, time, place, text, kind, health, source);
        }

        @Override
        public String key() {
            return name + "/" + recordId + "/"
                    + clock.map(LocalDateTime::toString).orElse("") + "/" + place + "/" + text;
        }

        @Override
        public String line() {
            return "%s %s%s%s"
                    .formatted(
                            name,
                            clock.map(time -> time + " ").orElse(""),
                            text,
                            place.isEmpty() ? "" : " (" + place + ")");
        }
    }

    /** What a controller's event speaks of. The names are metric labels: few and stable. */
    enum EventKind {
        /** The drive could not read, or the controller had to mend what it read from redundancy. */
        READ_ERROR,
        WRITE_ERROR,
        /** Transfers damaged on the way: ATA ECC or CRC errors, resets. */
        LINK_ERROR,
        TIME_OUT,
        DRIVE_FAILED,
        /** The drive says of itself that it will fail. */
        PREDICTIVE_FAILURE,
        DRIVE_REMOVED,
        DRIVE_INSERTED,
        VOLUME_DEGRADED,
        VOLUME_FAILED,
        VOLUME_OPTIMAL,
        REBUILD_STARTED,
        REBUILD_DONE,
        REBUILD_FAILED,
        /** Verify, consistency check, patrol read, initialisation: begun or ended. */
        CHECK,
        BATTERY,
        FAN,
        POWER_SUPPLY,
        TEMPERATURE,
        /** The controller itself: powered on, its memory, its bus. */
        CONTROLLER,
        /** Logins, settings, clocks: nobody need know. */
        HOUSEKEEPING,
        UNKNOWN
    }

    /**
     * One place in a volume, taken or not.
     *
     * @param number from 0, in the order of the tool's answer
     * @param slot how a person finds it: {@code Channel 2}, {@code Enc#2 Slot#8}, {@code 252:3}; empty for a place whose drive is missing
     * @param drive model and serial as far as known, for a person; empty for a missing one
     */
    record Member(String name, int number, String slot, String drive, String vendorWord, Health health, String source)
            implements Reading {
        @Override
        public String key() {
            return name + "/" + number;
        }

        @Override
        public String line() {
            return "%s %d: %s%s%s"
                    .formatted(
                            name,
                            number,
                            vendorWord,
                            slot.isEmpty() ? "" : ", " + slot,
                            drive.isEmpty() ? "" : ", " + drive);
        }
    }

    /** What a person should know and nobody judges: the volume that a drive belongs to, the command that lights its slot. */
    record Fact(String name, String text, String source) implements Reading {
        /** Questions about the component that were refused: what it would have said is not known, and nothing ends by its absence. */
        public static final String REFUSED = "refused";

        /** The command that lights the LED of the slot, to be pasted. */
        public static final String LOCATE = "locate_command";

        @Override
        public String line() {
            return "%s %s".formatted(name, text);
        }
    }

    /** What a log entry speaks of. */
    enum EntryKind {
        /** The medium could not be read or written. */
        MEDIA,
        /** The way to the drive: CRC, reset, time-out. */
        LINK,
        /** The host asked for something that the drive does not know: no fault of the drive. */
        HOST,
        OTHER
    }

    /**
     * One entry of a self-test log, or the test that is running.
     *
     * @param number position in the log, 1 is the newest; 0 the running one
     * @param kind the tool's own words, such as {@code Extended offline}
     * @param hours power-on hours at its end as the drive noted them: ATA wraps at 65,536
     * @param lba of the first error
     * @param remainingPercent of a running or ended-early test
     */
    record SelfTest(
            String name,
            int number,
            String kind,
            SelfTestResult result,
            String vendorWord,
            OptionalLong hours,
            OptionalLong lba,
            OptionalInt remainingPercent,
            String source)
            implements Reading {
        @Override
        public String key() {
            return name + "/" + number;
        }

        @Override
        public String line() {
            return "%s %d: %s, %s%s%s"
                    .formatted(
                            name,
                            number,
                            kind,
                            vendorWord,
                            hours.isPresent() ? ", at " + hours.getAsLong() + " h" : "",
                            lba.isPresent() ? ", LBA " + lba.getAsLong() : "");
        }
    }

    /**
     * A kind of self-test that the drive says it can run.
     *
     * @param minutes the drive's own estimate of how long it takes; absent where it gives none
     */
    record SelfTestAbility(String name, TestKind kind, OptionalInt minutes, String source) implements Reading {
        @Override
        public String key() {
            return name + "/" + kind.word();
        }

        @Override
        public String line() {
            return "%s %s%s (%s)"
                    .formatted(
                            name, kind.word(), minutes.isPresent() ? ", " + minutes.getAsInt() + " min" : "", source);
        }
    }

    /** How a self-test ended; only the three FAILED ones speak against the drive. */
    enum SelfTestResult {
        PASSED,
        RUNNING,
        /** By the host or a reset: says nothing about the drive. */
        ABORTED,
        /** The read element failed. */
        FAILED_READ,
        /** Electrical, servo, seek, handling damage, or a failed NVMe or SCSI segment. */
        FAILED_HARDWARE,
        /** A fatal or unknown error ended the test. */
        FAILED_UNKNOWN,
        UNKNOWN;

        public boolean failed() {
            return this == FAILED_READ || this == FAILED_HARDWARE || this == FAILED_UNKNOWN;
        }
    }

    /**
     * A vendor attribute of an ATA drive, as it is: SMART's own table, which has no vendor-independent meaning beyond
     * "value at or below threshold".
     *
     * @param name as the drive database spells it
     * @param raw decoded by the format of the drive database; absent where the format is not known to give one number
     * @param rawText as printed, such as {@code 25 (0 7 0 0 0)}
     * @param threshold absent where the drive gives none; 0 never fails
     * @param prefail true if reaching the threshold means that failure is near, false for old age and usage
     */
    record Attribute(
            int id,
            String name,
            OptionalLong raw,
            String rawText,
            int value,
            int worst,
            OptionalInt threshold,
            boolean prefail,
            Trip trip,
            String source)
            implements Reading {
        @Override
        public String key() {
            return "attribute/" + id;
        }

        @Override
        public String line() {
            return "%3d %-24s %03d %03d %s %s"
                    .formatted(
                            id,
                            name,
                            value,
                            worst,
                            threshold.isPresent() ? "%03d".formatted(threshold.getAsInt()) : "---",
                            rawText);
        }
    }

    /** Whether an attribute stands at or below its threshold. */
    enum Trip {
        NEVER,
        IN_THE_PAST,
        NOW
    }
}
