package io.diskvigil.cli;

import java.time.LocalTime;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Times of day as people write them: {@code 22:00}. YAML 1.1 takes an unquoted 22:00 for a number to the base of 60 and hands on
 * 1320, but leaves 01:00 and 06:30 as they are; so a plain number is the minutes that YAML made of a time.
 */
final class LocalTimeConverter implements Converter<LocalTime> {
    private static final long serialVersionUID = 1L;
    private static final int MINUTES_OF_A_DAY = 24 * 60;

    @Override
    public LocalTime convert(String value) {
        String text = value.strip();
        if (text.matches("[0-9]{1,2}:[0-5][0-9]")) {
            int colon = text.indexOf(':');
            int hour = Integer.parseInt(text.substring(0, colon));
            if (hour < 24) {
                return LocalTime.of(hour, Integer.parseInt(text.substring(colon + 1)));
            }
        } else if (text.matches("[0-9]{1,5}") && Integer.parseInt(text) >= 60) {
            int minutes = Integer.parseInt(text);
            if (minutes < MINUTES_OF_A_DAY) {
                return LocalTime.of(minutes / 60, minutes % 60);
            }
            throw refused("%d:%02d".formatted(minutes / 60, minutes % 60));
        }
        throw refused(value);
    }

    private static IllegalArgumentException refused(String value) {
        return new IllegalArgumentException(
                "'" + value + "' is no time of day; write hours and minutes from 00:00 to 23:59");
    }
}
