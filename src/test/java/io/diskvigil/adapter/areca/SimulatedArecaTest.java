package io.diskvigil.adapter.areca;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The adapter talks to the demo's cli64, which is a program with a state. */
class SimulatedArecaTest {
    private static final Path TOOL = Path.of("deploy/demo/raid/cli64").toAbsolutePath();
    private static final Target FIRST = new Target("areca", "areca:1", "controller");

    @TempDir
    Path demo;

    private final ArecaAdapter adapter = new ArecaAdapter(Tool.at(TOOL.toString()));

    @Test
    void aHealthyControllerShowsDrivesVolumeBatteryAndNothingAmiss() throws Exception {
        List<Snapshot> all = poll(FIRST).snapshots();

        assertThat(all)
                .extracting(one -> one.component().kind())
                .containsExactly(
                        ComponentKind.DRIVE,
                        ComponentKind.DRIVE,
                        ComponentKind.DRIVE,
                        ComponentKind.DRIVE,
                        ComponentKind.DRIVE,
                        ComponentKind.VOLUME,
                        ComponentKind.CONTROLLER,
                        ComponentKind.BATTERY,
                        ComponentKind.FAN);
        assertThat(all.stream().flatMap(one -> one.readings(Reading.Status.class)))
                .allMatch(status -> status.health() == Health.OK);
        Snapshot second = drive(all, "areca,2");
        assertThat(second.component().id().value()).isEqualTo("WDC-WD2003FYYS-02W0B0_WD-WMAYDEMO12");
        assertThat(second.level("volume_redundancy_left")).hasValue(1);
        assertThat(second.count("pending_sectors_value_loss")).hasValue(0);
        assertThat(fact(second, Reading.Fact.LOCATE)).isEqualTo(TOOL + " disk identify drv=2");
        Snapshot volume = only(all, ComponentKind.VOLUME);
        assertThat(volume.readings(Reading.Member.class)).hasSize(4);
        assertThat(volume.status("write_cache").orElseThrow().vendorWord()).isEqualTo("write-back");
        assertThat(only(all, ComponentKind.CONTROLLER).level("hot_spares")).hasValue(1);
    }

    @Test
    void theDyingDriveShowsInTheLogAndInItsValuesWhileTheVolumeStaysNormal() throws Exception {
        tell("founder", "5");

        List<Snapshot> all = poll(FIRST).snapshots();

        assertThat(only(all, ComponentKind.CONTROLLER)
                        .readings(Event.class)
                        .filter(event -> event.place().equals("areca,2")))
                .hasSize(5)
                .allMatch(event -> event.kind() == EventKind.READ_ERROR && event.health() == Health.DEGRADED);
        Snapshot second = drive(all, "areca,2");
        assertThat(second.count("pending_sectors_value_loss")).hasValue(7);
        assertThat(second.count("offline_uncorrectable_value_loss")).hasValue(7);
        assertThat(second.count("reallocated_sectors_value_loss")).hasValue(0);
        assertThat(second.count("controller_media_errors")).hasValue(5);
        assertThat(only(all, ComponentKind.VOLUME)
                        .status("volume_state")
                        .orElseThrow()
                        .vendorWord())
                .isEqualTo("Normal");
        assertThat(run(List.of(TOOL.toString(), "disk", "sttest", "drv=2", "mode=short"))
                        .stdout())
                .isEqualTo("ErrMsg: Drive 2 Is Not Available\n");
    }

    @Test
    void aFailedDriveIsReplacedByTheSpareAndTheRebuildIsFollowedToItsEnd() throws Exception {
        tell("fail", "3");
        tell("rebuild", "12.5");

        List<Snapshot> rebuilding = poll(FIRST).snapshots();
        tell("rebuilt");
        List<Snapshot> after = poll(FIRST).snapshots();

        Snapshot volume = only(rebuilding, ComponentKind.VOLUME);
        assertThat(volume.status("volume_state").orElseThrow().health()).isEqualTo(Health.DEGRADED);
        assertThat(volume.level("volume_redundancy_left")).hasValue(0);
        assertThat(volume.level("rebuild_percent")).hasValue(12.5);
        assertThat(drive(rebuilding, "areca,3")
                        .status("member_state")
                        .orElseThrow()
                        .health())
                .isEqualTo(Health.FAILED);
        assertThat(only(rebuilding, ComponentKind.CONTROLLER).level("hot_spares"))
                .hasValue(0);
        assertThat(only(rebuilding, ComponentKind.CONTROLLER)
                        .readings(Event.class)
                        .map(Event::kind))
                .containsExactly(
                        EventKind.CONTROLLER,
                        EventKind.DRIVE_FAILED,
                        EventKind.VOLUME_DEGRADED,
                        EventKind.VOLUME_DEGRADED,
                        EventKind.REBUILD_STARTED,
                        EventKind.REBUILD_STARTED);
        assertThat(only(after, ComponentKind.VOLUME).level("volume_redundancy_left"))
                .hasValue(1);
        assertThat(drive(after, "areca,3").status("member_state").orElseThrow().health())
                .isEqualTo(Health.FAILED);
    }

    @Test
    void linesOfOneSecondThatDoNotDifferAreAsManyEvents() throws Exception {
        String second = "2026-08-24  03:12:07    IDE Channel #02     Reading Error\n";
        poll(FIRST);
        Path log = demo.resolve("areca/1/events");
        Files.writeString(log, second.repeat(3) + Files.readString(log));

        Snapshot controller = only(poll(FIRST).snapshots(), ComponentKind.CONTROLLER);

        assertThat(controller.readings(Event.class).filter(event -> event.kind() == EventKind.READ_ERROR))
                .hasSize(3);
    }

    @Test
    void aBatteryThatFailedLeavesTheCacheUnprotected() throws Exception {
        tell("battery", "Failed");

        List<Snapshot> all = poll(FIRST).snapshots();

        assertThat(only(all, ComponentKind.BATTERY)
                        .status("battery_state")
                        .orElseThrow()
                        .health())
                .isEqualTo(Health.FAILED);
        Snapshot volume = only(all, ComponentKind.VOLUME);
        assertThat(volume.status("write_cache").orElseThrow().vendorWord()).isEqualTo("write-back");
        assertThat(volume.status("cache_protection").orElseThrow().health()).isEqualTo(Health.FAILED);
    }

    @Test
    void ofTwoControllersEachIsNamedInEachCall() throws Exception {
        run(List.of(TOOL.toString(), "ctrl=2", "tell", "reset"));
        run(List.of(TOOL.toString(), "ctrl=2", "tell", "fail", "1"));

        assertThat(adapter.targets(run(adapter.scan().orElseThrow().argv())))
                .extracting(Target::path)
                .containsExactly("areca:1", "areca:2");
        List<Snapshot> first = poll(FIRST).snapshots();
        List<Snapshot> second =
                poll(new Target("areca", "areca:2", "controller")).snapshots();

        assertThat(only(first, ComponentKind.CONTROLLER).component().identity().serial())
                .isEqualTo("Y7F0CABARDEMO01");
        assertThat(only(second, ComponentKind.CONTROLLER).component().identity().serial())
                .isEqualTo("Y7F0CABARDEMO02");
        assertThat(only(first, ComponentKind.VOLUME).level("volume_redundancy_left"))
                .hasValue(1);
        assertThat(only(second, ComponentKind.VOLUME).level("volume_redundancy_left"))
                .hasValue(0);
        assertThat(fact(drive(second, "areca,2"), Reading.Fact.LOCATE)).isEqualTo(TOOL + " ctrl=2 disk identify drv=2");
    }

    @Test
    void whatIsRefusedIsToldAndTheRestCounts() throws Exception {
        tell("refuse", "Function Not Supported", "disk", "smart", "drv=2");
        tell("refuse", "Controller Busy", "event", "info");

        List<Snapshot> all = poll(FIRST).snapshots();

        assertThat(fact(drive(all, "areca,2"), "refused"))
                .isEqualTo("disk smart drv=2: ErrMsg: Function Not Supported");
        assertThat(drive(all, "areca,2").count("reallocated_sectors_value_loss"))
                .hasValue(0);
        Reading.Status seen =
                only(all, ComponentKind.CONTROLLER).status("visibility").orElseThrow();
        assertThat(seen.vendorWord()).isEqualTo("refused: event info: ErrMsg: Controller Busy");
        assertThat(seen.health()).isEqualTo(Health.UNKNOWN);
    }

    @Test
    void aToolThatFindsNoControllerSaysSoInItsOwnWords() throws Exception {
        tell("gone");

        PollOutcome outcome = adapter.read(FIRST, talk(FIRST), Instant.EPOCH);

        assertThat(outcome)
                .isEqualTo(new Failed(
                        FIRST,
                        Cause.CONTROLLER_NOT_SHOWN,
                        "Error: Please check the (arcmsr & sg) drivers are installed properly."));
        assertThat(adapter.targets(run(adapter.scan().orElseThrow().argv()))).isEmpty();
    }

    @Test
    void theKernelsViewGivesTheVolumeItsBlockDeviceAndTheDrivesAWayIn() throws Exception {
        var machine = new Machine(List.of(new Machine.Controller(
                "0000:03:00.0",
                "17d3",
                "1220",
                "arcmsr",
                List.of(0),
                List.of("/dev/sg1"),
                Map.of("0:0:0", "/dev/sda"))));
        Polled polled = poll(FIRST);

        assertThat(only(adapter.located(polled, machine).snapshots(), ComponentKind.VOLUME)
                        .component()
                        .locations())
                .extracting(Location::path)
                .containsExactly("areca:1", "/dev/sda");
        assertThat(adapter.leads(polled, machine))
                .startsWith(new Target("smartctl", "/dev/sg1", "areca,1"))
                .hasSize(5);
        assertThat(adapter.expected(machine)).hasSize(1);
    }

    @Test
    void anInteractiveSessionIsReadLikeItsAnswers() throws Exception {
        tell("founder", "3");
        var process = new ProcessBuilder(TOOL.toString());
        process.environment().put("DISKVIGIL_DEMO", demo.toString());
        Process running = process.start();
        running.getOutputStream()
                .write("sys info\ndisk info\ndisk smart drv=2\nevent info\nexit\n".getBytes(StandardCharsets.UTF_8));
        running.getOutputStream().close();
        String text = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        Recording.Answer answer =
                (Recording.Answer) adapter.recognise(text, Instant.EPOCH).orElseThrow();

        List<Snapshot> all = ((Polled) answer.outcome()).snapshots();
        assertThat(all.stream().flatMap(one -> one.readings().stream()))
                .noneMatch(reading -> reading.name().startsWith("unread_line"));
        assertThat(drive(all, "areca,2").readings(Event.class)).hasSize(3);
        assertThat(drive(all, "areca,2").count("pending_sectors_value_loss")).hasValue(7);
    }

    @Test
    void theSinglePageOfAVolumeIsReadWithoutTheTable() throws Exception {
        tell("fail", "3");
        String page = run(List.of(TOOL.toString(), "vsf", "info", "vol=1")).stdout();

        Recording.Answer answer =
                (Recording.Answer) adapter.recognise(page, Instant.EPOCH).orElseThrow();

        Snapshot volume = only(((Polled) answer.outcome()).snapshots(), ComponentKind.VOLUME);
        assertThat(volume.status("volume_state").orElseThrow().health()).isEqualTo(Health.DEGRADED);
        assertThat(volume.status("write_cache").orElseThrow().vendorWord()).isEqualTo("write-back");
    }

    @Test
    void aRefusedHardwareMonitorIsAFactAndNoBlindness() throws Exception {
        tell("refuse", "Function Not Supported", "hw", "info");

        Snapshot controller = only(poll(FIRST).snapshots(), ComponentKind.CONTROLLER);

        assertThat(fact(controller, "refused")).isEqualTo("hw info: ErrMsg: Function Not Supported");
        assertThat(controller.status("visibility").orElseThrow().health()).isEqualTo(Health.OK);
    }

    private Polled poll(Target target) throws Exception {
        return (Polled) adapter.read(target, talk(target), Instant.EPOCH);
    }

    private List<Exchange> talk(Target target) throws Exception {
        List<Exchange> talk = new ArrayList<>();
        for (Optional<Command> next = adapter.ask(target, Depth.CHEAP, talk);
                next.isPresent();
                next = adapter.ask(target, Depth.CHEAP, List.copyOf(talk))) {
            talk.add(new Answered(next.get(), run(next.get().argv())));
        }
        return talk;
    }

    private void tell(String... words) throws Exception {
        List<String> argv = new ArrayList<>(List.of(TOOL.toString(), "tell"));
        argv.addAll(List.of(words));
        assertThat(run(argv).stderr()).isEmpty();
    }

    private CommandResult run(List<String> argv) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().put("DISKVIGIL_DEMO", demo.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String stdout = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String stderr = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new CommandResult(process.exitValue(), stdout, stderr);
    }

    private static Snapshot drive(List<Snapshot> all, String type) {
        return all.stream()
                .filter(one -> one.component().locations().get(0).type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static Snapshot only(List<Snapshot> all, ComponentKind kind) {
        return all.stream()
                .filter(one -> one.component().kind() == kind)
                .reduce((one, other) -> {
                    throw new AssertionError("more than one " + kind);
                })
                .orElseThrow();
    }

    private static String fact(Snapshot snapshot, String name) {
        return snapshot.readings(Reading.Fact.class)
                .filter(fact -> fact.name().equals(name))
                .findFirst()
                .orElseThrow()
                .text();
    }
}
