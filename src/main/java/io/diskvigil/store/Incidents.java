package io.diskvigil.store;

import com.fasterxml.jackson.core.type.TypeReference;
import io.diskvigil.incident.Incident;
import io.diskvigil.incident.Incident.Complaint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The table of incidents, open and closed. */
final class Incidents {
    private static final TypeReference<List<Complaint>> COMPLAINTS = new TypeReference<>() {};
    private static final String OPEN = "SELECT i.id, i.opened_at, i.last_told_at, i.told, i.reminders, i.complaints,"
            + " c.name, c.kind, c.identity, c.locations"
            + " FROM incident i JOIN component c ON c.id = i.component WHERE i.closed_at IS NULL";

    private final Database database;

    Incidents(Database database) {
        this.database = database;
    }

    List<Incident> open() throws SQLException {
        return database.list(OPEN + " ORDER BY i.opened_at", Incidents::incident);
    }

    Optional<Incident> open(long component) throws SQLException {
        return database.first(OPEN + " AND i.component = ?", Incidents::incident, component);
    }

    /** Keeps this incident as the open one of its component, and closes any other. */
    void put(long component, Incident incident, Instant at) throws SQLException {
        database.update(
                "UPDATE incident SET closed_at = ? WHERE component = ? AND closed_at IS NULL AND id <> ?",
                at.toEpochMilli(),
                component,
                incident.id());
        database.update(
                "INSERT INTO incident (id, component, opened_at, last_told_at, told, reminders, complaints)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                        + " last_told_at = excluded.last_told_at, told = excluded.told,"
                        + " reminders = excluded.reminders, complaints = excluded.complaints",
                incident.id(),
                component,
                incident.openedAt().toEpochMilli(),
                incident.lastToldAt().toEpochMilli(),
                incident.told(),
                incident.reminders(),
                Json.write(incident.complaints()));
    }

    void close(long component, Instant at) throws SQLException {
        database.update(
                "UPDATE incident SET closed_at = ? WHERE component = ? AND closed_at IS NULL",
                at.toEpochMilli(),
                component);
    }

    private static Incident incident(ResultSet row) throws SQLException {
        return new Incident(
                row.getString(1),
                Components.component(row, 7),
                Instant.ofEpochMilli(row.getLong(2)),
                Json.read(row.getString(6), COMPLAINTS),
                Instant.ofEpochMilli(row.getLong(3)),
                row.getInt(4),
                row.getInt(5));
    }
}
