package io.diskvigil.rule;

import static io.diskvigil.rule.Story.START;
import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.disk;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostSightTest {
    private static final String PENDING = "pending_sectors";
    private static final String REALLOCATED = "reallocated_sectors";

    private static List<Finding> lost(Story story) {
        return LostSight.findings(story.last(), story.history());
    }

    @Test
    void aDefectCounterThatIsNoLongerToldIsABlindFinding() {
        Story story = disk().day(0, count(PENDING, 8), count(REALLOCATED, 0), count("power_on_hours", 9))
                .day(1);

        assertThat(lost(story)).extracting(Finding::subject).containsExactly(PENDING, REALLOCATED);
        assertThat(lost(story)).extracting(Finding::severity).containsExactly(Severity.WARNING, Severity.NOTICE);
        assertThat(lost(story))
                .allMatch(Finding::blind)
                .allMatch(finding -> finding.rule().equals("lost-sight"));
        assertThat(lost(story).get(0)).satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo("no longer tells its pending sectors (last: 8)");
            assertThat(finding.evidence().source()).isEqualTo("attribute of pending_sectors");
            assertThat(finding.evidence().before()).isEqualTo("8");
            assertThat(finding.evidence().since()).contains(START);
            assertThat(finding.advice()).anyMatch(line -> line.contains("smartctl -x"));
        });
    }

    @Test
    void whatIsToldOrWasNeverToldIsNotLost() {
        Story story = disk().day(0, count(PENDING, 8)).day(1, count(PENDING, 9));

        assertThat(lost(story)).isEmpty();
        assertThat(LostSight.findings(story.last(), History.NONE)).isEmpty();
    }

    @Test
    void aLossThatWasAcceptedIsSilentUntilTheReadingCameBackAndWentAgain() {
        Story story = disk().day(0, count(PENDING, 8)).day(1).accept(2, PENDING).day(3);
        assertThat(lost(story)).isEmpty();

        story.day(4, count(PENDING, 8)).day(5);
        assertThat(lost(story)).extracting(Finding::subject).containsExactly(PENDING);
    }

    @Test
    void aValueAcceptedWhileItWasToldIsMissedWhenItIsLostLater() {
        Story story = disk().day(0, count(PENDING, 8))
                .accept(1, PENDING)
                .day(2, count(PENDING, 8))
                .day(3);

        assertThat(lost(story)).hasSize(1);
    }

    @Test
    void thatAnAcceptedReadingWasSeenAgainIsWrittenAtOnce() {
        Story story = disk().day(0, count(PENDING, 8)).accept(0.1, PENDING);
        History written = story.history();

        History seen = story.day(0.2, count(PENDING, 8)).history();

        assertThat(seen.changedSince(written)).extracting(Track::name).containsExactly(PENDING);
        assertThat(story.day(0.3, count(PENDING, 8)).history().changedSince(seen))
                .isEmpty();
        assertThat(Duration.between(START, seen.track(PENDING).orElseThrow().lastAt()))
                .isLessThan(Duration.ofDays(1));
    }
}
