package io.diskvigil.store;

import static io.diskvigil.store.Cases.START;
import static io.diskvigil.store.Cases.answer;
import static io.diskvigil.store.Cases.drive;
import static io.diskvigil.store.Cases.hours;
import static io.diskvigil.store.Cases.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.Life.Status;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.inventory.LifeEvent.Kind;
import io.diskvigil.inventory.Stay;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Location;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifeStoreTest {
    private static final Component DRIVE = drive("Z300AAAA");
    private static final Location BAY =
            new Location("/dev/sdb", "sat", "Bay 2", "/dev/disk/by-path/pci-0000:00:17.0-ata-2");

    @TempDir
    Path directory;

    private SqliteStore store;

    @BeforeEach
    void open() {
        store = SqliteStore.open(
                directory, Duration.ZERO, Duration.ofHours(1), Duration.ofDays(7), Clock.fixed(START, ZoneOffset.UTC));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aLifeComesBackAsItWasKept() {
        store.commit(answer(store, snapshot(DRIVE, START, hours(100))));
        Stay before = new Stay(Location.of("/dev/sda", "sat"), START, Optional.of(START.plusSeconds(60)));
        Stay now = new Stay(BAY, START.plusSeconds(60), Optional.empty());
        Status status = new Status(State.MISSING, START.plusSeconds(90), State.UNREADABLE, "", "pci-0000:00:17.0");

        assertThat(store.keep(life(status, List.of(before, now)), List.of(event(Kind.NEW), event(Kind.MISSING))))
                .isTrue();
        close();
        open();

        Life kept = store.life(DRIVE.id()).orElseThrow();
        assertThat(kept.status()).isEqualTo(status);
        assertThat(kept.stays()).containsExactly(before, now);
        assertThat(kept.firmware()).isEqualTo("CC54");
        assertThat(kept.firstSeen()).isEqualTo(START);
        assertThat(kept.powerOnHours()).hasValue(100);
        assertThat(store.events(DRIVE.id())).extracting(LifeEvent::kind).containsExactly(Kind.NEW, Kind.MISSING);
    }

    @Test
    void aDriveThatIsNotInTheDatabaseYetIsNotKept() {
        assertThat(store.keep(life(present(), List.of()), List.of(event(Kind.NEW))))
                .isFalse();
        assertThat(store.lives()).isEmpty();
    }

    @Test
    void whatPersonsDoBesideTheDaemonIsNoticedOnce() {
        store.commit(answer(store, snapshot(DRIVE, START, hours(100))));
        store.keep(life(present(), List.of()), List.of());
        assertThat(store.livesChangedElsewhere()).isPresent();
        assertThat(store.livesChangedElsewhere()).isEmpty();

        try (SqliteStore beside = SqliteStore.openBeside(directory)) {
            beside.note(DRIVE.id(), "root", "cable changed\nagain", START);
            beside.decommission(DRIVE.id(), "root", "sold", START.plusSeconds(60));
        }

        Life now = store.livesChangedElsewhere().orElseThrow().get(0);
        assertThat(now.state()).isEqualTo(State.DECOMMISSIONED);
        assertThat(now.status().before()).isEqualTo(State.PRESENT);
        assertThat(now.status().why()).isEqualTo("by root: sold");
        assertThat(now.notes()).extracting(LifeEvent::line).containsExactly("cable changed again");
        assertThat(store.livesChangedElsewhere()).isEmpty();
        assertThat(store.audit(1)).extracting(AuditRow::action).containsExactly("decommission");
    }

    @Test
    void whatCouldNotBeReadOnceIsNoticedTheNextTime() throws Exception {
        store.commit(answer(store, snapshot(DRIVE, START, hours(100))));
        store.keep(life(present(), List.of()), List.of());
        store.livesChangedElsewhere();
        try (Connection beside = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("diskvigil.db"));
                Statement statement = beside.createStatement()) {
            statement.executeUpdate("UPDATE life SET state = 'NONSENSE'");
        }
        assertThatThrownBy(() -> store.livesChangedElsewhere()).isInstanceOf(RuntimeException.class);

        store.keep(life(present(), List.of()), List.of());

        assertThat(store.livesChangedElsewhere()).isPresent();
    }

    @Test
    void aDriveThatCameBackAndIsDecommissionedAgainStaysSo() {
        store.commit(answer(store, snapshot(DRIVE, START, hours(100))));
        store.keep(life(present(), List.of()), List.of());
        store.decommission(DRIVE.id(), "root", "sold", START.plusSeconds(60));
        Status back = new Status(State.PRESENT, START.plusSeconds(120), State.DECOMMISSIONED, "", "");
        store.keep(life(back, List.of()), List.of());
        store.decommission(DRIVE.id(), "root", "sold again", START.plusSeconds(180));

        store.keep(life(back, List.of()), List.of());

        assertThat(store.life(DRIVE.id()).orElseThrow().status().why()).isEqualTo("by root: sold again");
    }

    @Test
    void aDaemonThatDoesNotKnowOfItYetDoesNotUndoADecommissioning() {
        store.commit(answer(store, snapshot(DRIVE, START, hours(100))));
        store.keep(life(present(), List.of()), List.of());
        store.decommission(DRIVE.id(), "root", "sold", START.plusSeconds(60));

        store.keep(life(new Status(State.MISSING, START, State.PRESENT, "", ""), List.of()), List.of());
        assertThat(store.lives()).extracting(Life::state).containsExactly(State.DECOMMISSIONED);

        Status back = new Status(State.PRESENT, START.plusSeconds(90), State.DECOMMISSIONED, "", "");
        store.keep(life(back, List.of()), List.of());
        assertThat(store.lives()).extracting(Life::state).containsExactly(State.PRESENT);
    }

    @Test
    void whatTheDaemonWritesIsBoundedAndWhatPersonsWriteIsNot() {
        store.commit(answer(store, snapshot(DRIVE, START, hours(100))));
        List<Stay> stays = new ArrayList<>();
        List<LifeEvent> events = new ArrayList<>(List.of(event(Kind.NEW)));
        for (int i = 0; i < 300; i++) {
            stays.add(new Stay(
                    Location.of("/dev/sd" + i, "sat"),
                    START.plusSeconds(i),
                    i == 299 ? Optional.empty() : Optional.of(START.plusSeconds(i + 1))));
            events.add(event(Kind.MOVED));
        }
        store.keep(life(present(), List.of()), List.of());
        for (int i = 0; i < 250; i++) {
            store.note(DRIVE.id(), "root", "note " + i, START);
        }

        store.keep(life(present(), stays), events);

        assertThat(store.lives().get(0).stays()).hasSize(LifeTables.MOST_STAYS).contains(stays.get(299));
        assertThat(store.lives().get(0).notes()).hasSize(250);
        assertThat(store.events(DRIVE.id()).stream().filter(event -> event.kind() == Kind.MOVED))
                .hasSize(LifeTables.MOST_EVENTS);
        assertThat(store.events(DRIVE.id())).extracting(LifeEvent::kind).contains(Kind.NEW);
    }

    @Test
    void logicalUnitsOfOneDriveKnowOneAnother() {
        Component unit = DRIVE.withId(DRIVE.id().withSuffix("_lun5000c500a1b2c3d4"));
        for (Component one : List.of(DRIVE, unit)) {
            store.commit(answer(store, snapshot(one, START, hours(100))));
            store.keep(Life.begun(one, START), List.of());
        }

        assertThat(store.life(DRIVE.id()).orElseThrow().units()).containsExactly(unit.id());
        assertThat(store.life(unit.id()).orElseThrow().units()).containsExactly(DRIVE.id());
    }

    @Test
    void nobodyDecommissionsADriveThatWasNeverSeen() {
        assertThatThrownBy(() -> store.decommission(new ComponentId("nobody"), "root", "sold", START))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such drive");
    }

    @Test
    void drivesKnownBeforeLivesWereKeptAreNotNew() throws Exception {
        store.commit(answer(store, snapshot(DRIVE, START, hours(100))));
        store.close();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(SqliteStore.FILE));
                var statement = connection.createStatement()) {
            for (String table : List.of(
                    "life",
                    "stay",
                    "life_event",
                    "self_test",
                    "self_test_run",
                    "birth_record",
                    "self_test_request",
                    "event_log",
                    "event",
                    "event_total")) {
                statement.execute("DROP TABLE " + table);
            }
            statement.execute("DELETE FROM schema_version WHERE version >= 2");
        }

        open();

        assertThat(store.lives()).extracting(Life::id).containsExactly(DRIVE.id());
        assertThat(store.lives().get(0).firmware()).isEqualTo(DRIVE.identity().firmware());
    }

    private static Status present() {
        return new Status(State.PRESENT, START, State.PRESENT, "", "");
    }

    private static Life life(Status status, List<Stay> stays) {
        return new Life(DRIVE, status, START, START, "CC54", stays, OptionalLong.empty(), List.of(), List.of());
    }

    private static LifeEvent event(Kind kind) {
        return new LifeEvent(DRIVE.id(), START, kind, "", kind + " it was");
    }
}
