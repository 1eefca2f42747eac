package io.diskvigil.store;

import com.fasterxml.jackson.core.type.TypeReference;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Outbox.Backlog;
import io.diskvigil.incident.Outbox.Batch;
import io.diskvigil.model.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The tables of notifications and of the batches in which they travel. A batch is written down before it is handed out, so
 * that after a crash the same batch goes out again under the same id. A batch is WAITING, REFUSED (and tried again),
 * DELIVERED or REJECTED.
 */
final class OutboxTable {
    private static final Logger LOG = Logger.getLogger(OutboxTable.class);
    private static final TypeReference<Notification> NOTIFICATION = new TypeReference<>() {};

    private final Database database;
    private final Duration groupWait;
    private final Duration longestPause;

    /**
     * A time that lies further ahead than any wait explains was written before the clock was set back, and counts as come:
     * a mail too early does no harm, one that waits for years does.
     *
     * @param groupWait how long the first notification of a batch waits for others to come along
     * @param longestPause the longest that a batch waits between two tries
     */
    OutboxTable(Database database, Duration groupWait, Duration longestPause) {
        this.database = database;
        this.groupWait = groupWait;
        this.longestPause = longestPause;
    }

    private record Waiting(long id, Instant decidedAt) {}

    private record Formed(String id, int attempts) {}

    /** A decision that was kept already is not kept twice: its sequence within the incident tells. */
    void add(Notification told) throws SQLException {
        database.update(
                "INSERT INTO outbox (incident, sequence, decided_at, state, why, notification)"
                        + " VALUES (?, ?, ?, 'WAITING', '', ?) ON CONFLICT (incident, sequence) DO NOTHING",
                told.incidentId(),
                told.sequence(),
                told.at().toEpochMilli(),
                Json.write(told));
    }

    /** Whether nothing waits, so that asking every few seconds writes nothing. */
    boolean isIdle() throws SQLException {
        return database.first("SELECT 1 FROM outbox WHERE state = 'WAITING' LIMIT 1", row -> row.getInt(1))
                .isEmpty();
    }

    Optional<Batch> next(Instant now, int max) throws SQLException {
        Optional<Formed> again = database.first(
                "SELECT id, attempts FROM batch WHERE state IN ('WAITING', 'REFUSED') AND (not_before <= ? OR not_before > ?)"
                        + " ORDER BY formed_at, id LIMIT 1",
                row -> new Formed(row.getString(1), row.getInt(2)),
                now.toEpochMilli(),
                now.plus(longestPause).toEpochMilli());
        return again.isPresent() ? load(again.get(), now) : form(now, max);
    }

    private Optional<Batch> form(Instant now, int max) throws SQLException {
        // An incident is told in order: what follows waits until the batch with its beginning is settled or refused.
        List<Waiting> waiting = database.list(
                "SELECT id, decided_at FROM outbox WHERE state = 'WAITING' AND batch IS NULL AND incident NOT IN"
                        + " (SELECT earlier.incident FROM outbox earlier JOIN batch ON batch.id = earlier.batch"
                        + " WHERE earlier.state = 'WAITING' AND batch.state = 'WAITING')"
                        + " ORDER BY id LIMIT ?",
                row -> new Waiting(row.getLong(1), Instant.ofEpochMilli(row.getLong(2))),
                max);
        if (waiting.stream().noneMatch(one -> isDue(one.decidedAt(), now))) {
            return Optional.empty();
        }
        String batch = Long.toString(now.toEpochMilli(), 36) + "."
                + Long.toString(waiting.get(0).id(), 36);
        database.update(
                "INSERT INTO batch (id, formed_at, not_before, attempts, state, why) VALUES (?, ?, ?, 0, 'WAITING', '')",
                batch,
                now.toEpochMilli(),
                now.toEpochMilli());
        for (Waiting one : waiting) {
            database.update("UPDATE outbox SET batch = ? WHERE id = ?", batch, one.id());
        }
        return load(new Formed(batch, 0), now);
    }

    private boolean isDue(Instant decidedAt, Instant now) {
        return decidedAt.isAfter(now) || !now.isBefore(decidedAt.plus(groupWait));
    }

    private record Stored(long id, String text) {}

    private Optional<Batch> load(Formed batch, Instant now) throws SQLException {
        List<Notification> readable = new ArrayList<>();
        for (Stored row : database.list(
                "SELECT id, notification FROM outbox WHERE batch = ? AND state = 'WAITING' ORDER BY id",
                row -> new Stored(row.getLong(1), row.getString(2)),
                batch.id())) {
            try {
                readable.add(notification(row.text()));
            } catch (UncheckedIOException e) {
                // Written by another version, or damaged: kept for a person to see, and the others still go out.
                String why = e.getMessage() + ": " + e.getCause().getMessage();
                settle("id", row.id(), "REJECTED", now, why);
                LOG.errorf(
                        "read notification %d of the outbox: %s; kept in the database as rejected, not told",
                        row.id(), Printable.line(why));
            }
        }
        if (readable.isEmpty()) {
            settleBatch(batch.id(), "REJECTED", now, "no notification in it can be read");
            return Optional.empty();
        }
        return Optional.of(new Batch(batch.id(), readable, batch.attempts()));
    }

    /** Text that can be read but lacks what every mail needs would fail at each try, for ever. */
    private static Notification notification(String text) {
        Notification read = Json.read(text, NOTIFICATION);
        if (read == null
                || Stream.of(
                                read.incidentId(),
                                read.reason(),
                                read.at(),
                                read.openedAt(),
                                read.component(),
                                read.severity())
                        .anyMatch(Objects::isNull)) {
            throw new UncheckedIOException(
                    "read JSON of " + NOTIFICATION.getType().getTypeName(), new IOException("it is incomplete"));
        }
        return read;
    }

    void delivered(String batch, Instant at) throws SQLException {
        settleBatch(batch, "DELIVERED", at, "");
    }

    void rejected(String batch, Instant at, String why) throws SQLException {
        settleBatch(batch, "REJECTED", at, why);
    }

    void retry(String batch, Instant notBefore, String why) throws SQLException {
        database.update(
                "UPDATE batch SET not_before = ?, attempts = attempts + 1, why = ? WHERE id = ?",
                notBefore.toEpochMilli(),
                why,
                batch);
    }

    void refused(String batch, Instant notBefore, String why) throws SQLException {
        database.update("UPDATE batch SET state = 'REFUSED' WHERE id = ?", batch);
        retry(batch, notBefore, why);
    }

    Backlog backlog() throws SQLException {
        List<Long> oldest = new ArrayList<>();
        int depth = database.first("SELECT count(*), min(decided_at) FROM outbox WHERE state = 'WAITING'", row -> {
                    Database.optionalLong(row, 2).ifPresent(oldest::add);
                    return row.getInt(1);
                })
                .orElseThrow();
        int rejected = database.first("SELECT count(*) FROM outbox WHERE state = 'REJECTED'", row -> row.getInt(1))
                .orElseThrow();
        return new Backlog(depth, oldest.stream().findFirst().map(Instant::ofEpochMilli), rejected);
    }

    /** Forgets what was delivered long ago; what was rejected stays. */
    void forgetDelivered(Instant before) throws SQLException {
        database.update("DELETE FROM outbox WHERE state = 'DELIVERED' AND settled_at < ?", before.toEpochMilli());
        database.update("DELETE FROM batch WHERE state = 'DELIVERED' AND settled_at < ?", before.toEpochMilli());
    }

    private void settleBatch(String batch, String state, Instant at, String why) throws SQLException {
        settle("batch", batch, state, at, why);
        database.update(
                "UPDATE batch SET state = ?, settled_at = ?, why = ?, attempts = attempts + 1 WHERE id = ?",
                state,
                at.toEpochMilli(),
                why,
                batch);
    }

    private void settle(String column, Object value, String state, Instant at, String why) throws SQLException {
        database.update(
                "UPDATE outbox SET state = ?, settled_at = ?, why = ? WHERE " + column + " = ? AND state = 'WAITING'",
                state,
                at.toEpochMilli(),
                why,
                value);
    }
}
