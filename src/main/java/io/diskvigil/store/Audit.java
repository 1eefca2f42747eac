package io.diskvigil.store;

import io.diskvigil.model.ComponentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** The table of what persons did; rows are only ever added. */
final class Audit {
    private static final String COLUMNS = "at, who, action, component, reading, old_value, new_value, reason";

    private final Database database;

    Audit(Database database) {
        this.database = database;
    }

    void add(AuditRow row) throws SQLException {
        database.update(
                "INSERT INTO audit (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row.at().toEpochMilli(),
                row.who(),
                row.action(),
                row.component().value(),
                row.reading(),
                row.oldValue(),
                row.newValue(),
                row.reason());
    }

    /** The newest, newest first. */
    List<AuditRow> newest(int most) throws SQLException {
        return database.list("SELECT " + COLUMNS + " FROM audit ORDER BY id DESC LIMIT ?", Audit::row, most);
    }

    private static AuditRow row(ResultSet row) throws SQLException {
        return new AuditRow(
                Instant.ofEpochMilli(row.getLong(1)),
                row.getString(2),
                row.getString(3),
                new ComponentId(row.getString(4)),
                row.getString(5),
                row.getLong(6),
                row.getLong(7),
                row.getString(8));
    }
}
