package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Component;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Target;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdleDrivesTest {
    // As the kernel prints it (6.1).
    private static final String STAT =
            "   10497     2151   920402     5461     7713     9018   318712    23190        0    14948    30270        0        0"
                    + "        0        0     1424     1619\n";
    private static final Target SDA = Drives.target("/dev/sda");
    private static final Component DISK = Drives.disk("Z300FAKE", SDA);

    @TempDir
    Path sysBlock;

    private final HandClock clock = new HandClock(Instant.parse("2026-03-01T12:00:00Z"));
    private final LastKnown lastKnown = new LastKnown();
    private IdleDrives idle;

    @BeforeEach
    void aDiskThatWasAskedOnce() throws IOException {
        idle = new IdleDrives(sysBlock, lastKnown, new TestConfigs.Polls(Duration.ofMinutes(5)), clock);
        Files.createDirectories(sysBlock.resolve("sda"));
        stat(STAT);
        show(DISK, List.of());
        answered(SDA, DISK);
        idle.asked(SDA);
    }

    @Test
    void aDiskThatNobodyUsesIsAskedOnlyEveryHalfHour() {
        int asked = 0;
        for (int turn = 0; turn < 24; turn++) {
            clock.pass(Duration.ofMinutes(5).plusMillis(turn % 2 == 0 ? 300 : -300));
            if (!idle.rests(SDA)) {
                asked++;
                idle.asked(SDA);
            }
        }
        assertThat(asked).isEqualTo(4);
    }

    @Test
    void aDiskThatIsUsedIsAskedAtEachTurn() throws IOException {
        clock.pass(Duration.ofMinutes(5));
        assertThat(idle.rests(SDA)).isTrue();

        stat(STAT.replace("10497", "10498"));

        assertThat(idle.rests(SDA)).isFalse();
    }

    @Test
    void aCommandInFlightIsUse() throws IOException {
        stat(STAT.replace("23190        0", "23190        1"));

        assertThat(idle.rests(SDA)).isFalse();
    }

    @Test
    void aDiskWithAnAlertIsAskedAtEachTurn() {
        show(DISK, List.of(finding(Severity.NOTICE)));
        assertThat(idle.rests(SDA)).isTrue();

        show(DISK, List.of(finding(Severity.WARNING)));

        assertThat(idle.rests(SDA)).isFalse();
    }

    @Test
    void aDiskThatTestsItselfIsAskedAtEachTurn() {
        SelfTest running = new SelfTest(
                "self_test",
                0,
                "Extended offline",
                SelfTestResult.RUNNING,
                "in progress",
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalInt.of(40),
                "self-test log");
        KnownFixture.put(
                lastKnown,
                new View(
                        DISK,
                        Optional.of(Drives.snapshot(DISK, clock.instant(), running)),
                        List.of(),
                        Map.of(),
                        false));

        assertThat(idle.rests(SDA)).isFalse();
    }

    @Test
    void aDiskThatFailedToAnswerIsAskedAtEachTurn() {
        KnownFixture.put(
                lastKnown,
                new TargetView(
                        SDA,
                        Optional.of(DISK.id()),
                        Optional.of(Cause.OUTPUT_NOT_UNDERSTOOD),
                        "",
                        Duration.ZERO,
                        Optional.empty()));

        assertThat(idle.rests(SDA)).isFalse();
    }

    @Test
    void aSolidStateDriveHasNothingToSleepFor() {
        show(Drives.drive("Z300FAKE", SDA, Medium.SOLID_STATE), List.of());
        assertThat(idle.rests(SDA)).isFalse();

        show(Drives.drive("Z300FAKE", SDA, Medium.UNKNOWN), List.of());
        assertThat(idle.rests(SDA)).isFalse();
    }

    @Test
    void behindAControllerTheUseOfTheDeviceSaysNothingOfTheDrive() {
        Target pass = new Target("smartctl", "/dev/sda", "megaraid,3");
        answered(pass, DISK);
        idle.asked(pass);
        assertThat(idle.rests(pass)).isFalse();

        Target bus = new Target("smartctl", "/dev/bus/0", "scsi");
        answered(bus, DISK);
        idle.asked(bus);
        assertThat(idle.rests(bus)).isFalse();
    }

    @Test
    void aDeviceThatIsGoneIsAskedAtEachTurn() throws IOException {
        Files.delete(sysBlock.resolve("sda/stat"));

        assertThat(idle.rests(SDA)).isFalse();
    }

    private void stat(String text) throws IOException {
        Files.writeString(sysBlock.resolve("sda/stat"), text);
    }

    private void show(Component component, List<Finding> findings) {
        KnownFixture.put(
                lastKnown,
                new View(
                        component,
                        Optional.of(Drives.snapshot(component, clock.instant())),
                        findings,
                        Map.of(),
                        false));
    }

    private void answered(Target target, Component component) {
        KnownFixture.put(
                lastKnown,
                new TargetView(
                        target,
                        Optional.of(component.id()),
                        Optional.empty(),
                        "",
                        Duration.ZERO,
                        Optional.of(clock.instant())));
    }

    private static Finding finding(Severity severity) {
        return new Finding(
                "pending-sectors",
                DISK.id(),
                "pending_sectors",
                severity,
                0,
                "",
                Evidence.none(),
                "",
                List.of(),
                false);
    }
}
