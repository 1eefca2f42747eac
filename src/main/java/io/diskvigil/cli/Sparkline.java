package io.diskvigil.cli;

import io.diskvigil.store.Point;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** A reading over time as one line of bars, one a step; a blank where nothing is known. */
final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /**
     * Bars from the lowest value to the highest; all low where it did not move.
     *
     * @param points oldest first
     * @param stays whether the value stands until the next point: a counter does, a temperature does not
     */
    static String of(List<Point> points, Instant from, Instant to, int steps, boolean stays) {
        double[] values = new double[steps];
        Arrays.fill(values, Double.NaN);
        double step = (double) Duration.between(from, to).toMillis() / steps;
        for (Point point : points) {
            int at = (int) (Duration.between(from, point.at()).toMillis() / step);
            int index = Math.max(0, Math.min(steps - 1, at));
            values[index] = stays || Double.isNaN(values[index])
                    ? highest(point, stays)
                    : Math.max(values[index], point.high());
        }
        for (int i = 1; stays && i < steps; i++) {
            values[i] = Double.isNaN(values[i]) ? values[i - 1] : values[i];
        }
        double low = Arrays.stream(values).filter(v -> !Double.isNaN(v)).min().orElse(0);
        double high = Arrays.stream(values).filter(v -> !Double.isNaN(v)).max().orElse(0);
        StringBuilder line = new StringBuilder();
        for (double value : values) {
            if (Double.isNaN(value)) {
                line.append(' ');
            } else {
                int bar = high > low ? (int) Math.round((value - low) / (high - low) * (BARS.length() - 1)) : 0;
                // Any rise above the lowest must be seen.
                line.append(BARS.charAt(value > low ? Math.max(1, bar) : bar));
            }
        }
        return line.toString();
    }

    private static double highest(Point point, boolean stays) {
        return stays ? point.value() : point.high();
    }
}
