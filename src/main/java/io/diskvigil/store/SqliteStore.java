package io.diskvigil.store;

import io.diskvigil.incident.Incident;
import io.diskvigil.incident.Outbox;
import io.diskvigil.inventory.Known;
import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Printable;
import io.diskvigil.poll.EventMemory;
import io.diskvigil.poll.Ledger;
import io.diskvigil.poll.LifeLedger;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Track;
import io.diskvigil.store.Components.Stored;
import java.nio.file.Files;
import java.nio.file.Path;
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
public final class SqliteStore implements Ledger, LifeLedger, Outbox, AutoCloseable {
    /** The name of the database in its directory. */
    public static final String FILE = "diskvigil.db";

    private static final Duration KEEP_DELIVERED = Duration.ofDays(90);

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
    private final LifeTables lives;
    /** The version of the database at which lives were last looked for changes of others. */
    private long livesVersion = -1;

    private final SelfTestTables selfTests;
    private final EventTables controllerEvents;

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
        this.lives = new LifeTables(database, components);
        this.selfTests = new SelfTestTables(database);
        this.controllerEvents = new EventTables(database);
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
        Path file = StoreFile.make(directory);
        StoreLock lock = StoreLock.take(directory);
        try {
            Database database = Database.open(file, false);
            try {
                StoreFile.check(database);
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
        Path file = StoreFile.in(directory);
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

    /** What is remembered of self-tests. */
    public SelfTestTables selfTests() {
        return selfTests;
    }

    /** What is remembered of the event logs of controllers. */
    public EventMemory eventMemory() {
        return controllerEvents;
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
    public boolean commit(Entry entry) {
        synchronized (database) {
            return tables.commit(entry);
        }
    }

    @Override
    public List<Life> lives() {
        return read(lives::all);
    }

    /** One drive, by its id. */
    public Optional<Life> life(ComponentId id) {
        return lives().stream().filter(life -> life.id().equals(id)).findFirst();
    }

    /** What happened to a drive as a whole, oldest first. */
    public List<LifeEvent> events(ComponentId id) {
        return read(() -> lives.events(id));
    }

    @Override
    public Optional<List<Life>> livesChangedElsewhere() {
        return read(() -> {
            long now = database.foreignVersion();
            if (now == livesVersion) {
                return Optional.empty();
            }
            // Read first: what fails is looked for again.
            List<Life> all = lives.all();
            livesVersion = now;
            return Optional.of(all);
        });
    }

    @Override
    public boolean keep(Life life, List<LifeEvent> events) {
        return write(() -> lives.keep(life, events));
    }

    /**
     * Takes a drive out of service: nobody expects it any more, and what is open about it ends. A daemon that runs beside
     * notices within a minute.
     *
     * @return the drive as it was before
     * @throws IllegalArgumentException if there is no such drive; the message is for a person
     */
    public Life decommission(ComponentId id, String who, String reason, Instant at) {
        return write(() -> {
            Life before = lives.decommission(id, Printable.line(who), Printable.line(reason), at);
            audit.add(new AuditRow(at, who, "decommission", id, "", 0, 0, reason));
            livesVersion = -1;
            return before;
        });
    }

    /**
     * Keeps a person's words about a drive, as one line.
     *
     * @throws IllegalArgumentException if there is no such drive; the message is for a person
     */
    public void note(ComponentId id, String who, String text, Instant at) {
        write(() -> {
            lives.note(id, Printable.line(who), Printable.line(text), at);
            return null;
        });
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
