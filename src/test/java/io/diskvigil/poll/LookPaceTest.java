package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class LookPaceTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final LookPace pace = new LookPace();

    @Test
    void changesThatGoOnAreFollowedByALookEveryTenSecondsAndTheLastByOne() {
        int looks = 0;
        for (int second = 0; second < 60; second++) {
            looks += pace.isDue(true, false, NOON.plusSeconds(second)) ? 1 : 0;
        }

        assertThat(looks).isEqualTo(6);
        assertThat(pace.isDue(false, false, NOON.plusSeconds(60))).isTrue();
        assertThat(pace.isDue(false, false, NOON.plusSeconds(120))).isFalse();
    }

    @Test
    void besideAToolThatHangsItWaitsAndIsNotForgotten() {
        assertThat(pace.isDue(true, true, NOON)).isFalse();
        assertThat(pace.isDue(false, true, NOON.plusSeconds(300))).isFalse();

        assertThat(pace.isDue(false, false, NOON.plusSeconds(305))).isTrue();
    }

    @Test
    void aClockThatIsSetBackHoldsUpNothing() {
        assertThat(pace.isDue(true, false, NOON)).isTrue();

        assertThat(pace.isDue(true, false, NOON.minusSeconds(3600))).isTrue();
    }
}
