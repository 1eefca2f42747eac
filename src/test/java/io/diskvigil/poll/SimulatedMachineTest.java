package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.smartctl.FixedSmartctlConfig;
import io.diskvigil.adapter.smartctl.SmartctlAdapter;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Asleep;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.MachineDrive.Kind;
import io.diskvigil.poll.SimulatedMachine.Bay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation is worth something only if the real adapter understands it. */
class SimulatedMachineTest {
    private static final SmartctlAdapter ADAPTER = new SmartctlAdapter(FixedSmartctlConfig.empty());

    private final DrivenClock clock = new DrivenClock(Instant.parse("2026-02-01T12:00:00Z"));

    @TempDir
    private Path disk;

    private SimulatedMachine machine;

    @BeforeEach
    void start() throws IOException {
        machine = new SimulatedMachine(clock, disk);
    }

    @Test
    void theAdapterSeesAllDrivesAndTheirHealth() throws CommandException {
        List<Target> targets = targets();

        assertThat(targets).hasSize(24);
        for (Target target : targets) {
            for (Depth depth : List.of(Depth.CHEAP, Depth.FULL)) {
                Snapshot seen = seen(target, depth);
                assertThat(seen.count(Vocabulary.POWER_ON_HOURS.readingName())).isPresent();
                assertThat(seen.status(Vocabulary.VISIBILITY.readingName())
                                .orElseThrow()
                                .vendorWord())
                        .isEqualTo("VISIBLE");
            }
        }
        assertThat(targets.stream()
                        .map(target -> seen(target, Depth.FULL).component().id()))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aSelfTestTakesItsTimeAndLeavesAnEntry(Kind kind) throws CommandException {
        MachineDrive drive = machine.drive(kind, 0);

        assertThat(ask(drive, "--json=c", "-t", "long").exitStatus()).isZero();
        clock.advance(kind.longTest.dividedBy(2));
        assertThat(tests(drive).get(0).result()).isEqualTo(SelfTestResult.RUNNING);
        clock.advance(kind.longTest.dividedBy(2));

        assertThat(tests(drive)).first().satisfies(test -> {
            assertThat(test.number()).isEqualTo(1);
            assertThat(test.result()).isEqualTo(SelfTestResult.PASSED);
            assertThat(test.kind()).containsIgnoringCase(kind == Kind.SAS ? "long" : "extended");
            assertThat(test.hours()).hasValue(drive.hours(clock.instant()));
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aBadSectorEndsTheTestThere(Kind kind) throws CommandException {
        MachineDrive drive = machine.drive(kind, 1);
        drive.badLba = OptionalLong.of(1_000_000_000);

        ask(drive, "--json=c", "-t", "long");
        clock.advance(kind.longTest);

        assertThat(tests(drive)).first().satisfies(test -> {
            assertThat(test.result().failed()).isTrue();
            assertThat(test.lba()).hasValue(1_000_000_000);
        });
    }

    @Test
    void aTestIsRefusedAbortedOrInterruptedAsItIsOnRealDrives() throws CommandException {
        MachineDrive drive = machine.drive(Kind.HDD_4TB, 0);
        drive.refusesTests = true;
        assertThat(ask(drive, "-t", "short").exitStatus()).isEqualTo(4);
        drive.refusesTests = false;

        ask(drive, "-t", "long");
        assertThat(ask(drive, "-t", "short").exitStatus()).isEqualTo(4);
        clock.advance(Duration.ofHours(1));
        ask(drive, "-X");
        ask(drive, "-t", "long");
        clock.advance(Duration.ofHours(1));
        machine.turnOff();
        clock.advance(Duration.ofDays(1));
        machine.turnOn();

        assertThat(tests(drive))
                .extracting(SelfTest::vendorWord)
                .startsWith("Interrupted (host reset)", "Aborted by host");
        assertThat(drive.hours(clock.instant())).isEqualTo(20_002);
    }

    @Test
    void drivesSleepHangAndGoAway() throws CommandException {
        MachineDrive sleeper = machine.drive(Kind.HDD_16TB, 0);
        sleeper.asleep = true;
        assertThat(poll(target(sleeper), Depth.CHEAP)).isInstanceOf(Asleep.class);
        assertThat(sleeper.asleep).isTrue();

        MachineDrive hanging = machine.drive(Kind.SAS, 0);
        hanging.hangs = true;
        assertThatThrownBy(() -> machine.run(ADAPTER.probe(target(hanging), Depth.CHEAP)))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.reason()).isEqualTo(Cause.TIMED_OUT));

        MachineDrive gone = machine.drive(Kind.SSD, 0);
        Target was = target(gone);
        machine.pull(machine.bay(gone));
        assertThat(poll(was, Depth.CHEAP))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.cause()).isEqualTo(Cause.DEVICE_UNREACHABLE));
        assertThat(targets()).hasSize(23);
    }

    @Test
    void aRebootShufflesTheNamesAndLeavesTheBays() {
        Map<String, String> before = pathsByName();

        machine.turnOff();
        machine.turnOn();

        Map<String, String> after = pathsByName();
        assertThat(after.keySet()).isEqualTo(before.keySet());
        assertThat(after).isNotEqualTo(before);
        assertThat(after.values()).containsExactlyInAnyOrderElementsOf(before.values());
    }

    private Map<String, String> pathsByName() {
        ByPath links = new ByPath(machine.byPath());
        Map<String, String> paths = new HashMap<>();
        for (Bay bay : machine.bays()) {
            String name = machine.nameOf(machine.in(bay));
            paths.put(name, links.of(name));
            assertThat(links.of(name)).endsWith("/" + bay.byPath());
        }
        return paths;
    }

    private List<SelfTest> tests(MachineDrive drive) {
        return seen(target(drive), Depth.SELF_TESTS).readings().stream()
                .filter(SelfTest.class::isInstance)
                .map(SelfTest.class::cast)
                .toList();
    }

    private Target target(MachineDrive drive) {
        return new Target("smartctl", machine.nameOf(drive), drive.kind.type);
    }

    private CommandResult ask(MachineDrive drive, String... options) throws CommandException {
        List<String> argv = new ArrayList<>(List.of("/usr/sbin/smartctl"));
        argv.addAll(List.of(options));
        argv.addAll(List.of("-d", drive.kind.type, machine.nameOf(drive)));
        return machine.run(new Command(argv, machine.nameOf(drive), Duration.ofSeconds(60)));
    }

    private List<Target> targets() throws CommandException {
        return ADAPTER.targets(machine.run(ADAPTER.scan().orElseThrow()));
    }

    private PollOutcome poll(Target target, Depth depth) {
        try {
            return ADAPTER.read(target, machine.run(ADAPTER.probe(target, depth)), clock.instant());
        } catch (CommandException e) {
            throw new AssertionError(e);
        }
    }

    private Snapshot seen(Target target, Depth depth) {
        return ((Polled) poll(target, depth)).snapshots().get(0);
    }
}
