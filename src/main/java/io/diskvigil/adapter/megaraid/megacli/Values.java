package io.diskvigil.adapter.megaraid.megacli;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads numbers that have a unit behind them. */
final class Values {
    private static final Pattern WHOLE = Pattern.compile("(\\d{1,15})(?!\\d).*");
    private static final Pattern DECIMAL = Pattern.compile("(-?\\d{1,9}(?:\\.\\d{1,9})?)(?!\\d).*");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?([KMGTP]?B)\\b.*");
    private static final String UNITS = "KMGTP";
    private static final double COLDEST = -40;
    private static final double HOTTEST = 125;

    private Values() {}

    static OptionalLong whole(String text) {
        Matcher number = WHOLE.matcher(text);
        return number.matches() ? OptionalLong.of(Long.parseLong(number.group(1))) : OptionalLong.empty();
    }

    static OptionalDouble decimal(String text) {
        Matcher number = DECIMAL.matcher(text);
        return number.matches() ? OptionalDouble.of(Double.parseDouble(number.group(1))) : OptionalDouble.empty();
    }

    /** {@code 35C (95.00 F)}, {@code 46  degree Celsius}, {@code 18 C}; 0 stands for a sensor that is not there. */
    static OptionalDouble celsius(String text) {
        OptionalDouble value = decimal(text);
        return value.isPresent()
                        && value.getAsDouble() != 0
                        && value.getAsDouble() > COLDEST
                        && value.getAsDouble() < HOTTEST
                ? value
                : OptionalDouble.empty();
    }

    /** {@code 98 %}; some firmware writes 5158 %, which says nothing. */
    static OptionalDouble percent(String text) {
        OptionalDouble value = decimal(text);
        return value.isPresent() && value.getAsDouble() >= 0 && value.getAsDouble() <= 100
                ? value
                : OptionalDouble.empty();
    }

    /** {@code 6.0Gb/s}; nothing for {@code Unknown}. */
    static OptionalDouble gigabits(String text) {
        return text.toLowerCase(Locale.ROOT).contains("gb/s") ? decimal(text) : OptionalDouble.empty();
    }

    /** {@code 278.875 GB}, {@code 696960MB}: counted by 1024, rounded by the tool. */
    static OptionalLong bytes(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return OptionalLong.empty();
        }
        int power = UNITS.indexOf(size.group(2).charAt(0)) + 1;
        return OptionalLong.of(Math.round(Double.parseDouble(size.group(1)) * Math.pow(1024, power)));
    }

    static boolean isYes(String text) {
        return text.equalsIgnoreCase("Yes");
    }
}
