package io.diskvigil.adapter.threeware;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The adapter against the demo's tw_cli, run as it is. */
class ThreewareSimulatorTest {
    private static final Path TOOL = Path.of("deploy/demo/raid/tw_cli").toAbsolutePath();

    @TempDir
    Path demo;

    private final ThreewareAdapter adapter =
            new ThreewareAdapter(new Tool(true, Optional.of(TOOL), Duration.ofSeconds(30)));

    @Test
    void aHealthyControllerIsAllOk() throws Exception {
        Polled polled = poll();

        assertThat(polled.snapshots().stream().map(one -> one.component().kind()))
                .containsExactly(
                        ComponentKind.CONTROLLER,
                        ComponentKind.DRIVE,
                        ComponentKind.DRIVE,
                        ComponentKind.DRIVE,
                        ComponentKind.DRIVE,
                        ComponentKind.DRIVE,
                        ComponentKind.VOLUME,
                        ComponentKind.BATTERY,
                        ComponentKind.ENCLOSURE,
                        ComponentKind.FAN,
                        ComponentKind.FAN,
                        ComponentKind.POWER_SUPPLY);
        assertThat(worries(polled)).isEmpty();
        assertThat(of(polled, "controller").level("hot_spares")).hasValue(1);
        assertThat(of(polled, "volume,0").component().identity().model()).isEqualTo("RAID 5 data");
        assertThat(of(polled, "3ware,2").component().id().value()).isEqualTo("WDC-WD3000FYYZ-01UL1B1_WD-WCC1DEMO0003");
        assertThat(of(polled, "3ware,2").readings(Reading.Fact.class))
                .anySatisfy(fact -> assertThat(fact.text()).isEqualTo(TOOL + " /c0/p2 set identify=on"));
    }

    @Test
    void aDriveThatFailsIsRebuiltOnTheSpare() throws Exception {
        tell("repair 1 3");
        tell("fail 2");
        tell("rebuild 37");

        Polled during = poll();

        assertThat(of(during, "3ware,2").status("member_state").orElseThrow().health())
                .isEqualTo(Health.FAILED);
        assertThat(of(during, "3ware,4").status("member_state").orElseThrow().vendorWord())
                .isEqualTo("REBUILDING");
        assertThat(of(during, "3ware,4").level("rebuild_percent")).hasValue(37);
        assertThat(of(during, "3ware,1").level("volume_redundancy_left")).hasValue(0);
        assertThat(of(during, "3ware,1").count("reallocated_sectors")).hasValue(3);
        assertThat(of(during, "volume,0").status("volume_state").orElseThrow().health())
                .isEqualTo(Health.DEGRADED);
        assertThat(of(during, "controller").level("hot_spares")).hasValue(0);
        assertThat(of(during, "controller").readings(Reading.Event.class).map(Reading.Event::kind))
                .endsWith(
                        EventKind.READ_ERROR,
                        EventKind.READ_ERROR,
                        EventKind.READ_ERROR,
                        EventKind.TIME_OUT,
                        EventKind.VOLUME_DEGRADED,
                        EventKind.REBUILD_STARTED);

        tell("rebuild 100");
        Polled after = poll();

        assertThat(of(after, "volume,0").status("volume_state").orElseThrow().vendorWord())
                .isEqualTo("OK");
        assertThat(of(after, "volume,0").level("volume_redundancy_left")).hasValue(1);
        assertThat(of(after, "3ware,4").status("member_state").orElseThrow().vendorWord())
                .isEqualTo("OK");
    }

    @Test
    void aWeakBatteryLeavesTheWriteCacheUnprotected() throws Exception {
        tell("battery WeakBat");

        Polled polled = poll();

        assertThat(of(polled, "battery,0").status("battery_state").orElseThrow().health())
                .isEqualTo(Health.DEGRADED);
        assertThat(of(polled, "volume,0").status("write_cache").orElseThrow().vendorWord())
                .isEqualTo("write-back");
        assertThat(of(polled, "volume,0")
                        .status("cache_protection")
                        .orElseThrow()
                        .health())
                .isEqualTo(Health.FAILED);
    }

    @Test
    void aBatteryInItsTestIsNoFault() throws Exception {
        tell("battery Testing");

        Polled polled = poll();

        assertThat(of(polled, "battery,0").status("battery_state").orElseThrow().health())
                .isEqualTo(Health.OK);
        assertThat(of(polled, "battery,0")
                        .status("battery_learn_cycle")
                        .orElseThrow()
                        .vendorWord())
                .isEqualTo("Testing");
    }

    @Test
    void aFanThatFailsAndADriveThatSaysSoAreSeen() throws Exception {
        tell("fan 1 FAILURE");
        tell("smart 0");

        Polled polled = poll();

        assertThat(of(polled, "fan,0/1").status("fan_state").orElseThrow().health())
                .isEqualTo(Health.FAILED);
        assertThat(of(polled, "fan,0/0").status("fan_state").orElseThrow().health())
                .isEqualTo(Health.OK);
        assertThat(of(polled, "3ware,0").status("member_state").orElseThrow().health())
                .isEqualTo(Health.FAILED);
        assertThat(of(polled, "volume,0").status("volume_state").orElseThrow().health())
                .isEqualTo(Health.OK);
    }

    private Polled poll() throws IOException, InterruptedException {
        List<Target> targets = adapter.targets(run(adapter.scan().orElseThrow().argv()));
        assertThat(targets).hasSize(1);
        List<Exchange> talk = new ArrayList<>();
        Optional<Command> next = adapter.ask(targets.get(0), Depth.CHEAP, List.of());
        while (next.isPresent()) {
            talk.add(new Answered(next.get(), run(next.get().argv())));
            next = adapter.ask(targets.get(0), Depth.CHEAP, talk);
        }
        return (Polled) adapter.read(targets.get(0), talk, Instant.EPOCH);
    }

    private void tell(String what) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of(TOOL.toString(), "tell"));
        argv.addAll(List.of(what.split(" ")));
        assertThat(run(argv).exitStatus()).isZero();
    }

    private CommandResult run(List<String> argv) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().put("DISKVIGIL_DEMO", demo.toString());
        Path out = Files.createTempFile(demo, "out", "");
        Path err = Files.createTempFile(demo, "err", "");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new CommandResult(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    private static Snapshot of(Polled polled, String type) {
        return polled.snapshots().stream()
                .filter(one -> one.component().locations().get(0).type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static List<Reading.Status> worries(Polled polled) {
        return polled.snapshots().stream()
                .flatMap(one -> one.readings(Reading.Status.class))
                .filter(status -> status.health() != Health.OK)
                .toList();
    }
}
