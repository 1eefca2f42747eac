package io.diskvigil.adapter.kernel;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands before a message, by who kept it: /dev/kmsg, dmesg in its forms, journalctl, syslog. */
final class Prefix {
    /** {@code 3,1234,56789,-;message}: facility and level, sequence number, microseconds (kernel, Documentation/ABI/testing/dev-kmsg). */
    private static final Pattern KMSG = Pattern.compile("(\\d{1,4}),(\\d{1,19}),(\\d{1,18}),[^;]{0,60};(.*)");
    /** {@code Dec 10 18:58:49 host}, {@code Okt 14 11:37:05 host}, {@code Feb 25 13:23:19 kernel:} */
    private static final Pattern SYSLOG =
            Pattern.compile("(\\p{L}{3,5}\\.?|\\d{1,2}月) {1,3}(\\d{1,2}) (\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d{1,9})? (.*)");
    /** {@code 2024-05-07T08:05:47.123456+02:00 host}; dmesg writes a comma before the fraction and no host. */
    private static final Pattern ISO = Pattern.compile(
            "(\\d{4})-(\\d\\d)-(\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)(?:([.,])\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)? (.*)");
    /** {@code [Wed Dec 10 18:58:49 2025]}, {@code [四 12月 10 18:58:49 2025]} */
    private static final Pattern DMESG_CLOCK =
            Pattern.compile("\\[\\S{1,9} (\\S{1,9}) {1,3}(\\d{1,2}) (\\d\\d:\\d\\d:\\d\\d) (\\d{4})\\](.*)");
    /** {@code [12225.445360][T20556]}, {@code [   23.086626]} */
    private static final Pattern SECONDS =
            Pattern.compile("\\[ {0,12}(\\d{1,12}\\.\\d{1,9})\\](?:\\[ *[TC]\\d+\\])?(.*)");
    /** {@code [  +0.000012]}, {@code [Dec10 18:58]}: the difference to the line before. */
    private static final Pattern DELTA =
            Pattern.compile("\\[(?: *\\+\\d+\\.\\d+|\\p{L}{3}\\d\\d? \\d\\d:\\d\\d)\\](.*)");

    private static final Pattern LEVEL = Pattern.compile("<(\\d{1,3})>(.*)");
    /** {@code kern  :err   :} of {@code dmesg -x} */
    private static final Pattern DECODED = Pattern.compile("(kern|user|daemon|syslog|auth) {0,4}:(\\w+) {0,4}: ?(.*)");

    private static final Pattern KERNEL = Pattern.compile("(?:kernel|vmunix): ?(.*)");
    private static final Pattern HOST_KERNEL = Pattern.compile("\\S+ (?:kernel|vmunix): ?(.*)");
    /** A program with its number, which the kernel has not: {@code host systemd[1]:}. */
    private static final Pattern HOST_PROGRAM = Pattern.compile("(?:\\S+ )?[\\w./@-]+\\[\\d+\\]: .*");

    private OptionalDouble uptime = OptionalDouble.empty();
    private Optional<LocalDateTime> clock = Optional.empty();
    private OptionalInt severity = OptionalInt.empty();
    private boolean kernel = true;
    private String rest;

    private Prefix(String line) {
        rest = line;
    }

    static KernelLine strip(String line) {
        Prefix prefix = new Prefix(line.strip());
        prefix.read();
        return new KernelLine(prefix.uptime, prefix.clock, prefix.severity, prefix.kernel, prefix.rest.strip(), 1);
    }

    private void read() {
        if (kmsg()) {
            return;
        }
        Matcher level = LEVEL.matcher(rest);
        if (level.matches()) {
            told(Integer.parseInt(level.group(1)));
            rest = level.group(2).stripLeading();
        }
        Matcher decoded = DECODED.matcher(rest);
        if (decoded.matches()) {
            kernel = decoded.group(1).equals("kern");
            rest = decoded.group(3);
        }
        if (syslog() || iso() || dmesgClock()) {
            rest = rest.stripLeading();
        }
        seconds();
        Matcher delta = DELTA.matcher(rest);
        rest = delta.matches() ? delta.group(1).stripLeading() : rest;
        Matcher named = KERNEL.matcher(rest);
        rest = named.matches() ? named.group(1) : rest;
    }

    private boolean kmsg() {
        Matcher record = KMSG.matcher(rest);
        if (!record.matches()) {
            return false;
        }
        told(Integer.parseInt(record.group(1)));
        uptime = OptionalDouble.of(Long.parseLong(record.group(3)) / 1e6);
        rest = record.group(4);
        return true;
    }

    private void told(int priority) {
        severity = OptionalInt.of(priority & 7);
        kernel = priority >> 3 == 0;
    }

    private boolean syslog() {
        Matcher stamp = SYSLOG.matcher(rest);
        if (!stamp.matches()) {
            return false;
        }
        OptionalInt month = Months.of(stamp.group(1));
        if (month.isEmpty()) {
            return false;
        }
        clock = time(KernelLine.YEARLESS, month.getAsInt(), stamp.group(2), stamp.group(3));
        host(stamp.group(4));
        return true;
    }

    private boolean iso() {
        Matcher stamp = ISO.matcher(rest);
        if (!stamp.matches()) {
            return false;
        }
        clock = time(
                Integer.parseInt(stamp.group(1)), Integer.parseInt(stamp.group(2)), stamp.group(3), stamp.group(4));
        if (",".equals(stamp.group(5))) {
            rest = stamp.group(6);
        } else {
            host(stamp.group(6));
        }
        return true;
    }

    private boolean dmesgClock() {
        Matcher stamp = DMESG_CLOCK.matcher(rest);
        if (!stamp.matches() || Months.of(stamp.group(1)).isEmpty()) {
            return false;
        }
        clock = time(
                Integer.parseInt(stamp.group(4)), Months.of(stamp.group(1)).getAsInt(), stamp.group(2), stamp.group(3));
        rest = stamp.group(5);
        return true;
    }

    private void seconds() {
        Matcher stamp = SECONDS.matcher(rest);
        if (stamp.matches()) {
            uptime = OptionalDouble.of(Double.parseDouble(stamp.group(1)));
            rest = stamp.group(2).stripLeading();
        }
    }

    /** Host and program, or "kernel:" without a host, or a host and no program at all. */
    private void host(String text) {
        Matcher named = KERNEL.matcher(text);
        Matcher hosted = HOST_KERNEL.matcher(text);
        if (named.matches()) {
            rest = named.group(1);
        } else if (hosted.matches()) {
            rest = hosted.group(1);
        } else {
            kernel = !HOST_PROGRAM.matcher(text).matches();
            int end = text.indexOf(' ');
            rest = end < 0 ? "" : text.substring(end + 1);
        }
    }

    private static Optional<LocalDateTime> time(int year, int month, String day, String clock) {
        try {
            return Optional.of(LocalDateTime.of(
                    java.time.LocalDate.of(year, month, Integer.parseInt(day)), LocalTime.parse(clock)));
        } catch (DateTimeException e) {
            // Damaged digits: the message counts without its time.
            return Optional.empty();
        }
    }
}
