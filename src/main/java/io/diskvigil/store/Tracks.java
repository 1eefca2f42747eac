package io.diskvigil.store;

import io.diskvigil.model.Change;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import io.diskvigil.rule.Track;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tables of baselines and dated changes, kept for ever. */
final class Tracks {
    private final Database database;

    Tracks(Database database) {
        this.database = database;
    }

    History load(long component) throws SQLException {
        List<Track> tracks = new ArrayList<>();
        for (Track bare : database.list(
                "SELECT value, set_at, origin, reason, reading, source, last_value, last_at, learned"
                        + " FROM baseline WHERE component = ?",
                Tracks::bare,
                component)) {
            tracks.add(new Track(
                    bare.name(),
                    bare.source(),
                    bare.baseline(),
                    bare.last(),
                    bare.lastAt(),
                    changes(component, bare.name()),
                    bare.learned()));
        }
        return History.of(tracks);
    }

    Map<String, Baseline> baselines(long component) throws SQLException {
        Map<String, Baseline> baselines = new HashMap<>();
        database.list(
                "SELECT value, set_at, origin, reason, reading FROM baseline WHERE component = ?",
                row -> baselines.put(row.getString(5), baseline(row)),
                component);
        return baselines;
    }

    /** Writes the tracks, and those of their changes that are not in {@code written}. */
    void put(long component, Collection<Track> tracks, History written) throws SQLException {
        for (Track track : tracks) {
            Baseline baseline = track.baseline();
            database.update(
                    "INSERT INTO baseline (component, reading, source, value, set_at, origin, reason, last_value, last_at,"
                            + " learned) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                            + " ON CONFLICT (component, reading) DO UPDATE SET source = excluded.source,"
                            + " value = excluded.value, set_at = excluded.set_at, origin = excluded.origin,"
                            + " reason = excluded.reason, last_value = excluded.last_value, last_at = excluded.last_at,"
                            + " learned = excluded.learned",
                    component,
                    track.name(),
                    track.source(),
                    baseline.value(),
                    baseline.at().toEpochMilli(),
                    baseline.origin().name(),
                    baseline.reason(),
                    track.last(),
                    track.lastAt().toEpochMilli(),
                    track.learned());
            Set<Change> known = new HashSet<>(
                    written.track(track.name()).map(Track::changes).orElse(List.of()));
            for (Change change : track.changes()) {
                if (!known.contains(change)) {
                    put(component, track.name(), change);
                }
            }
        }
    }

    private void put(long component, String reading, Change change) throws SQLException {
        database.update(
                "INSERT INTO change (component, reading, at, old_value, new_value) VALUES (?, ?, ?, ?, ?)"
                        + " ON CONFLICT (component, reading, at) DO UPDATE SET old_value = excluded.old_value,"
                        + " new_value = excluded.new_value",
                component,
                reading,
                change.at().toEpochMilli(),
                change.from(),
                change.to());
    }

    /** The history with these baselines in place of its own. */
    static History with(History history, Map<String, Baseline> baselines) {
        List<Track> moved = new ArrayList<>();
        baselines.forEach((name, baseline) -> history.track(name)
                .map(track -> new Track(
                        name, track.source(), baseline, track.last(), track.lastAt(), track.changes(), track.learned()))
                .ifPresent(moved::add));
        return history.with(moved);
    }

    /** Those baselines that differ from the ones of the history; the database knows milliseconds only. */
    static Map<String, Baseline> differing(Map<String, Baseline> stored, History history) {
        Map<String, Baseline> others = new HashMap<>(stored);
        others.entrySet()
                .removeIf(entry -> history.baseline(entry.getKey())
                        .filter(own -> sameInstant(own, entry.getValue()))
                        .isPresent());
        return others;
    }

    private static boolean sameInstant(Baseline own, Baseline stored) {
        Instant millis = Instant.ofEpochMilli(own.at().toEpochMilli());
        return new Baseline(own.value(), millis, own.origin(), own.reason()).equals(stored);
    }

    private List<Change> changes(long component, String reading) throws SQLException {
        List<Change> newestFirst = database.list(
                "SELECT at, old_value, new_value FROM change WHERE component = ? AND reading = ? ORDER BY at DESC LIMIT "
                        + Track.MOST_CHANGES,
                row -> new Change(Instant.ofEpochMilli(row.getLong(1)), row.getLong(2), row.getLong(3)),
                component,
                reading);
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    private static Track bare(ResultSet row) throws SQLException {
        return new Track(
                row.getString(5),
                row.getString(6),
                baseline(row),
                row.getLong(7),
                Instant.ofEpochMilli(row.getLong(8)),
                List.of(),
                row.getString(9));
    }

    private static Baseline baseline(ResultSet row) throws SQLException {
        return new Baseline(
                row.getLong(1),
                Instant.ofEpochMilli(row.getLong(2)),
                Origin.valueOf(row.getString(3)),
                row.getString(4));
    }
}
