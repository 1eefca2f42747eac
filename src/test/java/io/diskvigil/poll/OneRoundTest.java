package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.poll.OneRound.Answers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OneRoundTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Target SDA = new Target("fake", "/dev/sda", "sat");
    private static final Target SDB = new Target("fake", "/dev/sdb", "sat");

    @Test
    void asksWhatTheConfigurationNamesWhenTheScanCannotBeRead() {
        Answers answers = ask(new Fake(Optional.empty(), List.of(SDA)), new Inventory(List.of()));

        assertThat(answers.snapshots()).hasSize(1);
        assertThat(answers.failures())
                .containsExactly(new Failed(
                        new Target("fake", "fake", "scan"), Cause.OUTPUT_NOT_UNDERSTOOD, "read scan: no such format"));
    }

    @Test
    void oneDriveBehindTwoDoorsIsOneSnapshotAndTheFirstDoorCounts() {
        Answers answers = ask(new Fake(Optional.of(List.of(SDA, SDB)), List.of()), new Inventory(List.of()));

        assertThat(answers.snapshots()).singleElement().satisfies(snapshot -> {
            assertThat(snapshot.component().locations())
                    .extracting(Location::path)
                    .containsExactlyInAnyOrder("/dev/sda", "/dev/sdb");
            assertThat(snapshot.counter("pending_sectors").orElseThrow().source())
                    .isEqualTo("/dev/sda");
        });
    }

    @Test
    void aDriveKeepsTheIdUnderWhichItIsKnown() {
        ComponentId old = new ComponentId("OLD_ID");
        Inventory inventory = new Inventory(List.of(new Known(drive(SDA).withId(old), NOW, NOW)));

        Answers answers = ask(new Fake(Optional.of(List.of(SDA)), List.of()), inventory);

        assertThat(answers.snapshots())
                .extracting(snapshot -> snapshot.component().id())
                .containsExactly(old);
    }

    @Test
    void behindAControllerOneDriveIsToldByAllItsDoorsAndTheDeviceOfItsVolumeByNone() {
        Component drive = drive(SDA);
        Target lead = new Target("smartctl", "/dev/sg2", "areca,2");
        Target deadLead = new Target("smartctl", "/dev/sg2", "areca,3");
        Target volume = new Target("smartctl", "/dev/sdb", "scsi");
        FakeTool smartctl = new FakeTool(
                "smartctl",
                "",
                (target, at) -> target.equals(lead)
                        ? new Polled(target, List.of(snapshot(drive, target, at, "raw")))
                        : new Failed(target, Cause.NO_PASS_THROUGH, "refused"));
        smartctl.shown.add(volume);
        FakeTool areca = new FakeTool(
                "areca",
                "arcmsr",
                (target, at) -> new Polled(
                        target,
                        List.of(
                                snapshot(drive, new Target("areca", "areca:1", "areca,2"), at, "controller"),
                                snapshot(
                                        new Component(
                                                new ComponentId("volume"),
                                                ComponentKind.VOLUME,
                                                Identity.unknown(),
                                                List.of()),
                                        volume,
                                        at,
                                        "volume"))));
        areca.shown.add(RaidBench.CONTROLLER);
        areca.leads.addAll(List.of(lead, deadLead));

        Answers answers = new OneRound(
                        command -> new CommandResult(0, "", ""),
                        () -> RaidBench.machine(2),
                        Clock.fixed(NOW, ZoneOffset.UTC),
                        2,
                        ZoneOffset.UTC)
                .ask(List.of(smartctl, areca), new Inventory(List.of()));

        assertThat(answers.snapshots())
                .extracting(snapshot -> snapshot.component().kind())
                .containsExactly(ComponentKind.DRIVE, ComponentKind.VOLUME);
        assertThat(answers.snapshots()
                        .get(0)
                        .counter("pending_sectors")
                        .orElseThrow()
                        .source())
                .isEqualTo("raw");
        assertThat(answers.snapshots().get(0).component().locations()).hasSize(2);
        assertThat(answers.failures()).extracting(Failed::cause).containsExactly(Cause.CONTROLLER_NOT_SHOWN);
    }

    private static Snapshot snapshot(Component component, Target door, Instant at, String source) {
        return new Snapshot(
                component.withLocations(List.of(Location.of(door.path(), door.type()))),
                at,
                List.of(new Counter("pending_sectors", 1, source)));
    }

    private static Answers ask(VendorAdapter adapter, Inventory inventory) {
        return new OneRound(
                        command -> new CommandResult(0, "", ""),
                        () -> Machine.UNKNOWN,
                        Clock.fixed(NOW, ZoneOffset.UTC),
                        1,
                        ZoneOffset.UTC)
                .ask(List.of(adapter), inventory);
    }

    private static Component drive(Target target) {
        return new Component(
                ComponentId.of("ST4000DM000", "Z301ABCD"),
                ComponentKind.DRIVE,
                new Identity("ST4000DM000", "Z301ABCD", "", "F", "ATA", Medium.ROTATING, OptionalLong.empty()),
                List.of(Location.of(target.path(), target.type())));
    }

    /** The same drive behind every target. */
    private record Fake(Optional<List<Target>> scanned, List<Target> configured) implements VendorAdapter {
        @Override
        public String name() {
            return "fake";
        }

        @Override
        public Optional<Command> scan() {
            return Optional.of(new Command(List.of("/bin/fake"), "", Duration.ofSeconds(1)));
        }

        @Override
        public List<Target> targets(CommandResult result) {
            return scanned.orElseThrow(() -> new IllegalStateException("no such format"));
        }

        @Override
        public Optional<Command> ask(Target target, Depth depth, List<Exchange> before) {
            return before.isEmpty()
                    ? Optional.of(
                            new Command(List.of("/bin/fake", target.path()), target.path(), Duration.ofSeconds(1)))
                    : Optional.empty();
        }

        @Override
        public PollOutcome read(Target target, List<Exchange> talk, Instant at) {
            return new Polled(
                    target,
                    List.of(new Snapshot(
                            drive(target), at, List.of(new Counter("pending_sectors", 1, target.path())))));
        }

        @Override
        public Optional<Recording> recognise(String text, Instant at) {
            return Optional.empty();
        }
    }
}
