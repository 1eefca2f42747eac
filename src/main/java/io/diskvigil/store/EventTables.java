package io.diskvigil.store;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.poll.ClockOffset;
import io.diskvigil.poll.EventMemory;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The tables of controllers' event logs. */
final class EventTables implements EventMemory {
    private static final Logger LOG = Logger.getLogger(EventTables.class);
    /** Of each controller, however old: by them what is new is told. */
    private static final int STAY = 100;

    private final Database database;

    EventTables(Database database) {
        this.database = database;
    }

    @Override
    public List<Log> logs() {
        return database.read(() -> database.list(
                "SELECT controller, path, read_at, forgotten, offset_low, offset_high, offset_told, offset_at, jump_at,"
                        + " jump_seconds FROM event_log ORDER BY controller",
                EventTables::log));
    }

    @Override
    public List<Booked> records() {
        List<Optional<Booked>> rows = database.read(() -> database.list(
                "SELECT controller, owner, name, record_id, clock, at, place, text, kind, health, source, id FROM event"
                        + " ORDER BY id",
                EventTables::readable));
        return rows.stream().flatMap(Optional::stream).toList();
    }

    /** One damaged row is no reason to know none of them. */
    private static Optional<Booked> readable(ResultSet row) throws SQLException {
        try {
            return Optional.of(booked(row));
        } catch (IllegalArgumentException | DateTimeException e) {
            LOG.errorf("read record %d of the table event: %s; it is left aside", row.getLong(12), e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public List<Total> totals() {
        return database.read(() -> database.list(
                "SELECT controller, owner, kind, number FROM event_total ORDER BY controller, owner, kind",
                row -> new Total(
                        new ComponentId(row.getString(1)),
                        new ComponentId(row.getString(2)),
                        kind(row.getString(3)),
                        row.getLong(4))));
    }

    @Override
    public void keep(Log log, List<Booked> news) {
        database.write(() -> {
            put(log);
            for (Booked one : news) {
                add(one);
                database.update(
                        "INSERT INTO event_total (controller, owner, kind, number) VALUES (?, ?, ?, 1)"
                                + " ON CONFLICT (controller, owner, kind) DO UPDATE SET number = number + 1",
                        one.controller().value(),
                        one.owner().value(),
                        one.event().kind().name());
            }
            return null;
        });
    }

    private void put(Log log) throws SQLException {
        database.update(
                "INSERT INTO event_log (controller, path, read_at, forgotten, offset_low, offset_high, offset_told,"
                        + " offset_at, jump_at, jump_seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (controller) DO UPDATE SET path = excluded.path, read_at = excluded.read_at,"
                        + " forgotten = excluded.forgotten, offset_low = excluded.offset_low,"
                        + " offset_high = excluded.offset_high, offset_told = excluded.offset_told,"
                        + " offset_at = excluded.offset_at, jump_at = excluded.jump_at,"
                        + " jump_seconds = excluded.jump_seconds",
                log.controller().value(),
                log.path(),
                log.readAt().toEpochMilli(),
                log.forgotten().map(LocalDateTime::toString).orElse(null),
                log.offset().map(ClockOffset::low).orElse(null),
                log.offset().map(ClockOffset::high).orElse(null),
                log.offset().filter(ClockOffset::told).isPresent() ? 1 : 0,
                log.offset().map(offset -> offset.at().toEpochMilli()).orElse(null),
                log.jump().map(jump -> jump.at().toEpochMilli()).orElse(null),
                log.jump().map(Jump::seconds).orElse(null));
    }

    private void add(Booked one) throws SQLException {
        Event event = one.event();
        database.update(
                "INSERT INTO event (controller, owner, name, record_id, clock, at, place, text, kind, health, source)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                one.controller().value(),
                one.owner().value(),
                event.name(),
                event.recordId(),
                event.clock().map(LocalDateTime::toString).orElse(null),
                event.at().map(Instant::toEpochMilli).orElse(null),
                event.place(),
                event.text(),
                event.kind().name(),
                event.health().name(),
                event.source());
    }

    @Override
    public boolean forget(Instant before, int most) {
        return database.write(() -> {
            boolean any = false;
            for (Log log : logs()) {
                String controller = log.controller().value();
                long newest = database.first(
                                "SELECT id FROM event WHERE controller = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
                                row -> row.getLong(1),
                                controller,
                                STAY - 1)
                        .orElse(Long.MIN_VALUE);
                any |= forget("controller = ? AND id < ? AND at < ?", controller, newest, before.toEpochMilli());
                List<String[]> crowds = database.list(
                        "SELECT owner, kind FROM event WHERE controller = ? GROUP BY owner, kind HAVING count(*) > ?",
                        row -> new String[] {row.getString(1), row.getString(2)},
                        controller,
                        most);
                for (String[] crowd : crowds) {
                    any |= forget(
                            "controller = ? AND id < ? AND owner = ? AND kind = ? AND id <= (SELECT id FROM event"
                                    + " WHERE controller = ? AND owner = ? AND kind = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
                            controller,
                            newest,
                            crowd[0],
                            crowd[1],
                            controller,
                            crowd[0],
                            crowd[1],
                            most);
                }
            }
            return any;
        });
    }

    /** @param which begins with the controller */
    private boolean forget(String which, Object... arguments) throws SQLException {
        Optional<String> until =
                database.first("SELECT max(clock) FROM event WHERE " + which, row -> row.getString(1), arguments);
        if (until.isPresent()) {
            // Such texts sort as the times do.
            database.update(
                    "UPDATE event_log SET forgotten = ? WHERE controller = ? AND (forgotten IS NULL OR forgotten < ?)",
                    until.get(),
                    arguments[0],
                    until.get());
        }
        return database.update("DELETE FROM event WHERE " + which, arguments) > 0;
    }

    private static Log log(ResultSet row) throws SQLException {
        Optional<Long> measured = Database.optionalLong(row, 8);
        Optional<Long> jumped = Database.optionalLong(row, 9);
        double low = row.getDouble(5);
        double high = row.getDouble(6);
        boolean told = row.getInt(7) != 0;
        long seconds = row.getLong(10);
        return new Log(
                new ComponentId(row.getString(1)),
                row.getString(2),
                Instant.ofEpochMilli(row.getLong(3)),
                Optional.ofNullable(row.getString(4)).map(LocalDateTime::parse),
                measured.map(at -> new ClockOffset(low, high, told, Instant.ofEpochMilli(at))),
                jumped.map(at -> new Jump(Instant.ofEpochMilli(at), seconds)));
    }

    private static Booked booked(ResultSet row) throws SQLException {
        return new Booked(
                new ComponentId(row.getString(1)),
                new ComponentId(row.getString(2)),
                new Event(
                        row.getString(3),
                        row.getString(4),
                        Optional.ofNullable(row.getString(5)).map(LocalDateTime::parse),
                        Database.optionalLong(row, 6).map(Instant::ofEpochMilli),
                        row.getString(7),
                        row.getString(8),
                        kind(row.getString(9)),
                        Health.valueOf(row.getString(10)),
                        row.getString(11)));
    }

    /** A later version may have known more kinds. */
    private static EventKind kind(String name) {
        return Arrays.stream(EventKind.values())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElse(EventKind.UNKNOWN);
    }
}
