package io.diskvigil.store;

import io.diskvigil.poll.Ledger.LedgerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Brings the schema forward, one numbered file of resources after the other, each in one transaction; never back. */
final class Migrations {
    /** In order; the position is the version. A file once released is never changed. */
    private static final List<String> FILES =
            List.of("V1__first.sql", "V2__life.sql", "V3__self_tests.sql", "V4__events.sql");

    private Migrations() {}

    static int newest() {
        return FILES.size();
    }

    static void migrate(Database database, Instant now) {
        database.write(() -> {
            database.execute("CREATE TABLE IF NOT EXISTS schema_version"
                    + " (version INTEGER PRIMARY KEY, file TEXT NOT NULL, applied_at BIGINT NOT NULL)");
            return null;
        });
        int found = version(database);
        refuseNewer(database, found);
        for (int version = found + 1; version <= newest(); version++) {
            int next = version;
            database.write(() -> {
                apply(database, next, now);
                return null;
            });
        }
    }

    /** For programs that work beside the daemon: they change no schema. */
    static void require(Database database) {
        int found = version(database);
        refuseNewer(database, found);
        if (found < newest()) {
            throw new LedgerException(
                    "open %s: its schema is version %d and this program needs %d; restart the daemon, which brings it forward"
                            .formatted(database.file(), found, newest()),
                    null);
        }
    }

    private static void refuseNewer(Database database, int found) {
        if (found > newest()) {
            throw new LedgerException(
                    ("open %s: its schema is version %d, written by a newer diskvigil; this one knows up to %d."
                                    + " Install the newer one again, or move the file away")
                            .formatted(database.file(), found, newest()),
                    null);
        }
    }

    private static int version(Database database) {
        return database.read(() -> database.first("SELECT max(version) FROM schema_version", row -> row.getInt(1))
                .orElse(0));
    }

    private static void apply(Database database, int version, Instant now) throws SQLException {
        String file = FILES.get(version - 1);
        for (String statement : statements(file)) {
            database.execute(statement);
        }
        database.update(
                "INSERT INTO schema_version (version, file, applied_at) VALUES (?, ?, ?)",
                version,
                file,
                now.toEpochMilli());
    }

    /** Statements end with a semicolon at the end of a line; comments fill whole lines. */
    private static List<String> statements(String file) {
        String sql = text(file).lines().filter(line -> !line.startsWith("--")).reduce("", (a, b) -> a + "\n" + b);
        return List.of(sql.split(";\\s*\n|;\\s*$")).stream()
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    private static String text(String file) {
        try (InputStream in = Migrations.class.getResourceAsStream("/db/" + file)) {
            if (in == null) {
                throw new IllegalStateException("read migration " + file + ": not in the program's archive");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("read migration " + file, e);
        }
    }
}
