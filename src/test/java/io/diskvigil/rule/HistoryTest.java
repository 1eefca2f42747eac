package io.diskvigil.rule;

import static io.diskvigil.rule.Story.START;
import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.disk;
import static io.diskvigil.rule.Story.gauge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.diskvigil.model.Change;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.rule.Past.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final String REALLOCATED = "reallocated_sectors";
    private static final String PENDING = "pending_sectors";
    private static final Duration WEEK = Duration.ofDays(7);

    private static Instant day(int days) {
        return START.plus(Duration.ofDays(days));
    }

    @Test
    void firstSightIsTheBaselineAndNoRise() {
        History history = disk().day(0, count(REALLOCATED, 8)).history();

        assertThat(history.baseline(REALLOCATED)).get().satisfies(baseline -> {
            assertThat(baseline.value()).isEqualTo(8);
            assertThat(baseline.origin()).isEqualTo(Origin.FIRST_SIGHT);
            assertThat(baseline.at()).isEqualTo(START);
        });
        assertThat(history.lastRise(REALLOCATED)).isEmpty();
        assertThat(history.risenWithin(REALLOCATED, WEEK)).isZero();
    }

    @Test
    void eachRiseOfADefectIsDated() {
        History history = disk().day(0, count(REALLOCATED, 8))
                .day(1, count(REALLOCATED, 10))
                .day(2, count(REALLOCATED, 10))
                .day(9, count(REALLOCATED, 15))
                .history();

        assertThat(history.changes(REALLOCATED)).containsExactly(new Change(day(1), 8, 10), new Change(day(9), 10, 15));
        assertThat(history.lastRise(REALLOCATED)).contains(new Change(day(9), 10, 15));
        assertThat(history.risenWithin(REALLOCATED, WEEK)).isEqualTo(5);
        assertThat(history.risenWithin(REALLOCATED, Duration.ofDays(8))).isEqualTo(7);
        assertThat(history.risesWithin(REALLOCATED, Duration.ofDays(30))).isEqualTo(2);
    }

    @Test
    void usageHasABaselineButNoDatedChanges() {
        History history = disk().day(0, count("power_on_hours", 100))
                .day(1, count("power_on_hours", 124))
                .history();

        assertThat(history.changes("power_on_hours")).isEmpty();
        assertThat(history.track("power_on_hours")).get().satisfies(track -> {
            assertThat(track.baseline().value()).isEqualTo(100);
            assertThat(track.last()).isEqualTo(124);
        });
    }

    @Test
    void pendingSectorsHealWithADate() {
        Story story = disk().day(0, count(PENDING, 0)).day(1, count(PENDING, 8)).day(3, count(PENDING, 0));

        assertThat(story.history().cleared(PENDING)).contains(day(3));
        assertThat(story.history().changes(PENDING)).contains(new Change(day(3), 8, 0));
        assertThat(story.history().baseline(PENDING))
                .get()
                .extracting(Past.Baseline::origin)
                .isEqualTo(Origin.FIRST_SIGHT);
        assertThat(story.day(4, count(PENDING, 1)).history().cleared(PENDING)).isEmpty();
    }

    @Test
    void whatNeverStoodAboveZeroWasNeverCleared() {
        assertThat(disk().day(0, count(PENDING, 0)).history().cleared(PENDING)).isEmpty();
    }

    @Test
    void aCounterThatGoesBackwardsStartsAnew() {
        History history = disk().day(0, count("crc_errors", 5))
                .day(1, count("crc_errors", 30))
                .day(2, count("crc_errors", 3))
                .history();

        assertThat(history.baseline("crc_errors")).get().satisfies(baseline -> {
            assertThat(baseline.value()).isEqualTo(3);
            assertThat(baseline.origin()).isEqualTo(Origin.RESTARTED);
            assertThat(baseline.reason()).startsWith("went back from 30 to 3");
        });
        assertThat(history.lastRise("crc_errors")).isEmpty();
    }

    @Test
    void anotherSourceWithAnotherValueIsNoRise() {
        History history = disk().day(0, new Counter(REALLOCATED, 8, "attribute 5"))
                .day(1, new Counter(REALLOCATED, 64, "device statistics, page 3"))
                .history();

        assertThat(history.lastRise(REALLOCATED)).isEmpty();
        assertThat(history.baseline(REALLOCATED)).get().satisfies(baseline -> {
            assertThat(baseline.value()).isEqualTo(64);
            assertThat(baseline.origin()).isEqualTo(Origin.RESTARTED);
            assertThat(baseline.reason()).isEqualTo("read from device statistics, page 3 instead of attribute 5");
        });
    }

    @Test
    void anotherSourceWithTheSameValueKeepsTheBaselineAndCountsRisesFromThere() {
        History history = disk().day(0, new Counter(REALLOCATED, 8, "attribute 5"))
                .day(1, new Counter(REALLOCATED, 8, "device statistics, page 3"))
                .day(2, new Counter(REALLOCATED, 9, "device statistics, page 3"))
                .history();

        assertThat(history.baseline(REALLOCATED))
                .get()
                .extracting(Past.Baseline::value)
                .isEqualTo(8L);
        assertThat(history.lastRise(REALLOCATED)).contains(new Change(day(2), 8, 9));
    }

    @Test
    void acceptingMovesTheBaselineAndForgivesTheRisesBefore() {
        Story story = disk().day(0, count(REALLOCATED, 0))
                .day(1, count(REALLOCATED, 40))
                .accept(2, REALLOCATED);

        assertThat(story.history().baseline(REALLOCATED))
                .contains(new Past.Baseline(40, day(2), Origin.ACCEPTED, "known"));
        assertThat(story.history().lastRise(REALLOCATED)).isEmpty();
        assertThat(story.history().changes(REALLOCATED)).hasSize(1);
        assertThat(story.day(3, count(REALLOCATED, 41)).history().risenWithin(REALLOCATED, WEEK))
                .isEqualTo(1);
    }

    @Test
    void anAcceptedCounterThatGoesBackwardsStaysAccepted() {
        History history = disk().day(0, count(REALLOCATED, 600))
                .accept(1, REALLOCATED)
                .day(2, count(REALLOCATED, 590))
                .history();

        assertThat(history.baseline(REALLOCATED)).contains(new Past.Baseline(590, day(2), Origin.ACCEPTED, "known"));
    }

    @Test
    void acceptingAllTakesWhatStandsAboveZero() {
        History history = disk().day(0, count(REALLOCATED, 8), count(PENDING, 0), count("power_on_hours", 9))
                .history()
                .acceptAll("bought used", day(1));

        assertThat(history.tracks().stream()
                        .filter(track -> track.baseline().origin() == Origin.ACCEPTED)
                        .map(Track::name))
                .containsExactly(REALLOCATED);
    }

    @Test
    void acceptingAnUnknownReadingNamesTheNearest() {
        History history =
                disk().day(0, count(REALLOCATED, 8), count(PENDING, 0)).history();

        assertThatThrownBy(() -> history.accept("realocated_sector", "typo", START))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean reallocated_sectors?");
        assertThatThrownBy(() -> History.NONE.accept(REALLOCATED, "never seen", START))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing of this component was ever read");
    }

    @Test
    void temperatureCannotBeAccepted() {
        History history = disk().day(0, gauge("temperature_celsius", 55)).history();

        assertThatThrownBy(() -> history.accept("temperature_celsius", "hot room", START))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limits");
    }

    @Test
    void theMedianNeedsADayAndForgetsAfterAWeek() {
        Story story = disk();
        for (int hour = 0; hour < 23; hour++) {
            story.day(hour / 24.0, gauge("temperature_celsius", 30));
        }
        assertThat(story.history().median("temperature_celsius")).isEmpty();

        for (int hour = 23; hour < 50; hour++) {
            story.day(hour / 24.0, gauge("temperature_celsius", 30 + hour % 3));
        }
        assertThat(story.history().median("temperature_celsius")).hasValue(30);

        for (int hour = 50; hour < 50 + 7 * 24; hour++) {
            story.day(hour / 24.0, gauge("temperature_celsius", 40));
        }
        assertThat(story.history().median("temperature_celsius")).hasValue(40);
        assertThat(story.history()
                        .track("temperature_celsius")
                        .orElseThrow()
                        .learned()
                        .replaceFirst(";.*", "")
                        .split(","))
                .hasSize(168);
        assertThat(story.day(60, count(PENDING, 0)).history().median("temperature_celsius"))
                .isEmpty();
    }

    @Test
    void onlyTheNewestChangesAreKept() {
        Story story = disk();
        for (int step = 0; step < 2 * Track.MOST_CHANGES; step++) {
            story.at(START.plusSeconds(step), count(PENDING, step % 2));
        }

        assertThat(story.history().changes(PENDING)).hasSize(Track.MOST_CHANGES);
        assertThat(story.history().changes(PENDING).get(Track.MOST_CHANGES - 1).at())
                .isEqualTo(START.plusSeconds(2 * Track.MOST_CHANGES - 1));
    }

    @Test
    void readingsOutsideOfTheVocabularyAreNotRemembered() {
        assertThat(disk().day(0, count("high_fly_writes", 3)).history().tracks())
                .isEmpty();
    }

    @Test
    void aNewDefectIsWrittenAtOnceAndHoursOnceADay() {
        History written = disk().day(
                        0, count(REALLOCATED, 0), count("power_on_hours", 100), gauge("temperature_celsius", 30))
                .history();
        assertThat(written.changedSince(History.NONE)).hasSize(3);

        Story later =
                disk().day(0, count(REALLOCATED, 0), count("power_on_hours", 100), gauge("temperature_celsius", 30));
        later.day(0.5, count(REALLOCATED, 1), count("power_on_hours", 112), gauge("temperature_celsius", 31));
        assertThat(later.history().changedSince(written))
                .extracting(Track::name)
                .containsExactly(REALLOCATED);

        later.day(1, count(REALLOCATED, 1), count("power_on_hours", 124), gauge("temperature_celsius", 31));
        List<Track> changed = later.history().changedSince(written);
        assertThat(changed)
                .extracting(Track::name)
                .containsExactly("power_on_hours", REALLOCATED, "temperature_celsius");
        assertThat(later.history().changedSince(written.with(changed))).isEmpty();
    }

    @Test
    void aHistoryOfTheSameTracksAnswersTheSame() {
        History history = disk().day(0, count(PENDING, 4), gauge("temperature_celsius", 30))
                .day(2, count(PENDING, 0), gauge("temperature_celsius", 31))
                .history();

        History reread = History.of(history.tracks());

        assertThat(reread.tracks()).isEqualTo(history.tracks());
        assertThat(reread.cleared(PENDING)).isEqualTo(history.cleared(PENDING));
        assertThat(reread.baseline(PENDING)).isEqualTo(history.baseline(PENDING));
    }
}
