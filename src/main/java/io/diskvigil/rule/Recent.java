package io.diskvigil.rule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The latest readings of a temperature and since when they come without a gap, packed into a text:
 * {@code 1777032000:1777035600=36,1777035900=37.5} is the beginning and the readings, oldest first, times in seconds since 1970.
 *
 * @param unbrokenSince when the first of the readings in a row was taken
 * @param points the newest at the end; those of the last ten minutes and at least {@value #LEAST}
 */
record Recent(Instant unbrokenSince, List<Point> points) {
    /** Within this a rise is looked for. */
    static final Duration WINDOW = Duration.ofMinutes(10);

    private static final int LEAST = 2;
    /** Bounds what is kept when drives are asked each second. */
    private static final int MOST = 40;
    /** After a longer pause nobody knows what the drive did meanwhile: it may have slept. */
    private static final Duration GAP = Duration.ofMinutes(9);

    record Point(Instant at, double value) {}

    static Optional<Recent> parse(String packed) {
        if (packed.isEmpty()) {
            return Optional.empty();
        }
        int colon = packed.indexOf(':');
        List<Point> points = new ArrayList<>();
        for (String point : packed.substring(colon + 1).split(",")) {
            String[] parts = point.split("=");
            points.add(new Point(Instant.ofEpochSecond(Long.parseLong(parts[0])), Double.parseDouble(parts[1])));
        }
        return Optional.of(new Recent(Instant.ofEpochSecond(Long.parseLong(packed.substring(0, colon))), points));
    }

    static Recent first(Instant at, double value) {
        return new Recent(at, List.of(new Point(at, value)));
    }

    /** @param startedAnew the drive was switched on or spun up since the last reading */
    Recent add(Instant at, double value, boolean startedAnew) {
        Instant last = points.get(points.size() - 1).at();
        boolean broken =
                startedAnew || at.isBefore(last) || Duration.between(last, at).compareTo(GAP) > 0;
        List<Point> all = new ArrayList<>(points);
        all.removeIf(point -> point.at().isAfter(at));
        all.add(new Point(at, value));
        while (all.size() > MOST || (all.size() > LEAST && all.get(0).at().isBefore(at.minus(WINDOW)))) {
            all.remove(0);
        }
        return new Recent(broken ? at : unbrokenSince, List.copyOf(all));
    }

    /** The reading before the newest one. */
    OptionalDouble previous() {
        return points.size() < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(points.get(points.size() - 2).value());
    }

    /**
     * By how much it is above the lowest of the last ten minutes; 0 if it is not.
     *
     * @param settled how long the drive must have been awake before a reading that counts: it warms after a start
     */
    double risen(Duration settled) {
        Point now = points.get(points.size() - 1);
        return points.stream()
                .filter(point -> !point.at().isBefore(now.at().minus(WINDOW)))
                .filter(point -> !point.at().isBefore(unbrokenSince.plus(settled)))
                .mapToDouble(point -> now.value() - point.value())
                .max()
                .orElse(0);
    }

    String packed() {
        StringBuilder text = new StringBuilder().append(unbrokenSince.getEpochSecond());
        char before = ':';
        for (Point point : points) {
            double rounded = Math.round(point.value() * 10) / 10.0;
            text.append(before).append(point.at().getEpochSecond()).append('=');
            if (rounded == Math.rint(rounded)) {
                text.append((long) rounded);
            } else {
                text.append(rounded);
            }
            before = ',';
        }
        return text.toString();
    }
}
