package io.diskvigil.rule;

import static io.diskvigil.model.Severity.CRITICAL;
import static io.diskvigil.model.Severity.NOTICE;
import static io.diskvigil.model.Severity.WARNING;
import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.event;
import static io.diskvigil.rule.Story.gauge;
import static io.diskvigil.rule.Story.member;
import static io.diskvigil.rule.Story.part;
import static io.diskvigil.rule.Story.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeRulesTest {
    private static final Reading DEGRADED = state(Vocabulary.VOLUME_STATE, "Degraded", Health.DEGRADED);
    private static final Reading ONLINE = state(Vocabulary.MEMBER_STATE, "Onln", Health.OK);

    @ParameterizedTest
    @CsvSource({"0,no further drive may fail", "1,1 more drive may fail", "2,2 more drives may fail"})
    void aDegradedVolumeTellsWhatMayStillFail(int left, String words) {
        Finding finding = part(ComponentKind.VOLUME)
                .day(0, DEGRADED, gauge("volume_redundancy_left", left))
                .finding("volume-state");

        assertThat(finding.severity()).isEqualTo(CRITICAL);
        assertThat(finding.summary()).isEqualTo("degraded, " + words);
    }

    @Test
    void losingAnotherDriveIsWorseAndTheMissingOnesAreNamed() {
        Story story = part(ComponentKind.VOLUME).day(0, DEGRADED, gauge("volume_redundancy_left", 1));
        long before = story.finding("volume-state").level();

        story.day(
                1,
                state(Vocabulary.VOLUME_STATE, "Degraded", Health.DEGRADED),
                gauge("volume_redundancy_left", 0),
                new Member("member", 0, "252:0", "MODEL S1", "Onln", Health.OK, "row 0"),
                new Member("member", 1, "", "", "Missing", Health.FAILED, "row 1"));

        assertThat(story.finding("volume-state").level()).isGreaterThan(before);
        assertThat(story.finding("volume-state").meaning())
                .contains("member 1 (Missing)")
                .doesNotContain("member 0");
        assertThat(story.finding("volume-state").evidence().since()).contains(Story.START);
    }

    @Test
    void whileARebuildRunsItIsAWarningWithProgressAndEstimate() {
        Finding finding = part(ComponentKind.VOLUME)
                .day(
                        0,
                        state(Vocabulary.VOLUME_STATE, "Rebuilding", Health.DEGRADED),
                        gauge("volume_redundancy_left", 0),
                        gauge("rebuild_percent", 42.4),
                        gauge("rebuild_minutes_left", 190))
                .finding("volume-state");

        assertThat(finding.severity()).isEqualTo(WARNING);
        assertThat(finding.summary()).isEqualTo("rebuilding, 42 %, about 3 h left, no further drive may fail");
    }

    @Test
    void aFailedVolumeIsNotToBeTouched() {
        Finding finding = part(ComponentKind.VOLUME)
                .day(0, state(Vocabulary.VOLUME_STATE, "INOPERABLE", Health.FAILED))
                .finding("volume-state");

        assertThat(finding.severity()).isEqualTo(CRITICAL);
        assertThat(finding.summary()).contains("INOPERABLE", "data may be lost");
        assertThat(finding.advice().get(0)).contains("Do not power-cycle", "do not create");
    }

    @Test
    void aWordForAVolumeThatNobodyKnowsIsAWarning() {
        Finding finding = part(ComponentKind.VOLUME)
                .day(0, state(Vocabulary.VOLUME_STATE, "Flurbing", Health.UNKNOWN))
                .finding("volume-state");

        assertThat(finding.severity()).isEqualTo(WARNING);
        assertThat(finding.summary()).contains("Flurbing");
    }

    @Test
    void aHealthyVolumeAndOneThatIsCheckedAreSilent() {
        assertThat(part(ComponentKind.VOLUME)
                        .day(
                                0,
                                state(Vocabulary.VOLUME_STATE, "Checking", Health.OK),
                                gauge("volume_redundancy_left", 1),
                                gauge("rebuild_percent", 12))
                        .findings())
                .isEmpty();
    }

    @Test
    void theStateOfItsVolumeIsNoFindingOfAHealthyMember() {
        assertThat(member().day(0, ONLINE, DEGRADED, gauge("volume_redundancy_left", 0))
                        .findings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"FAILED,CRITICAL", "DEGRADED,WARNING", "UNKNOWN,WARNING"})
    void aMemberIsGradedByTheControllersWord(Health health, Severity severity) {
        Finding finding = member().day(
                        0,
                        state(Vocabulary.MEMBER_STATE, "Xyz", health),
                        new Fact(Fact.LOCATE, "tool /c0/e252/s3 start locate", "tool"))
                .finding("member-state");

        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.summary()).contains("Xyz");
        assertThat(finding.advice())
                .anySatisfy(advice -> assertThat(advice)
                        .contains("Channel 2", "SERIAL1")
                        .endsWith(Finding.COMMAND + "tool /c0/e252/s3 start locate"));
    }

    @Test
    void aCommandThatIsNoPlainCommandIsNotOfferedForPasting() {
        Finding finding = member().day(
                        0,
                        state(Vocabulary.MEMBER_STATE, "Failed", Health.FAILED),
                        new Fact(Fact.LOCATE, "tool; rm -rf /", "tool"))
                .finding("member-state");

        assertThat(String.join("\n", finding.advice())).doesNotContain("rm -rf").contains("label");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pending_sectors",
                "offline_uncorrectable_sectors",
                "reported_uncorrectable_errors",
                "media_errors",
                "predictive_failures",
                "controller_media_errors",
                "pending_sectors_value_loss"
            })
    void aMemberWithErrorsOfADegradedVolumeIsToldFirst(String reading) {
        Story story = member().day(0, ONLINE, DEGRADED, gauge("volume_redundancy_left", 0), count(reading, 3));

        Finding finding = story.finding("weak-member");
        assertThat(finding.severity()).isEqualTo(CRITICAL);
        assertThat(finding.rank()).isPositive();
        assertThat(finding.advice().get(0)).startsWith("Back up");
        assertThat(story.findings().stream()
                        .filter(one -> !one.rule().equals("weak-member"))
                        .map(Finding::rank))
                .isNotEmpty()
                .containsOnly(0);
    }

    @Test
    void inAWholeVolumeTheSameMemberIsNotWeak() {
        Story story = member().day(
                        0,
                        ONLINE,
                        state(Vocabulary.VOLUME_STATE, "Optl", Health.OK),
                        gauge("volume_redundancy_left", 0),
                        count("pending_sectors", 3));

        assertThat(story.findings("weak-member")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Failed,FAILED", "Rbld,OK", "Rebuilding,OK", "Hot Spare,OK", "DHS,OK"})
    void aDriveThatHoldsNoPartOfTheVolumeIsNotItsWeakMember(String word, Health health) {
        Story story = member().day(0, state(Vocabulary.MEMBER_STATE, word, health), DEGRADED, count("media_errors", 3));

        assertThat(story.findings("weak-member")).isEmpty();
    }

    @Test
    void reallocatedSectorsCountInADegradedVolumeOnlyWhileTheyGrow() {
        Story story = member().day(0, ONLINE, DEGRADED, count("reallocated_sectors", 3));
        assertThat(story.findings("weak-member")).isEmpty();

        story.day(1, ONLINE, DEGRADED, count("reallocated_sectors", 4));
        assertThat(story.finding("weak-member").evidence().now()).contains("4 reallocated sectors");

        story.day(40, ONLINE, DEGRADED, count("reallocated_sectors", 4));
        assertThat(story.findings("weak-member")).isEmpty();
    }

    @Test
    void anOldCountOfMediaErrorsThatStoodStillIsNoWeakness() {
        Story story = member().day(0, ONLINE, count("controller_media_errors", 3));

        story.day(45, ONLINE, DEGRADED, count("controller_media_errors", 3));

        assertThat(story.findings("weak-member")).isEmpty();
    }

    @Test
    void oneReadErrorInTheLogIsEnoughWhileTheVolumeIsDegraded() {
        List<Reading> readings = new ArrayList<>(List.of(ONLINE, DEGRADED));
        readings.add(event(EventKind.READ_ERROR, 9.5, "Reading Error", Health.DEGRADED));

        Story story = member().day(10, readings.toArray(Reading[]::new));

        assertThat(story.finding("weak-member").severity()).isEqualTo(CRITICAL);
        assertThat(story.severity("controller-events")).isEqualTo(NOTICE);
        assertThat(story.day(17, readings.toArray(Reading[]::new)).findings("weak-member"))
                .isEmpty();
    }
}
