package io.diskvigil.poll;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.DrivenDaemon.Pace;
import io.diskvigil.poll.DrivenDaemon.Told;
import io.diskvigil.poll.MachineDrive.End;
import io.diskvigil.poll.MachineDrive.Kind;
import io.diskvigil.poll.MachineDrive.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixty days of self-tests on a machine with 24 drives, lived once and looked at from many sides: a drive that refuses tests,
 * an array that rebuilds for two nights, ten nights without power, and the night in which summer time begins.
 */
class SixtyDaysTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Pace PACE = new Pace(Duration.ofMinutes(5), Duration.ofHours(1));
    private static final Instant START = Instant.parse("2026-02-24T12:00:00Z");
    private static final Instant END = START.plus(Duration.ofDays(60));
    private static final Instant OFF = START.plus(Duration.ofDays(16));
    private static final Instant ON = OFF.plus(Duration.ofDays(10));
    private static final Instant REBUILD = START.plus(Duration.ofDays(8));
    private static final Instant REBUILT = REBUILD.plus(Duration.ofDays(2));
    /** At 02:00 it is 03:00. */
    private static final LocalDate SUMMER_TIME = LocalDate.parse("2026-03-29");

    @TempDir
    private static Path state;

    @TempDir
    private static Path disk;

    private static SimulatedMachine machine;
    private static MachineDrive refusing;
    private static List<Told> told;
    private static List<Run> runs;

    @BeforeAll
    static void live() throws Exception {
        DrivenClock clock = new DrivenClock(START, BERLIN);
        machine = new SimulatedMachine(clock, disk);
        refusing = machine.drive(Kind.HDD_4TB, 5);
        refusing.refusesTests = true;
        try (DrivenDaemon daemon = new DrivenDaemon(machine, clock, PACE, state, "poll: {interval: 6h}")) {
            daemon.live(Duration.between(START, REBUILD));
            machine.rebuilding.add("md0");
            daemon.live(Duration.between(REBUILD, REBUILT));
            machine.rebuilding.clear();
            daemon.live(Duration.between(REBUILT, OFF));
            daemon.machineIsOffFor(Duration.between(OFF, ON));
            daemon.live(Duration.between(ON, END));
            told = daemon.told();
        }
        runs = machine.runs();
    }

    @Test
    void everyDriveThatCanPassesItsLongTestWithinItsDeadline() {
        for (SimulatedMachine.Bay bay : machine.bays()) {
            MachineDrive drive = machine.in(bay);
            if (drive != refusing) {
                Duration deadline = Duration.ofDays(drive.kind == Kind.HDD_16TB ? 28 : 7);
                assertThat(pausesBetweenLongTests(drive))
                        .as("time with power between passed long tests of %s", drive)
                        .allSatisfy(pause -> assertThat(pause).isLessThanOrEqualTo(deadline));
            }
        }
    }

    /** Without the ten nights in which nothing could run. */
    private static List<Duration> pausesBetweenLongTests(MachineDrive drive) {
        List<Duration> pauses = new ArrayList<>();
        Instant last = START;
        for (Run run : drive.runs) {
            if (run.test() == TestKind.LONG && run.end() == End.PASSED) {
                pauses.add(withPower(last, run.ended()));
                last = run.ended();
            }
        }
        pauses.add(withPower(last, END));
        return pauses;
    }

    private static Duration withPower(Instant from, Instant to) {
        Duration whole = Duration.between(from, to);
        return from.isBefore(OFF) && to.isAfter(ON) ? whole.minus(Duration.between(OFF, ON)) : whole;
    }

    @Test
    void noTwoTestsOverlapInOneGroupOrBehindOneController() {
        assertNoOverlap(run -> machine.bay(run.drive()).group());
        assertNoOverlap(run -> machine.bay(run.drive()).controller());
    }

    private static void assertNoOverlap(Function<Run, String> place) {
        Map<String, List<Run>> byPlace = runs.stream().collect(groupingBy(place));
        byPlace.forEach((name, some) -> {
            for (Run one : some) {
                assertThat(some)
                        .as("tests in %s beside that of %s at %s", name, one.drive(), one.began())
                        .noneMatch(other -> other != one
                                && !other.began().isBefore(one.began())
                                && other.began().isBefore(one.ended()));
            }
        });
    }

    @Test
    void testsAreStartedInTheWindowOfTheNightOnly() {
        assertThat(runs)
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.began().atZone(BERLIN).toLocalTime())
                        .isBetween(LocalTime.of(1, 0), LocalTime.of(6, 0)));
    }

    @Test
    void aRebuildHoldsTestsOfItsArrayBackAndOfNoOther() {
        List<Run> meanwhile = runs.stream()
                .filter(run -> !run.began().isBefore(REBUILD) && run.began().isBefore(REBUILT))
                .toList();

        assertThat(meanwhile)
                .isNotEmpty()
                .noneMatch(run -> machine.bay(run.drive()).group().equals("md0"));
    }

    @Test
    void theNightThatIsAnHourShorterHasNoDoubleAndNoMissingRun() {
        List<Run> night = startedIn(SUMMER_TIME);

        assertThat(night.stream().map(run -> run.drive() + " " + run.test())).doesNotHaveDuplicates();
        assertThat(machine.drives())
                .filteredOn(drive -> drive != refusing && !isBlocked(drive, SUMMER_TIME))
                .isNotEmpty()
                .allSatisfy(drive -> assertThat(night.stream().map(Run::drive)).contains(drive));
    }

    private static List<Run> startedIn(LocalDate night) {
        return runs.stream()
                .filter(run -> run.began().atZone(BERLIN).toLocalDate().equals(night))
                .toList();
    }

    /** A test of a neighbour, or of its own, that fills the whole window. */
    private static boolean isBlocked(MachineDrive drive, LocalDate night) {
        Instant opens = night.atTime(1, 0).atZone(BERLIN).toInstant();
        Instant closes = night.atTime(6, 0).atZone(BERLIN).toInstant();
        return runs.stream()
                .filter(run -> run.began().isBefore(opens) && run.ended().isAfter(closes))
                .map(run -> machine.bay(run.drive()))
                .anyMatch(bay -> bay.group().equals(machine.bay(drive).group())
                        || bay.controller().equals(machine.bay(drive).controller()));
    }

    @Test
    void theDriveThatCannotBeTestedIsToldOnce() {
        assertThat(later().filter(one -> one.drive().equals(refusing.serial)))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.reason()).isEqualTo(Reason.NOTED);
                    assertThat(one.rules()).containsExactly("self-test-refused");
                });
    }

    @Test
    void nothingElseIsTold() {
        assertThat(later().filter(one -> !one.drive().equals(refusing.serial))).isEmpty();
    }

    /** Without the introduction of each drive at its first sight. */
    private static Stream<Told> later() {
        return told.stream().filter(one -> !one.rules().equals(List.of("new-drive")));
    }
}
