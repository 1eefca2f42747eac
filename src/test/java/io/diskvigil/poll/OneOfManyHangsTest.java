package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.FixedAdapterConfig;
import io.diskvigil.adapter.smartctl.SmartctlConfig;
import io.diskvigil.exec.ExecConfig;
import io.diskvigil.exec.ZtExecCommandRunner;
import io.diskvigil.incident.Incident;
import io.diskvigil.incident.IncidentConfig;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Known;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.History;
import io.diskvigil.selftest.Window;
import io.diskvigil.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twenty-four drives with the real runner, schedule and store; one of them hangs for as long as the file "hang" is there. */
class OneOfManyHangsTest {
    private static final int DRIVES = 24;
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final String HANGING = "/dev/d7";
    private static final String SMARTCTL = """
            #!/bin/sh
            for last; do :; done
            case $last in
              /dev/d*) ;;
              *) echo '{"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},"devices":[]}'; exit ;;
            esac
            echo "$last" >>"${0%%/*}/asked"
            [ "$last" != %s ] || [ ! -e "${0%%/*}/hang" ] || exec sleep 1000
            printf '{"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},'
            printf '"device":{"name":"%%s","type":"sat","protocol":"ATA"},"model_name":"GOOD","serial_number":"S%%s",' "$last" "${last#/dev/}"
            printf '"smart_status":{"passed":true},"temperature":{"current":30},"rotation_rate":7200,'
            printf '"ata_smart_attributes":{"table":[{"id":197,"name":"Current_Pending_Sector","value":100,"worst":100,'
            printf '"thresh":0,"when_failed":"","flags":{"prefailure":false},"raw":{"value":0,"string":"0"}}]}}'
            """.formatted(HANGING);

    @TempDir
    Path directory;

    private final Clock clock = Clock.systemUTC();
    private final LastKnown lastKnown = new LastKnown();
    private final Queue<Notification> told = new ConcurrentLinkedQueue<>();

    @Test
    void theOthersMissNoPollAndTheIncidentOpensOnceAndRecoversOnce() throws Exception {
        Path tool = tool();
        Machine machine = new Machine(tool, Duration.ofSeconds(3));
        try {
            await(() -> asked().size() == DRIVES);
            Files.createFile(directory.resolve("hang"));
            await(() -> Optional.of(Cause.TIMED_OUT).equals(failure()));

            Map<String, Long> before = asked();
            Instant from = clock.instant();
            long mostHanging = 0;
            long mostThreads = 0;
            while (asked().get(HANGING) < before.get(HANGING) + 3) {
                mostHanging = Math.max(mostHanging, hangingTools());
                mostThreads = Math.max(mostThreads, commandThreads());
                Thread.sleep(20);
            }
            Map<String, Long> after = asked();
            long turns = Duration.between(from, clock.instant()).dividedBy(INTERVAL);

            assertThat(mostHanging).isEqualTo(1);
            // Two a command that runs.
            assertThat(mostThreads).isLessThanOrEqualTo(2 * new Bounds().parallel());
            assertThat(turns).as("turns of the others meanwhile").isGreaterThan(5);
            after.forEach((drive, count) -> {
                if (!drive.equals(HANGING)) {
                    assertThat(count - before.get(drive)).as(drive).isGreaterThanOrEqualTo(turns - 1);
                }
            });

            Files.delete(directory.resolve("hang"));
            await(() -> told().contains(Reason.RECOVERED));
        } finally {
            machine.end();
        }
        assertThat(told()).containsExactly(Reason.OPENED, Reason.RECOVERED);
        assertThat(told.peek().changed()).extracting(Finding::rule).containsExactly("quarantined");
        assertThat(told.peek().component().path()).isEqualTo(HANGING);
    }

    @Test
    void theEndIsNotHeldUpByADriveThatHangs() throws Exception {
        Files.createFile(directory.resolve("hang"));
        Path tool = tool();
        Machine machine = new Machine(tool, Duration.ofHours(1));
        await(() -> hangingTools() == 1);

        assertTimeoutPreemptively(Duration.ofSeconds(20), machine::end);

        assertThat(hangingTools()).isZero();
        assertThat(told).isEmpty();
    }

    private Path tool() throws IOException {
        Path tool = Files.writeString(directory.resolve("smartctl"), SMARTCTL);
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
        return tool;
    }

    private Map<String, Long> asked() {
        try {
            Path log = directory.resolve("asked");
            return Files.exists(log)
                    ? Files.readAllLines(log).stream()
                            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                    : Map.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Optional<Cause> failure() {
        return lastKnown.targets().stream()
                .filter(view -> view.target().path().equals(HANGING))
                .findFirst()
                .flatMap(TargetView::failure);
    }

    private List<Reason> told() {
        return told.stream().map(Notification::reason).toList();
    }

    private static long hangingTools() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("sleep"))
                .count();
    }

    private static long commandThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("command"))
                .count();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(90);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as("waiting").isBefore(end);
            Thread.sleep(20);
        }
    }

    /** The daemon without its edges. */
    private final class Machine {
        private final SqliteStore store;
        private final ZtExecCommandRunner runner;
        private final PollSchedule schedule;

        Machine(Path tool, Duration timeout) throws IOException {
            PollConfig polls = new TestConfigs.Polls(INTERVAL);
            store = SqliteStore.open(
                    directory.resolve("state"), Duration.ZERO, Duration.ofMinutes(15), Duration.ofDays(1), clock);
            runner = new ZtExecCommandRunner(new Bounds(), directory.resolve("run"), clock);
            Casebook casebook = new Casebook(
                    new Inventory(store.components()),
                    List.of(),
                    new CannotRead(() -> 1),
                    new IncidentPolicy(new Soon()),
                    new Overheard(store, told),
                    new Presence(store, lastKnown, new TestLives.Config(), clock),
                    lastKnown,
                    new ByPath(Path.of("/nonexistent")),
                    polls,
                    clock);
            Quarantine quarantine = new Quarantine(runner::survivor, polls, clock);
            casebook.heed(quarantine);
            Window never = new Window(LocalTime.NOON, LocalTime.NOON, ZoneOffset.UTC);
            Turns turns = new Turns(
                    quarantine,
                    new IdleDrives(Path.of("/nonexistent"), lastKnown, polls, clock),
                    new Sleepers(List.of(), lastKnown, polls.asleep(), never, clock));
            schedule = new PollSchedule(
                    Adapters.of(FixedAdapterConfig.of(new Tool(tool, timeout))),
                    new Poller(runner, () -> io.diskvigil.adapter.host.Machine.UNKNOWN, casebook, turns, clock),
                    new Discovery(runner, () -> io.diskvigil.adapter.host.Machine.UNKNOWN, casebook),
                    casebook,
                    polls,
                    new Bounds().parallel());
            schedule.start();
            schedule.every(Duration.ofSeconds(1), "reminders", casebook::remind);
        }

        void end() {
            schedule.close();
            runner.close();
            store.close();
        }
    }

    /** The store, and what is told by way of it; 24 new drives are no news here. */
    private record Overheard(Ledger ledger, Queue<Notification> told) implements Ledger {
        @Override
        public List<Known> components() {
            return ledger.components();
        }

        @Override
        public List<Incident> openIncidents() {
            return ledger.openIncidents();
        }

        @Override
        public History history(ComponentId id) {
            return ledger.history(id);
        }

        @Override
        public boolean commit(Entry entry) {
            boolean written = ledger.commit(entry);
            entry.decision()
                    .notification()
                    .filter(notification -> notification.reason() != Reason.NOTED)
                    .ifPresent(told::add);
            return written;
        }
    }

    private record Soon() implements IncidentConfig {
        @Override
        public Duration remindAfter() {
            return Duration.ofDays(1);
        }

        @Override
        public Duration remindMax() {
            return Duration.ofDays(7);
        }

        @Override
        public Duration growthPause() {
            return Duration.ofMinutes(10);
        }

        @Override
        public int confirmations() {
            return 2;
        }

        @Override
        public Duration recoverAfter() {
            return Duration.ofSeconds(1);
        }
    }

    private record Tool(Path path, Duration timeout) implements SmartctlConfig {
        @Override
        public boolean scan() {
            return true;
        }

        @Override
        public Optional<List<String>> ignore() {
            return Optional.empty();
        }

        @Override
        public Optional<List<Drive>> drives() {
            return Optional.of(IntStream.rangeClosed(1, DRIVES)
                    .<Drive>mapToObj(number -> new Named("/dev/d" + number, "sat"))
                    .toList());
        }
    }

    private record Named(String path, String type) implements SmartctlConfig.Drive {}

    private record Bounds() implements ExecConfig {
        @Override
        public int parallel() {
            return 8;
        }

        @Override
        public long outputLimit() {
            return 1 << 20;
        }

        @Override
        public Duration grace() {
            return Duration.ofMillis(200);
        }
    }
}
