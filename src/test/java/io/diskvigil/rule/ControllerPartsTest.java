package io.diskvigil.rule;

import static io.diskvigil.model.Severity.CRITICAL;
import static io.diskvigil.model.Severity.NOTICE;
import static io.diskvigil.model.Severity.WARNING;
import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.gauge;
import static io.diskvigil.rule.Story.member;
import static io.diskvigil.rule.Story.part;
import static io.diskvigil.rule.Story.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Vocabulary;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControllerPartsTest {
    private static final Reading LEARNING = state(Vocabulary.BATTERY_LEARN_CYCLE, "Active", Health.OK);

    @ParameterizedTest
    @CsvSource({"1,WARNING", "9,WARNING", "10,CRITICAL"})
    void mediaErrorsOfTheControllerAreGradedAtFirstSightAndFade(long errors, Severity severity) {
        Story story = member().day(0, count("controller_media_errors", errors));

        assertThat(story.severity("controller-errors")).isEqualTo(severity);
        assertThat(story.day(31, count("controller_media_errors", errors)).severity("controller-errors"))
                .isEqualTo(WARNING);
        assertThat(story.day(181, count("controller_media_errors", errors)).severity("controller-errors"))
                .isEqualTo(NOTICE);
    }

    @Test
    void aRiseIsAWarningAndABurstCritical() {
        Story story = member().day(0, count("controller_media_errors", 0)).day(1, count("controller_media_errors", 1));
        assertThat(story.severity("controller-errors")).isEqualTo(WARNING);

        assertThat(story.day(1.5, count("controller_media_errors", 5)).severity("controller-errors"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void aPredictiveFailureIsCriticalAndDoesNotFade() {
        Story story = member().day(0, count("predictive_failures", 1)).day(300, count("predictive_failures", 1));

        assertThat(story.severity("controller-errors")).isEqualTo(CRITICAL);
    }

    @Test
    void otherErrorsAreANoticeButForABurst() {
        Story story = member().day(0, count("controller_other_errors", 4000));
        assertThat(story.severity("controller-errors")).isEqualTo(NOTICE);

        assertThat(story.day(1, count("controller_other_errors", 4010)).severity("controller-errors"))
                .isEqualTo(WARNING);
    }

    @Test
    void theFoundersDiskIsFoundByItsNormalisedValues() {
        Finding finding = member().day(
                        0,
                        attribute(197, 193),
                        attribute(198, 193),
                        count("pending_sectors_value_loss", 7),
                        count("offline_uncorrectable_value_loss", 7))
                .finding("value-loss");

        assertThat(finding.severity()).isEqualTo(CRITICAL);
        assertThat(finding.summary())
                .isEqualTo(
                        "value of pending sectors down to 193 of 200, value of offline uncorrectable sectors down to 193 of 200");
        assertThat(finding.meaning()).contains("only the normalised value", "falls late");
    }

    @Test
    void oneOfThemIsAWarningUntilItFalls() {
        Story story = member().day(0, count("pending_sectors_value_loss", 1));
        assertThat(story.severity("value-loss")).isEqualTo(WARNING);

        assertThat(story.day(1, count("pending_sectors_value_loss", 2)).severity("value-loss"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void aValueIsSilentWhereTheRawNumberIsTold() {
        assertThat(member().day(0, count("pending_sectors_value_loss", 7), count("pending_sectors", 0))
                        .findings())
                .isEmpty();
    }

    @Test
    void theBestValueOfSamsungIsNoLoss() {
        assertThat(member().day(
                                0,
                                attribute(197, 252),
                                attribute(198, 252),
                                count("pending_sectors_value_loss", 1),
                                count("offline_uncorrectable_value_loss", 1))
                        .findings())
                .isEmpty();
    }

    @Test
    void aSmallLossOfReallocatedSectorsIsANoticeAndItsFallAWarning() {
        Story story = member().day(0, count("reallocated_sectors_value_loss", 1));
        assertThat(story.severity("value-loss")).isEqualTo(NOTICE);

        assertThat(story.day(1, count("reallocated_sectors_value_loss", 2)).severity("value-loss"))
                .isEqualTo(WARNING);
    }

    @Test
    void twoKindsOfLossConfirmEachOtherWhileOneFalls() {
        Story story = member().day(
                        0, count("reallocated_sectors_value_loss", 1), count("reported_uncorrectable_value_loss", 1))
                .day(1, count("reallocated_sectors_value_loss", 2), count("reported_uncorrectable_value_loss", 1));

        assertThat(story.findings("value-loss")).extracting(Finding::severity).containsOnly(CRITICAL);
    }

    @ParameterizedTest
    @CsvSource({"FAILED", "DEGRADED", "UNKNOWN"})
    void aBadBatteryIsAWarning(Health health) {
        Finding finding = part(ComponentKind.BATTERY)
                .day(0, state(Vocabulary.BATTERY_STATE, "Degraded(!)", health))
                .finding("battery-state");

        assertThat(finding.severity()).isEqualTo(WARNING);
        assertThat(finding.summary()).contains("Degraded(!)");
    }

    @Test
    void aLearnCycleIsSilentForADayAndThenToldAsOneThatDoesNotEnd() {
        Story story = part(ComponentKind.BATTERY).day(0, LEARNING);
        for (int hours = 1; hours <= 24; hours++) {
            assertThat(story.day(hours / 24.0, LEARNING).findings()).isEmpty();
        }

        story.day(1.1, LEARNING);

        assertThat(story.finding("battery-state").severity()).isEqualTo(WARNING);
        assertThat(story.finding("battery-state").summary())
                .isEqualTo("charging or learning does not end, since 26 hours");
    }

    @Test
    void theNextLearnCycleBeginsAnew() {
        Story story = part(ComponentKind.BATTERY)
                .day(0, LEARNING)
                .day(0.3, gauge("battery_charge_percent", 99))
                .day(90, LEARNING);

        assertThat(story.findings()).isEmpty();
    }

    @Test
    void aStateWhoseNumbersMoveIsTheSameState() {
        Story story = part(ComponentKind.BATTERY)
                .day(0, state(Vocabulary.BATTERY_LEARN_CYCLE, "Active, 3 %", Health.OK))
                .day(1.2, state(Vocabulary.BATTERY_LEARN_CYCLE, "Active, 17 %", Health.OK));

        assertThat(story.findings("battery-state")).hasSize(1);
        assertThat(story.history().since("battery_learn_cycle")).contains(Story.START);
    }

    @Test
    void aLearnCycleThatIsNamedButDoesNotRunNeverTimesOut() {
        Reading idle = state(Vocabulary.BATTERY_LEARN_CYCLE, "No", Health.OK);

        assertThat(part(ComponentKind.BATTERY).day(0, idle).day(90, idle).findings())
                .isEmpty();
    }

    @Test
    void aBatteryThatHoldsNextToNothingIsAWarningUnlessItCharges() {
        Reading low = gauge("battery_charge_percent", 1);
        Reading charging = state(Vocabulary.BATTERY_LEARN_CYCLE, "charging", Health.OK);

        assertThat(part(ComponentKind.BATTERY).day(0, low, charging).findings()).isEmpty();
        assertThat(part(ComponentKind.BATTERY).day(0, low).severity("battery-state"))
                .isEqualTo(WARNING);
        assertThat(part(ComponentKind.BATTERY)
                        .day(0, gauge("battery_charge_percent", 30))
                        .findings())
                .isEmpty();
    }

    @Test
    void writeBackOverABatteryThatChargesForEverIsCriticalAfterADay() {
        Reading back = state(Vocabulary.WRITE_CACHE, "write-back", Health.OK);
        Reading charging = state(Vocabulary.CACHE_PROTECTION, "BBU: Charging", Health.DEGRADED);
        Story story = part(ComponentKind.VOLUME).day(0, back, charging);

        assertThat(story.findings()).isEmpty();
        assertThat(story.day(0.9, back, charging).findings()).isEmpty();
        assertThat(story.day(1.1, back, charging).severity("write-cache")).isEqualTo(CRITICAL);
    }

    @Test
    void writeBackThatNothingProtectsIsCritical() {
        Finding finding = part(ComponentKind.VOLUME)
                .day(
                        0,
                        state(Vocabulary.WRITE_CACHE, "write-back", Health.OK),
                        state(Vocabulary.CACHE_PROTECTION, "BBU failed", Health.FAILED))
                .finding("write-cache");

        assertThat(finding.severity()).isEqualTo(CRITICAL);
        assertThat(finding.advice().get(0)).contains("write through", "wrcache=wt", "cache=off");
    }

    @Test
    void writeBackThatIsProtectedAndWriteThroughThatWasWantedAreSilent() {
        assertThat(part(ComponentKind.VOLUME)
                        .day(
                                0,
                                state(Vocabulary.WRITE_CACHE, "write-back", Health.OK),
                                state(Vocabulary.CACHE_PROTECTION, "BBU OK", Health.OK))
                        .findings())
                .isEmpty();
        assertThat(part(ComponentKind.VOLUME)
                        .day(
                                0,
                                state(Vocabulary.WRITE_CACHE, "write-through", Health.OK),
                                state(Vocabulary.WRITE_CACHE_CONFIGURED, "write-through", Health.OK),
                                state(Vocabulary.CACHE_PROTECTION, "none", Health.FAILED))
                        .findings())
                .isEmpty();
    }

    @Test
    void aCacheThatIsOffAgainstItsSettingIsAWarningAndInALearnCycleANoticeForADay() {
        Reading through = state(Vocabulary.WRITE_CACHE, "write-through", Health.OK);
        Reading wanted = state(Vocabulary.WRITE_CACHE_CONFIGURED, "write-back", Health.OK);

        assertThat(part(ComponentKind.VOLUME).day(0, through, wanted).severity("write-cache"))
                .isEqualTo(WARNING);
        Story learning = part(ComponentKind.VOLUME).day(0, through, wanted, LEARNING);
        assertThat(learning.severity("write-cache")).isEqualTo(NOTICE);
        assertThat(learning.day(1.1, through, wanted, LEARNING).severity("write-cache"))
                .isEqualTo(WARNING);
    }

    @Test
    void aControllerIsGradedByItsOwnWordItsMemoryAndForeignDrives() {
        Story story = part(ComponentKind.CONTROLLER)
                .day(
                        0,
                        state(Vocabulary.CONTROLLER_STATE, "Failed", Health.FAILED),
                        count("memory_correctable_errors", 2),
                        count("memory_uncorrectable_errors", 1),
                        gauge("foreign_configuration", 2));

        assertThat(story.findings("controller-state"))
                .extracting(Finding::subject, Finding::severity)
                .containsExactlyInAnyOrder(
                        tuple("controller_state", CRITICAL),
                        tuple("memory_correctable_errors", NOTICE),
                        tuple("memory_uncorrectable_errors", CRITICAL),
                        tuple("foreign_configuration", WARNING));
    }

    @ParameterizedTest
    @CsvSource({
        "CONTROLLER,84,",
        "CONTROLLER,85,WARNING",
        "CONTROLLER,95,CRITICAL",
        "BATTERY,55,WARNING",
        "ENCLOSURE,45,WARNING",
        "ENCLOSURE,55,CRITICAL"
    })
    void partsHaveLimitsOfTheirOwnKindAndNoneOfDrives(ComponentKind kind, double celsius, Severity severity) {
        Story story = part(kind).day(0, gauge("temperature_celsius", celsius));

        if (severity == null) {
            assertThat(story.findings()).isEmpty();
        } else {
            assertThat(story.findings()).extracting(Finding::severity).containsExactly(severity);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-299,",
        "301,clock is 5 minutes ahead of the host's",
        "-7190,clock is 2 hours behind the host's (local time instead of UTC?)",
        "54000,clock is 15 hours ahead of the host's"
    })
    void aClockThatIsOffIsANoticeAndWholeHoursAreAZone(double seconds, String summary) {
        Story story = part(ComponentKind.CONTROLLER).day(0, gauge("clock_offset_seconds", seconds));

        if (summary == null) {
            assertThat(story.findings()).isEmpty();
        } else {
            assertThat(story.finding("controller-clock").summary()).isEqualTo(summary);
            assertThat(story.severity("controller-clock")).isEqualTo(NOTICE);
        }
    }

    @Test
    void aSpareThatWasUsedIsMissedUntilItIsReplacedOrAccepted() {
        Story story = part(ComponentKind.CONTROLLER).day(0, gauge("hot_spares", 1));
        assertThat(story.findings()).isEmpty();

        story.day(1, gauge("hot_spares", 0));
        assertThat(story.severity("hot-spares")).isEqualTo(WARNING);
        assertThat(story.finding("hot-spares").summary()).isEqualTo("no hot spare left, there was 1");

        assertThat(story.day(2, gauge("hot_spares", 1)).findings()).isEmpty();
        story.day(3, gauge("hot_spares", 0)).accept(3, "hot_spares");
        assertThat(story.day(4, gauge("hot_spares", 0)).findings()).isEmpty();
    }

    @Test
    void aSecondSpareThatCameLaterIsMissedToo() {
        Story story = part(ComponentKind.CONTROLLER)
                .day(0, gauge("hot_spares", 0))
                .day(1, gauge("hot_spares", 2))
                .day(2, gauge("hot_spares", 1));

        assertThat(story.finding("hot-spares").summary()).isEqualTo("1 hot spare left, there were 2");
    }

    @ParameterizedTest
    @CsvSource({"6,", "3,NOTICE", "1.5,WARNING"})
    void aSlowLinkIsANoticeAndOneBelowHalfAWarning(double speed, Severity severity) {
        Story story = member().day(0, gauge("link_speed_gbps", speed, 6));

        assertThat(story.findings().stream().map(Finding::severity).findFirst().orElse(null))
                .isEqualTo(severity);
    }

    @Test
    void housingAndUpkeepAreTold() {
        assertThat(part(ComponentKind.POWER_SUPPLY)
                        .day(0, state(Vocabulary.SUPPLY_STATE, "Failed", Health.FAILED))
                        .severity("housing-state"))
                .isEqualTo(WARNING);
        assertThat(part(ComponentKind.FAN)
                        .day(0, state(Vocabulary.FAN_STATE, "Whirr", Health.UNKNOWN))
                        .severity("housing-state"))
                .isEqualTo(NOTICE);
        assertThat(part(ComponentKind.CONTROLLER)
                        .day(0, gauge("patrol_read_age_days", 61))
                        .severity("upkeep"))
                .isEqualTo(NOTICE);
        assertThat(part(ComponentKind.VOLUME)
                        .day(0, gauge("consistency_check_age_days", 60))
                        .findings())
                .isEmpty();
    }

    @Test
    void linesThatNobodyUnderstoodAreOneNoticeAndASpunDownSpareIsNone() {
        Story story = part(ComponentKind.CONTROLLER)
                .day(
                        0,
                        new Status("unread_line", "Flux: 7", Health.UNKNOWN, "main"),
                        new Status("unread_line", "Flax: 8", Health.UNKNOWN, "main"));

        assertThat(story.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(NOTICE);
            assertThat(finding.summary()).isEqualTo("2 lines of the tool not understood");
            assertThat(finding.evidence().now()).contains("Flux: 7", "Flax: 8");
        });
        assertThat(member().day(0, state(Vocabulary.SPUN_DOWN, "Yes", Health.DEGRADED))
                        .findings())
                .isEmpty();
    }

    @Test
    void whatAControllerDidNotAnswerIsBlindAndNotToldInTheWordsOfSmartctl() {
        Finding finding = part(ComponentKind.CONTROLLER)
                .day(0, new Status("visibility", "not answered: disk info drv=3: timed out", Health.UNKNOWN, "cli64"))
                .finding("blindness");

        assertThat(finding.blind()).isTrue();
        assertThat(finding.severity()).isEqualTo(WARNING);
        assertThat(finding.summary()).contains("not answered: disk info drv=3");
        assertThat(String.join(" ", finding.advice())).doesNotContain("smartctl");
    }

    private static Attribute attribute(int id, int value) {
        return new Attribute(
                id,
                "attribute",
                OptionalLong.empty(),
                "",
                value,
                value,
                OptionalInt.of(0),
                false,
                Trip.NEVER,
                "disk smart drv=2");
    }
}
