package io.diskvigil.web;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.SelfTestPlanner;
import io.diskvigil.selftest.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** Prints how long the forecast behind {@code /plan.json} takes. Not a test: nothing is asserted about time. */
public final class PlanBenchmark {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final int TIMES = 5;

    private PlanBenchmark() {}

    public static void main(String[] arguments) {
        SelfTestPlanner planner = PlanDocuments.planner();
        for (int drives : new int[] {24, 1000}) {
            List<Subject> subjects =
                    IntStream.range(0, drives).mapToObj(PlanBenchmark::subject).toList();
            for (int nights : new int[] {PlanDocument.USUAL_NIGHTS, PlanDocument.MOST_NIGHTS}) {
                long[] nanos = new long[TIMES];
                for (int i = 0; i < TIMES; i++) {
                    long start = System.nanoTime();
                    planner.forecast(subjects, NOW, nights);
                    nanos[i] = System.nanoTime() - start;
                }
                Arrays.sort(nanos);
                System.out.printf(
                        "%d drives, %d nights: p50 %.0f ms, max %.0f ms, n=%d%n",
                        drives, nights, nanos[TIMES / 2] / 1e6, nanos[TIMES - 1] / 1e6, TIMES);
            }
        }
    }

    /** Twenty drives behind each controller, all of 4 TB and tested for months. */
    private static Subject subject(int number) {
        return new Subject(
                new ComponentId("M_" + number),
                Set.of(TestKind.SHORT, TestKind.LONG),
                Optional.empty(),
                OptionalLong.of(4_000_000_000_000L),
                Map.of(),
                "pci-" + number / 20,
                Set.of(),
                NOW.minus(Duration.ofDays(300)),
                Map.of(
                        TestKind.SHORT, NOW.minus(Duration.ofHours(10 + number % 24)),
                        TestKind.LONG, NOW.minus(Duration.ofDays(1 + number % 28))),
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of());
    }
}
