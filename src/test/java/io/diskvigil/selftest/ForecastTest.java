package io.diskvigil.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Forecast.Night;
import io.diskvigil.selftest.Forecast.Run;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final Instant NOON = Instant.parse("2026-07-01T12:00:00Z");

    private final SelfTestPlanner planner = new SelfTestPlanner(Terms.DEFAULT, UTC);

    @Test
    void whatIsForecastIsWhatHappensIfAllGoesWell() {
        List<Subject> drives = drives(8);
        World world =
                new World(Terms.DEFAULT, UTC, drives).live(NOON, NOON.plus(Duration.ofDays(14)), Duration.ofMinutes(1));

        Forecast forecast = planner.forecast(drives, NOON, 14);

        assertThat(forecast.nights()).hasSize(14).extracting(Night::date).startsWith(LocalDate.of(2026, 7, 2));
        List<String> planned = forecast.nights().stream()
                .flatMap(night -> night.runs().stream())
                .map(run -> run.at() + " " + run.drive() + " " + run.kind())
                .sorted()
                .toList();
        List<String> happened = world.runs.stream()
                .map(run -> run.at() + " " + run.drive() + " " + run.kind())
                .sorted()
                .toList();
        assertThat(planned).containsAll(happened);
    }

    @Test
    void whoIsNotTestedIsThereWithTheReason() {
        List<Subject> drives = new ArrayList<>(drives(3));
        drives.add(Drives.untestable(drives(4).get(3), "no self-tests through this bridge"));

        Forecast forecast = planner.forecast(drives, NOON, 2);

        assertThat(forecast.nights())
                .allSatisfy(night -> assertThat(night.held()).anySatisfy(held -> {
                    assertThat(held.drive().value()).isEqualTo("F_3");
                    assertThat(held.cause()).isEqualTo(Cause.UNTESTABLE);
                    assertThat(held.reason()).isEqualTo("no self-tests through this bridge");
                }));
    }

    @Test
    void aRebuildHoldsTheFirstNightAndWhatIsHotAtNoonHoldsNone() {
        Subject rebuilding = Simulation.withObstacles(
                drives(1).get(0), List.of(new Obstacle(Obstacle.Kind.ARRAY, "md0 rebuilds (4 %)")));
        Subject hot = Simulation.withObstacles(
                Drives.drive("H", 4, Duration.ofHours(8), "", Set.of(), NOON.minus(Duration.ofDays(30))),
                List.of(new Obstacle(Obstacle.Kind.HOT, "58 °C, limit 60 °C")));

        List<Night> nights = planner.forecast(List.of(rebuilding, hot), NOON, 2).nights();

        assertThat(nights.get(0).runs()).extracting(Run::drive).containsOnly(hot.id());
        assertThat(nights.get(0).held())
                .anySatisfy(held -> assertThat(held.reason()).isEqualTo("md0 rebuilds (4 %)"));
        assertThat(nights.get(1).runs()).extracting(Run::drive).contains(rebuilding.id());
    }

    @Test
    void aTestThatRunsNowEndsFirst() {
        Subject drive =
                Drives.running(drives(1).get(0), Optional.of(TestKind.LONG), NOON.minus(Duration.ofHours(2)), false);

        Forecast forecast = planner.forecast(List.of(drive), NOON, 1);

        // It ends at 18:00 and passes for the short one too, whose night is the next.
        assertThat(forecast.nights().get(0).runs()).extracting(Run::kind).containsExactly(TestKind.SHORT);
    }

    @Test
    void aNightThatIsOpenNowIsTheFirst() {
        Forecast forecast = planner.forecast(drives(2), Instant.parse("2026-07-01T03:00:00Z"), 1);

        assertThat(forecast.nights()).singleElement().satisfies(night -> {
            assertThat(night.date()).isEqualTo(LocalDate.of(2026, 7, 1));
            assertThat(night.runs())
                    .isNotEmpty()
                    .allMatch(run -> !run.at().isBefore(Instant.parse("2026-07-01T03:00:00Z")));
        });
    }

    private static List<Subject> drives(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Drives.drive(
                        "F_" + i,
                        4,
                        Duration.ofHours(8),
                        "pci-" + i % 2,
                        Set.of("md" + i % 3),
                        NOON.minus(Duration.ofDays(30))))
                .toList();
    }
}
