package io.diskvigil.adapter.megaraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.FixedAdapterConfig;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays a rebuild on the demo's storcli64, which really runs. */
class StorcliSimulatorTest {
    private static final String TOOL =
            Path.of("deploy/demo/raid/storcli64").toAbsolutePath().toString();
    private static final MegaraidAdapter ADAPTER = new MegaraidAdapter(FixedAdapterConfig.Tool.at(TOOL));

    @TempDir
    Path demo;

    @Test
    void aRebuildIsToldFromTheLossToTheEnd() throws Exception {
        assertThat(ADAPTER.targets(run(ADAPTER.scan().orElseThrow()))).containsExactly(Dialect.target(0));
        assertThat(volume(poll()).level("volume_redundancy_left")).hasValue(1);

        tell("lose", "1");
        tell("progress", "40");
        tell("media", "2", "5");
        tell("learn", "start");
        List<Snapshot> bad = poll();

        assertThat(volume(bad).status("volume_state").orElseThrow().health()).isEqualTo(Health.DEGRADED);
        assertThat(volume(bad).level("volume_redundancy_left")).hasValue(0);
        assertThat(volume(bad).level("rebuild_percent")).hasValue(40);
        assertThat(volume(bad).status("write_cache").orElseThrow().vendorWord()).isEqualTo("write-through");
        assertThat(volume(bad).status("write_cache_configured").orElseThrow().vendorWord())
                .isEqualTo("write-back");
        Snapshot weak = drive(bad, "megaraid,10");
        assertThat(weak.count("controller_media_errors")).hasValue(5);
        assertThat(weak.level("volume_redundancy_left")).hasValue(0);
        assertThat(drive(bad, "megaraid,9").status("member_state").orElseThrow().health())
                .isEqualTo(Health.FAILED);
        Snapshot battery = only(bad, ComponentKind.BATTERY);
        assertThat(battery.status("battery_state").orElseThrow().health()).isEqualTo(Health.OK);
        assertThat(battery.status("battery_learn_cycle").orElseThrow().vendorWord())
                .isEqualTo("active");
        Snapshot controller = only(bad, ComponentKind.CONTROLLER);
        assertThat(controller.readings(Event.class).filter(one -> one.kind() == EventKind.READ_ERROR))
                .extracting(Event::place)
                .containsExactly("megaraid,10", "megaraid,10");

        tell("done");
        tell("learn", "end");
        List<Snapshot> good = poll();

        assertThat(volume(good).status("volume_state").orElseThrow().health()).isEqualTo(Health.OK);
        assertThat(volume(good).level("volume_redundancy_left")).hasValue(1);
        assertThat(only(good, ComponentKind.BATTERY)
                        .status("battery_learn_cycle")
                        .orElseThrow()
                        .vendorWord())
                .isEqualTo("not active");
    }

    private List<Snapshot> poll() throws Exception {
        List<Exchange> talk = new ArrayList<>();
        for (Optional<Command> next = ADAPTER.ask(Dialect.target(0), Depth.CHEAP, List.of());
                next.isPresent();
                next = ADAPTER.ask(Dialect.target(0), Depth.CHEAP, List.copyOf(talk))) {
            talk.add(new Answered(next.get(), run(next.get())));
        }
        List<Snapshot> all = ((Polled) ADAPTER.read(Dialect.target(0), talk, Instant.EPOCH)).snapshots();
        assertThat(only(all, ComponentKind.CONTROLLER)
                        .status("visibility")
                        .orElseThrow()
                        .health())
                .isEqualTo(Health.OK);
        return all;
    }

    private void tell(String... words) throws Exception {
        List<String> argv = new ArrayList<>(List.of(TOOL, "tell"));
        argv.addAll(List.of(words));
        assertThat(run(argv).exitStatus()).isZero();
    }

    private CommandResult run(Command command) throws IOException, InterruptedException {
        return run(command.argv());
    }

    private CommandResult run(List<String> argv) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(argv).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("DISKVIGIL_DEMO", demo.toString());
        Process process = builder.start();
        String stdout = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new CommandResult(process.exitValue(), stdout, "");
    }

    private static Snapshot volume(List<Snapshot> all) {
        return only(all, ComponentKind.VOLUME);
    }

    private static Snapshot only(List<Snapshot> all, ComponentKind kind) {
        return all.stream()
                .filter(one -> one.component().kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static Snapshot drive(List<Snapshot> all, String type) {
        return all.stream()
                .filter(one -> one.component().locations().get(0).type().equals(type))
                .findFirst()
                .orElseThrow();
    }
}
