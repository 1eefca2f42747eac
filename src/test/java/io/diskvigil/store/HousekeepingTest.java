package io.diskvigil.store;

import static io.diskvigil.store.Cases.answer;
import static io.diskvigil.store.Cases.celsius;
import static io.diskvigil.store.Cases.drive;
import static io.diskvigil.store.Cases.hours;
import static io.diskvigil.store.Cases.opened;
import static io.diskvigil.store.Cases.pending;
import static io.diskvigil.store.Cases.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Component;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HousekeepingTest {
    private static final Component DRIVE = drive("Z300AAAA");
    private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

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

    /** One poll an hour; the drive gets a pending sector on the third day at noon. */
    private void poll(int days) {
        for (int hour = 0; hour < days * 24; hour++) {
            Instant at = MIDNIGHT.plus(Duration.ofHours(hour));
            store.commit(answer(
                    store,
                    snapshot(DRIVE, at, pending(hour >= 60 ? 1 : 0), hours(1000 + hour), celsius(30.5 + hour % 24))));
        }
    }

    private void housekeep(Instant now) {
        for (int call = 0; call < 1000; call++) {
            if (!store.housekeep(now)) {
                return;
            }
        }
        throw new AssertionError("housekeeping does not come to an end");
    }

    private List<Point> series(String reading) {
        return store.series(DRIVE.id(), reading, MIDNIGHT, MIDNIGHT.plus(Duration.ofDays(400)));
    }

    @Test
    void aGaugeComesBackWithItsFractionFromSamples() {
        poll(1);
        assertThat(series("temperature_celsius")).hasSize(24).first().isEqualTo(new Point(MIDNIGHT, 30.5, 30.5, 30.5));
    }

    @Test
    void anOldDayIsOnePointForWhatMovedAndNoneForWhatStoodStill() {
        poll(10);
        housekeep(MIDNIGHT.plus(Duration.ofDays(10)));

        // Seven days of polls are left, the three before are roll-ups.
        List<Point> hours = series("power_on_hours");
        assertThat(hours).hasSize(3 + 7 * 24);
        assertThat(hours.get(0)).isEqualTo(new Point(MIDNIGHT.plus(DAY), 1000, 1023, 1023));
        assertThat(hours).extracting(Point::at).isSorted();

        // First sight is told, then nothing until it moves.
        assertThat(series("pending_sectors").subList(0, 2))
                .containsExactly(
                        new Point(MIDNIGHT.plus(DAY), 0, 0, 0), new Point(MIDNIGHT.plus(DAY.multipliedBy(3)), 0, 1, 1));
    }

    @Test
    void aSecondRunFindsNothingToDo() {
        poll(10);
        Instant now = MIDNIGHT.plus(Duration.ofDays(10));
        housekeep(now);
        assertThat(store.housekeep(now)).isFalse();
    }

    @Test
    void theDayThatIsNotOverIsLeftAlone() {
        poll(1);
        assertThat(store.housekeep(MIDNIGHT.plus(Duration.ofHours(23)))).isFalse();
        assertThat(series("power_on_hours")).hasSize(24);
    }

    @Test
    void aClockThatWentBackSpoilsNoNumber() {
        for (int minute : new int[] {0, 10, 20, 5, 15, 25}) {
            Instant at = MIDNIGHT.plus(Duration.ofMinutes(minute));
            store.commit(answer(store, snapshot(DRIVE, at, hours(1000 + minute))));
        }
        assertThat(series("power_on_hours"))
                .isNotEmpty()
                .allSatisfy(point -> assertThat(point.value())
                        .isEqualTo(1000 + Duration.between(MIDNIGHT, point.at()).toMinutes()));
    }

    @Test
    void deliveredNotificationsAreForgottenAfterNinetyDaysAndRejectedOnesAreKept() throws Exception {
        store.commit(opened(store, "i1", DRIVE, MIDNIGHT));
        store.delivered(store.next(MIDNIGHT.plusSeconds(60), 10).orElseThrow(), MIDNIGHT.plusSeconds(61));
        store.commit(opened(store, "i2", drive("Z300BBBB"), MIDNIGHT));
        store.rejected(store.next(MIDNIGHT.plusSeconds(70), 10).orElseThrow(), MIDNIGHT.plusSeconds(71), "550");
        housekeep(MIDNIGHT.plus(Duration.ofDays(89)));
        assertThat(rows("outbox")).isEqualTo(2);
        housekeep(MIDNIGHT.plus(Duration.ofDays(91)));
        assertThat(rows("outbox")).isEqualTo(1);
        assertThat(store.backlog(MIDNIGHT).rejected()).isEqualTo(1);
    }

    private int rows(String table) throws Exception {
        try (Database database = Database.open(store.path(), true)) {
            return database.first("SELECT count(*) FROM " + table, row -> row.getInt(1))
                    .orElseThrow();
        }
    }
}
