package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Target;
import io.diskvigil.poll.LastKnown.Rest;
import io.diskvigil.poll.PollConfig.Then;
import io.diskvigil.selftest.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SleepersTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Target SDA = Drives.target("/dev/sda");
    private static final Component DISK = Drives.disk("Z300FAKE", SDA);
    private static final Window NIGHT = new Window(LocalTime.of(1, 0), LocalTime.of(6, 0), ZoneOffset.UTC);

    private final HandClock clock = new HandClock(NOON);
    private final LastKnown lastKnown = new LastKnown();

    @Test
    void asleepHasABeginningAndWhatWasReadHasAnAge() {
        Sleepers sleepers = sleepers(Then.TELL, List.of());
        sleepers.saw(Drives.snapshot(DISK, clock.instant()), true);
        clock.pass(Duration.ofMinutes(5));
        sleepers.sleeps(DISK);
        clock.pass(Duration.ofMinutes(5));
        sleepers.sleeps(DISK);

        assertThat(lastKnown.rest(DISK.id()))
                .isEqualTo(new Rest(Optional.of(NOON.plusSeconds(300)), Optional.of(NOON)));

        sleepers.saw(Drives.snapshot(DISK, clock.instant()), false);
        assertThat(lastKnown.rest(DISK.id())).isEqualTo(new Rest(Optional.empty(), Optional.of(NOON.plusSeconds(600))));
    }

    @Test
    void aDriveThatNobodyCheckedForAWeekIsToldUntilItIsRead() {
        Sleepers sleepers = sleepers(Then.TELL, List.of());
        sleepers.saw(Drives.snapshot(DISK, clock.instant()), true);
        sleepers.sleeps(DISK);
        clock.pass(Duration.ofDays(7).minusSeconds(1));
        assertThat(sleepers.of(DISK.id())).contains(List.of());
        assertThat(sleepers.subjects()).isEmpty();

        clock.pass(Duration.ofDays(1));

        Finding finding = sleepers.of(DISK.id()).orElseThrow().get(0);
        assertThat(finding.summary()).isEqualTo("asleep, not checked for 7 days");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(sleepers.subjects()).containsExactly(DISK);
        assertThat(sleepers.wake(DISK)).isFalse();

        sleepers.wakes(DISK);
        assertThat(sleepers.of(DISK.id())).contains(List.of());
    }

    @Test
    void aRestartForgetsNotWhenADriveWasReadAndTakesNothingForGood() {
        Known known = new Known(DISK, NOON.minus(Duration.ofDays(90)), NOON.minus(Duration.ofDays(8)));
        Sleepers sleepers = sleepers(Then.TELL, List.of(known));
        assertThat(sleepers.of(DISK.id())).isEmpty();

        sleepers.sleeps(DISK);

        assertThat(sleepers.of(DISK.id()).orElseThrow())
                .extracting(Finding::summary)
                .containsExactly("asleep, not checked for 8 days");
        sleepers.unclear(DISK);
        assertThat(sleepers.of(DISK.id())).isEmpty();
    }

    @Test
    void whereTheConfigurationSaysSoItIsWokenInTheWindowAndOnce() {
        Known known = new Known(DISK, NOON.minus(Duration.ofDays(90)), NOON.minus(Duration.ofDays(7)));
        Sleepers sleepers = sleepers(Then.WAKE, List.of(known));
        assertThat(sleepers.wake(DISK)).isFalse();
        sleepers.sleeps(DISK);
        assertThat(sleepers.of(DISK.id())).contains(List.of());
        assertThat(sleepers.wake(DISK)).as("at noon").isFalse();

        clock.pass(Duration.ofHours(13));
        assertThat(sleepers.wake(DISK)).as("at one").isTrue();
        assertThat(sleepers.wake(DISK)).as("again").isFalse();
        sleepers.saw(Drives.snapshot(DISK, clock.instant()), false);
        sleepers.sleeps(DISK);

        clock.pass(Duration.ofDays(6));
        assertThat(sleepers.wake(DISK)).isFalse();
        clock.pass(Duration.ofDays(1));
        assertThat(sleepers.wake(DISK)).isTrue();
    }

    @Test
    void aDriveThatWasToBeWokenAndWasNotIsToldADayLater() {
        Sleepers sleepers = sleepers(Then.WAKE, List.of());
        sleepers.saw(Drives.snapshot(DISK, clock.instant()), true);
        sleepers.sleeps(DISK);

        clock.pass(Duration.ofDays(8).minusSeconds(1));
        assertThat(sleepers.of(DISK.id())).contains(List.of());
        assertThat(sleepers.subjects()).isEmpty();

        clock.pass(Duration.ofSeconds(1));
        Finding finding = sleepers.of(DISK.id()).orElseThrow().get(0);
        assertThat(finding.summary()).isEqualTo("asleep, not checked for 8 days");
        assertThat(finding.meaning()).contains("should have been woken");
        assertThat(sleepers.subjects()).containsExactly(DISK);
    }

    @Test
    void theWindowIsOneOfTheLocalClock() {
        Window berlin = new Window(LocalTime.of(1, 0), LocalTime.of(6, 0), ZoneId.of("Europe/Berlin"));
        assertThat(berlin.holds(Instant.parse("2026-03-29T00:30:00Z"))).isTrue();
        assertThat(berlin.holds(Instant.parse("2026-03-29T04:30:00Z"))).isFalse();

        Window late = new Window(LocalTime.of(22, 0), LocalTime.of(4, 0), ZoneOffset.UTC);
        assertThat(late.holds(Instant.parse("2026-03-01T23:00:00Z"))).isTrue();
        assertThat(late.holds(Instant.parse("2026-03-01T03:59:59Z"))).isTrue();
        assertThat(late.holds(Instant.parse("2026-03-01T04:00:00Z"))).isFalse();
    }

    private Sleepers sleepers(Then then, List<Known> remembered) {
        return new Sleepers(remembered, lastKnown, new TestConfigs.Sleeps(Duration.ofDays(7), then), NIGHT, clock);
    }
}
