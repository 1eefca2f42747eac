package io.diskvigil.store;

import io.diskvigil.poll.Ledger.LedgerException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/**
 * One connection to one SQLite file, for one thread at a time: whoever uses it holds its monitor. Statements are prepared
 * once. Every SQLException leaves as a {@link LedgerException} that a person can act on.
 */
final class Database implements AutoCloseable {
    private final Path file;
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    private Database(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /** Something that talks to the database. */
    interface Work<T> {
        T run() throws SQLException;
    }

    /** Makes a value of the row on which the cursor stands. */
    interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    static Database open(Path file, boolean readOnly) {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(5000);
        if (readOnly) {
            config.setReadOnly(true);
        } else {
            config.setJournalMode(SQLiteConfig.JournalMode.WAL);
            // FULL: an incident that was told must not be forgotten in a power cut. Costs an fsync a commit, no bytes.
            config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        }
        try {
            return new Database(file, config.createConnection("jdbc:sqlite:" + file));
        } catch (SQLException e) {
            throw Trouble.of("open", file, e);
        }
    }

    Path file() {
        return file;
    }

    synchronized <T> T read(Work<T> work) {
        try {
            return work.run();
        } catch (SQLException e) {
            throw failed("read", e);
        } catch (UncheckedIOException e) {
            throw new LedgerException("read %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** One transaction: all or nothing. It takes the write lock at its begin, so that it cannot fail half-way on it. */
    synchronized <T> T write(Work<T> work) {
        try {
            execute("BEGIN IMMEDIATE");
            try {
                T result = work.run();
                execute("COMMIT");
                return result;
            } catch (SQLException | RuntimeException e) {
                rollBack(e);
                throw e;
            }
        } catch (SQLException e) {
            throw failed("write", e);
        }
    }

    private LedgerException failed(String verb, SQLException cause) {
        // The driver closes a statement that failed, and says so only at its next use.
        statements.clear();
        return Trouble.of(verb, file, cause);
    }

    private void rollBack(Exception cause) {
        try {
            execute("ROLLBACK");
        } catch (SQLException e) {
            // SQLite has rolled back by itself after some errors, a full disk among them; then there is nothing to
            // undo.
            cause.addSuppressed(e);
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A number that changes when another connection has committed (sqlite.org/pragma.html#pragma_data_version). */
    long foreignVersion() throws SQLException {
        return first("PRAGMA data_version", row -> row.getLong(1)).orElseThrow();
    }

    /** @return the number of rows changed */
    int update(String sql, Object... arguments) throws SQLException {
        return bound(sql, arguments).executeUpdate();
    }

    <T> List<T> list(String sql, Row<T> row, Object... arguments) throws SQLException {
        try (ResultSet rows = bound(sql, arguments).executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(row.of(rows));
            }
            return all;
        }
    }

    <T> Optional<T> first(String sql, Row<T> row, Object... arguments) throws SQLException {
        try (ResultSet rows = bound(sql, arguments).executeQuery()) {
            return rows.next() ? Optional.ofNullable(row.of(rows)) : Optional.empty();
        }
    }

    private PreparedStatement bound(String sql, Object... arguments) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
        return statement;
    }

    /** A nullable BIGINT column. */
    static Optional<Long> optionalLong(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    @Override
    public synchronized void close() {
        try {
            // Closes the statements too.
            connection.close();
        } catch (SQLException e) {
            throw Trouble.of("close", file, e);
        }
    }
}
