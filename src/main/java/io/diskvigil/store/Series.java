package io.diskvigil.store;

import io.diskvigil.store.SampleCodec.Decoder;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Reads one reading of one component over time: days from roll-ups, and the last days from samples. */
final class Series {
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final Database database;

    Series(Database database) {
        this.database = database;
    }

    record Encoded(long at, boolean keyframe, byte[] data) {}

    List<Point> of(long component, String reading, Instant from, Instant to) throws SQLException {
        Map<Integer, Integer> scales = Dictionary.scales(database, reading);
        List<Point> recent = samples(component, scales, from, to);
        long firstSampled = recent.stream()
                .map(point -> Samples.day(point.at().toEpochMilli()))
                .min(Comparator.naturalOrder())
                .orElse(Long.MAX_VALUE);
        List<Point> all = new ArrayList<>(days(component, scales, from, to, firstSampled));
        all.addAll(recent);
        return all;
    }

    private List<Point> samples(long component, Map<Integer, Integer> scales, Instant from, Instant to)
            throws SQLException {
        // Each day begins with a keyframe.
        List<Encoded> rows = database.list(
                "SELECT at, keyframe, data FROM sample WHERE at >= ? AND at <= ? AND component = ? ORDER BY at",
                row -> new Encoded(row.getLong(1), row.getInt(2) == 1, row.getBytes(3)),
                Samples.day(from.toEpochMilli()) * DAY,
                to.toEpochMilli(),
                component);
        Decoder decoder = new Decoder();
        List<Point> points = new ArrayList<>();
        for (Encoded row : rows) {
            decoder.next(row.at(), row.keyframe(), row.data())
                    .filter(frame -> row.at() >= from.toEpochMilli())
                    .ifPresent(frame -> scales.forEach((id, scale) -> {
                        int index = frame.find(id);
                        if (index >= 0) {
                            double value = (double) frame.value(index) / scale;
                            points.add(new Point(Instant.ofEpochMilli(row.at()), value, value, value));
                        }
                    }));
        }
        return points;
    }

    private List<Point> days(long component, Map<Integer, Integer> scales, Instant from, Instant to, long before)
            throws SQLException {
        List<Point> points = new ArrayList<>();
        for (Map.Entry<Integer, Integer> entry : scales.entrySet()) {
            double scale = entry.getValue();
            points.addAll(database.list(
                    "SELECT day, low, last_value, high FROM rollup"
                            + " WHERE component = ? AND reading = ? AND day >= ? AND day < ? AND day < ?",
                    row -> new Point(
                            Instant.ofEpochMilli((row.getLong(1) + 1) * DAY),
                            row.getLong(2) / scale,
                            row.getLong(3) / scale,
                            row.getLong(4) / scale),
                    component,
                    entry.getKey(),
                    Samples.day(from.toEpochMilli()),
                    Samples.day(to.toEpochMilli()),
                    before));
        }
        points.sort(Comparator.comparing(Point::at));
        return points;
    }
}
