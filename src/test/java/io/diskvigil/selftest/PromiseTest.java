package io.diskvigil.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Decision.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PromiseTest {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final ComponentId HOST = new ComponentId("host");
    private static final Instant SEEN = Instant.parse("2026-06-01T12:00:00Z");

    @Test
    void aMissedLongTestIsAWarningWithWhatHeldItBack() {
        Subject drive = drives(1, 8, "").get(0);
        Tally tally = Tally.none();
        for (int day = 4; day <= 9; day++) {
            Obstacle.Kind kind = day == 6 ? Obstacle.Kind.HOT : Obstacle.Kind.ARRAY;
            String words = day == 6 ? "58 °C, limit 60 °C" : "md0 rebuilds (%d %%)".formatted(day * 10);
            tally = tally.with(held(drive, kind, words, day)).with(held(drive, kind, words, day));
        }

        List<Finding> findings = of(drive, TestKind.LONG, tally, Instant.parse("2026-06-09T15:00:00Z"));

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("self-test-deadline");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary())
                    .isEqualTo("long self-test overdue since 2026-06-08: its array was not at rest in 5 of 6 windows"
                            + " (md0 rebuilds (90 %)), it was too hot in 1 of 6 windows (58 °C, limit 60 °C)");
            assertThat(finding.meaning())
                    .contains("promised within 7 days", "never passed since first sight on 2026-06-01");
            assertThat(finding.advice()).first().asString().contains("array");
            assertThat(finding.advice()).last().asString().contains("diskvigil selftest D_0 long");
        });
    }

    @Test
    void aMissedShortTestIsANoticeUntilSevenOfItsPeriodsHaveGoneBy() {
        Subject drive = Drives.passed(drives(1, 8, "").get(0), TestKind.SHORT, Instant.parse("2026-06-02T02:00:00Z"));
        Tally none = Tally.none();

        assertThat(of(drive, TestKind.SHORT, none, Instant.parse("2026-06-03T06:01:00Z")))
                .isEmpty();
        assertThat(of(drive, TestKind.SHORT, none, Instant.parse("2026-06-03T06:03:00Z")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
                    assertThat(finding.summary())
                            .isEqualTo("short self-test overdue since 2026-06-03: no window was used while it was due");
                });
        assertThat(of(drive, TestKind.SHORT, none, Instant.parse("2026-06-10T06:03:00Z")))
                .filteredOn(finding -> finding.subject().equals("short"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }

    @Test
    void aDriveThatOnlyWaitsItsTurnAfterAPauseIsNotOverdueWhileTheOthersHaveTheirs() {
        List<Subject> six = drives(6, 8, "pci-1").stream()
                .map(drive -> Drives.passed(drive, TestKind.LONG, Instant.parse("2026-06-10T03:00:00Z")))
                .toList();
        Instant awake = Instant.parse("2026-07-01T12:00:00Z");
        Promise promise = promise(Terms.DEFAULT, six);
        Subject last = six.get(5);
        Tally turn = Tally.none().with(wait(last, Cause.CONTROLLER, "controller pci-1 already runs 1 test", 2));
        Tally hot = turn.with(held(last, Obstacle.Kind.HOT, "58 °C", 3));

        assertThat(promise.overdue(last, TestKind.LONG, turn, Instant.parse("2026-07-07T13:00:00Z"), awake))
                .isFalse();
        assertThat(promise.overdue(last, TestKind.LONG, turn, Instant.parse("2026-07-07T15:00:00Z"), awake))
                .isTrue();
        assertThat(promise.overdue(last, TestKind.LONG, hot, Instant.parse("2026-07-02T15:00:00Z"), awake))
                .isTrue();
    }

    @Test
    void aMachineThatIsOffEveryNightIsToldWhenAFurtherPeriodHasGoneBy() {
        Subject drive = drives(1, 8, "").get(0);
        SelfTestPlanner planner = new SelfTestPlanner(Terms.DEFAULT, UTC);
        Promise promise = new Promise(planner, List.of(drive));
        Map<TestKind, Tally> tallies = new EnumMap<>(TestKind.class);
        Map<TestKind, Instant> told = new EnumMap<>(TestKind.class);
        for (int day = 2; day <= 20; day++) {
            Instant on = Instant.parse("2026-06-%02dT08:00:00Z".formatted(day));
            planner.missed(drive, on, on)
                    .ifPresent(missed -> missed.held()
                            .forEach(kind ->
                                    tallies.merge(kind, Tally.none().with(missed), (old, now) -> old.with(missed))));
            promise.of(drive, tallies, on, on).forEach(finding -> {
                told.putIfAbsent(TestKind.of(finding.subject()).orElseThrow(), on);
                assertThat(finding.summary())
                        .endsWith("no window was used: the machine was off or the daemon restarted in it");
            });
        }

        // The deadlines are on the 2nd and on the 8th.
        assertThat(told)
                .containsEntry(TestKind.SHORT, Instant.parse("2026-06-05T08:00:00Z"))
                .containsEntry(TestKind.LONG, Instant.parse("2026-06-16T08:00:00Z"));
    }

    @Test
    void afterTenNightsOffNothingIsToldBeforeTheFirstWindowHasClosed() {
        Subject drive = drives(1, 8, "").get(0);
        SelfTestPlanner planner = new SelfTestPlanner(Terms.DEFAULT, UTC);
        Promise promise = new Promise(planner, List.of(drive));
        Instant on = Instant.parse("2026-06-25T08:00:00Z");
        Tally missed = Tally.none().with(planner.missed(drive, on, on).orElseThrow());
        Map<TestKind, Tally> tallies = Map.of(TestKind.SHORT, missed, TestKind.LONG, missed);

        assertThat(missed.windows()).isEqualTo(1);
        assertThat(promise.of(drive, tallies, Instant.parse("2026-06-26T06:01:00Z"), on))
                .isEmpty();
        assertThat(promise.of(drive, tallies, Instant.parse("2026-06-26T14:01:00Z"), on))
                .hasSize(2);
    }

    @Test
    void whatHeldATestBackInAWindowIsNotOverwrittenByARestart() {
        Subject drive = drives(1, 8, "").get(0);
        SelfTestPlanner planner = new SelfTestPlanner(Terms.DEFAULT, UTC);
        Tally hot = Tally.none().with(held(drive, Obstacle.Kind.HOT, "58 °C", 9));
        Instant on = Instant.parse("2026-06-09T05:00:00Z");

        assertThat(hot.with(
                        planner.missed(drive, on.plus(Duration.ofHours(3)), on).orElseThrow()))
                .isSameAs(hot);
    }

    @Test
    void whatTheLimitsCannotKeepIsToldOnceForTheMachine() {
        List<Subject> many = drives(24, 8, "pci-0000:00:17.0");
        Promise promise = promise(Terms.DEFAULT, many);

        assertThat(promise.ofHost(HOST)).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("promise-impossible");
            assertThat(finding.component()).isEqualTo(HOST);
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary())
                    .isEqualTo("long self-tests cannot be done in time: 24 drives of 8 h each behind controller"
                            + " pci-0000:00:17.0, one at a time, need 24 nights and have 7");
            assertThat(finding.advice())
                    .containsExactly(
                            "Test more drives at once: self-test.per-controller: 4",
                            "Or promise less: self-test.long-within: 24d, with a third more for nights on which a test is held"
                                    + " back: 32d");
        });
        Subject late = many.get(3);
        Instant now = Instant.parse("2026-07-01T12:00:00Z");
        Tally turn = Tally.none().with(wait(late, Cause.CONTROLLER, "controller already runs 1 test", 9));
        assertThat(promise.of(late, Map.of(TestKind.LONG, turn), now, SEEN))
                .noneMatch(finding -> finding.subject().equals("long"));
        // What is late for a reason of its own is told all the same.
        Tally hot = turn.with(held(late, Obstacle.Kind.HOT, "58 °C", 10));
        assertThat(promise.of(late, Map.of(TestKind.LONG, hot), now, SEEN))
                .anyMatch(finding -> finding.subject().equals("long"));
    }

    @Test
    void theAdviceMendsWhatItSpeaksOf() {
        List<Subject> many = drives(24, 8, "pci-1");

        assertThat(promise(Terms.DEFAULT.atOnce(4), many).ofHost(HOST)).isEmpty();
        assertThat(promise(Terms.DEFAULT.atOnce(3), many).ofHost(HOST)).isNotEmpty();
        assertThat(promise(Terms.DEFAULT.within(1, 24, 24), many).ofHost(HOST)).isEmpty();
        assertThat(promise(Terms.DEFAULT.within(1, 23, 23), many).ofHost(HOST)).isNotEmpty();
    }

    @Test
    void aGroupTooLargeIsToldWithoutASettingThatWouldNotHelp() {
        List<Subject> group = IntStream.range(0, 12)
                .mapToObj(i -> Drives.drive("G_" + i, 4, Duration.ofHours(8), "pci-" + i, Set.of("md0"), SEEN))
                .toList();

        assertThat(promise(Terms.DEFAULT, group).ofHost(HOST)).singleElement().satisfies(finding -> {
            assertThat(finding.summary())
                    .contains("12 drives of 8 h each in group md0, one at a time, need 12 nights and have 7");
            assertThat(String.join(" ", finding.advice()))
                    .contains("long-within: 12d")
                    .doesNotContain("per-controller");
        });
    }

    @Test
    void aTestThatLastsThroughTheNextWindowBreaksTheDailyPromiseOfItsNeighbours() {
        List<Subject> pair = List.of(
                Drives.drive("L_0", 20, Duration.ofHours(32), "pci-1", Set.of(), SEEN),
                Drives.drive("L_1", 4, Duration.ofHours(8), "pci-1", Set.of(), SEEN));

        assertThat(promise(Terms.DEFAULT, pair).ofHost(HOST)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("short");
            assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
            assertThat(finding.summary())
                    .isEqualTo(
                            "short self-tests cannot be done in time: a long test of 32 h, one at a time behind controller"
                                    + " pci-1, takes the others 1 night");
            assertThat(finding.advice())
                    .containsExactly(
                            "Test two drives at once: self-test.per-controller: 2",
                            "Or promise less: self-test.short-within: 2d");
        });
        assertThat(promise(Terms.DEFAULT.within(2, 7, 28), pair).ofHost(HOST)).isEmpty();
        assertThat(promise(Terms.DEFAULT.atOnce(2), pair).ofHost(HOST)).isEmpty();
    }

    @Test
    void aTallyCountsAWindowOnceAndStaysSmall() {
        Subject drive = drives(1, 8, "").get(0);
        Tally tally = Tally.none();
        for (int day = 1; day <= 28; day++) {
            for (Cause cause : EnumSet.complementOf(EnumSet.of(Cause.MISSED))) {
                tally = tally.with(wait(drive, cause, "words " + day, day))
                        .with(wait(drive, cause, "words " + day, day));
            }
        }

        assertThat(tally.windows()).isEqualTo(28);
        assertThat(tally.causes()).hasSize(Cause.values().length - 1);
        assertThat(tally.causes().get(Cause.HOT)).isEqualTo(new Tally.Seen(28, LocalDate.of(2026, 6, 28), "words 28"));
        Tally before = tally;
        assertThat(tally.with(wait(drive, Cause.HOT, "words 28", 28))).isSameAs(before);
    }

    private static List<Finding> of(Subject drive, TestKind kind, Tally tally, Instant now) {
        return promise(Terms.DEFAULT, List.of(drive)).of(drive, Map.of(kind, tally), now, SEEN).stream()
                .filter(finding -> finding.subject().equals(kind.word()))
                .toList();
    }

    private static Promise promise(Terms terms, List<Subject> drives) {
        return new Promise(new SelfTestPlanner(terms, UTC), drives);
    }

    private static Wait held(Subject drive, Obstacle.Kind kind, String words, int day) {
        return wait(drive, Cause.of(kind), words, day);
    }

    private static Wait wait(Subject drive, Cause cause, String words, int day) {
        return new Wait(drive.id(), cause, words, List.of(TestKind.LONG), Optional.of(LocalDate.of(2026, 6, day)));
    }

    private static List<Subject> drives(int count, int hours, String controller) {
        return IntStream.range(0, count)
                .mapToObj(i -> Drives.drive("D_" + i, 4, Duration.ofHours(hours), controller, Set.of(), SEEN))
                .toList();
    }
}
