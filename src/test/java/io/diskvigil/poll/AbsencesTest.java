package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AbsencesTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Target SDA = new Target("smartctl", "/dev/sda", "sat");
    private static final Target SDB = new Target("smartctl", "/dev/sdb", "sat");
    private static final ComponentId OLD = new ComponentId("ST4000DM000_OLD");
    private static final ComponentId FRESH = new ComponentId("ST4000DM000_FRESH");

    private final Absences absences = new Absences(new TestLives.Config(), START);

    @Test
    void aSleeperThatNobodyKnowsHoldsBackWhatIsMissingForADayAtMost() {
        absences.scanned("smartctl", true);
        absences.scanned("smartctl", true);
        absences.sleeper(SDB);

        assertThat(absences.isGone(OLD, START.plus(Duration.ofHours(23)))).isFalse();
        absences.sleeper(SDB);
        assertThat(absences.isGone(OLD, START.plus(Duration.ofHours(25)))).isTrue();
    }

    @Test
    void aClockThatIsSetBackStartsThePatienceWithADisplacedDriveAnew() {
        absences.shown(SDA, OLD, START);
        absences.shown(SDA, FRESH, START.plus(Duration.ofMinutes(5)));

        Instant back = START.minus(Duration.ofHours(2));
        assertThat(absences.isGone(OLD, back)).isFalse();
        assertThat(absences.isGone(OLD, back.plus(Duration.ofMinutes(29)))).isFalse();
        assertThat(absences.isGone(OLD, back.plus(Duration.ofMinutes(30)))).isTrue();
    }
}
