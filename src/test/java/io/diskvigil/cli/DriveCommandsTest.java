package io.diskvigil.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.diskvigil.incident.IncidentPolicy.Decision;
import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.Life.Status;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.inventory.LifeEvent.Kind;
import io.diskvigil.inventory.Stay;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.Ledger;
import io.diskvigil.rule.History;
import io.diskvigil.store.SqliteStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriveCommandsTest {
    private static final String HOSTILE = "EVIL\u001b[2J\u202eMODEL\nCRITICAL";

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @TempDir
    Path directory;

    private HttpServer server;

    @BeforeEach
    void fourDrives() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try (SqliteStore store = SqliteStore.open(
                directory.resolve("state"),
                Duration.ZERO,
                Duration.ofMinutes(15),
                Duration.ofDays(400),
                Clock.systemUTC())) {
            live(store, "AAA", "ST4000DM000-1F2168", "/dev/sda", "Bay 1", State.PRESENT, 0);
            live(store, "BBB", HOSTILE, "/dev/sdb", "Bay 2", State.PRESENT, 24);
            live(store, "CCC", "ST4000DM000-1F2168", "/dev/sdb", "Bay 2", State.MISSING, 0);
            live(store, "DDD", "ST4000DM000-1F2168", "/dev/sdd", "Bay 4", State.DECOMMISSIONED, 0);
        }
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void troubleIsOnTopAndWhoIsGoneAtTheEnd() throws Exception {
        daemon();

        CommandRun run = run("drives");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out().lines().map(line -> line.split(" +")[0]).toList())
                .containsExactly("VERDICT", "CRITICAL", "OK", "-");
        assertThat(run.out().lines().toList().get(1)).contains("BBB", "41 °C", "Bay 2", "/dev/sdb", "present");
        assertThat(run.out().lines().toList().get(3)).contains("CCC", "missing");
        assertThat(run.out()).doesNotContain("DDD").doesNotContain("\u001b").doesNotContain("\u202e");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(run("drives", "--all").out().lines().toList().get(4)).contains("DDD", "decommissioned");
    }

    @Test
    void withoutADaemonNothingIsCalledOkAndItIsSaid() throws Exception {
        server.stop(0);

        CommandRun run = run("drives");

        assertThat(run.status()).isZero();
        assertThat(run.out().lines().skip(1).limit(2)).allMatch(line -> line.startsWith("UNKNOWN"));
        assertThat(run.out()).contains("The daemon does not answer", "nobody listens there");
    }

    @Test
    void theListAsJsonIsWholeAndHarmless() throws Exception {
        daemon();

        CommandRun run = run("drives", "--json");

        JsonNode drives = new ObjectMapper().readTree(run.out());
        assertThat(drives).hasSize(3);
        assertThat(drives.get(0).path("model").asText()).isEqualTo(HOSTILE);
        assertThat(drives.get(0).path("verdict").asText()).isEqualTo("critical");
        assertThat(drives.get(0).path("temperature").asInt()).isEqualTo(41);
        assertThat(drives.get(1).path("temperature").isNull()).isTrue();
        assertThat(drives.get(2).path("state").asText()).isEqualTo("missing");
        assertThat(run.out()).matches("[\\x20-\\x7e\\n]+");
    }

    @Test
    void oneDriveIsToldWhole() throws Exception {
        daemon();
        assertThat(run("accept", "BBB", "pending_sectors", "--reason", "a known scratch")
                        .status())
                .isZero();
        assertThat(run("note", "BBB", "warranty case 4711").out()).isEqualTo(id("BBB") + ": noted\n");

        CommandRun run = run("drive", "/dev/sdb");

        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("EVIL?[2J?MODEL CRITICAL BBB (" + id("BBB") + ")")
                .contains("now: Bay 2 (/dev/sdb), from ")
                .contains("until ", ": Bay 9 (/dev/sdx), from ")
                .contains("CRITICAL: 24 pending sectors")
                .contains("new: first seen")
                .contains("warranty case 4711")
                .contains("pending_sectors 24, baseline 24 (accepted by ", ": a known scratch)")
                .containsPattern("pending_sectors +30 d +\\|▁+█+\\| 0 to 24")
                .containsPattern("temperature_celsius +30 d +\\|[▁▂▃▄▅▆▇█ ]+\\| 30 to 34")
                .containsPattern("  +1 y +\\| +[▁█]+\\|")
                .contains("Unchanged for a year, or since it is known\n  crc_errors 3")
                .doesNotContain("\u001b")
                .doesNotContain("\u202e");
    }

    @Test
    void oneDriveAsJsonHoldsItsSeries() throws Exception {
        daemon();

        JsonNode drive =
                new ObjectMapper().readTree(run("drive", "bbb", "--json").out());

        assertThat(drive.path("id").asText()).isEqualTo(id("BBB").value());
        assertThat(drive.path("series").path("pending_sectors")).hasSizeGreaterThan(30);
        assertThat(drive.path("stays")).hasSize(2);
        assertThat(drive.path("findings").get(0).path("summary").asText()).isEqualTo("24 pending sectors");
        assertThat(drive.path("baselines").findValuesAsText("reading")).contains("pending_sectors");
    }

    @Test
    void aPathMeansTheDriveThatIsThereNow() throws Exception {
        assertThat(run("note", "/dev/sdb", "x").out()).startsWith(id("BBB").value());
        assertThat(run("note", "/dev/sdd", "x").out()).startsWith(id("DDD").value());
        assertThat(run("accept", "/dev/sdb", "pending_sectors", "--reason", "x").out())
                .startsWith(id("BBB").value());
        assertThat(run("note", "/dev/sdz", "x").err()).startsWith("diskvigil: no drive '/dev/sdz' is known");
    }

    @Test
    void aDriveIsTakenOutOfServiceWithAReason() throws Exception {
        assertThat(run("decommission", "CCC").status()).isEqualTo(2);
        assertThat(run("decommission", "CCC", "--reason", " ").err()).startsWith("diskvigil: --reason is empty");

        CommandRun run = run("decommission", "CCC", "--reason", "sent in for warranty");

        assertThat(run.status()).isZero();
        assertThat(run.out()).isEqualTo(id("CCC") + ": decommissioned; it was missing\n");
        assertThat(run("drives").out()).doesNotContain("CCC");
        assertThat(run("drive", "CCC").out()).contains("sent in for warranty");
    }

    @Test
    void aNoteHoldsWords() throws Exception {
        assertThat(run("note", "AAA", " ").err()).startsWith("diskvigil: the note is empty");
        assertThat(run("note", "AAA").status()).isEqualTo(2);
    }

    private void daemon() {
        String body = """
                {"components":[
                  {"id":"%s","verdict":"critical","asleep":false,"temperature":41,"lastRead":"%s",
                   "findings":[{"rule":"pending-sectors","subject":"pending_sectors","severity":"critical","summary":"24 pending sectors"}]},
                  {"id":"%s","verdict":"ok","asleep":false,"temperature":null,"lastRead":"%s","findings":[]}]}
                """.formatted(id("BBB"), now, id("AAA"), now);
        server.createContext("/status.json", exchange -> {
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private CommandRun run(String... args) throws IOException {
        Path config = Files.writeString(
                directory.resolve("diskvigil.yaml"),
                "store:\n  directory: %s\nhttp:\n  host: 127.0.0.1\n  port: %d\n"
                        .formatted(
                                directory.resolve("state"), server.getAddress().getPort()));
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(1, List.of("--config", config.toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private void live(
            SqliteStore store, String serial, String model, String path, String slot, State state, long pendingAtLast) {
        Location place = new Location(path, "sat", slot, "");
        Component drive = new Component(
                id(serial),
                ComponentKind.DRIVE,
                new Identity(
                        model, serial, "5000c500", "CC54", "ATA", Medium.ROTATING, OptionalLong.of(4_000_787_030_016L)),
                List.of(place));
        for (int day = 40; day >= 0; day--) {
            Instant at = now.minus(Duration.ofDays(day)).minusSeconds(60);
            Snapshot view = new Snapshot(
                    drive,
                    at,
                    List.of(
                            new Counter("pending_sectors", day < 10 ? pendingAtLast : 0, "attribute 197"),
                            new Counter("crc_errors", 3, "attribute 199"),
                            new Counter("power_on_hours", 30_000 - day * 24L, "attribute 9"),
                            new Gauge("temperature_celsius", 30 + day % 5, OptionalDouble.empty(), "attribute 194")));
            History before = store.history(drive.id());
            store.commit(new Ledger.Entry(
                    drive,
                    at,
                    true,
                    Optional.of(view),
                    before,
                    before.observe(view),
                    new Decision(Optional.empty(), Optional.empty())));
        }
        Instant first = now.minus(Duration.ofDays(40));
        Stay old = new Stay(new Location("/dev/sdx", "sat", "Bay 9", ""), first, Optional.of(first.plusSeconds(3600)));
        Optional<Instant> until = state.isHere() ? Optional.empty() : Optional.of(now.minusSeconds(600));
        store.keep(
                new Life(
                        drive,
                        new Status(state, now.minusSeconds(600), State.PRESENT, "", ""),
                        first,
                        now,
                        "CC54",
                        Stream.of(old, new Stay(place, first.plusSeconds(3600), until))
                                .toList(),
                        OptionalLong.of(30_000),
                        List.of(),
                        List.of()),
                List.of(new LifeEvent(drive.id(), first, Kind.NEW, "", "first seen")));
    }

    private static ComponentId id(String serial) {
        return ComponentId.of("M", serial);
    }
}
