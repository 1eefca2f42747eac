package io.diskvigil.adapter.kernel;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One message of the kernel, freed from whatever stood before it.
 *
 * @param uptime seconds since the boot, where the line tells them
 * @param clock as printed, without zone; where the line gives no year it is {@link #YEARLESS}
 * @param severity 0 (emergency) to 7 (debug), where the line tells it
 * @param kernel false for what a program wrote into the kernel's log or into the same file
 * @param message without prefix, line breaks inside it as blanks
 * @param times how often it was logged, by a line such as "last message repeated 3 times"
 */
public record KernelLine(
        OptionalDouble uptime,
        Optional<LocalDateTime> clock,
        OptionalInt severity,
        boolean kernel,
        String message,
        int times) {
    /** A leap year, so that the 29th of February has its place. */
    static final int YEARLESS = 1904;

    /** Of a line of no use beyond this: no message of the kernel is longer than 1,024 characters, and two may be glued. */
    private static final int LONGEST = 4096;

    /** All messages of a log in any of the forms in which people keep it. */
    public static List<KernelLine> read(String log) {
        return new LineReader().read(log);
    }

    /** One line alone, such as a record of {@code /dev/kmsg}. */
    public static KernelLine of(String line) {
        return Prefix.strip(line.length() > LONGEST ? line.substring(0, LONGEST) : line);
    }

    KernelLine withMessage(String other) {
        return new KernelLine(uptime, clock, severity, kernel, other, times);
    }

    KernelLine repeated(int more) {
        return new KernelLine(uptime, clock, severity, kernel, message, more);
    }

    boolean hasTime() {
        return uptime.isPresent() || clock.isPresent();
    }

    /** The clock as if it were UTC; a missing year is the one that puts it last before {@code now}. */
    Optional<Instant> instant(Instant now) {
        return clock.map(time -> {
            if (time.getYear() != YEARLESS) {
                return time.toInstant(ZoneOffset.UTC);
            }
            int year = now.atOffset(ZoneOffset.UTC).getYear();
            Instant guess = time.withYear(year).toInstant(ZoneOffset.UTC);
            return guess.isAfter(now.plus(Duration.ofDays(1)))
                    ? time.withYear(year - 1).toInstant(ZoneOffset.UTC)
                    : guess;
        });
    }
}
