package io.diskvigil.store;

import io.diskvigil.store.SampleCodec.Decoder;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Folds a day that is over into one row a reading that moved on it, and forgets old samples; a bounded piece a call. */
final class RollUp {
    private static final long DAY = Duration.ofDays(1).toMillis();
    /** Rows read at a time, so that the lock is given back in between. */
    private static final int PAGE = 5000;

    private final Database database;

    RollUp(Database database) {
        this.database = database;
    }

    private record Row(long at, long component, boolean keyframe, byte[] data) {}

    /** What one reading did on the day. */
    private static final class Moves {
        private int samples;
        private long low = Long.MAX_VALUE;
        private long high = Long.MIN_VALUE;
        private double sum;
        private long last;

        private void add(long value) {
            samples++;
            low = Math.min(low, value);
            high = Math.max(high, value);
            sum += value;
            last = value;
        }
    }

    /** One component on its way through the day before and the day itself. */
    private static final class Course {
        private final Decoder decoder = new Decoder();
        private final Map<Integer, Moves> moves = new HashMap<>();
        private Frame dayBefore = Frame.EMPTY;

        private void add(Frame frame, boolean today) {
            if (!today) {
                dayBefore = frame;
                return;
            }
            for (int i = 0; i < frame.size(); i++) {
                moves.computeIfAbsent(frame.id(i), id -> new Moves()).add(frame.value(i));
            }
        }

        private boolean moved(int reading, Moves of) {
            int before = dayBefore.find(reading);
            return of.low != of.high || before < 0 || dayBefore.value(before) != of.last;
        }
    }

    /** Rolls up the oldest day that is over and not rolled up yet. @return whether there was one */
    boolean nextDay(Instant now) {
        long today = Samples.day(now.toEpochMilli());
        Optional<Long> day = database.read(() -> {
            long from = database.first(
                            // A day in the future is from a clock that was wrong.
                            "SELECT max(day) FROM rolled_day WHERE day < ?",
                            row -> Database.optionalLong(row, 1).orElse(null),
                            today)
                    .map(last -> (last + 1) * DAY)
                    .orElse(0L);
            return database.first(
                            "SELECT min(at) FROM sample WHERE at >= ?",
                            row -> Database.optionalLong(row, 1).orElse(null),
                            from)
                    .map(Samples::day);
        });
        if (day.isEmpty() || day.get() >= today) {
            return false;
        }
        Map<Long, Course> courses = read(day.get());
        database.write(() -> {
            for (Map.Entry<Long, Course> course : courses.entrySet()) {
                write(course.getKey(), day.get(), course.getValue());
            }
            database.update(
                    "INSERT INTO rolled_day (day, done_at) VALUES (?, ?) ON CONFLICT (day) DO NOTHING",
                    day.get(),
                    now.toEpochMilli());
            return null;
        });
        return true;
    }

    private Map<Long, Course> read(long day) {
        Map<Long, Course> courses = new HashMap<>();
        long at = (day - 1) * DAY;
        long component = Long.MIN_VALUE;
        List<Row> page;
        do {
            long afterAt = at;
            long afterComponent = component;
            page = database.read(() -> database.list(
                    "SELECT at, component, keyframe, data FROM sample"
                            + " WHERE (at, component) > (?, ?) AND at < ? ORDER BY at, component LIMIT " + PAGE,
                    row -> new Row(row.getLong(1), row.getLong(2), row.getInt(3) == 1, row.getBytes(4)),
                    afterAt,
                    afterComponent,
                    (day + 1) * DAY));
            for (Row row : page) {
                Course course = courses.computeIfAbsent(row.component(), key -> new Course());
                course.decoder
                        .next(row.at(), row.keyframe(), row.data())
                        .ifPresent(frame -> course.add(frame, row.at() >= day * DAY));
                at = row.at();
                component = row.component();
            }
        } while (page.size() == PAGE);
        return courses;
    }

    private void write(long component, long day, Course course) throws SQLException {
        for (Map.Entry<Integer, Moves> entry : course.moves.entrySet()) {
            Moves moves = entry.getValue();
            if (course.moved(entry.getKey(), moves)) {
                database.update(
                        "INSERT INTO rollup (component, day, reading, samples, low, high, average, last_value)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (component, day, reading) DO UPDATE SET"
                                + " samples = excluded.samples, low = excluded.low, high = excluded.high,"
                                + " average = excluded.average, last_value = excluded.last_value",
                        component,
                        day,
                        entry.getKey(),
                        moves.samples,
                        moves.low,
                        moves.high,
                        moves.sum / moves.samples,
                        moves.last);
            }
        }
    }

    /** Forgets up to six hours of samples, of whole days before that time that are rolled up. @return whether there were any */
    boolean forget(Instant before) {
        return database.write(() -> {
            Optional<Long> rolled = database.first(
                    "SELECT max(day) FROM rolled_day WHERE day <= ?",
                    row -> Database.optionalLong(row, 1).orElse(null),
                    Samples.day(before.toEpochMilli()));
            Optional<Long> oldest = database.first(
                    "SELECT min(at) FROM sample",
                    row -> Database.optionalLong(row, 1).orElse(null));
            if (rolled.isEmpty() || oldest.isEmpty()) {
                return false;
            }
            // The last day that was rolled up stays: the next one is compared with it.
            long end = Math.min(Samples.day(before.toEpochMilli()), rolled.get()) * DAY;
            long step = Math.min(end, oldest.get() + DAY / 4);
            return database.update("DELETE FROM sample WHERE at < ?", step) > 0;
        });
    }
}
