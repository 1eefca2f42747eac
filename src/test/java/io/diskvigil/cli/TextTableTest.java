package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.store.Point;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    @Test
    void columnsAreAsWideAsTheirLongestValue() {
        TextTable table = new TextTable(List.of("A", "LONG"), 0, 0);
        table.add(List.of("aaa", "b"));
        table.add(List.of("a", "bb\u001b[31m"));

        assertThat(table.lines(120)).containsExactly("A    LONG", "aaa  b", "a    bb?[31m");
    }

    @Test
    void theWidestThatMayBeCutGivesWayAndTheOthersStayWhole() {
        TextTable table = new TextTable(List.of("A", "B", "C"), 5, 0, 5);
        table.add(List.of("a".repeat(30), "serial".repeat(3), "c".repeat(10)));

        assertThat(table.lines(40).get(1))
                .isEqualTo("aaaaaa...  serialserialserial  ccccccc...".replace("ccccccc...", "cccccc..."));
        assertThat(table.lines(10).get(1)).isEqualTo("aa...  serialserialserial  cc...");
    }

    @Test
    void aRiseIsSeenHoweverSmallAndACounterStandsUntilItMoves() {
        Instant end = START.plus(Duration.ofDays(10));
        List<Point> points = List.of(point(0, 0), point(3, 1), point(6, 1000));

        assertThat(Sparkline.of(points, START, end, 10, true)).isEqualTo("▁▁▁▂▂▂████");
        assertThat(Sparkline.of(points, START, end, 10, false)).isEqualTo("▁  ▂  █   ");
        assertThat(Sparkline.of(List.of(point(2, 7)), START, end, 10, true)).isEqualTo("  ▁▁▁▁▁▁▁▁");
        assertThat(Sparkline.of(List.of(), START, end, 3, true)).isEqualTo("   ");
    }

    private static Point point(int day, double value) {
        return new Point(START.plus(Duration.ofDays(day)).plusSeconds(60), value, value, value);
    }
}
