package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.FixedAdapterConfig;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.adapter.smartctl.SmartctlConfig;
import io.diskvigil.exec.ExecConfig;
import io.diskvigil.exec.ZtExecCommandRunner;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.store.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real runner, schedule and store, with a smartctl that behaves differently for each drive. */
class MisbehavingToolsTest {
    private static final String SMARTCTL = """
            #!/bin/sh
            for last; do :; done
            good() {
              printf '{"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},'
              printf '"device":{"name":"%s","type":"sat","protocol":"ATA"},"model_name":"GOOD","serial_number":"%s",' "$1" "$2"
              printf '"smart_status":{"passed":true},"temperature":{"current":30},'
              printf '"ata_smart_attributes":{"table":[{"id":197,"name":"Current_Pending_Sector","value":100,"worst":100,'
              printf '"thresh":0,"when_failed":"","flags":{"prefailure":false},"raw":{"value":0,"string":"0"}}]}}'
            }
            case $last in
              /dev/good1) good /dev/good1 G1 ;;
              /dev/good2) good /dev/good2 G2 ;;
              /dev/hangs) exec sleep 1000 ;;
              /dev/stubborn) trap '' TERM; sleep 1000 & wait; sleep 1000 ;;
              /dev/endless) exec head -c 1000000000 /dev/zero ;;
              /dev/garbage) printf '\\377\\000\\033[2J{\\001"' ;;
              *) echo '{"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},"devices":[]}' ;;
            esac
            """;

    @TempDir
    Path directory;

    private final LastKnown lastKnown = new LastKnown();

    @Test
    void aToolThatHangsOrFloodsOrBabblesHoldsUpNoOtherDriveAndIsNamed() throws Exception {
        Path tool = Files.writeString(directory.resolve("smartctl"), SMARTCTL);
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
        Clock clock = Clock.systemUTC();
        List<VendorAdapter> adapters = Adapters.of(FixedAdapterConfig.of(new Tool(tool)));
        try (SqliteStore store = SqliteStore.open(
                        directory.resolve("state"), Duration.ZERO, Duration.ofMinutes(15), Duration.ofDays(1), clock);
                ZtExecCommandRunner runner = new ZtExecCommandRunner(new Bounds(), directory.resolve("run"), clock)) {
            Casebook casebook = new Casebook(
                    new Inventory(store.components()),
                    List.of(),
                    new CannotRead(() -> 1),
                    new IncidentPolicy(new TestConfigs.Incidents()),
                    store,
                    new Presence(new TestLives(), lastKnown, new TestLives.Config(), Clock.systemUTC()),
                    lastKnown,
                    new ByPath(Path.of("/nonexistent")),
                    new TestConfigs.Polls(Duration.ofMillis(500)),
                    clock);
            try (PollSchedule schedule = new PollSchedule(
                    adapters,
                    new Poller(runner, () -> Machine.UNKNOWN, casebook, clock),
                    new Discovery(runner, () -> Machine.UNKNOWN, casebook),
                    casebook,
                    new TestConfigs.Polls(Duration.ofMillis(500)),
                    8)) {
                schedule.start();

                await(() -> failure("/dev/hangs").equals(Optional.of(Cause.TIMED_OUT))
                        && failure("/dev/stubborn").equals(Optional.of(Cause.TIMED_OUT))
                        && failure("/dev/endless").equals(Optional.of(Cause.OUTPUT_TOO_LARGE))
                        && failure("/dev/garbage").equals(Optional.of(Cause.OUTPUT_NOT_UNDERSTOOD)));
                // The good ones go on while the others still hang.
                Instant now = clock.instant();
                await(() -> lastSuccess("/dev/good1").isAfter(now)
                        && lastSuccess("/dev/good2").isAfter(now));
            }
        }

        assertThat(lastKnown.components().stream().map(View::findings).flatMap(List::stream))
                .extracting(Finding::summary)
                .anySatisfy(summary -> assertThat(summary).contains("/dev/hangs", "no answer in time"))
                .anySatisfy(summary -> assertThat(summary).contains("/dev/endless", "no end"))
                .anySatisfy(summary -> assertThat(summary).contains("/dev/garbage", "not understood"));
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private Optional<Cause> failure(String path) {
        return view(path).flatMap(TargetView::failure);
    }

    private Instant lastSuccess(String path) {
        return view(path).flatMap(TargetView::lastSuccess).orElse(Instant.MIN);
    }

    private Optional<TargetView> view(String path) {
        return lastKnown.targets().stream()
                .filter(target -> target.target().path().equals(path))
                .findFirst();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(60);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as("waiting").isBefore(end);
            Thread.sleep(20);
        }
    }

    private record Tool(Path path) implements SmartctlConfig {
        @Override
        public boolean scan() {
            return true;
        }

        @Override
        public Duration timeout() {
            return Duration.ofSeconds(2);
        }

        @Override
        public Optional<List<String>> ignore() {
            return Optional.empty();
        }

        @Override
        public Optional<List<Drive>> drives() {
            return Optional.of(List.of(
                    new Named("/dev/good1"),
                    new Named("/dev/hangs"),
                    new Named("/dev/stubborn"),
                    new Named("/dev/endless"),
                    new Named("/dev/garbage"),
                    new Named("/dev/good2")));
        }
    }

    private record Named(String path) implements SmartctlConfig.Drive {
        @Override
        public String type() {
            return "sat";
        }
    }

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
