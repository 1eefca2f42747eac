package io.diskvigil.store;

import static io.diskvigil.store.Cases.START;
import static io.diskvigil.store.Cases.answer;
import static io.diskvigil.store.Cases.hours;
import static io.diskvigil.store.Cases.opened;
import static io.diskvigil.store.Cases.pending;
import static io.diskvigil.store.Cases.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.diskvigil.LogLines;
import io.diskvigil.incident.Outbox;
import io.diskvigil.poll.Ledger;
import io.diskvigil.poll.Ledger.LedgerException;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Past.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteStoreTest implements StoreContract {
    private static final Clock CLOCK = Clock.fixed(START, ZoneOffset.UTC);

    @TempDir
    Path temporary;

    private Path directory;
    private SqliteStore store;

    @BeforeEach
    void open() {
        directory = temporary.resolve("state");
        store = open(directory);
    }

    @AfterEach
    void close() {
        store.close();
    }

    static SqliteStore open(Path directory) {
        return SqliteStore.open(directory, GROUP_WAIT, LONGEST_PAUSE, Duration.ofDays(7), CLOCK);
    }

    @Override
    public Ledger ledger() {
        return store;
    }

    @Override
    public Outbox outbox() {
        return store;
    }

    @Override
    public void reopen() {
        store.close();
        store = open(directory);
    }

    @Test
    void nobodyElseMayReadDirectoryAndFiles() throws IOException {
        store.commit(opened(store, "i1", DRIVE, START));
        assertThat(mode(directory)).isEqualTo("rwx------");
        for (String file : List.of("diskvigil.db", "diskvigil.db-wal", "diskvigil.db-shm")) {
            assertThat(mode(directory.resolve(file))).as(file).isEqualTo("rw-------");
        }
    }

    @Test
    void aSecondDaemonIsRefusedAndTheFirstGoesOn() {
        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("another diskvigil daemon uses this directory");
        store.commit(opened(store, "i1", DRIVE, START));
        assertThat(store.openIncidents()).hasSize(1);
    }

    @Test
    void theCommandLineAcceptsBesideTheDaemonWhichSeesItAtItsNextPoll() {
        store.commit(answer(store, snapshot(DRIVE, START, pending(0))));
        store.commit(answer(store, snapshot(DRIVE, START.plusSeconds(300), pending(8))));
        History loadedBefore = store.history(DRIVE.id());
        try (SqliteStore beside = SqliteStore.openBeside(directory)) {
            AuditRow row = new AuditRow(
                    START.plusSeconds(301),
                    "root",
                    "accept",
                    DRIVE.id(),
                    "pending_sectors",
                    0,
                    8,
                    "known since the move");
            assertThat(beside.accept(
                            DRIVE.id(), Optional.empty(), "root", "known since the move", START.plusSeconds(301)))
                    .containsExactly(row);
            assertThat(beside.audit(10)).containsExactly(row);
        }
        assertThat(store.history(DRIVE.id()).baseline("pending_sectors"))
                .hasValueSatisfying(baseline -> assertThat(baseline.origin()).isEqualTo(Origin.ACCEPTED));

        // An answer that was judged with the history of before does not undo it.
        var late = snapshot(DRIVE, START.plusSeconds(302), pending(9));
        store.commit(new Ledger.Entry(
                DRIVE,
                late.takenAt(),
                true,
                Optional.of(late),
                loadedBefore,
                loadedBefore.observe(late),
                new io.diskvigil.incident.IncidentPolicy.Decision(Optional.empty(), Optional.empty())));
        reopen();
        History history = store.history(DRIVE.id());
        assertThat(history.baseline("pending_sectors").orElseThrow().value()).isEqualTo(8);
        assertThat(history.changes("pending_sectors")).hasSize(2);
    }

    @Test
    void acceptingWhatIsNotThereIsRefusedInWords() {
        store.commit(answer(store, snapshot(DRIVE, START, pending(8))));
        assertThatThrownBy(() -> store.accept(OTHER.id(), Optional.empty(), "root", "why", START))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such component");
        assertThatThrownBy(() -> store.accept(DRIVE.id(), Optional.of("pending_sector"), "root", "why", START))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean pending_sectors?");
        assertThat(store.audit(10)).isEmpty();
    }

    @Test
    void readingBesideTheDaemonChangesNothing() {
        store.commit(opened(store, "i1", DRIVE, START));
        try (SqliteStore reader = SqliteStore.openReadOnly(directory)) {
            assertThat(reader.openIncidents()).hasSize(1);
            assertThatThrownBy(() -> reader.accept(DRIVE.id(), Optional.empty(), "root", "why", START))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("read-only");
        }
    }

    @Test
    void thereIsNothingToReadBeforeTheDaemonRan() {
        assertThatThrownBy(() -> SqliteStore.openReadOnly(temporary.resolve("nowhere")))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("has the daemon run here");
    }

    @Test
    void aSchemaOfANewerProgramIsRefused() throws SQLException {
        store.close();
        Path file = directory.resolve("diskvigil.db");
        try (Database database = Database.open(file, false)) {
            database.update("INSERT INTO schema_version VALUES (99, 'V99__later.sql', 0)");
        }
        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("knows up to " + Migrations.newest());
        try (Database database = Database.open(file, false)) {
            database.update("DELETE FROM schema_version WHERE version = 99");
        }
        store = open(directory);
    }

    @Test
    void aFileThatIsNoDatabaseIsKeptAndThePersonToldHowToMoveIt() throws IOException {
        store.close();
        Path file = directory.resolve("diskvigil.db");
        Files.deleteIfExists(directory.resolve("diskvigil.db-wal"));
        Files.writeString(file, "this is not a database, but a letter to somebody\n".repeat(200));
        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("not a database")
                .hasMessageContaining("mv " + file + " " + file + ".damaged");
        assertThat(file).content().startsWith("this is not a database");
        Files.delete(file);
        store = open(directory);
    }

    @Test
    void aDamagedPageIsFoundAtTheStart() throws IOException {
        for (int i = 0; i < 200; i++) {
            store.commit(opened(store, "i" + i, Cases.drive("Z3%06d".formatted(i)), START));
        }
        store.close();
        Path file = directory.resolve("diskvigil.db");
        try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
            channel.position(channel.size() / 2 / 4096 * 4096);
            channel.write(java.nio.ByteBuffer.wrap(new byte[3 * 4096]));
        }
        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("database is damaged")
                .hasMessageContaining(".damaged");
        Files.delete(file);
        store = open(directory);
    }

    @Test
    void aFullDiskIsSaidKeepsNothingHalfAndIsOverWhenThereIsSpace() throws SQLException {
        store.close();
        Database database = Database.open(directory.resolve("diskvigil.db"), false);
        store = new SqliteStore(
                database, Optional.of(StoreLock.take(directory)), GROUP_WAIT, LONGEST_PAUSE, Duration.ofDays(7));
        database.first("PRAGMA max_page_count = 40", row -> row.getInt(1));
        int kept = 0;
        LedgerException refused = null;
        while (refused == null && kept < 1000) {
            try {
                store.commit(opened(store, "i" + kept, Cases.drive("Z3%06d".formatted(kept)), START));
                kept++;
            } catch (LedgerException e) {
                refused = e;
            }
        }
        assertThat(refused).isNotNull().hasMessageContaining("disk is full; free space");
        assertThat(kept).isPositive();
        assertThat(store.openIncidents()).hasSize(kept);
        assertThat(store.components()).hasSize(kept);
        assertThat(store.backlog(START).depth()).isEqualTo(kept);
        assertThat(store.history(Cases.drive("Z3%06d".formatted(kept)).id()).tracks())
                .isEmpty();

        database.first("PRAGMA max_page_count = 100000", row -> row.getInt(1));
        store.commit(opened(store, "i" + kept, Cases.drive("Z3%06d".formatted(kept)), START));
        assertThat(store.openIncidents()).hasSize(kept + 1);
        assertThat(store.backlog(START).depth()).isEqualTo(kept + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"incidentId\": 7, \"from\": \"the future\"", "null", "{}", "[]"})
    void whatCannotBeReadIsKeptAsRejectedAndLoggedOnceWhileTheOthersGoOut(String text) throws SQLException {
        store.commit(opened(store, "i1", DRIVE, START));
        store.commit(opened(store, "i2", OTHER, START));
        store.close();
        try (Database database = Database.open(directory.resolve("diskvigil.db"), false)) {
            database.update("UPDATE outbox SET notification = ? WHERE incident = 'i1'", text);
        }
        store = open(directory);
        try (LogLines log = new LogLines(OutboxTable.class)) {
            Outbox.Batch batch = store.next(START.plusSeconds(30), 10).orElseThrow();
            assertThat(batch.notifications())
                    .extracting(one -> one.incidentId())
                    .containsExactly("i2");
            store.retry(batch, START.plusSeconds(60), "connection refused");
            store.next(START.plusSeconds(60), 10).orElseThrow();
            assertThat(log.lines()).singleElement().asString().contains("ERROR read notification 1 of the outbox");
        }
        assertThat(store.backlog(START)).isEqualTo(new Outbox.Backlog(1, Optional.of(START), 1));
    }

    @Test
    void pollsInWhichNothingHappensHardlyWrite() throws IOException {
        store.commit(answer(store, snapshot(DRIVE, START, pending(0), hours(100))));
        long before = written();
        for (int poll = 1; poll <= 240; poll++) {
            store.commit(
                    answer(store, snapshot(DRIVE, START.plusSeconds(poll * 10L), pending(0), hours(100 + poll / 200))));
        }
        // 40 minutes: eight times the samples that wait, in pages of 4 KiB.
        assertThat(written() - before).isLessThan(8 * 3 * 4200L);
        assertThat(store.series(DRIVE.id(), "power_on_hours", START, START.plusSeconds(3600)))
                .hasSize(241);
    }

    private long written() throws IOException {
        return Files.size(directory.resolve("diskvigil.db-wal"));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
