package io.diskvigil.rule;

import static io.diskvigil.model.Severity.CRITICAL;
import static io.diskvigil.model.Severity.NOTICE;
import static io.diskvigil.model.Severity.WARNING;
import static io.diskvigil.rule.Story.START;
import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.disk;
import static io.diskvigil.rule.Story.nvme;
import static io.diskvigil.rule.Story.ssd;
import static io.diskvigil.rule.Story.unknownMedium;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefectRulesTest {
    private static final String REALLOCATED = "reallocated_sectors";
    private static final String PENDING = "pending_sectors";
    private static final String OFFLINE = "offline_uncorrectable_sectors";
    private static final String REPORTED = "reported_uncorrectable_errors";

    @Test
    void aDriveWithoutDefectsHasNoFindings() {
        Story story = disk().day(
                        0,
                        count(REALLOCATED, 0),
                        count(PENDING, 0),
                        count(OFFLINE, 0),
                        count(REPORTED, 0),
                        count("end_to_end_errors", 0),
                        count("crc_errors", 0),
                        count("spin_retries", 0),
                        count("command_timeouts", 0),
                        count("power_on_hours", 50_000));

        assertThat(story.findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1,NOTICE", "9,NOTICE", "10,WARNING", "499,WARNING", "500,CRITICAL"})
    void reallocatedSectorsAtFirstSightAreGradedByLevel(long sectors, Severity expected) {
        assertThat(disk().day(0, count(REALLOCATED, sectors)).severity("reallocated-sectors"))
                .isEqualTo(expected);
        assertThat(ssd().day(0, count(REALLOCATED, sectors)).severity("reallocated-sectors"))
                .isEqualTo(expected);
        assertThat(disk().day(0, count("grown_defects", sectors)).severity("reallocated-sectors"))
                .isEqualTo(expected);
    }

    @Test
    void oneMoreReallocatedSectorIsAWarning() {
        var finding = disk().day(0, count(REALLOCATED, 3))
                .day(1, count(REALLOCATED, 4))
                .finding("reallocated-sectors");

        assertThat(finding.severity()).isEqualTo(WARNING);
        assertThat(finding.level()).isEqualTo(4);
        assertThat(finding.summary()).isEqualTo("4 reallocated sectors, up from 3");
        assertThat(finding.subject()).isEqualTo(REALLOCATED);
        assertThat(finding.blind()).isFalse();
        assertThat(finding.advice()).isNotEmpty();
        assertThat(finding.evidence().baseline()).isEqualTo("3");
        assertThat(finding.evidence().before()).isEqualTo("3");
        assertThat(finding.evidence().now()).isEqualTo("4");
        assertThat(finding.evidence().source()).isEqualTo("attribute of " + REALLOCATED);
        assertThat(finding.evidence().since()).contains(START.plus(Duration.ofDays(1)));
    }

    @Test
    void fiftyReallocatedSectorsInAWeekAreCritical() {
        Story slow = disk().day(0, count(REALLOCATED, 0))
                .day(1, count(REALLOCATED, 25))
                .day(9, count(REALLOCATED, 50));
        assertThat(slow.severity("reallocated-sectors")).isEqualTo(WARNING);

        Story fast = disk().day(0, count(REALLOCATED, 0))
                .day(1, count(REALLOCATED, 25))
                .day(7, count(REALLOCATED, 50));
        assertThat(fast.severity("reallocated-sectors")).isEqualTo(CRITICAL);
    }

    @ParameterizedTest
    @CsvSource({"0,CRITICAL", "29,CRITICAL", "30,WARNING", "179,WARNING", "180,NOTICE", "2000,NOTICE"})
    void reallocatedSectorsFadeWithQuietTime(int quietDays, Severity expected) {
        Story risen = disk().day(0, count(REALLOCATED, 0)).day(10, count(REALLOCATED, 60));
        assertThat(risen.day(10 + quietDays, count(REALLOCATED, 60)).severity("reallocated-sectors"))
                .isEqualTo(expected);

        Story found = disk().day(0, count(REALLOCATED, 700));
        assertThat(found.day(quietDays, count(REALLOCATED, 700)).severity("reallocated-sectors"))
                .isEqualTo(expected);
    }

    @Test
    void anAcceptedLevelIsSilentUntilItGrows() {
        Story story =
                disk().day(0, count(REALLOCATED, 700)).accept(1, REALLOCATED).day(2, count(REALLOCATED, 700));
        assertThat(story.findings()).isEmpty();

        assertThat(story.day(3, count(REALLOCATED, 701)).severity("reallocated-sectors"))
                .isEqualTo(WARNING);
        assertThat(story.day(4, count(REALLOCATED, 750)).severity("reallocated-sectors"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void aRestartedCounterDoesNotAlarmAgain() {
        Story story = disk().day(0, count(REALLOCATED, 304)).day(200, count(REALLOCATED, 304));
        assertThat(story.severity("reallocated-sectors")).isEqualTo(NOTICE);

        assertThat(story.day(201, count(REALLOCATED, 300)).severity("reallocated-sectors"))
                .isEqualTo(NOTICE);
        assertThat(story.day(202, count(REALLOCATED, 301)).severity("reallocated-sectors"))
                .isEqualTo(WARNING);
    }

    @Test
    void aReadingGoneMadForOnePollLeavesNothingBehind() {
        Story story = disk().day(0, count(REALLOCATED, 0))
                .day(1, count(REALLOCATED, 4_294_967_295L))
                .day(2, count(REALLOCATED, 0));

        assertThat(story.findings()).isEmpty();
    }

    @Test
    void anotherSourceIsGradedAnewInsteadOfFallingSilent() {
        Story story = disk().day(0, new Counter(REALLOCATED, 2, "attribute 5"))
                .day(1, new Counter(REALLOCATED, 600, "device statistics, page 3"));

        assertThat(story.finding("reallocated-sectors").summary()).isEqualTo("600 reallocated sectors");
        assertThat(story.severity("reallocated-sectors")).isEqualTo(CRITICAL);
    }

    @ParameterizedTest
    @CsvSource({"1,WARNING", "15,WARNING", "16,CRITICAL"})
    void pendingSectorsAreGradedByLevelAtAnyTime(long sectors, Severity expected) {
        assertThat(disk().day(0, count(PENDING, sectors)).severity("pending-sectors"))
                .isEqualTo(expected);
        assertThat(disk().day(0, count(OFFLINE, sectors)).severity("pending-sectors"))
                .isEqualTo(expected);
        Story risen = disk().day(0, count(PENDING, 0)).day(1, count(PENDING, sectors));
        assertThat(risen.severity("pending-sectors")).isEqualTo(expected);
        assertThat(risen.day(400, count(PENDING, sectors)).severity("pending-sectors"))
                .isEqualTo(expected);
    }

    @Test
    void equalNumbersOfPendingAndOfflineSectorsAreCountedOnce() {
        var equal = disk().day(0, count(PENDING, 8), count(OFFLINE, 8)).finding("pending-sectors");
        assertThat(equal.summary()).isEqualTo("8 pending sectors");
        assertThat(equal.severity()).isEqualTo(WARNING);
        assertThat(equal.subject()).isEqualTo(PENDING);

        var different = disk().day(0, count(PENDING, 8), count(OFFLINE, 9)).finding("pending-sectors");
        assertThat(different.summary()).isEqualTo("8 pending sectors, 9 offline uncorrectable sectors");
        assertThat(different.level()).isEqualTo(9);
        assertThat(different.severity()).isEqualTo(WARNING);
        assertThat(different.subject()).isEqualTo(PENDING);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 90})
    void healedPendingSectorsAreWatchedForNinetyDays(int daysAfter) {
        Story story =
                disk().day(0, count(PENDING, 24)).day(5, count(PENDING, 0)).day(5 + daysAfter, count(PENDING, 0));

        var finding = story.finding("pending-sectors");
        assertThat(finding.severity()).isEqualTo(NOTICE);
        assertThat(finding.summary()).isEqualTo("pending sectors cleared, watch");
        assertThat(finding.level()).isZero();
        assertThat(finding.evidence().before()).isEqualTo("24");
    }

    @Test
    void healedPendingSectorsAreForgottenAfterTheWatch() {
        assertThat(disk().day(0, count(PENDING, 24))
                        .day(5, count(PENDING, 0))
                        .day(96, count(PENDING, 0))
                        .findings())
                .isEmpty();
    }

    @Test
    void pendingSectorsThatComeBackAreAWarningAgain() {
        Story story =
                disk().day(0, count(PENDING, 24)).day(5, count(PENDING, 0)).day(6, count(PENDING, 1));

        assertThat(story.severity("pending-sectors")).isEqualTo(WARNING);
    }

    @Test
    void acceptedPendingSectorsCountAgainAfterTheyHealed() {
        Story story = disk().day(0, count(PENDING, 8)).accept(1, PENDING).day(2, count(PENDING, 8));
        assertThat(story.findings()).isEmpty();

        story.day(3, count(PENDING, 0)).day(4, count(PENDING, 2));
        assertThat(story.severity("pending-sectors")).isEqualTo(WARNING);
    }

    @Test
    void anSsdThatFlipsBetweenZeroAndOneIsShownButNotMailed() {
        Story story = ssd().day(0, count(PENDING, 0));
        Story rotating = disk().day(0, count(PENDING, 0));
        for (int day = 1; day <= 6; day++) {
            story.day(day, count(PENDING, day % 2));
            rotating.day(day, count(PENDING, day % 2));
        }
        story.day(7, count(PENDING, 1));
        rotating.day(7, count(PENDING, 1));

        assertThat(story.severity("pending-sectors")).isEqualTo(NOTICE);
        assertThat(rotating.severity("pending-sectors")).isEqualTo(WARNING);
        assertThat(story.day(8, count(PENDING, 16)).severity("pending-sectors")).isEqualTo(CRITICAL);
    }

    @ParameterizedTest
    @CsvSource({"1,WARNING", "9,WARNING", "10,CRITICAL"})
    void uncorrectableErrorsAtFirstSightAreGradedByLevel(long errors, Severity expected) {
        assertThat(disk().day(0, count(REPORTED, errors)).severity("uncorrectable-errors"))
                .isEqualTo(expected);
        assertThat(disk().day(0, count("uncorrected_errors", errors)).severity("uncorrectable-errors"))
                .isEqualTo(expected);
    }

    @Test
    void oneMoreUncorrectableErrorIsAWarningAndTwoInAWeekAreCritical() {
        Story story = disk().day(0, count(REPORTED, 0)).day(1, count(REPORTED, 1));
        assertThat(story.severity("uncorrectable-errors")).isEqualTo(WARNING);
        assertThat(story.day(9, count(REPORTED, 2)).severity("uncorrectable-errors"))
                .isEqualTo(WARNING);
        assertThat(story.day(16, count(REPORTED, 3)).severity("uncorrectable-errors"))
                .isEqualTo(CRITICAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {PENDING, REALLOCATED})
    void anUncorrectableErrorTogetherWithGrowingSectorsIsCritical(String sectors) {
        Story story =
                disk().day(0, count(REPORTED, 0), count(sectors, 0)).day(1, count(REPORTED, 1), count(sectors, 1));

        assertThat(story.severity("uncorrectable-errors")).isEqualTo(CRITICAL);
    }

    @ParameterizedTest
    @CsvSource({"0,CRITICAL", "30,WARNING", "180,NOTICE"})
    void uncorrectableErrorsFadeWithQuietTime(int quietDays, Severity expected) {
        Story story = disk().day(0, count(REPORTED, 0)).day(1, count(REPORTED, 2));

        assertThat(story.day(1 + quietDays, count(REPORTED, 2)).severity("uncorrectable-errors"))
                .isEqualTo(expected);
    }

    @Test
    void endToEndErrorsAreCriticalOnDisksAndAWarningOnSsdsUntilTheyRise() {
        assertThat(disk().day(0, count("end_to_end_errors", 1)).severity("end-to-end-errors"))
                .isEqualTo(CRITICAL);
        assertThat(unknownMedium().day(0, count("end_to_end_errors", 1)).severity("end-to-end-errors"))
                .isEqualTo(CRITICAL);
        Story ssd = ssd().day(0, count("end_to_end_errors", 1));
        assertThat(ssd.severity("end-to-end-errors")).isEqualTo(WARNING);
        assertThat(ssd.day(1, count("end_to_end_errors", 2)).severity("end-to-end-errors"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void spinRetriesAreANoticeAtFirstSightAndCriticalWhenTheyRise() {
        Story story = disk().day(0, count("spin_retries", 2));
        assertThat(story.severity("spin-retries")).isEqualTo(NOTICE);
        assertThat(story.day(1, count("spin_retries", 3)).severity("spin-retries"))
                .isEqualTo(CRITICAL);
        assertThat(story.day(32, count("spin_retries", 3)).severity("spin-retries"))
                .isEqualTo(WARNING);
    }

    @Test
    void twoKindsOfDefectAreAWarningAndCriticalForAMonthAfterARise() {
        assertThat(disk().day(0, count(REALLOCATED, 1), count(REPORTED, 0)).findings("combined-defects"))
                .isEmpty();
        Story story = disk().day(0, count(REALLOCATED, 7), count(PENDING, 4));
        assertThat(story.severity("combined-defects")).isEqualTo(WARNING);
        assertThat(story.finding("combined-defects").level()).isEqualTo(2);

        story.day(1, count(REALLOCATED, 8), count(PENDING, 4));
        assertThat(story.severity("combined-defects")).isEqualTo(CRITICAL);
        assertThat(story.day(31, count(REALLOCATED, 8), count(PENDING, 4)).severity("combined-defects"))
                .isEqualTo(CRITICAL);
        assertThat(story.day(32, count(REALLOCATED, 8), count(PENDING, 4)).severity("combined-defects"))
                .isEqualTo(WARNING);
    }

    @Test
    void aCombinationSaysWhatCameTogether() {
        assertThat(disk().day(0, count(REALLOCATED, 7), count(PENDING, 4))
                        .finding("combined-defects")
                        .summary())
                .isEqualTo("reallocated and pending sectors together");
        assertThat(disk().day(0, count(REPORTED, 7), count(PENDING, 4))
                        .finding("combined-defects")
                        .summary())
                .isEqualTo("pending sectors and uncorrectable errors together");
        assertThat(disk().day(0, count(REALLOCATED, 7), count(REPORTED, 7), count(PENDING, 4))
                        .finding("combined-defects")
                        .summary())
                .isEqualTo("reallocated and pending sectors and uncorrectable errors together");
    }

    @Test
    void anAcceptedDefectIsNoPartOfACombination() {
        Story story = disk().day(0, count(REALLOCATED, 7), count(REPORTED, 1))
                .accept(1, REALLOCATED)
                .day(2, count(REALLOCATED, 7), count(REPORTED, 1));

        assertThat(story.findings("combined-defects")).isEmpty();
    }

    @Test
    void linkErrorsAtFirstSightAreANoticeHoweverMany() {
        assertThat(disk().day(0, count("crc_errors", 644)).severity("link-errors"))
                .isEqualTo(NOTICE);
    }

    @Test
    void linkErrorsOnTwoDaysAreAWarningAboutTheCable() {
        Story story = disk().day(0, count("crc_errors", 4)).day(1, count("crc_errors", 5));
        assertThat(story.severity("link-errors")).isEqualTo(NOTICE);

        story.day(2, count("crc_errors", 6));
        assertThat(story.severity("link-errors")).isEqualTo(WARNING);
        assertThat(story.finding("link-errors").advice().get(0)).contains("cable");
        assertThat(story.day(10, count("crc_errors", 6)).severity("link-errors"))
                .isEqualTo(NOTICE);
    }

    @Test
    void tenLinkErrorsInAnHourAreAWarning() {
        Story nine = disk().day(0, count("crc_errors", 0));
        nine.at(START.plusSeconds(600), count("crc_errors", 5));
        nine.at(START.plusSeconds(4200), count("crc_errors", 9));
        assertThat(nine.severity("link-errors")).isEqualTo(NOTICE);

        assertThat(nine.at(START.plusSeconds(4201), count("crc_errors", 14)).severity("link-errors"))
                .isEqualTo(NOTICE);
        assertThat(nine.at(START.plusSeconds(4202), count("crc_errors", 15)).severity("link-errors"))
                .isEqualTo(WARNING);
    }

    @Test
    void commandTimeoutsAreNeverMoreThanANoticeAndOnlyWhenTheyRise() {
        Story story = ssd().day(0, count("command_timeouts", 73));
        assertThat(story.findings()).isEmpty();
        assertThat(story.day(1, count("command_timeouts", 5000)).severity("command-timeouts"))
                .isEqualTo(NOTICE);
        assertThat(story.day(40, count("command_timeouts", 5000)).findings()).isEmpty();
    }

    @Test
    void aSecondMediaErrorWithinAMonthIsCritical() {
        Story story = nvme().day(0, count("media_errors", 3));
        assertThat(story.severity("media-errors")).isEqualTo(WARNING);
        assertThat(story.day(1, count("media_errors", 4)).severity("media-errors"))
                .isEqualTo(WARNING);
        assertThat(story.day(32, count("media_errors", 5)).severity("media-errors"))
                .isEqualTo(WARNING);
        assertThat(story.day(60, count("media_errors", 6)).severity("media-errors"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void theRulesStandWithoutAnyPast() {
        Snapshot snapshot = disk().day(0, count(PENDING, 1)).last();

        assertThat(Rules.of(Story.CONFIG).stream()
                        .flatMap(rule -> rule.evaluate(snapshot, History.NONE).stream())
                        .map(Finding::severity))
                .containsExactly(WARNING);
    }
}
