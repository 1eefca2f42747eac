package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.exec.Survivor;
import io.diskvigil.model.Component;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuarantineTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final Target SDA = Drives.target("/dev/sda");
    private static final Component DISK = Drives.disk("Z300FAKE", SDA);
    private static final Survivor STUCK = new Survivor(List.of(4711L), START, "blk_execute_rq");

    private final HandClock clock = new HandClock(START);
    private final Map<String, Survivor> survivors = new HashMap<>();
    private final Quarantine quarantine = new Quarantine(
            device -> Optional.ofNullable(survivors.get(device)), new TestConfigs.Polls(Duration.ofMinutes(5)), clock);

    @Test
    void thePausesBetweenTriesBeginWithOneIntervalAndDoubleUpToAnHour() {
        note(timeOut());

        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Instant from = clock.instant();
            while (quarantine.due().isEmpty()) {
                assertThat(quarantine.begin(SDA)).isFalse();
                clock.pass(Duration.ofMinutes(1));
            }
            pauses.add(Duration.between(from, clock.instant()).toMinutes());
            assertThat(quarantine.begin(SDA)).isTrue();
            note(timeOut());
        }

        assertThat(pauses).containsExactly(5L, 10L, 20L, 40L, 60L, 60L);
    }

    @Test
    void oneTimeOutIsNotToldAndTheSecondInARowIs() {
        note(timeOut());
        assertThat(quarantine.of(DISK.id())).isEmpty();
        assertThat(quarantine.subjects()).isEmpty();

        clock.pass(Duration.ofMinutes(5));
        note(timeOut());

        Finding finding = found().get(0);
        assertThat(finding.rule()).isEqualTo("quarantined");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.blind()).isTrue();
        assertThat(finding.summary()).isEqualTo("/dev/sda[sat] hangs: no answer since 2026-11-30T12:00:00Z");
        assertThat(finding.evidence().now()).contains("2 failed tries since 2026-11-30T12:00:00Z", "no end in 60 s");
        assertThat(finding.evidence().since()).contains(START);
        assertThat(quarantine.subjects()).containsExactly(DISK);
    }

    @Test
    void aToolThatSurvivesItsKillIsToldAtOnceAndNoneIsStartedBesideIt() {
        survivors.put("/dev/sda", STUCK);
        note(timeOut());

        assertThat(found().get(0).evidence().now())
                .contains("1 failed try", "pid 4711 survived SIGKILL and waits in blk_execute_rq");
        assertThat(quarantine.holdsScans()).isTrue();
        clock.pass(Duration.ofDays(1));
        assertThat(quarantine.begin(SDA)).isFalse();
        assertThat(quarantine.due()).isEmpty();
    }

    @Test
    void theDriveIsTriedAsSoonAsTheToolIsGone() {
        for (int i = 0; i < 6; i++) {
            note(timeOut());
        }
        survivors.put("/dev/sda", STUCK);
        note(timeOut());
        clock.pass(Duration.ofMinutes(6));
        assertThat(quarantine.due()).isEmpty();

        survivors.clear();

        assertThat(quarantine.due()).containsExactly(SDA);
        assertThat(quarantine.holdsScans()).isFalse();
        assertThat(quarantine.begin(SDA)).isTrue();
    }

    @Test
    void aTryThatNeverComesBackDoesNotEndTheTries() {
        note(timeOut());
        clock.pass(Duration.ofMinutes(5));
        assertThat(quarantine.begin(SDA)).isTrue();
        assertThat(quarantine.begin(SDA)).isFalse();

        clock.pass(Duration.ofMinutes(5));

        assertThat(quarantine.begin(SDA)).isTrue();
    }

    @Test
    void itIsOverWithTheFirstGoodAnswer() {
        note(timeOut());
        note(timeOut());

        note(answer());

        assertThat(found()).isEmpty();
        assertThat(quarantine.begin(SDA)).isTrue();
    }

    @Test
    void aDriveThatHangsEveryThirdTimeStaysToldUntilItIsWellForLong() {
        for (int i = 0; i < 9; i++) {
            note(i % 3 == 2 ? timeOut() : answer());
        }
        note(answer());
        assertThat(found()).extracting(Finding::summary).containsExactly("/dev/sda[sat] hung 3 times lately");

        for (int i = 0; i < 11; i++) {
            note(answer());
        }

        assertThat(found()).isEmpty();
    }

    @Test
    void afterARestartNothingIsOverBeforeTheDriveAnswered() {
        assertThat(quarantine.of(DISK.id())).isEmpty();

        note(answer());

        assertThat(quarantine.of(DISK.id())).contains(List.of());
    }

    @Test
    void aQuestionThatWasNotAskedSaysNothing() {
        note(timeOut());
        note(new Failed(SDA, Cause.BUSY, "waited 60 s"));

        assertThat(quarantine.of(DISK.id())).isEmpty();
        assertThat(quarantine.begin(SDA)).isFalse();
    }

    @Test
    void otherFailuresAreAnEndToo() {
        note(timeOut());
        note(timeOut());

        note(new Failed(SDA, Cause.DEVICE_UNREACHABLE, "No such device"));

        assertThat(found()).isEmpty();
        assertThat(quarantine.begin(SDA)).isTrue();
    }

    private void note(PollOutcome outcome) {
        quarantine.note(SDA, outcome, DISK);
    }

    private List<Finding> found() {
        return quarantine.of(DISK.id()).orElseThrow();
    }

    private static PollOutcome timeOut() {
        return new Failed(SDA, Cause.TIMED_OUT, "run smartctl on /dev/sda: no end in 60 s, so it was killed");
    }

    private PollOutcome answer() {
        return new Polled(SDA, List.of(Drives.snapshot(DISK, clock.instant())));
    }
}
