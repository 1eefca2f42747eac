package io.diskvigil.store;

import com.fasterxml.jackson.core.type.TypeReference;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.DriveTests;
import io.diskvigil.poll.SelfTestMemory;
import io.diskvigil.poll.TestRequest;
import io.diskvigil.poll.TestRun;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jboss.logging.Logger;

/** The tables of self-tests: what the desk remembers, what ran, what persons asked for. */
public final class SelfTestTables implements SelfTestMemory {
    private static final Logger LOG = Logger.getLogger(SelfTestTables.class);
    private static final TypeReference<DriveTests> TESTS = new TypeReference<>() {};
    private static final int MOST_RUNS = 100;
    private static final Duration KEEP_REQUESTS = Duration.ofDays(7);

    private final Database database;

    SelfTestTables(Database database) {
        this.database = database;
    }

    /**
     * The answer to a request.
     *
     * @param granted whether it was done
     * @param words one clause for a person
     */
    public record Answer(boolean granted, String words) {}

    private record Row(ComponentId drive, Optional<DriveTests> tests) {}

    @Override
    public Map<ComponentId, DriveTests> load() {
        Map<ComponentId, DriveTests> all = new HashMap<>();
        database.read(() -> database.list("SELECT component, state FROM self_test", SelfTestTables::row))
                .forEach(row -> row.tests().ifPresent(tests -> all.put(row.drive(), tests)));
        return all;
    }

    @Override
    public void keep(ComponentId drive, DriveTests tests) {
        database.write(() -> database.update(
                "INSERT INTO self_test (component, state) VALUES (?, ?) ON CONFLICT (component) DO UPDATE SET"
                        + " state = excluded.state",
                drive.value(),
                Json.write(tests)));
    }

    @Override
    public void add(ComponentId drive, TestRun run) {
        database.write(() -> {
            database.update(
                    "INSERT INTO self_test_run (component, kind, began, ended, result, words, lba, hours, ours)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    drive.value(),
                    run.kind().map(TestKind::name).orElse(null),
                    run.began().toEpochMilli(),
                    run.ended().toEpochMilli(),
                    run.result().name(),
                    run.words(),
                    nullable(run.lba()),
                    nullable(run.hours()),
                    run.ours() ? 1 : 0);
            return database.update(
                    "DELETE FROM self_test_run WHERE component = ? AND id NOT IN"
                            + " (SELECT id FROM self_test_run WHERE component = ? ORDER BY id DESC LIMIT ?)",
                    drive.value(),
                    drive.value(),
                    MOST_RUNS);
        });
    }

    /** The newest runs of a drive, newest first. */
    public List<TestRun> runs(ComponentId drive, int most) {
        return database.read(() -> database.list(
                "SELECT kind, began, ended, result, words, lba, hours, ours FROM self_test_run WHERE component = ?"
                        + " ORDER BY id DESC LIMIT ?",
                SelfTestTables::run,
                drive.value(),
                most));
    }

    @Override
    public void keepBirthRecord(ComponentId drive, BirthRecord record) {
        database.write(() -> database.update(
                "INSERT INTO birth_record (component, at, readings) VALUES (?, ?, ?) ON CONFLICT (component) DO NOTHING",
                drive.value(),
                record.at().toEpochMilli(),
                String.join("\n", record.lines())));
    }

    /** How a drive was when it went into service; empty if that was before the daemon knew it. */
    public Optional<BirthRecord> birthRecord(ComponentId drive) {
        return database.read(() -> database.first(
                "SELECT at, readings FROM birth_record WHERE component = ?",
                row -> new BirthRecord(
                        Instant.ofEpochMilli(row.getLong(1)),
                        row.getString(2).lines().toList()),
                drive.value()));
    }

    /**
     * Leaves a request for the daemon, which looks for it every few seconds.
     *
     * @param what as in {@link TestRequest}
     * @return its number, to ask for the answer
     */
    public long ask(ComponentId drive, String what, boolean despite, String who, Instant at) {
        return database.write(() -> {
            database.update(
                    "DELETE FROM self_test_request WHERE at < ?",
                    at.minus(KEEP_REQUESTS).toEpochMilli());
            database.update(
                    "INSERT INTO self_test_request (component, what, despite, who, at, answer) VALUES (?, ?, ?, ?, ?, '')",
                    drive.value(),
                    what,
                    despite ? 1 : 0,
                    who,
                    at.toEpochMilli());
            return database.first("SELECT last_insert_rowid()", row -> row.getLong(1))
                    .orElseThrow();
        });
    }

    @Override
    public List<TestRequest> requests() {
        return database.read(() -> database.list(
                "SELECT id, component, what, despite, who, at FROM self_test_request WHERE granted IS NULL"
                        + " ORDER BY id LIMIT 100",
                row -> new TestRequest(
                        row.getLong(1),
                        new ComponentId(row.getString(2)),
                        row.getString(3),
                        row.getInt(4) != 0,
                        row.getString(5),
                        Instant.ofEpochMilli(row.getLong(6)))));
    }

    @Override
    public void answer(TestRequest request, boolean granted, String words) {
        database.write(() -> database.update(
                "UPDATE self_test_request SET granted = ?, answer = ? WHERE id = ?",
                granted ? 1 : 0,
                words,
                request.number()));
    }

    /** Empty as long as the daemon has not answered. */
    public Optional<Answer> answer(long number) {
        return database.read(() -> database.first(
                "SELECT granted, answer FROM self_test_request WHERE id = ? AND granted IS NOT NULL",
                row -> new Answer(row.getInt(1) != 0, row.getString(2)),
                number));
    }

    /** Takes a request back that nobody answered. */
    public void withdraw(long number) {
        database.write(() -> database.update("DELETE FROM self_test_request WHERE id = ? AND granted IS NULL", number));
    }

    private static Row row(ResultSet row) throws SQLException {
        ComponentId drive = new ComponentId(row.getString(1));
        try {
            return new Row(drive, Optional.of(Json.read(row.getString(2), TESTS)));
        } catch (UncheckedIOException e) {
            // One drive's plan is no reason to watch none of them.
            LOG.errorf(
                    "%s: %s (%s): what was remembered of its self-tests is left aside, and written anew",
                    drive, e.getMessage(), e.getCause().getMessage());
            return new Row(drive, Optional.empty());
        }
    }

    private static TestRun run(ResultSet row) throws SQLException {
        return new TestRun(
                Optional.ofNullable(row.getString(1)).map(TestKind::valueOf),
                Instant.ofEpochMilli(row.getLong(2)),
                Instant.ofEpochMilli(row.getLong(3)),
                TestRun.Result.valueOf(row.getString(4)),
                row.getString(5),
                optional(row, 6),
                optional(row, 7),
                row.getInt(8) != 0);
    }

    private static Long nullable(OptionalLong value) {
        return value.isPresent() ? (Long) value.getAsLong() : null;
    }

    private static OptionalLong optional(ResultSet row, int column) throws SQLException {
        return Database.optionalLong(row, column).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }
}
