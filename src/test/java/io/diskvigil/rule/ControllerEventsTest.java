package io.diskvigil.rule;

import static io.diskvigil.model.Severity.CRITICAL;
import static io.diskvigil.model.Severity.NOTICE;
import static io.diskvigil.model.Severity.WARNING;
import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.event;
import static io.diskvigil.rule.Story.member;
import static io.diskvigil.rule.Story.part;
import static io.diskvigil.rule.Story.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControllerEventsTest {
    private static final Reading ONLINE = state(Vocabulary.MEMBER_STATE, "NORMAL", Health.OK);

    /** @param days when they came, {@code 9.5 9.6} */
    @ParameterizedTest
    @CsvSource({
        "9.9, NOTICE",
        "1 9.9, NOTICE",
        "3 9.9, WARNING",
        "9.1 9.2 9.3 9.4, WARNING",
        "9.1 9.2 9.3 9.4 9.5, CRITICAL",
        "1 3 5 7 9, WARNING"
    })
    void readErrorsAreGradedByHowManyCameInWhichTime(String days, Severity severity) {
        Finding finding = member().day(10, errors(days)).finding("controller-events");

        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.meaning()).contains("only trace", "Trust the controller");
    }

    @Test
    void theyFadeLikeAnyDefect() {
        Reading[] errors = errors("9.1 9.2 9.3 9.4 9.5");

        assertThat(member().day(45, errors).severity("controller-events")).isEqualTo(WARNING);
        assertThat(member().day(200, errors).severity("controller-events")).isEqualTo(NOTICE);
        // One more does not bring the old burst back.
        Reading[] andOne = errors("9.1 9.2 9.3 9.4 9.5 199");
        assertThat(member().day(200, andOne).severity("controller-events")).isEqualTo(NOTICE);
    }

    @Test
    void whatCameBeforeTheAcceptedCountDoesNotCount() {
        Reading[] errors = with(errors("9.1 9.2 9.3 9.4 9.5"), count("controller_media_events", 5));
        Story story = member().day(10, errors).accept(10, "controller_media_events");
        assertThat(story.findings()).isEmpty();

        story.day(11, with(errors("9.1 9.2 9.3 9.4 9.5 10.5"), count("controller_media_events", 6)));

        assertThat(story.severity("controller-events")).isEqualTo(NOTICE);
        assertThat(story.finding("controller-events").summary()).startsWith("1 read error in");
    }

    @Test
    void aClockWithoutZoneIsTakenAsUtcWhereTheHostsTimeIsNotKnown() {
        LocalDateTime clock = LocalDateTime.parse("2026-01-11T11:00:00");
        Event event = new Event(
                "controller_event",
                "",
                Optional.of(clock),
                Optional.empty(),
                "areca,2",
                "Reading Error",
                EventKind.READ_ERROR,
                Health.DEGRADED,
                "event info");

        Finding finding = member().day(10, event).finding("controller-events");

        assertThat(finding.evidence().since()).contains(Instant.parse("2026-01-11T11:00:00Z"));
        assertThat(finding.evidence().now()).isEqualTo("Reading Error (2026-01-11 11:00 by the controller's clock)");
    }

    @Test
    void anEventWithoutAnyTimeIsShownAndNoMore() {
        Event event = new Event(
                "controller_event",
                "7",
                Optional.empty(),
                Optional.empty(),
                "areca,2",
                "Reading Error",
                EventKind.READ_ERROR,
                Health.DEGRADED,
                "event info");

        assertThat(member().day(10, event).severity("controller-events")).isEqualTo(NOTICE);
    }

    @Test
    void aFailureInTheLogIsCriticalUntilTheDriveWasReplacedOrRebuilt() {
        Reading failed = event(EventKind.DRIVE_FAILED, 9, "Device Failed", Health.FAILED);
        Reading rebuilt = event(EventKind.REBUILD_DONE, 9.5, "Complete Rebuild", Health.OK);

        assertThat(member().day(10, ONLINE, failed).severity("controller-events"))
                .isEqualTo(CRITICAL);
        assertThat(member().day(10, ONLINE, failed, rebuilt).findings()).isEmpty();
        assertThat(member().day(50, ONLINE, failed).severity("controller-events"))
                .isEqualTo(WARNING);
    }

    @Test
    void whatTheStateTellsIsNotToldAgainFromTheLog() {
        Story story = member().day(
                        10,
                        state(Vocabulary.MEMBER_STATE, "FAILED", Health.FAILED),
                        event(EventKind.DRIVE_FAILED, 9, "Device Failed", Health.FAILED));

        assertThat(story.findings()).extracting(Finding::rule).containsExactly("member-state");
    }

    @Test
    void timeOutsAloneAreTheLinkAndBesideReadErrorsTheyAreNotToldAsThat() {
        Reading[] twoDays = {
            event(EventKind.TIME_OUT, 8, "Time Out Error", Health.DEGRADED),
            event(EventKind.TIME_OUT, 9, "Time Out Error", Health.DEGRADED)
        };

        assertThat(member().day(9.1, twoDays[1]).severity("controller-events")).isEqualTo(NOTICE);
        assertThat(member().day(9.1, twoDays).severity("controller-events")).isEqualTo(WARNING);
        assertThat(member().day(9.1, with(twoDays, errors("9.05"))).findings("controller-events"))
                .extracting(Finding::severity)
                .containsOnly(NOTICE);
    }

    @Test
    void badNewsOfOtherPartsAreToldForAWeekUnlessGoodNewsFollow() {
        Reading fan = event(EventKind.FAN, 9, "Fan 1 Failed", Health.FAILED);
        Reading mended = event(EventKind.FAN, 9.5, "Fan 1 Recovered", Health.OK);

        Finding finding = part(ComponentKind.CONTROLLER).day(10, fan).finding("controller-log");
        assertThat(finding.severity()).isEqualTo(WARNING);
        assertThat(finding.summary()).isEqualTo("the controller's log: Fan 1 Failed");
        assertThat(part(ComponentKind.CONTROLLER).day(10, fan, mended).findings())
                .isEmpty();
        assertThat(part(ComponentKind.CONTROLLER).day(17, fan).findings()).isEmpty();
    }

    @Test
    void aRebuildThatFailedIsToldThoughTheVolumesStateIsToldAsWell() {
        Story story = part(ComponentKind.VOLUME)
                .day(
                        10,
                        state(Vocabulary.VOLUME_STATE, "Degraded", Health.DEGRADED),
                        event(EventKind.VOLUME_DEGRADED, 9, "Volume degraded", Health.FAILED),
                        event(EventKind.REBUILD_FAILED, 9.9, "Rebuild failed", Health.FAILED));

        assertThat(story.finding("controller-log").summary()).contains("Rebuild failed");
        assertThat(story.finding("controller-log").advice().get(0)).startsWith("Back up");
    }

    @Test
    void eventsThatNobodyKnowsAreANotice() {
        Story story = part(ComponentKind.CONTROLLER)
                .day(
                        10,
                        event(EventKind.UNKNOWN, 9, "Flux lost", Health.UNKNOWN),
                        event(EventKind.HOUSEKEEPING, 9, "HTTP Log In", Health.OK));

        assertThat(story.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(NOTICE);
            assertThat(finding.summary()).contains("Flux lost");
        });
    }

    private static Reading[] errors(String days) {
        return DoubleStream.of(Arrays.stream(days.split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .mapToObj(day -> event(EventKind.READ_ERROR, day, "Reading Error", Health.DEGRADED))
                .toArray(Reading[]::new);
    }

    private static Reading[] with(Reading[] some, Reading... others) {
        return Stream.of(some, others).flatMap(Stream::of).toArray(Reading[]::new);
    }
}
