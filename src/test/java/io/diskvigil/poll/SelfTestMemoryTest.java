package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentId;
import io.diskvigil.store.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelfTestMemoryTest {
    private static final Instant START = Instant.parse("2026-11-30T21:00:00Z");
    private static final ComponentId GOOD = new ComponentId("MODEL_GOOD");
    private static final ComponentId BAD = new ComponentId("MODEL_BAD");

    @TempDir
    Path directory;

    @Test
    void oneDamagedRowKeepsNoOtherDriveFromBeingKnown() throws Exception {
        DriveTests tests = DriveTests.fresh(START, List.of());
        try (SqliteStore store = open()) {
            store.selfTests().keep(GOOD, tests);
            store.selfTests().keep(BAD, tests);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(SqliteStore.FILE));
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE self_test SET state = '{' WHERE component = '" + BAD + "'");
        }

        try (SqliteStore store = open()) {
            assertThat(store.selfTests().load()).containsOnlyKeys(GOOD).containsValue(tests);
        }
    }

    private SqliteStore open() {
        return SqliteStore.open(
                directory, Duration.ZERO, Duration.ofHours(1), Duration.ofDays(7), Clock.fixed(START, ZoneOffset.UTC));
    }
}
