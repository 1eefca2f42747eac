package io.diskvigil.store;

import com.fasterxml.jackson.core.type.TypeReference;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The table of components: who they are and when they were seen. */
final class Components {
    private static final TypeReference<Identity> IDENTITY = new TypeReference<>() {};
    private static final TypeReference<List<Location>> LOCATIONS = new TypeReference<>() {};
    private static final String COLUMNS = "id, name, kind, identity, locations, first_seen, last_seen";

    private final Database database;

    Components(Database database) {
        this.database = database;
    }

    /**
     * One component.
     *
     * @param key the number under which other tables know it
     * @param lastSeen when it last answered, at most an hour old; empty if it never did
     */
    record Stored(long key, Component component, Instant firstSeen, Optional<Instant> lastSeen) {}

    List<Stored> all() throws SQLException {
        return database.list("SELECT " + COLUMNS + " FROM component ORDER BY id", Components::stored);
    }

    Optional<Stored> find(ComponentId id) throws SQLException {
        return database.first("SELECT " + COLUMNS + " FROM component WHERE name = ?", Components::stored, id.value());
    }

    Stored put(Component component, Instant at, boolean answered) throws SQLException {
        database.update(
                "INSERT INTO component (name, kind, identity, locations, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, identity = excluded.identity,"
                        + " locations = excluded.locations, last_seen = coalesce(excluded.last_seen, component.last_seen)",
                component.id().value(),
                component.kind().name(),
                Json.write(component.identity()),
                Json.write(component.locations()),
                at.toEpochMilli(),
                answered ? at.toEpochMilli() : null);
        return find(component.id()).orElseThrow();
    }

    void seen(long key, Instant at) throws SQLException {
        database.update("UPDATE component SET last_seen = ? WHERE id = ?", at.toEpochMilli(), key);
    }

    /** Reads id, name, kind, identity, locations, first and last sight from the first seven columns. */
    static Stored stored(ResultSet row) throws SQLException {
        return new Stored(
                row.getLong(1),
                component(row, 2),
                Instant.ofEpochMilli(row.getLong(6)),
                Database.optionalLong(row, 7).map(Instant::ofEpochMilli));
    }

    /** Reads name, kind, identity and locations from four columns. */
    static Component component(ResultSet row, int column) throws SQLException {
        return new Component(
                new ComponentId(row.getString(column)),
                ComponentKind.valueOf(row.getString(column + 1)),
                Json.read(row.getString(column + 2), IDENTITY),
                Json.read(row.getString(column + 3), LOCATIONS));
    }
}
