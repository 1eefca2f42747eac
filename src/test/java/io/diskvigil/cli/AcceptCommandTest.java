package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.IncidentPolicy.Decision;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.Ledger;
import io.diskvigil.rule.History;
import io.diskvigil.store.AuditRow;
import io.diskvigil.store.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AcceptCommandTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    Path directory;

    private Path state;

    @BeforeEach
    void rememberTwoDrivesOnOnePath() {
        state = directory.resolve("state");
        try (SqliteStore store = SqliteStore.open(
                state, Duration.ZERO, Duration.ofMinutes(15), Duration.ofDays(7), Clock.fixed(START, ZoneOffset.UTC))) {
            for (String serial : List.of("AAA", "BBB")) {
                see(store, serial, START, 8);
                see(store, serial, START.plusSeconds(600), 24);
            }
        }
    }

    @Test
    void movesTheBaselineOfADriveNamedByItsSerial() throws Exception {
        CommandRun run = accept("aaa", "pending_sectors", "--reason", "a known scratch");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo(id("AAA") + ": baseline of pending_sectors moved from 8 to 24\n");
        assertThat(run.status()).isZero();
        assertThat(audit()).singleElement().satisfies(row -> {
            assertThat(row.component()).isEqualTo(id("AAA"));
            assertThat(row.reason()).isEqualTo("a known scratch");
        });
    }

    @Test
    void refusesAPathThatMeansTwoDrivesAndNamesBoth() throws Exception {
        CommandRun run = accept("/dev/sdb", "--reason", "x");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("diskvigil: '/dev/sdb' means several drives")
                .contains(id("AAA").value(), id("BBB").value());
        assertThat(run.out()).isEmpty();
        assertThat(audit()).isEmpty();
    }

    @Test
    void refusesAnUnknownDriveAndNamesTheKnownOnes() throws Exception {
        CommandRun run = accept("CCC", "--reason", "x");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("diskvigil: no drive 'CCC' is known")
                .contains(id("AAA").value(), id("BBB").value());
        assertThat(audit()).isEmpty();
    }

    @Test
    void refusesAnUnknownReadingWithTheNearestOne() throws Exception {
        CommandRun run = accept("AAA", "pending_sector", "--reason", "x");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("did you mean pending_sectors?");
        assertThat(audit()).isEmpty();
    }

    @Test
    void refusesToAcceptWithoutAReason() throws Exception {
        assertThat(accept("AAA").status()).isEqualTo(2);
        assertThat(accept("AAA", "--reason", " ").err()).startsWith("diskvigil: --reason is empty");
        assertThat(audit()).isEmpty();
    }

    private CommandRun accept(String... args) throws Exception {
        Path config =
                Files.writeString(directory.resolve("diskvigil.yaml"), "store:\n  directory: %s\n".formatted(state));
        String[] all = new String[args.length + 3];
        all[0] = "accept";
        all[1] = "--config";
        all[2] = config.toString();
        System.arraycopy(args, 0, all, 3, args.length);
        return CommandRun.of(all);
    }

    private List<AuditRow> audit() {
        try (SqliteStore store = SqliteStore.openReadOnly(state)) {
            return store.audit(10);
        }
    }

    private static void see(Ledger ledger, String serial, Instant at, long pending) {
        Component drive = new Component(
                id(serial),
                ComponentKind.DRIVE,
                new Identity("M", serial, "", "F", "ATA", Medium.ROTATING, OptionalLong.empty()),
                List.of(new Location("/dev/sdb", "sat", "", "")));
        Snapshot view = new Snapshot(drive, at, List.of(new Counter("pending_sectors", pending, "attribute 197")));
        History before = ledger.history(drive.id());
        ledger.commit(new Ledger.Entry(
                drive,
                at,
                true,
                Optional.of(view),
                before,
                before.observe(view),
                new Decision(Optional.empty(), Optional.empty())));
    }

    private static ComponentId id(String serial) {
        return ComponentId.of("M", serial);
    }
}
