package io.diskvigil.store;

import io.diskvigil.incident.Incident;
import io.diskvigil.incident.Outbox;
import io.diskvigil.inventory.Known;
import io.diskvigil.model.ComponentId;
import io.diskvigil.poll.Ledger;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Track;
import io.diskvigil.store.Components.Stored;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the daemon remembers, in one SQLite file. Safe for use by many threads; one writes at a time. Every method throws
 * {@link io.diskvigil.poll.Ledger.LedgerException} if the database refuses: what, why, and what to do.
 */
public final class SqliteStore implements Ledger, Outbox, AutoCloseable {
    /** The name of the database in its directory. */
    public static final String FILE = "diskvigil.db";

    private static final Duration KEEP_DELIVERED = Duration.ofDays(90);
    /** Larger files are not read whole at start: that would hold up the first poll for seconds. */
    private static final long MOST_CHECKED_BYTES = 64L << 20;

    private final Database database;
    private final Optional<StoreLock> lock;
    private final Duration keepSamples;
    private final Components components;
    private final Tracks tracks;
    private final Incidents incidents;
    private final OutboxTable outbox;
    private final Audit audit;
    private final Series series;
    private final RollUp rollUp;
    private final LedgerTables tables;
    private final SelfTestTables selfTests;

    SqliteStore(
            Database database,
            Optional<StoreLock> lock,
            Duration groupWait,
            Duration longestPause,
            Duration keepSamples) {
        this.database = database;
        this.lock = lock;
        this.keepSamples = keepSamples;
        this.components = new Components(database);
        this.tracks = new Tracks(database);
        this.incidents = new Incidents(database);
        this.outbox = new OutboxTable(database, groupWait, longestPause);
        this.audit = new Audit(database);
        this.series = new Series(database);
        this.rollUp = new RollUp(database);
        this.selfTests = new SelfTestTables(database);
        this.tables = new LedgerTables(
                database, components, tracks, incidents, outbox, new Samples(database, Dictionary.load(database)));
    }

    /**
     * Opens the database for the daemon: makes it if there is none, brings its schema forward, and keeps every other daemon
     * out until it is closed.
     *
     * @param groupWait how long a notification waits for others to share its message
     * @param longestPause the longest between two tries to deliver; a try set further ahead is due at once, for then the
     *     clock was set back
     * @param keepSamples how long each single poll is kept
     */
    public static SqliteStore open(
            Path directory, Duration groupWait, Duration longestPause, Duration keepSamples, Clock clock) {
        Path file = make(directory);
        StoreLock lock = StoreLock.take(directory);
        try {
            Database database = Database.open(file, false);
            try {
                check(database);
                Migrations.migrate(database, clock.instant());
                return new SqliteStore(database, Optional.of(lock), groupWait, longestPause, keepSamples);
            } catch (RuntimeException e) {
                database.close();
                throw e;
            }
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Opens it for a short write beside the daemon, which need not run. Refuses if there is no database yet. */
    public static SqliteStore openBeside(Path directory) {
        return open(directory, false);
    }

    /** Opens it for reading only, beside the daemon or without. Refuses if there is no database yet. */
    public static SqliteStore openReadOnly(Path directory) {
        return open(directory, true);
    }

    private static SqliteStore open(Path directory, boolean readOnly) {
        Path file = file(directory);
        if (!Files.exists(file)) {
            throw new LedgerException(
                    "open %s: there is none or it cannot be seen; has the daemon run here, and as which user?"
                            .formatted(file),
                    null);
        }
        Database database = Database.open(file, readOnly);
        try {
            Migrations.require(database);
            return new SqliteStore(database, Optional.empty(), Duration.ZERO, Duration.ZERO, Duration.ofDays(7));
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private static Path file(Path directory) {
        return directory.resolve(FILE);
    }

    private static Path make(Path directory) {
        Path file = file(directory);
        try {
            StateDirectory.makePrivate(directory);
            if (!Files.exists(file)) {
                // SQLite gives its other files the same rights.
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (FileAlreadyExistsException e) {
            throw new LedgerException("make %s: %s is in the way".formatted(directory, e.getFile()), e);
        } catch (IOException e) {
            throw new LedgerException(
                    "make %s: %s; give another store.directory, or run as a user that may write there"
                            .formatted(file, e),
                    e);
        }
        return file;
    }

    private static void check(Database database) {
        long size = database.file().toFile().length();
        if (size <= MOST_CHECKED_BYTES) {
            String verdict = database.read(() -> database.first("PRAGMA quick_check(1)", row -> row.getString(1)))
                    .orElse("no answer");
            if (!verdict.equals("ok")) {
                throw Trouble.damaged(
                        "check",
                        database.file(),
                        "database is damaged (" + verdict.lines().findFirst().orElse("") + ")");
            }
        }
    }

    /** What is remembered of self-tests. */
    public SelfTestTables selfTests() {
        return selfTests;
    }

    public Path path() {
        return database.file();
    }

    /** Those that never answered are not among them: nobody has seen them. */
    @Override
    public List<Known> components() {
        return read(() -> components.all().stream()
                .flatMap(stored ->
                        stored.lastSeen().stream().map(last -> new Known(stored.component(), stored.firstSeen(), last)))
                .toList());
    }

    @Override
    public List<Incident> openIncidents() {
        return read(incidents::open);
    }

    @Override
    public History history(ComponentId id) {
        return read(() -> tables.history(id));
    }

    /** A sample of a poll in which nothing else changed is written up to five minutes later, together with others. */
    @Override
    public void commit(Entry entry) {
        synchronized (database) {
            tables.commit(entry);
        }
    }

    /**
     * The values of a reading over time, oldest first: single polls as far back as they are kept, before that one point a
     * day on which it moved.
     */
    public List<Point> series(ComponentId id, String reading, Instant from, Instant to) {
        synchronized (database) {
            tables.settle();
            return read(() -> {
                Optional<Stored> stored = components.find(id);
                return stored.isPresent() ? series.of(stored.get().key(), reading, from, to) : List.of();
            });
        }
    }

    /**
     * Moves the baseline of one reading, or of all defect counters above zero, to the present value, and notes who did so.
     *
     * @return what was moved
     * @throws IllegalArgumentException if there is no such component or reading; the message is for a person
     */
    public List<AuditRow> accept(ComponentId id, Optional<String> reading, String who, String reason, Instant at) {
        synchronized (database) {
            List<AuditRow> rows = database.write(() -> moveBaselines(id, reading, who, reason, at));
            tables.baselinesMoved();
            return rows;
        }
    }

    private List<AuditRow> moveBaselines(
            ComponentId id, Optional<String> reading, String who, String reason, Instant at) throws SQLException {
        Stored stored = components
                .find(id)
                .orElseThrow(
                        () -> new IllegalArgumentException("accept %s: no such component was ever seen".formatted(id)));
        History before = tracks.load(stored.key());
        History after = reading.isPresent() ? before.accept(reading.get(), reason, at) : before.acceptAll(reason, at);
        List<AuditRow> rows = new ArrayList<>();
        for (Track track : after.tracks()) {
            Track old = before.track(track.name()).orElse(track);
            if (!track.baseline().equals(old.baseline())) {
                tracks.put(stored.key(), List.of(track), before);
                AuditRow row = new AuditRow(
                        at,
                        who,
                        "accept",
                        id,
                        track.name(),
                        old.baseline().value(),
                        track.baseline().value(),
                        reason);
                audit.add(row);
                rows.add(row);
            }
        }
        return rows;
    }

    /** The newest entries of the audit, newest first. */
    public List<AuditRow> audit(int most) {
        return read(() -> audit.newest(most));
    }

    /**
     * A bounded piece of the work of the night: rolls up one day that is over, forgets some old samples and what was
     * delivered long ago.
     *
     * @return whether more is to do: call again soon
     */
    public boolean housekeep(Instant now) {
        synchronized (database) {
            tables.settle();
        }
        boolean rolled = rollUp.nextDay(now);
        boolean forgot = rollUp.forget(now.minus(keepSamples));
        write(() -> {
            outbox.forgetDelivered(now.minus(KEEP_DELIVERED));
            return null;
        });
        return rolled || forgot;
    }

    @Override
    public Optional<Batch> next(Instant now, int max) {
        return read(outbox::isIdle) ? Optional.empty() : write(() -> outbox.next(now, max));
    }

    @Override
    public void delivered(Batch batch, Instant at) {
        write(() -> {
            outbox.delivered(batch.id(), at);
            return null;
        });
    }

    @Override
    public void retry(Batch batch, Instant notBefore, String why) {
        write(() -> {
            outbox.retry(batch.id(), notBefore, why);
            return null;
        });
    }

    @Override
    public void refused(Batch batch, Instant notBefore, String why) {
        write(() -> {
            outbox.refused(batch.id(), notBefore, why);
            return null;
        });
    }

    @Override
    public void rejected(Batch batch, Instant at, String why) {
        write(() -> {
            outbox.rejected(batch.id(), at, why);
            return null;
        });
    }

    @Override
    public Backlog backlog(Instant now) {
        return read(outbox::backlog);
    }

    private <T> T read(Database.Work<T> work) {
        return database.read(work);
    }

    private <T> T write(Database.Work<T> work) {
        return database.write(work);
    }

    /** Writes what still waits, also if that fails closes the file, and lets another daemon in. */
    @Override
    public void close() {
        try {
            if (lock.isPresent()) {
                synchronized (database) {
                    tables.finish();
                }
            }
        } finally {
            try {
                database.close();
            } finally {
                lock.ifPresent(StoreLock::close);
            }
        }
    }
}
