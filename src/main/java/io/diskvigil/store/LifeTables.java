package io.diskvigil.store;

import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.Life.Status;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.inventory.LifeEvent.Kind;
import io.diskvigil.inventory.Stay;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Location;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.store.Components.Stored;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The tables about drives as a whole: how they stand, where they were, what happened to them. */
final class LifeTables {
    /** Of each drive; a machine that shuffles its names at every boot adds one or two a boot. */
    static final int MOST_STAYS = 100;
    /** Of each drive, of those that nobody wrote by hand. */
    static final int MOST_EVENTS = 200;

    private static final String EVENT = "SELECT c.name, e.at, e.kind, e.who, e.line, e.component FROM life_event e"
            + " JOIN component c ON c.id = e.component";

    private final Database database;
    private final Components components;

    LifeTables(Database database, Components components) {
        this.database = database;
        this.components = components;
    }

    private record Row(Stored stored, Status status, String firmware, OptionalLong hours) {}

    List<Life> all() throws SQLException {
        Map<Long, List<Stay>> stays = new HashMap<>();
        database.list(
                "SELECT component, path, type, slot, by_path, from_at, until_at FROM stay ORDER BY from_at, path",
                row -> stays.computeIfAbsent(row.getLong(1), ignored -> new ArrayList<>())
                        .add(stay(row)));
        Map<Long, List<LifeEvent>> notes = new HashMap<>();
        database.list(
                EVENT + " WHERE e.kind = 'NOTED' ORDER BY e.id",
                row -> notes.computeIfAbsent(row.getLong(6), ignored -> new ArrayList<>())
                        .add(event(row)));
        List<Row> rows = database.list(
                "SELECT c.id, c.name, c.kind, c.identity, c.locations, c.first_seen, c.last_seen,"
                        + " l.state, l.since, l.before, l.why, l.lost_with, l.firmware, b.last_value"
                        + " FROM life l JOIN component c ON c.id = l.component"
                        + " LEFT JOIN baseline b ON b.component = c.id AND b.reading = ? ORDER BY c.id",
                LifeTables::row,
                Vocabulary.POWER_ON_HOURS.readingName());
        List<Component> drives =
                rows.stream().map(row -> row.stored().component()).toList();
        return rows.stream()
                .map(row -> new Life(
                        row.stored().component(),
                        row.status(),
                        row.stored().firstSeen(),
                        row.stored().lastSeen().orElse(row.stored().firstSeen()),
                        row.firmware(),
                        stays.getOrDefault(row.stored().key(), List.of()),
                        row.hours(),
                        notes.getOrDefault(row.stored().key(), List.of()),
                        units(row.stored().component(), drives)))
                .toList();
    }

    /** Ids of other logical units of the drive: made by the inventory from the same name. */
    private static List<ComponentId> units(Component one, List<Component> drives) {
        String drive = drive(one.id());
        return drives.stream()
                .map(Component::id)
                .filter(id -> !id.equals(one.id()) && drive(id).equals(drive))
                .toList();
    }

    private static String drive(ComponentId id) {
        return id.value().replaceFirst("_lun[0-9a-f]+$", "");
    }

    List<LifeEvent> events(ComponentId id) throws SQLException {
        return database.list(EVENT + " WHERE c.name = ? ORDER BY e.id", LifeTables::event, id.value());
    }

    boolean keep(Life life, List<LifeEvent> events) throws SQLException {
        Optional<Stored> stored = components.find(life.id());
        if (stored.isEmpty()) {
            return false;
        }
        long key = stored.get().key();
        Status status = life.status();
        database.update(
                "INSERT INTO life (component, state, since, before, why, lost_with, firmware) VALUES (?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (component) DO UPDATE SET firmware = excluded.firmware",
                key,
                status.state().name(),
                status.since().toEpochMilli(),
                status.before().name(),
                status.why(),
                status.lostWith(),
                life.firmware());
        // Who comes back from it knows of it; who does not, or came back from an earlier one, has not seen it yet.
        database.update(
                "UPDATE life SET state = ?, since = ?, before = ?, why = ?, lost_with = ? WHERE component = ?"
                        + " AND (state <> 'DECOMMISSIONED' OR (? = 'DECOMMISSIONED' AND since <= ?))",
                status.state().name(),
                status.since().toEpochMilli(),
                status.before().name(),
                status.why(),
                status.lostWith(),
                key,
                status.before().name(),
                status.since().toEpochMilli());
        for (Stay stay : life.stays()) {
            put(key, stay);
        }
        for (LifeEvent event : events) {
            add(key, event);
        }
        trim(key);
        return true;
    }

    private void put(long key, Stay stay) throws SQLException {
        Location at = stay.location();
        database.update(
                "INSERT INTO stay (component, from_at, path, type, slot, by_path, until_at) VALUES (?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (component, from_at, path, type) DO UPDATE SET slot = excluded.slot,"
                        + " by_path = excluded.by_path, until_at = excluded.until_at",
                key,
                stay.from().toEpochMilli(),
                at.path(),
                at.type(),
                at.slot(),
                at.byPath(),
                stay.until().map(Instant::toEpochMilli).orElse(null));
    }

    void add(long key, LifeEvent event) throws SQLException {
        database.update(
                "INSERT INTO life_event (component, at, kind, who, line) VALUES (?, ?, ?, ?, ?)",
                key,
                event.at().toEpochMilli(),
                event.kind().name(),
                event.who(),
                event.line());
    }

    private void trim(long key) throws SQLException {
        database.update(
                "DELETE FROM stay WHERE component = ? AND until_at IS NOT NULL AND from_at <"
                        + " (SELECT from_at FROM stay WHERE component = ? ORDER BY from_at DESC LIMIT 1 OFFSET ?)",
                key,
                key,
                MOST_STAYS - 1);
        database.update(
                "DELETE FROM life_event WHERE component = ? AND who = '' AND kind <> 'NEW' AND id <="
                        + " (SELECT id FROM life_event WHERE component = ? AND who = '' ORDER BY id DESC LIMIT 1 OFFSET ?)",
                key,
                key,
                MOST_EVENTS);
    }

    /** @throws IllegalArgumentException if there is no such drive; the message is for a person */
    Life decommission(ComponentId id, String who, String reason, Instant at) throws SQLException {
        Life life = find(id);
        long key = components.find(id).orElseThrow().key();
        database.update(
                "UPDATE life SET before = state, state = ?, since = ?, why = ?, lost_with = '' WHERE component = ?",
                State.DECOMMISSIONED.name(),
                at.toEpochMilli(),
                "by " + who + ": " + reason,
                key);
        add(key, new LifeEvent(id, at, Kind.DECOMMISSIONED, who, reason));
        return life;
    }

    void note(ComponentId id, String who, String text, Instant at) throws SQLException {
        find(id);
        add(components.find(id).orElseThrow().key(), new LifeEvent(id, at, Kind.NOTED, who, text));
    }

    private Life find(ComponentId id) throws SQLException {
        return all().stream()
                .filter(life -> life.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("find %s: no such drive was ever seen".formatted(id)));
    }

    private static Row row(ResultSet row) throws SQLException {
        Optional<Long> hours = Database.optionalLong(row, 14);
        return new Row(
                Components.stored(row),
                new Status(
                        State.valueOf(row.getString(8)),
                        Instant.ofEpochMilli(row.getLong(9)),
                        State.valueOf(row.getString(10)),
                        row.getString(11),
                        row.getString(12)),
                row.getString(13),
                hours.isPresent() ? OptionalLong.of(hours.get()) : OptionalLong.empty());
    }

    private static Stay stay(ResultSet row) throws SQLException {
        return new Stay(
                new Location(row.getString(2), row.getString(3), row.getString(4), row.getString(5)),
                Instant.ofEpochMilli(row.getLong(6)),
                Database.optionalLong(row, 7).map(Instant::ofEpochMilli));
    }

    private static LifeEvent event(ResultSet row) throws SQLException {
        return new LifeEvent(
                new ComponentId(row.getString(1)),
                Instant.ofEpochMilli(row.getLong(2)),
                Kind.valueOf(row.getString(3)),
                row.getString(4),
                row.getString(5));
    }
}
