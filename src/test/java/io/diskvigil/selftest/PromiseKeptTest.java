package io.diskvigil.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sixty and more days of a machine with 24 drives, four controllers and eight groups, in a second. */
class PromiseKeptTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Duration STEP = Duration.ofMinutes(2);
    private static final Instant BEGIN = at("2026-09-01T12:00", BERLIN);
    private static final Instant END = BEGIN.plus(Duration.ofDays(65));

    @Test
    void everyDrivePassesInTimeAndNobodyIsTold() {
        World world = new World(Terms.DEFAULT, BERLIN, machine(BEGIN)).live(BEGIN, END, STEP);

        assertThat(world.told).isEmpty();
        for (Subject drive : world.drives.values()) {
            Duration longTest = drive.estimates().get(TestKind.LONG);
            int days = drive.capacityBytes().getAsLong() > 4.1e12 ? 28 : 7;
            // From pass to pass: the period, the length of the window, the test, and the hour of the autumn night.
            assertThat(world.longestGap(drive, TestKind.LONG, END))
                    .isLessThan(Duration.ofDays(days).plusHours(6).plus(longTest));
            assertThat(world.longestGap(drive, TestKind.SHORT, END))
                    .isLessThan(Duration.ofDays(1).plusHours(6).plus(longTest));
        }
    }

    @Test
    void noDriveIsTestedMoreOftenThanItNeeds() {
        World world = new World(Terms.DEFAULT, BERLIN, machine(BEGIN)).live(BEGIN, END, STEP);

        for (Subject drive : world.drives.values()) {
            boolean large = drive.capacityBytes().getAsLong() > 4.1e12;
            assertThat(world.passes(drive.id(), TestKind.LONG)).hasSizeBetween(large ? 2 : 10, large ? 4 : 16);
        }
    }

    @Test
    void aMachineThatWasOffForTenNightsCatchesUpBeforeAnybodyIsTold() {
        Instant down = at("2026-10-01T18:00", BERLIN);
        Instant up = at("2026-10-11T18:00", BERLIN);

        World world = new World(Terms.DEFAULT, BERLIN, machine(BEGIN))
                .off(now -> !now.isBefore(down) && now.isBefore(up))
                .live(BEGIN, END, STEP);

        assertThat(world.told).isEmpty();
        for (Subject drive : world.drives.values()) {
            assertThat(world.passes(drive.id(), TestKind.SHORT).stream()
                            .filter(run -> run.at().isAfter(up))
                            .findFirst()
                            .orElseThrow()
                            .end())
                    .isBefore(up.plus(Duration.ofHours(36)));
            if (drive.capacityBytes().getAsLong() < 4.1e12) {
                assertThat(world.passes(drive.id(), TestKind.LONG))
                        .anyMatch(run -> run.end().isAfter(up) && run.end().isBefore(up.plus(Duration.ofDays(7))));
            }
        }
    }

    @Test
    void aRebuildHoldsItsGroupBackAndTheReasonIsToldWithTheDeadline() {
        Instant from = at("2026-10-01T18:00", BERLIN);
        Instant to = at("2026-10-06T18:00", BERLIN);

        World world = new World(Terms.DEFAULT, BERLIN, machine(BEGIN))
                .obstacles((drive, now) -> drive.groups().contains("md3") && !now.isBefore(from) && now.isBefore(to)
                        ? List.of(new Obstacle(Obstacle.Kind.ARRAY, "md3 rebuilds (41 %)"))
                        : List.of())
                .live(BEGIN, END, STEP);

        assertThat(world.runs)
                .noneMatch(run -> run.at().isAfter(from) && run.at().isBefore(to) && isIn(world, run.drive(), "md3"));
        assertThat(world.runs)
                .anyMatch(run -> run.at().isAfter(from) && run.at().isBefore(to) && !isIn(world, run.drive(), "md3"));
        assertThat(world.told).isNotEmpty().allSatisfy(told -> {
            assertThat(isIn(world, told.finding().component(), "md3")).isTrue();
            assertThat(told.finding().rule()).isEqualTo("self-test-deadline");
            assertThat(told.finding().summary())
                    .contains("its array was not at rest in")
                    .contains("md3 rebuilds (41 %)");
        });
        // And it is over soon after.
        for (Subject drive : world.drives.values()) {
            assertThat(world.passes(drive.id(), TestKind.SHORT))
                    .anyMatch(run -> run.end().isAfter(to) && run.end().isBefore(to.plus(Duration.ofHours(40))));
        }
    }

    @Test
    void aDriveThatCannotBeTestedIsNeverStartedAndNeverOverdue() {
        List<Subject> machine = machine(BEGIN);
        machine.set(5, Drives.untestable(machine.get(5), "the controller says: Drive 2 Is Not Available"));

        World world = new World(Terms.DEFAULT, BERLIN, machine).live(BEGIN, END, STEP);

        assertThat(world.told).isEmpty();
        assertThat(world.runs)
                .noneMatch(run -> run.drive().equals(machine.get(5).id()));
    }

    @Test
    void anAbortedTestIsTriedAgainInTheNextWindowAndNotBefore() {
        ComponentId victim = machine(BEGIN).get(0).id();
        Instant from = at("2026-10-01T18:00", BERLIN);
        Instant to = at("2026-10-12T12:00", BERLIN);

        World world = new World(Terms.DEFAULT, BERLIN, machine(BEGIN))
                .aborts(run -> run.drive().equals(victim)
                        && run.kind() == TestKind.LONG
                        && run.at().isAfter(from)
                        && run.at().isBefore(to))
                .live(BEGIN, END, STEP);

        List<LocalDate> nights = world.runs.stream()
                .filter(run -> run.drive().equals(victim) && !run.passed())
                .map(run -> LocalDate.ofInstant(run.at(), BERLIN))
                .toList();
        assertThat(nights).doesNotHaveDuplicates().hasSizeGreaterThan(3);
        assertThat(nights.get(nights.size() - 1)).isEqualTo(nights.get(0).plusDays(nights.size() - 1));
        assertThat(world.told).singleElement().satisfies(told -> {
            assertThat(told.finding().component()).isEqualTo(victim);
            assertThat(told.finding().subject()).isEqualTo("long");
            assertThat(told.finding().summary()).contains("a test was started and did not pass in");
        });
        assertThat(world.passes(victim, TestKind.LONG)).anyMatch(run -> run.at().isAfter(to));
    }

    @Test
    void hotForAWhileIsCaughtUpInTheNightsKeptForIt() {
        Instant from = at("2026-10-01T18:00", BERLIN);
        Instant to = from.plus(Duration.ofDays(1));

        World world = new World(Terms.DEFAULT, BERLIN, machine(BEGIN))
                .obstacles((drive, now) -> !now.isBefore(from) && now.isBefore(to)
                        ? List.of(new Obstacle(Obstacle.Kind.HOT, "58 °C, limit 60 °C"))
                        : List.of())
                .live(BEGIN, END, STEP);

        assertThat(world.runs)
                .noneMatch(run -> run.at().isAfter(from) && run.at().isBefore(to));
        assertThat(world.told).noneMatch(told -> told.finding().subject().equals("long"));
    }

    @Test
    void newDrivesAreCommissionedAtOnceAndInOrder() {
        List<Subject> machine = machine(BEGIN);
        machine.replaceAll(drive -> Drives.owing(drive, TestKind.SHORT, TestKind.LONG));

        World world = new World(Terms.DEFAULT, BERLIN, machine).live(BEGIN, END, STEP);

        for (Subject drive : world.drives.values()) {
            assertThat(drive.commissioning()).isEmpty();
            assertThat(world.runs.stream()
                            .filter(run -> run.drive().equals(drive.id()))
                            .findFirst()
                            .orElseThrow())
                    .satisfies(run -> assertThat(run.kind()).isEqualTo(TestKind.SHORT))
                    .satisfies(run -> assertThat(run.at()).isBefore(BEGIN.plus(Duration.ofDays(1))));
            // Six behind one controller, and some of them take two nights.
            assertThat(world.first(drive.id(), TestKind.LONG).orElseThrow().at())
                    .isBefore(BEGIN.plus(Duration.ofDays(12)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void anyWorldKeepsTheLimitsAndAFeasibleOneThePromise(int part) {
        for (int i = 0; i < 40; i++) {
            long seed = part * 1000L + i;
            Random random = new Random(seed);
            List<Subject> drives = random(random);
            Terms terms = Terms.DEFAULT
                    .atOnce(1 + random.nextInt(2))
                    .window(random.nextBoolean() ? "22:00" : "01:00", "06:00");
            boolean calm = random.nextBoolean();
            World world = new World(terms, BERLIN, drives);
            if (!calm) {
                world.off(now -> hash(seed, now, Duration.ofHours(40), "off") % 10 == 0)
                        .aborts(run -> hash(seed, run.at(), STEP, run.drive().value()) % 8 == 0)
                        .obstacles((drive, now) ->
                                hash(seed, now, Duration.ofHours(3), drive.id().value()) % 9 == 0
                                        ? List.of(new Obstacle(Obstacle.Kind.BUSY, "busy for 70 % of the time"))
                                        : List.of());
            }

            world.live(BEGIN, BEGIN.plus(Duration.ofDays(16)), Duration.ofMinutes(10));

            assertThat(world.runs).as("seed %d", seed).isNotEmpty();
            // With a quarter of the nights in reserve: what is only just possible need not be found.
            SelfTestPlanner strict = new SelfTestPlanner(terms.within(1, 5, 21), BERLIN);
            boolean possible =
                    new Promise(strict, drives).ofHost(new ComponentId("host")).isEmpty();
            if (calm && possible) {
                assertThat(world.told).as("seed %d", seed).isEmpty();
            }
        }
    }

    private static List<Subject> random(Random random) {
        int controllers = 1 + random.nextInt(4);
        int groups = 1 + random.nextInt(6);
        return IntStream.range(0, 1 + random.nextInt(16))
                .mapToObj(i -> {
                    double terabytes = List.of(0.5, 2.0, 4.0, 8.0, 14.0).get(random.nextInt(5));
                    return Drives.drive(
                            "R" + random.nextInt(100_000) + "_" + i,
                            terabytes,
                            Duration.ofMinutes((long) (terabytes * 95)),
                            random.nextInt(5) == 0 ? "" : "pci-" + random.nextInt(controllers),
                            random.nextInt(3) == 0 ? Set.of() : Set.of("md" + random.nextInt(groups)),
                            BEGIN);
                })
                .toList();
    }

    private static long hash(long seed, Instant now, Duration step, String what) {
        return Math.abs(
                new Random(seed * 31 + now.getEpochSecond() / step.toSeconds() + what.hashCode() * 7919L).nextInt());
    }

    private static boolean isIn(World world, ComponentId drive, String group) {
        return world.drives.get(drive).groups().contains(group);
    }

    /** Four sizes; each controller has six drives and each group spans controllers. */
    private static List<Subject> machine(Instant since) {
        double[] terabytes = {4, 8, 1, 4, 16, 4};
        int[] minutes = {8 * 60, 14 * 60, 45, 7 * 60, 26 * 60, 8 * 60 + 30};
        return new ArrayList<>(IntStream.range(0, 24)
                .mapToObj(i -> Drives.drive(
                        "ST%d_Z30%04d".formatted(i % 6, 7000 + i),
                        terabytes[i % 6],
                        Duration.ofMinutes(minutes[i % 6]),
                        "pci-0000:0%d:00.0".formatted(i / 6),
                        Set.of("md" + i % 8),
                        since))
                .toList());
    }

    private static Instant at(String local, ZoneId zone) {
        return java.time.LocalDateTime.parse(local).atZone(zone).toInstant();
    }
}
