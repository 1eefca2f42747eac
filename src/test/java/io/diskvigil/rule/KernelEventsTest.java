package io.diskvigil.rule;

import static io.diskvigil.model.Severity.CRITICAL;
import static io.diskvigil.model.Severity.NOTICE;
import static io.diskvigil.model.Severity.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Severity;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelEventsTest {
    private static final String RULE = "kernel-events";

    /** @param days when they came, {@code 9.5 9.6} */
    @ParameterizedTest
    @CsvSource({
        "9.9, FAILED, WARNING",
        "9.5 9.9, FAILED, WARNING",
        "9.5 9.6 9.9, FAILED, CRITICAL",
        "2 5 9.9, FAILED, WARNING",
        "9.9, DEGRADED, NOTICE",
        "8.9 9.9, DEGRADED, WARNING"
    })
    void anErrorThatReachedTheHostWeighsMoreThanOneThatWasMended(String days, Health health, Severity severity) {
        assertThat(disk(days, EventKind.READ_ERROR, health).severity(RULE)).isEqualTo(severity);
    }

    @ParameterizedTest
    @CsvSource({
        "9.9, FAILED, WARNING",
        "9.9, DEGRADED, NOTICE",
        "9.90 9.91, DEGRADED, NOTICE",
        "9.90 9.91 9.92, DEGRADED, WARNING",
        "8.9 9.9, DEGRADED, WARNING"
    })
    void timeOutsThatWereMendedWaitForMore(String days, Health health, Severity severity) {
        assertThat(disk(days, EventKind.TIME_OUT, health).severity(RULE)).isEqualTo(severity);
    }

    @Test
    void aDriveThatWasGivenUpIsCriticalAndOneThatWasPulledIsTold() {
        assertThat(disk("9.9", EventKind.DRIVE_FAILED, Health.FAILED).severity(RULE))
                .isEqualTo(CRITICAL);
        assertThat(disk("9.9", EventKind.DRIVE_REMOVED, Health.DEGRADED).severity(RULE))
                .isEqualTo(NOTICE);
    }

    @Test
    void theyFade() {
        Reading error = event(EventKind.READ_ERROR, 1, Health.FAILED);

        assertThat(Story.disk().day(40, error).severity(RULE)).isEqualTo(NOTICE);
        assertThat(Story.disk().day(200, error).findings(RULE)).isEmpty();
    }

    @Test
    void aDegradedArrayIsCriticalUntilItIsRebuilt() {
        Reading lost = event(EventKind.VOLUME_DEGRADED, 9, Health.FAILED);
        Reading rebuilt = event(EventKind.REBUILD_DONE, 9.5, Health.OK);

        assertThat(Story.part(ComponentKind.VOLUME).day(10, lost).severity(RULE))
                .isEqualTo(CRITICAL);
        assertThat(Story.part(ComponentKind.VOLUME).day(10, lost, rebuilt).findings(RULE))
                .isEmpty();
    }

    @Test
    void aControllersResetIsAWarningAndHousekeepingIsNothing() {
        assertThat(Story.part(ComponentKind.CONTROLLER)
                        .day(10, event(EventKind.CONTROLLER, 9.9, Health.FAILED))
                        .severity(RULE))
                .isEqualTo(WARNING);
        assertThat(Story.part(ComponentKind.CONTROLLER)
                        .day(10, event(EventKind.HOUSEKEEPING, 9.9, Health.OK))
                        .findings())
                .isEmpty();
    }

    @Test
    void unknownWordsAreANotice() {
        assertThat(disk("9.9", EventKind.UNKNOWN, Health.UNKNOWN).severity(RULE))
                .isEqualTo(NOTICE);
    }

    @Test
    void theRulesOfControllersLeaveThemAlone() {
        Story story = disk("9.90 9.91 9.92 9.93 9.94 9.95", EventKind.READ_ERROR, Health.FAILED);

        assertThat(story.findings("controller-events")).isEmpty();
        assertThat(story.finding(RULE).advice()).anyMatch(advice -> advice.contains("Replace the drive"));
    }

    private static Story disk(String days, EventKind kind, Health health) {
        return Story.disk()
                .day(
                        10,
                        Arrays.stream(days.split(" "))
                                .map(day -> event(kind, Double.parseDouble(day), health))
                                .toArray(Reading[]::new));
    }

    private static Event event(EventKind kind, double days, Health health) {
        return new Event(
                Event.KERNEL,
                Double.toString(days),
                Optional.empty(),
                Optional.of(Story.START.plus(Duration.ofMinutes(Math.round(days * 24 * 60)))),
                "",
                "I/O error, dev sda, sector 8",
                kind,
                health,
                "kernel log");
    }
}
