package io.diskvigil.store;

import static io.diskvigil.store.Cases.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentId;
import io.diskvigil.poll.EventMemory;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventStoreTest implements EventMemoryContract {
    @TempDir
    Path directory;

    private SqliteStore store;

    @BeforeEach
    void open() {
        store = SqliteStoreTest.open(directory);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    public EventMemory events() {
        return store.eventMemory();
    }

    @Override
    public void reopen() {
        store.close();
        open();
    }

    @Test
    void aProgramBesideTheDaemonCanReadThem() {
        events().keep(EventMemoryContract.log(START), EventMemoryContract.records(1, START));
        try (SqliteStore beside = SqliteStore.openReadOnly(directory)) {
            assertThat(beside.eventMemory().records())
                    .extracting(EventMemory.Booked::owner)
                    .containsExactly(new ComponentId("WD_2"));
        }
    }

    @Test
    void aDamagedRowTakesNoOthersWithIt() throws Exception {
        events().keep(EventMemoryContract.log(START), EventMemoryContract.records(3, START));
        store.close();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(SqliteStore.FILE));
                var statement = connection.createStatement()) {
            statement.execute("UPDATE event SET clock = 'yesterday' WHERE record_id = '1'");
        }

        open();

        assertThat(events().records()).hasSize(2);
    }
}
