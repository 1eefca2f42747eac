package io.diskvigil.store;

import io.diskvigil.model.Snapshot;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table of samples. A sample waits in memory for up to {@link #HOLD} for others to be written with it: each commit
 * writes at least one page of 4 KiB, whatever is in it. What waits is lost in a crash, and only that: five minutes of a chart.
 */
final class Samples {
    static final Duration HOLD = Duration.ofMinutes(5);
    /** A keyframe also begins each day, so that a day can be read, and forgotten, by itself. */
    static final int KEYFRAME_EVERY = 360;

    private static final int FLUSH_AT = 256;
    private static final int MOST_WAITING = 4096;

    private final Database database;
    private final Dictionary dictionary;
    private final Map<Long, Previous> previous = new HashMap<>();
    private final List<Row> waiting = new ArrayList<>();

    Samples(Database database, Dictionary dictionary) {
        this.database = database;
        this.dictionary = dictionary;
    }

    private record Row(long at, long component, boolean keyframe, byte[] data) {}

    /** @param sinceKeyframe samples since the last keyframe */
    private record Previous(long at, Frame frame, int sinceKeyframe) {}

    void add(long component, Snapshot view) throws SQLException {
        long at = view.takenAt().toEpochMilli();
        Previous before = previous.get(component);
        if (before != null && before.at() == at) {
            return;
        }
        if (waiting.size() >= MOST_WAITING) {
            // The database cannot be written, which every commit reports.
            waiting.clear();
            previous.clear();
            before = null;
        }
        Frame frame = dictionary.frame(view);
        boolean keyframe = before == null
                || at < before.at()
                || before.sinceKeyframe() >= KEYFRAME_EVERY - 1
                || day(at) != day(before.at());
        waiting.add(new Row(
                at,
                component,
                keyframe,
                keyframe ? SampleCodec.keyframe(frame) : SampleCodec.delta(before.frame(), frame, at - before.at())));
        previous.put(component, new Previous(at, frame, keyframe ? 0 : before.sinceKeyframe() + 1));
    }

    boolean isDue(Instant now) {
        if (waiting.isEmpty()) {
            return false;
        }
        long age = now.toEpochMilli() - waiting.get(0).at();
        return waiting.size() >= FLUSH_AT || age < 0 || age >= HOLD.toMillis();
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Writes what waits; {@link #flushed} must follow once that is committed. */
    void flush() throws SQLException {
        dictionary.flush();
        Set<Long> clashed = new HashSet<>();
        for (Row row : waiting) {
            // Only after the clock went back can another sample be there; then what builds on this one goes too.
            if (!clashed.contains(row.component())
                    && database.update(
                                    "INSERT INTO sample (at, component, keyframe, data) VALUES (?, ?, ?, ?)"
                                            + " ON CONFLICT (at, component) DO NOTHING",
                                    row.at(),
                                    row.component(),
                                    row.keyframe() ? 1 : 0,
                                    row.data())
                            == 0) {
                clashed.add(row.component());
                previous.remove(row.component());
            }
        }
    }

    void flushed() {
        waiting.clear();
        dictionary.flushed();
    }

    /** Takes back the last sample of the component, whose commit failed; its next one is a keyframe. */
    void undo(long component) {
        previous.remove(component);
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (waiting.get(i).component() == component) {
                waiting.remove(i);
                return;
            }
        }
    }

    static long day(long millis) {
        return Math.floorDiv(millis, Duration.ofDays(1).toMillis());
    }
}
