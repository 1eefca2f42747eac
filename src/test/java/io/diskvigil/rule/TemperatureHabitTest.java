package io.diskvigil.rule;

import static io.diskvigil.rule.Story.START;
import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.disk;
import static io.diskvigil.rule.Story.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TemperatureHabitTest {
    private static final String TEMPERATURE = "temperature_celsius";
    private static final Instant DAY_2 = START.plus(Duration.ofDays(2));

    @Test
    void tenDegreesAboveItsOwnHabitAreANoticeWithTheSecondReading() {
        Story story = usually(30);
        assertThat(at(story, 0, 39).findings()).isEmpty();
        assertThat(at(story, 5, 39).findings()).isEmpty();

        assertThat(at(usually(30), 0, 40).findings()).isEmpty();
        Finding finding = at(at(usually(30), 0, 40), 30, 40).finding("temperature");

        assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
        assertThat(finding.summary()).isEqualTo("40 °C, usually 30 °C");
        assertThat(finding.evidence().baseline()).isEqualTo("30 °C");
    }

    @Test
    void oneHotReadingBetweenUsualOnesIsNone() {
        Story story = usually(30);

        assertThat(at(at(at(story, 0, 30), 5, 41), 10, 31).findings()).isEmpty();
        assertThat(at(story, 15, 41).findings()).isEmpty();
    }

    @Test
    void aDriveThatSwingsByHabitMustGoFurther() {
        Story story = disk();
        for (int hour = 0; hour < 48; hour++) {
            // Cool nights and warm days: the quartiles are 25 and 35.
            story.day(hour / 24.0, gauge(TEMPERATURE, 25 + hour % 24 / 8 * 5));
        }
        // 30 + 3 x 10 / 1.35 = 52.2, where its own limit speaks first: so it is given one.
        assertThat(at(at(story, 0, 49), 30, 49).findings()).isEmpty();
        assertThat(story.at(DAY_2.plusSeconds(3600), gauge(TEMPERATURE, 53, 65))
                        .at(DAY_2.plusSeconds(3900), gauge(TEMPERATURE, 53, 65))
                        .finding("temperature")
                        .summary())
                .isEqualTo("53 °C, usually 30 °C");
    }

    @Test
    void fiveDegreesWithinTenMinutesAreANotice() {
        Story story = usually(30);
        for (int minute = 0; minute <= 40; minute += 5) {
            at(story, minute, 30);
        }
        assertThat(at(story, 45, 34).findings()).isEmpty();

        assertThat(at(story, 50, 35).finding("temperature").summary())
                .isEqualTo("35 °C, 5 °C more within ten minutes, usually 30 °C");

        // It stays warm: that is no rise any more, and not far from its habit either.
        at(story, 55, 35);
        assertThat(at(story, 60, 36).findings()).isEmpty();
    }

    @Test
    void aSlowRiseIsNone() {
        Story story = usually(30);
        for (int minute = 0; minute <= 120; minute += 5) {
            assertThat(at(story, minute, 30 + minute / 15.0).findings()).isEmpty();
        }
    }

    @Test
    void whoComesFromSleepWarmsUpWithoutAFinding() {
        Story story = usually(36);
        at(story, 0, 36);
        // Asleep for two hours: no readings.
        for (int minute = 120; minute <= 160; minute += 5) {
            assertThat(at(story, minute, Math.min(44, 24 + 3 * (minute - 120) / 5.0))
                            .findings())
                    .as("minute " + minute)
                    .isEmpty();
        }
    }

    @Test
    void whoSleptBetweenTwoReadingsIsKnownByItsCounters() {
        for (String counter : new String[] {"power_cycles", "start_stops"}) {
            Story story = usually(36);
            for (int minute = 0; minute <= 60; minute += 5) {
                story.at(minute(minute), count(counter, 7), gauge(TEMPERATURE, 30));
            }
            assertThat(story.at(minute(65), count(counter, 8), gauge(TEMPERATURE, 39))
                            .findings())
                    .isEmpty();
        }
    }

    @Test
    void aRiseToWhatIsUsualIsNone() {
        Story story = usually(36);
        for (int minute = 0; minute <= 60; minute += 5) {
            at(story, minute, 30);
        }
        assertThat(at(story, 65, 37).findings()).isEmpty();
        assertThat(at(story, 66, 38).findings()).hasSize(1);
    }

    @Test
    void aDriveWithoutAHabitYetIsNotJudgedByIt() {
        Story story = disk();
        for (int minute = 0; minute <= 60; minute += 5) {
            story.at(minute(minute), gauge(TEMPERATURE, 30));
        }

        assertThat(story.at(minute(65), gauge(TEMPERATURE, 45)).findings()).isEmpty();
    }

    @Test
    void whatAnOlderVersionWroteIsRead() {
        Habit old = Habit.parse("493610:36,36,,37");
        assertThat(old.recent()).isEmpty();
        assertThat(old.packed()).isEqualTo("493610:36,36,,37");

        Instant at = Instant.ofEpochSecond(493611L * 3600);
        Habit next = old.add(at, 37.5, false).add(at.plusSeconds(300), 38, false);

        assertThat(next.packed()).isEqualTo("493611:38,36,36,,37;1776999600:1776999600=37.5,1776999900=38");
        assertThat(Habit.parse(next.packed())).isEqualTo(next);
        assertThat(Habit.parse("")).isEqualTo(new Habit("", Optional.empty()));
    }

    @Test
    void whatIsKeptOfTheLatestReadingsIsBounded() {
        Recent recent = Recent.first(START, 30);
        for (int second = 1; second < 1000; second++) {
            recent = recent.add(START.plusSeconds(second), 30 + second / 100.0, false);
        }
        assertThat(recent.points()).hasSize(40);
        assertThat(recent.unbrokenSince()).isEqualTo(START);

        // A clock that was set back.
        recent = recent.add(START.plusSeconds(5), 30, false);
        assertThat(recent.points()).hasSize(1);
        assertThat(recent.unbrokenSince()).isEqualTo(START.plusSeconds(5));
    }

    /** Two days at a temperature, a reading an hour. */
    private static Story usually(double celsius) {
        Story story = disk();
        for (int hour = 0; hour < 48; hour++) {
            story.day(hour / 24.0, gauge(TEMPERATURE, celsius));
        }
        return story;
    }

    private static Story at(Story story, int minute, double celsius) {
        return story.at(minute(minute), gauge(TEMPERATURE, celsius));
    }

    private static Instant minute(int minute) {
        return DAY_2.plus(Duration.ofMinutes(minute));
    }
}
