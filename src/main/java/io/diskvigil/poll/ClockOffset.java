package io.diskvigil.poll;

import java.time.Duration;
import java.time.Instant;

/**
 * By how much a controller's clock is ahead of the host's: somewhere between two bounds, in seconds.
 *
 * @param told whether the controller told its time; else it was measured by records that appeared between two polls
 * @param at when it was measured last
 */
public record ClockOffset(double low, double high, boolean told, Instant at) {
    private static final double HOUR = 3600;
    /** An hour as two imprecise looks see it. */
    private static final double ABOUT = 300;

    static ClockOffset told(double seconds, Instant at) {
        return new ClockOffset(seconds, seconds, true, at);
    }

    /** A clock that showed {@code shown}, as an instant by the host's zone, at some time between the two. */
    static ClockOffset between(Instant shown, Instant from, Instant to) {
        return new ClockOffset(seconds(to, shown), seconds(from, shown), false, to);
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1000.0;
    }

    /** The bound that is nearer to a clock that goes right: nobody is told of an offset that may be none. */
    public double seconds() {
        return low > 0 ? low : Math.min(high, 0);
    }

    /** Both are true at once, or else only the newer one: the clock was set, or drifted. */
    ClockOffset then(ClockOffset newer) {
        double lowest = Math.max(low, newer.low);
        double highest = Math.min(high, newer.high);
        return newer.told || told || lowest > highest ? newer : new ClockOffset(lowest, highest, false, newer.at);
    }

    /** Whether the clock moved by an hour, give or take a few minutes, until the newer one was measured. */
    boolean isAnHourFrom(ClockOffset newer) {
        double least = newer.low - high;
        double most = newer.high - low;
        boolean ahead = least > 0 && least <= HOUR + ABOUT && most >= HOUR - ABOUT;
        boolean back = most < 0 && most >= -HOUR - ABOUT && least <= -HOUR + ABOUT;
        return ahead || back;
    }

    /** The time by the host's clock when the controller's showed this. */
    Instant hostTime(Instant shown) {
        return shown.minusMillis(Math.round(seconds() * 1000));
    }

    /** Such as {@code between 3480 and 3900 seconds ahead of the host}. */
    String words() {
        return told
                ? "%.0f seconds, as it tells".formatted(low)
                : "between %.0f and %.0f seconds ahead of the host".formatted(low, high);
    }
}
