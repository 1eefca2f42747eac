package io.diskvigil.adapter.megaraid;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Printable;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How storcli writes numbers, sizes and times; what is {@code -}, {@code N/A} or nonsense is empty. */
final class Values {
    private static final int LONGEST = 300;
    private static final Pattern NUMBER = Pattern.compile("^\\s*(-?\\d{1,15}(?:\\.\\d{1,9})?)");
    private static final Pattern WHOLE = Pattern.compile("\\s*(\\d{1,18})\\s*");
    // 278.464 GB, 1.903 TB, 9.094 TiB
    private static final Pattern SIZE = Pattern.compile("\\s*(\\d{1,9}(?:\\.\\d{1,9})?)\\s*([KMGTP])i?B\\s*");
    // 894.252 GB [0x6fc81ab0 Sectors]
    private static final Pattern SECTORS = Pattern.compile("\\[0x([0-9a-fA-F]{1,15}) Sectors]");
    // 6 Hours 25 Minutes
    private static final Pattern SPAN =
            Pattern.compile("(\\d{1,6})\\s*(day|hour|minute|second)s?", Pattern.CASE_INSENSITIVE);
    // 05/19/2023, 19:18:24 and 2026/05/29 14:06:27
    private static final Pattern MONTH_FIRST =
            Pattern.compile("\\s*(\\d\\d)/(\\d\\d)/(\\d{4}),? +(\\d\\d):(\\d\\d):(\\d\\d)\\s*");
    private static final Pattern YEAR_FIRST =
            Pattern.compile("\\s*(\\d{4})/(\\d\\d)/(\\d\\d),? +(\\d\\d):(\\d\\d):(\\d\\d)\\s*");
    // Tue Jun  2 18:02:08 2015
    private static final Pattern UNIX = Pattern.compile(
            "\\s*\\p{Alpha}{3}\\s+(\\p{Alpha}{3})\\s+(\\d{1,2})\\s+(\\d\\d):(\\d\\d):(\\d\\d)\\s+(\\d{4})\\s*");
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final Pattern HEX = Pattern.compile("(?:0x)?([0-9a-fA-F]{16}(?:[0-9a-fA-F]{16})?)");

    private Values() {}

    /** A scalar as one short printable line; empty for objects, arrays, null and what stands for nothing. */
    static String text(JsonNode node) {
        if (node == null || !node.isValueNode() || node.isNull()) {
            return "";
        }
        String text = line(node.asText());
        return isNothing(text) ? "" : text;
    }

    static String line(String text) {
        String line = Printable.line(text);
        return line.length() > LONGEST ? line.substring(0, LONGEST) : line;
    }

    static boolean isNothing(String text) {
        return switch (text.toUpperCase(Locale.ROOT)) {
            case "", "-", "N/A", "NA", "UNAVAILABLE" -> true;
            default -> false;
        };
    }

    /** The number at the begin of {@code 21C (69.80 F)}, {@code 6.0Gb/s}, {@code 30 %}. */
    static OptionalDouble number(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.find() ? OptionalDouble.of(Double.parseDouble(number.group(1))) : OptionalDouble.empty();
    }

    static OptionalLong whole(String text) {
        Matcher whole = WHOLE.matcher(text);
        return whole.matches() ? OptionalLong.of(Long.parseLong(whole.group(1))) : OptionalLong.empty();
    }

    /** Degrees Celsius; 0 is what a drive at rest or without a sensor shows. */
    static OptionalDouble celsius(String text) {
        OptionalDouble number = number(text);
        return number.isPresent() && number.getAsDouble() > 0 && number.getAsDouble() <= 150
                ? number
                : OptionalDouble.empty();
    }

    static OptionalDouble gigabits(String text) {
        return text.toLowerCase(Locale.ROOT).contains("gb/s") ? number(text) : OptionalDouble.empty();
    }

    /** Bytes of {@code 1.903 TB}: the units are binary whether or not an i stands in them. Rounded as printed. */
    static OptionalDouble bytes(String text) {
        Matcher size = SIZE.matcher(text);
        return size.matches()
                ? OptionalDouble.of(Double.parseDouble(size.group(1))
                        * Math.pow(1024, "KMGTP".indexOf(size.group(2).charAt(0)) + 1.0))
                : OptionalDouble.empty();
    }

    /** Exact bytes of {@code 894.252 GB [0x6fc81ab0 Sectors]}, by the sector size that fits the rounded number. */
    static OptionalLong exactBytes(String text) {
        Matcher sectors = SECTORS.matcher(text);
        return sectors.find()
                ? exactBytes(
                        Long.parseLong(sectors.group(1), 16),
                        text.substring(0, sectors.start()).strip())
                : OptionalLong.empty();
    }

    static OptionalLong exactBytes(long blocks, String rounded) {
        OptionalDouble about = bytes(rounded);
        for (long size : new long[] {512, 4096}) {
            double exact = (double) blocks * size;
            if (about.isPresent() && Math.abs(exact - about.getAsDouble()) < about.getAsDouble() * 0.05) {
                return OptionalLong.of(blocks * size);
            }
        }
        return OptionalLong.empty();
    }

    /** Minutes of {@code 4 Days 3 Hours 51 Minutes}. */
    static OptionalDouble minutes(String text) {
        Matcher span = SPAN.matcher(text);
        boolean any = false;
        double minutes = 0;
        while (span.find()) {
            any = true;
            double count = Double.parseDouble(span.group(1));
            minutes += switch (span.group(2).toLowerCase(Locale.ROOT)) {
                case "day" -> count * 1440;
                case "hour" -> count * 60;
                case "minute" -> count;
                default -> count / 60;
            };
        }
        return any ? OptionalDouble.of(minutes) : OptionalDouble.empty();
    }

    static Optional<LocalDateTime> time(String text) {
        Matcher month = MONTH_FIRST.matcher(text);
        if (month.matches()) {
            return time(month, 3, Integer.parseInt(month.group(1)), 2, 4);
        }
        Matcher year = YEAR_FIRST.matcher(text);
        if (year.matches()) {
            return time(year, 1, Integer.parseInt(year.group(2)), 3, 4);
        }
        Matcher unix = UNIX.matcher(text);
        return unix.matches()
                ? time(unix, 6, MONTHS.indexOf(unix.group(1).toLowerCase(Locale.ROOT)) + 1, 2, 3)
                : Optional.empty();
    }

    private static Optional<LocalDateTime> time(Matcher m, int year, int month, int day, int hour) {
        try {
            return Optional.of(LocalDateTime.of(
                    Integer.parseInt(m.group(year)),
                    month,
                    Integer.parseInt(m.group(day)),
                    Integer.parseInt(m.group(hour)),
                    Integer.parseInt(m.group(hour + 1)),
                    Integer.parseInt(m.group(hour + 2))));
        } catch (DateTimeException e) {
            // 00/00/0000 and the like stand for a clock that was never set.
            return Optional.empty();
        }
    }

    /** Lower-case hex; empty for anything that is no name of 64 or 128 bits. */
    static String wwn(String text) {
        Matcher hex = HEX.matcher(text.strip());
        return hex.matches() ? hex.group(1).toLowerCase(Locale.ROOT) : "";
    }
}
