package io.diskvigil.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Decision.Start;
import io.diskvigil.selftest.Decision.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelfTestPlannerTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Instant SEEN = at("2026-06-01T12:00");
    private static final Instant NIGHT = at("2026-07-01T03:00");
    private static final Instant NOON = at("2026-07-01T12:00");

    private final SelfTestPlanner planner = new SelfTestPlanner(Terms.DEFAULT, BERLIN);

    @Test
    void anOverdueDriveIsTestedInTheWindowTheQuickTestFirst() {
        Subject drive = alone("M_1");

        assertThat(planner.decide(List.of(drive), NIGHT)).singleElement().isInstanceOfSatisfying(Start.class, start -> {
            assertThat(start.kind()).isEqualTo(TestKind.SHORT);
            assertThat(start.night()).isEqualTo(LocalDate.of(2026, 7, 1));
        });
        assertThat(decide(
                        Drives.passed(drive, TestKind.SHORT, NIGHT.minusSeconds(60)), NIGHT.plus(1, ChronoUnit.HOURS)))
                .isInstanceOfSatisfying(
                        Start.class, start -> assertThat(start.kind()).isEqualTo(TestKind.LONG));
    }

    @Test
    void nothingStartsOutsideTheWindowAndTheReasonNamesIt() {
        assertThat(decide(alone("M_1"), NOON)).isInstanceOfSatisfying(Wait.class, wait -> {
            assertThat(wait.cause()).isEqualTo(Cause.OUTSIDE_WINDOW);
            assertThat(wait.reason()).isEqualTo("short test waits for the window that opens at 01:00");
            assertThat(wait.held()).isEmpty();
        });
    }

    @Test
    void whatWasTestedLatelyWaitsForItsNight() {
        Subject drive = Drives.passed(alone("M_1"), TestKind.LONG, at("2026-07-01T02:00"));

        assertThat(decide(drive, NIGHT)).isInstanceOfSatisfying(Wait.class, wait -> {
            assertThat(wait.cause()).isEqualTo(Cause.NOT_DUE);
            assertThat(wait.reason())
                    .matches(
                            "short test in the next night, long test in (the next night|\\d nights \\(2026-07-0\\d\\))");
        });
    }

    @Test
    void oneGroupIsTestedOnOneDriveAtATimeAlsoWithinOneCall() {
        List<Decision> decisions = planner.decide(
                List.of(member("M_1", "pci-1", "md0"), member("M_2", "pci-2", "md0"), member("M_3", "pci-3", "md1")),
                NIGHT);

        assertThat(decisions).filteredOn(Start.class::isInstance).hasSize(2);
        assertThat(decisions)
                .filteredOn(Wait.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(Wait.class, wait -> {
                    assertThat(wait.cause()).isEqualTo(Cause.GROUP);
                    assertThat(wait.reason()).matches("group md0 already tests M_[12]");
                    assertThat(wait.held()).contains(TestKind.SHORT);
                });
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,2", "5,3"})
    void oneControllerRunsAsManyAsAllowed(int allowed, int started) {
        var decisions = new SelfTestPlanner(Terms.DEFAULT.atOnce(allowed), BERLIN)
                .decide(
                        List.of(
                                member("M_1", "pci-1", "md0"),
                                member("M_2", "pci-1", "md1"),
                                member("M_3", "pci-1", "md2")),
                        NIGHT);

        assertThat(decisions).filteredOn(Start.class::isInstance).hasSize(started);
    }

    @Test
    void aControllerThatIsNotKnownIsNoCommonOne() {
        assertThat(planner.decide(List.of(alone("M_1"), alone("M_2"), alone("M_3")), NIGHT))
                .hasOnlyElementsOfType(Start.class);
    }

    @Test
    void aTestThatSomebodyElseStartedIsRespectedAndCounts() {
        Subject foreign = Drives.running(
                member("M_1", "pci-1", "md0"), Optional.empty(), NIGHT.minus(1, ChronoUnit.HOURS), false);

        List<Decision> decisions =
                planner.decide(List.of(foreign, member("M_2", "pci-1", "md1"), member("M_3", "pci-2", "md0")), NIGHT);

        assertThat(decisions)
                .extracting(decision -> ((Wait) decision).cause())
                .containsExactly(Cause.RUNNING, Cause.CONTROLLER, Cause.GROUP);
        assertThat(decisions.get(0).reason()).isEqualTo("a test runs, which somebody else started");
    }

    @Test
    void anObstacleHoldsAllThatIsDueAndSaysSo() {
        Subject hot = Simulation.withObstacles(
                alone("M_1"),
                List.of(
                        new Obstacle(Obstacle.Kind.HOT, "58 °C, limit 60 °C"),
                        new Obstacle(Obstacle.Kind.BUSY, "busy for 70 % of the time")));

        assertThat(decide(hot, NIGHT.plus(1, ChronoUnit.HOURS))).isInstanceOfSatisfying(Wait.class, wait -> {
            assertThat(wait.cause()).isEqualTo(Cause.HOT);
            assertThat(wait.reason()).isEqualTo("58 °C, limit 60 °C, busy for 70 % of the time");
            assertThat(wait.held()).containsExactly(TestKind.SHORT, TestKind.LONG);
        });
    }

    @Test
    void whatDidNotPassIsNotTriedTwiceInOneWindow() {
        Subject drive = Drives.ended(Simulation.started(alone("M_1"), TestKind.SHORT, NIGHT));
        drive = Drives.ended(Simulation.started(drive, TestKind.LONG, NIGHT.plusSeconds(60)));

        assertThat(decide(drive, NIGHT.plus(1, ChronoUnit.HOURS)))
                .isInstanceOfSatisfying(
                        Wait.class, wait -> assertThat(wait.cause()).isEqualTo(Cause.TRIED));
        assertThat(decide(drive, NIGHT.plus(24, ChronoUnit.HOURS))).isInstanceOf(Start.class);
    }

    @Test
    void aNewDriveOwesItsTestsInOrderFromTheFirstMinuteOfTheWindow() {
        Subject drive = Drives.owing(
                Drives.drive("M_1", 4, Duration.ofHours(8), "", Set.of(), NOON), TestKind.SHORT, TestKind.LONG);
        Instant opens = at("2026-07-02T01:00");

        assertThat(decide(drive, opens))
                .isEqualTo(new Start(drive.id(), TestKind.SHORT, LocalDate.of(2026, 7, 2), "new drive"));
        Subject next = Simulation.passed(Simulation.started(drive, TestKind.SHORT, opens), opens.plusSeconds(120));
        assertThat(decide(next, opens.plusSeconds(180)))
                .isInstanceOfSatisfying(
                        Start.class, start -> assertThat(start.kind()).isEqualTo(TestKind.LONG));
    }

    @Test
    void aLongTestLeavesTheOthersTimeForTheirShortOnes() {
        Subject ready = Drives.passed(member("M_1", "pci-1", "md0"), TestKind.SHORT, at("2026-07-01T01:30"));
        // Its minute may not have come: that it is due tonight suffices.
        Subject other = Drives.passed(member("M_2", "pci-1", "md1"), TestKind.LONG, at("2026-06-30T01:30"));

        Instant now = at("2026-07-01T03:40");
        List<Decision> decisions = planner.decide(List.of(ready, other), now);

        assertThat(decisions.get(0)).isInstanceOf(Wait.class);
        assertThat(decisions.get(1)).isInstanceOf(Start.class);
    }

    @Test
    void switchedOffItStartsNothingAndPromisesNothing() {
        SelfTestPlanner off = new SelfTestPlanner(Terms.DEFAULT.switchedOff(), BERLIN);

        assertThat(off.decide(List.of(alone("M_1")), NIGHT))
                .singleElement()
                .isInstanceOfSatisfying(
                        Wait.class, wait -> assertThat(wait.cause()).isEqualTo(Cause.DISABLED));
        assertThat(off.deadline(alone("M_1"), TestKind.LONG)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // Passed at, kind, promised kind, deadline (local): the close of the window so many nights on, and the test's
        // time.
        "2026-07-01T01:20, SHORT, SHORT, 2026-07-02T06:02",
        "2026-07-01T05:59, SHORT, SHORT, 2026-07-02T06:02",
        "2026-07-01T14:00, SHORT, SHORT, 2026-07-02T06:02",
        "2026-07-01T00:30, SHORT, SHORT, 2026-07-01T06:02",
        "2026-07-01T10:00, LONG,  SHORT, 2026-07-02T06:02",
        "2026-07-01T10:00, LONG,  LONG,  2026-07-08T14:00",
        // Over the changes of the clock.
        "2026-03-28T02:30, SHORT, SHORT, 2026-03-29T06:02",
        "2026-10-24T10:00, LONG,  LONG,  2026-10-31T14:00",
    })
    void theDeadlineIsTheCloseOfAWindowAndTheTimeOfTheTest(
            String passed, TestKind kind, TestKind promised, String deadline) {
        Subject drive = Drives.passed(alone("M_1"), kind, at(passed));

        assertThat(planner.deadline(drive, promised).orElseThrow().at()).isEqualTo(at(deadline));
    }

    @Test
    void aDriveThatNeverPassedHasItsTimeFromFirstSight() {
        assertThat(planner.deadline(alone("M_1"), TestKind.LONG))
                .contains(new Deadline(TestKind.LONG, at("2026-06-08T14:00"), Duration.ofDays(7)));
        Subject large = Drives.drive("M_2", 8, Duration.ofHours(14), "", Set.of(), SEEN);
        assertThat(planner.deadline(large, TestKind.LONG))
                .contains(new Deadline(TestKind.LONG, at("2026-06-29T20:00"), Duration.ofDays(28)));
        assertThat(planner.deadline(large, TestKind.CONVEYANCE)).isEmpty();
        assertThat(planner.deadline(Drives.untestable(large, "no"), TestKind.LONG))
                .isEmpty();
    }

    private boolean overdue(Subject drive, TestKind kind, Instant now, Instant awake) {
        return new Promise(planner, List.of(drive)).overdue(drive, kind, Tally.none(), now, awake);
    }

    @Test
    void aDriveThatRestsAfterAStartThatFailedKeepsNobodyWaiting() {
        Subject first = Drives.drive("A", 4, Duration.ofHours(8), "pci-1", Set.of("md0"), SEEN);
        Subject rests = Simulation.withObstacles(
                first, List.of(new Obstacle(Obstacle.Kind.START_FAILED, "the last start failed: no answer in 60 s")));
        Subject neighbour = Drives.drive("B", 4, Duration.ofHours(8), "pci-1", Set.of("md0"), SEEN);

        List<Decision> decided = planner.decide(List.of(rests, neighbour), at("2026-07-01T05:00"));

        assertThat(decided.get(0)).isInstanceOf(Decision.Wait.class);
        assertThat(decided.get(1)).isInstanceOf(Decision.Start.class);
        assertThat(Tally.none().with(decided.get(0)).words())
                .isEqualTo("it could not be started in 1 of 1 window (the last start failed: no answer in 60 s)");
    }

    @Test
    void nothingIsOverdueBeforeAWholeWindowHasPassed() {
        Subject drive = Drives.passed(alone("M_1"), TestKind.LONG, at("2026-06-10T03:00"));
        Instant awake = at("2026-07-01T03:00");

        assertThat(overdue(drive, TestKind.SHORT, at("2026-07-01T12:00"), awake))
                .isFalse();
        assertThat(overdue(drive, TestKind.SHORT, at("2026-07-02T06:01"), awake))
                .isFalse();
        assertThat(overdue(drive, TestKind.SHORT, at("2026-07-02T06:03"), awake))
                .isTrue();
        assertThat(overdue(drive, TestKind.LONG, at("2026-07-02T13:00"), awake)).isFalse();
        assertThat(overdue(drive, TestKind.LONG, at("2026-07-02T14:01"), awake)).isTrue();
    }

    @Test
    void aTestThatBeganInTimeIsNotOverdueWhileItRuns() {
        Subject drive = Drives.running(
                Drives.passed(alone("M_1"), TestKind.LONG, at("2026-06-20T03:00")),
                Optional.of(TestKind.LONG),
                at("2026-06-27T05:50"),
                true);

        assertThat(overdue(drive, TestKind.LONG, at("2026-06-27T20:00"), SEEN)).isFalse();
        // Three times its time: it hangs.
        assertThat(overdue(drive, TestKind.LONG, at("2026-06-28T06:00"), SEEN)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin,     02:30, 02:50, 2026-03-20",
        "Europe/Berlin,     02:15, 02:45, 2026-10-20",
        "Europe/Berlin,     01:00, 06:00, 2026-03-20",
        "Europe/Berlin,     23:00, 02:30, 2026-10-20",
        "America/New_York,  02:30, 02:50, 2026-03-01",
        "America/New_York,  01:15, 01:45, 2026-10-25",
        "America/Sao_Paulo, 00:00, 00:40, 2018-10-28",
        "Africa/Cairo,      23:30, 00:30, 2026-04-17",
    })
    void eachNightOfAChangeOfClocksHasExactlyOneRun(ZoneId zone, String start, String end, LocalDate from) {
        Instant begin = from.atTime(12, 0).atZone(zone).toInstant();
        Terms terms = Terms.DEFAULT.window(start, end);
        List<Subject> drives = IntStream.range(0, 5)
                .mapToObj(i -> Drives.drive("D_" + i, 1, Duration.ofMinutes(3), "", Set.of(), begin))
                .toList();

        World world =
                new World(terms, zone, drives).live(begin, begin.plus(Duration.ofDays(16)), Duration.ofMinutes(1));

        assertThat(world.told).isEmpty();
        LocalTime opens = LocalTime.parse(start);
        for (Subject drive : drives) {
            // A night is named after the date on which its window opens; an early time of a window over midnight is the
            // next date.
            TreeMap<LocalDate, Long> nights = world.runs.stream()
                    .filter(run -> run.drive().equals(drive.id()) && run.kind() == TestKind.SHORT)
                    .map(run -> LocalDateTime.ofInstant(run.at(), zone))
                    .map(local -> local.toLocalTime().isBefore(opens) && opens.getHour() > 12
                            ? local.toLocalDate().minusDays(1)
                            : local.toLocalDate())
                    .collect(Collectors.groupingBy(date -> date, TreeMap::new, Collectors.counting()));
            assertThat(nights.values()).containsOnly(1L);
            assertThat(nights.firstKey()).isBefore(from.plusDays(2));
            // A long test passes for a short one, but runs after it here: no night is without.
            assertThat(nights.keySet().stream().toList())
                    .isEqualTo(nights.firstKey()
                            .datesUntil(nights.firstKey().plusDays(nights.size()))
                            .toList());
            assertThat(nights.size()).isBetween(15, 16);
        }
    }

    @Test
    void drivesAreSpreadOverNightsAndMinutesAndAlwaysAlike() {
        int[] nights = new int[21];
        for (int i = 0; i < 2100; i++) {
            nights[Stagger.below(21, alone("ST4000_Z30" + i).id(), TestKind.LONG)]++;
        }

        assertThat(nights)
                .satisfies(counts ->
                        IntStream.of(counts).forEach(count -> assertThat(count).isBetween(60, 140)));
        // Of this very drive, for ever: a release that changes it makes every machine test everything at once.
        assertThat(Stagger.below(1000, alone("ST4000DM000-1F2168_Z300FAKE").id(), TestKind.LONG))
                .isEqualTo(221);
    }

    private Decision decide(Subject drive, Instant now) {
        return planner.decide(List.of(drive), now).get(0);
    }

    private static Subject alone(String id) {
        return Drives.drive(id, 4, Duration.ofHours(8), "", Set.of(), SEEN);
    }

    private static Subject member(String id, String controller, String group) {
        return Drives.drive(id, 4, Duration.ofHours(8), controller, Set.of(group), SEEN);
    }

    private static Instant at(String local) {
        return LocalDateTime.parse(local).atZone(BERLIN).toInstant();
    }
}
