package io.diskvigil.selftest;

import java.time.Duration;
import java.time.LocalTime;

/** The defaults, and what a test changes of them. */
record Terms(
        boolean enabled,
        Duration shortWithin,
        Duration longWithin,
        Duration longWithinLarge,
        LocalTime windowStart,
        LocalTime windowEnd,
        int perController)
        implements SelfTestConfig {
    static final Terms DEFAULT = new Terms(
            true,
            Duration.ofDays(1),
            Duration.ofDays(7),
            Duration.ofDays(28),
            LocalTime.of(1, 0),
            LocalTime.of(6, 0),
            1);

    Terms window(String start, String end) {
        return new Terms(
                enabled,
                shortWithin,
                longWithin,
                longWithinLarge,
                LocalTime.parse(start),
                LocalTime.parse(end),
                perController);
    }

    Terms atOnce(int tests) {
        return new Terms(enabled, shortWithin, longWithin, longWithinLarge, windowStart, windowEnd, tests);
    }

    Terms within(int shortDays, int longDays, int largeDays) {
        return new Terms(
                enabled,
                Duration.ofDays(shortDays),
                Duration.ofDays(longDays),
                Duration.ofDays(largeDays),
                windowStart,
                windowEnd,
                perController);
    }

    Terms switchedOff() {
        return new Terms(false, shortWithin, longWithin, longWithinLarge, windowStart, windowEnd, perController);
    }

    @Override
    public long largeAbove() {
        return 4_100_000_000_000L;
    }

    @Override
    public boolean commissioning() {
        return true;
    }

    @Override
    public int coolerBy() {
        return 5;
    }

    @Override
    public int busyPercent() {
        return 50;
    }

    @Override
    public Duration afterBoot() {
        return Duration.ofMinutes(10);
    }
}
