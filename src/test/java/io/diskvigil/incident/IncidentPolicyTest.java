package io.diskvigil.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.IncidentPolicy.Decision;
import io.diskvigil.incident.IncidentPolicy.Observation;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IncidentPolicyTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final ComponentId DISK = new ComponentId("ST4000DM000_Z300FAKE");
    private static final Component DRIVE = new Component(DISK, ComponentKind.DRIVE, Identity.unknown(), List.of());

    private final IncidentPolicy policy = new IncidentPolicy(new Defaults());

    private record Defaults() implements IncidentConfig {
        @Override
        public Duration remindAfter() {
            return Duration.ofDays(1);
        }

        @Override
        public Duration remindMax() {
            return Duration.ofDays(7);
        }

        @Override
        public Duration growthPause() {
            return Duration.ofMinutes(10);
        }

        @Override
        public int confirmations() {
            return 2;
        }

        @Override
        public Duration recoverAfter() {
            return Duration.ofMinutes(5);
        }
    }

    @Test
    void aFirstAlertOpensAndIsToldWithTheNoticesBesideIt() {
        Decision decision = policy.decide(
                Optional.empty(), seen(NOON, true, pending(Severity.WARNING, 1), crc(Severity.NOTICE, 3)));

        assertThat(decision.incident()).isPresent();
        assertThat(decision.notification()).hasValueSatisfying(told -> {
            assertThat(told.reason()).isEqualTo(Reason.OPENED);
            assertThat(told.sequence()).isEqualTo(1);
            assertThat(told.changed()).extracting(Finding::subject).containsExactly("pending_sectors");
            assertThat(told.standing()).extracting(Finding::subject).containsExactly("crc_errors");
        });
    }

    @Test
    void aNoticeAloneOpensNothing() {
        Decision decision = policy.decide(Optional.empty(), seen(NOON, true, crc(Severity.NOTICE, 3)));

        assertThat(decision.incident()).isEmpty();
        assertThat(decision.notification()).isEmpty();
    }

    @Test
    void theSameAgainIsNotTold() {
        Incident open = opened(pending(Severity.WARNING, 1));

        Decision decision = policy.decide(Optional.of(open), seen(after(5), true, pending(Severity.WARNING, 1)));

        assertThat(decision.incident()).isPresent();
        assertThat(decision.notification()).isEmpty();
    }

    @Test
    void aDoubledNumberIsToldAtOnce() {
        Incident open = opened(pending(Severity.WARNING, 4));

        Decision decision = policy.decide(Optional.of(open), seen(after(1), true, pending(Severity.WARNING, 8)));

        assertThat(decision.notification()).hasValueSatisfying(told -> {
            assertThat(told.reason()).isEqualTo(Reason.WORSENED);
            assertThat(told.sequence()).isEqualTo(2);
        });
    }

    @Test
    void slowGrowthInsideThePauseIsHeldBackAndThenToldWhole() {
        Incident open = opened(pending(Severity.WARNING, 10));

        Decision held = policy.decide(Optional.of(open), seen(after(1), true, pending(Severity.WARNING, 11)));
        Decision told = policy.decide(held.incident(), seen(after(11), true, pending(Severity.WARNING, 12)));

        assertThat(held.notification()).isEmpty();
        assertThat(told.notification()).map(Notification::reason).contains(Reason.WORSENED);
    }

    @Test
    void ahigherSeverityIsToldAtOnce() {
        Incident open = opened(pending(Severity.WARNING, 15));

        Decision decision = policy.decide(Optional.of(open), seen(after(1), true, pending(Severity.CRITICAL, 16)));

        assertThat(decision.notification()).map(Notification::severity).contains(Severity.CRITICAL);
    }

    @Test
    void aSecondProblemOfTheSameDriveJoinsItsIncident() {
        Incident open = opened(pending(Severity.WARNING, 1));

        Decision decision = policy.decide(
                Optional.of(open),
                seen(after(1), true, pending(Severity.WARNING, 1), reallocated(Severity.WARNING, 8)));

        assertThat(decision.notification()).hasValueSatisfying(told -> {
            assertThat(told.incidentId()).isEqualTo(open.id());
            assertThat(told.changed()).extracting(Finding::subject).containsExactly("reallocated_sectors");
            assertThat(told.standing()).extracting(Finding::subject).containsExactly("pending_sectors");
        });
    }

    @Test
    void remindersBecomeRarerUpToTheLongestPause() {
        Optional<Incident> open = Optional.of(opened(pending(Severity.WARNING, 1)));
        StringBuilder days = new StringBuilder();

        for (int day = 0; day <= 30; day++) {
            Decision decision =
                    policy.decide(open, seen(NOON.plus(Duration.ofDays(day)), true, pending(Severity.WARNING, 1)));
            open = decision.incident();
            if (decision.notification().isPresent()) {
                days.append(day).append(' ');
            }
        }

        assertThat(days.toString().strip()).isEqualTo("1 3 7 14 21 28");
    }

    @Test
    void oneCleanAnswerIsNotYetARecovery() {
        Incident open = opened(pending(Severity.WARNING, 1));

        Decision once = policy.decide(Optional.of(open), seen(after(5), true));
        Decision twice = policy.decide(once.incident(), seen(after(10), true));

        assertThat(once.incident()).isPresent();
        assertThat(once.notification()).isEmpty();
        assertThat(twice.incident()).isEmpty();
        assertThat(twice.notification()).hasValueSatisfying(told -> {
            assertThat(told.reason()).isEqualTo(Reason.RECOVERED);
            assertThat(told.changed()).extracting(Finding::subject).containsExactly("pending_sectors");
        });
    }

    @Test
    void silenceIsNotRecovery() {
        Optional<Incident> open = Optional.of(opened(pending(Severity.WARNING, 1)));

        for (int minute = 1; minute < 60; minute++) {
            open = policy.decide(open, seen(after(minute), false)).incident();
        }

        assertThat(open).isPresent();
    }

    @Test
    void aSleepingDriveIsStillRemindedOf() {
        Incident open = opened(pending(Severity.WARNING, 1));

        Decision decision = policy.decide(Optional.of(open), seen(NOON.plus(Duration.ofDays(1)), false));

        assertThat(decision.notification()).map(Notification::reason).contains(Reason.REMINDED);
    }

    @Test
    void oneProblemGoneOfTwoClosesSilentlyAndTheOtherStays() {
        Incident open = opened(pending(Severity.WARNING, 1), reallocated(Severity.WARNING, 8));

        Decision once = policy.decide(Optional.of(open), seen(after(5), true, reallocated(Severity.WARNING, 8)));
        Decision twice = policy.decide(once.incident(), seen(after(10), true, reallocated(Severity.WARNING, 8)));

        assertThat(twice.notification()).isEmpty();
        assertThat(twice.incident().orElseThrow().complaints())
                .extracting(complaint -> complaint.finding().subject())
                .containsExactly("reallocated_sectors");
    }

    @Test
    void whatFlapsFasterThanItRecoversStaysOneIncidentAndOneMail() {
        Optional<Incident> open = Optional.of(opened(pending(Severity.WARNING, 1)));
        int mails = 0;

        for (int minute = 1; minute < 60; minute++) {
            Decision decision = minute % 4 == 0
                    ? policy.decide(open, seen(after(minute), true, pending(Severity.WARNING, 1)))
                    : policy.decide(open, seen(after(minute), true));
            mails += decision.notification().isPresent() ? 1 : 0;
            open = decision.incident();
        }

        assertThat(open).isPresent();
        assertThat(mails).isZero();
    }

    @Test
    void whatFadedToANoticeIsToldAsFadedNotAsGone() {
        Incident open = opened(reallocated(Severity.WARNING, 12));
        Finding quiet = reallocated(Severity.NOTICE, 12);

        Decision once = policy.decide(Optional.of(open), seen(after(5), true, quiet));
        Decision twice = policy.decide(once.incident(), seen(after(10), true, quiet));

        assertThat(twice.notification()).hasValueSatisfying(told -> {
            assertThat(told.reason()).isEqualTo(Reason.RECOVERED);
            assertThat(told.changed()).containsExactly(quiet);
            assertThat(told.standing()).isEmpty();
        });
    }

    @Test
    void aClockThatWasSetBackHoldsNothingBack() {
        Incident open = opened(pending(Severity.WARNING, 10));
        Instant before = NOON.minus(Duration.ofDays(700));

        Decision worse = policy.decide(Optional.of(open), seen(before, true, pending(Severity.WARNING, 11)));
        Decision once = policy.decide(Optional.of(open), seen(after(5), true));
        Decision twice = policy.decide(once.incident(), seen(before, true));
        Decision thrice = policy.decide(twice.incident(), seen(before.plus(Duration.ofMinutes(5)), true));

        assertThat(worse.notification()).map(Notification::reason).contains(Reason.WORSENED);
        assertThat(thrice.incident()).isEmpty();
    }

    private Incident opened(Finding... findings) {
        return policy.decide(Optional.empty(), seen(NOON, true, findings))
                .incident()
                .orElseThrow();
    }

    private static Instant after(int minutes) {
        return NOON.plus(Duration.ofMinutes(minutes));
    }

    private static Observation seen(Instant at, boolean complete, Finding... findings) {
        return new Observation(DRIVE, at, false, finding -> complete, List.of(findings), Map.of(), List::of, List::of);
    }

    private static Finding pending(Severity severity, long level) {
        return finding("pending-sectors", "pending_sectors", severity, level);
    }

    private static Finding reallocated(Severity severity, long level) {
        return finding("reallocated-sectors", "reallocated_sectors", severity, level);
    }

    private static Finding crc(Severity severity, long level) {
        return finding("link-errors", "crc_errors", severity, level);
    }

    private static Finding finding(String rule, String subject, Severity severity, long level) {
        return new Finding(
                rule, DISK, subject, severity, level, level + " " + subject, Evidence.none(), "", List.of(), false);
    }
}
