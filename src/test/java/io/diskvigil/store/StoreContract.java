package io.diskvigil.store;

import static io.diskvigil.store.Cases.START;
import static io.diskvigil.store.Cases.answer;
import static io.diskvigil.store.Cases.celsius;
import static io.diskvigil.store.Cases.drive;
import static io.diskvigil.store.Cases.hours;
import static io.diskvigil.store.Cases.incident;
import static io.diskvigil.store.Cases.opened;
import static io.diskvigil.store.Cases.pending;
import static io.diskvigil.store.Cases.snapshot;
import static io.diskvigil.store.Cases.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Incident;
import io.diskvigil.incident.IncidentPolicy.Decision;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.incident.Outbox;
import io.diskvigil.incident.Outbox.Batch;
import io.diskvigil.inventory.Known;
import io.diskvigil.model.Change;
import io.diskvigil.model.Component;
import io.diskvigil.model.Location;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.Ledger;
import io.diskvigil.poll.Ledger.Entry;
import io.diskvigil.rule.History;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every database behind {@link Ledger} and {@link Outbox} must do; one test class a database implements this. */
interface StoreContract {
    Duration GROUP_WAIT = Duration.ofSeconds(30);
    Duration LONGEST_PAUSE = Duration.ofHours(1);
    Component DRIVE = drive("Z300AAAA");
    Component OTHER = drive("Z300BBBB");

    Ledger ledger();

    Outbox outbox();

    /** Closes and opens the same database again. */
    void reopen();

    @Test
    default void aComponentIsRememberedWithEverythingItSaysOfItself() {
        ledger().commit(answer(ledger(), snapshot(DRIVE, START, pending(0))));
        reopen();
        assertThat(ledger().components()).containsExactly(new Known(DRIVE, START, START));
    }

    @Test
    default void aComponentThatMovedIsRememberedWhereItIsNow() {
        ledger().commit(answer(ledger(), snapshot(DRIVE, START, pending(0))));
        Component moved = DRIVE.withLocations(List.of(Location.of("/dev/sdz", "sat")));
        ledger().commit(answer(ledger(), snapshot(moved, START.plusSeconds(60), pending(0))));
        reopen();
        assertThat(ledger().components()).extracting(Known::component).containsExactly(moved);
    }

    @Test
    default void theTimeLastSeenIsNoOlderThanAnHour() {
        Instant at = START;
        for (int poll = 0; poll < 24; poll++, at = at.plusSeconds(300)) {
            ledger().commit(answer(ledger(), snapshot(DRIVE, at, pending(0))));
        }
        reopen();
        Instant last = at.minusSeconds(300);
        assertThat(ledger().components().get(0).lastSeen()).isBetween(last.minusSeconds(3600), last);
    }

    @Test
    default void whatNeverAnsweredIsNoComponentButMayHaveAnIncident() {
        Incident incident = incident("i1", DRIVE, 1);
        ledger().commit(unanswered(DRIVE, START, Optional.of(incident)));
        reopen();
        assertThat(ledger().components()).isEmpty();
        assertThat(ledger().openIncidents()).containsExactly(incident);
    }

    @Test
    default void aHistoryComesBackAsItWasCommitted() {
        Instant later = START.plusSeconds(300);
        ledger().commit(answer(ledger(), snapshot(DRIVE, START, pending(0), hours(100), celsius(31))));
        ledger().commit(answer(ledger(), snapshot(DRIVE, later, pending(8), hours(100), celsius(31))));
        History kept = ledger().history(DRIVE.id());
        reopen();
        History loaded = ledger().history(DRIVE.id());
        assertThat(loaded.tracks()).isEqualTo(kept.tracks());
        assertThat(loaded.changes("pending_sectors")).containsExactly(new Change(later, 0, 8));
        assertThat(loaded.baseline("pending_sectors").orElseThrow().value()).isZero();
    }

    @Test
    default void theHistoryOfAStrangerIsEmpty() {
        assertThat(ledger().history(DRIVE.id()).tracks()).isEmpty();
    }

    @Test
    default void temperaturesLearnedEachHourAreNotForgottenBetweenPolls() {
        Instant at = START;
        for (int hour = 0; hour < 30; hour++, at = at.plusSeconds(3600)) {
            ledger().commit(answer(ledger(), snapshot(DRIVE, at, celsius(30))));
        }
        assertThat(ledger().history(DRIVE.id()).median("temperature_celsius")).hasValue(30);
        reopen();
        assertThat(ledger().history(DRIVE.id()).median("temperature_celsius")).hasValue(30);
    }

    @Test
    default void anIncidentIsOpenUntilADecisionEndsIt() {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        ledger().commit(opened(ledger(), "i2", OTHER, START));
        reopen();
        assertThat(ledger().openIncidents())
                .containsExactlyInAnyOrder(incident("i1", DRIVE, 1), incident("i2", OTHER, 1));
        ledger().commit(answer(ledger(), snapshot(DRIVE, START.plusSeconds(300), pending(0))));
        reopen();
        assertThat(ledger().openIncidents()).extracting(Incident::id).containsExactly("i2");
    }

    @Test
    default void anIncidentChangesUnderItsId() {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        Incident worse = incident("i1", DRIVE, 2);
        ledger().commit(answer(
                ledger(),
                snapshot(DRIVE, START.plusSeconds(300), pending(16)),
                Optional.of(worse),
                Optional.of(told(worse, Reason.WORSENED, START.plusSeconds(300)))));
        reopen();
        assertThat(ledger().openIncidents()).containsExactly(worse);
    }

    @Test
    default void aNotificationWaitsForOthersAndThenTravelsWithThem() {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        ledger().commit(opened(ledger(), "i2", OTHER, START.plusSeconds(29)));
        assertThat(outbox().next(START.plusSeconds(29), 10)).isEmpty();
        Batch batch = outbox().next(START.plusSeconds(30), 10).orElseThrow();
        assertThat(batch.notifications())
                .containsExactly(
                        told(incident("i1", DRIVE, 1), Reason.OPENED, START),
                        told(incident("i2", OTHER, 1), Reason.OPENED, START.plusSeconds(29)));
        assertThat(batch.attempts()).isZero();
    }

    @Test
    default void aBatchHoldsNoMoreThanAsked() {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        ledger().commit(opened(ledger(), "i2", OTHER, START));
        Batch first = outbox().next(START.plusSeconds(30), 1).orElseThrow();
        outbox().delivered(first, START.plusSeconds(31));
        Batch second = outbox().next(START.plusSeconds(32), 1).orElseThrow();
        assertThat(first.notifications()).hasSize(1);
        assertThat(second.notifications()).hasSize(1);
        assertThat(second.id()).isNotEqualTo(first.id());
    }

    @Test
    default void aBatchKeepsItsIdAndMembersOverARestartUntilItIsSettled() {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        Batch before = outbox().next(START.plusSeconds(30), 10).orElseThrow();
        reopen();
        ledger().commit(opened(ledger(), "i2", OTHER, START.plusSeconds(31)));
        assertThat(outbox().next(START.plusSeconds(90), 10)).contains(before);
        outbox().delivered(before, START.plusSeconds(91));
        Batch next = outbox().next(START.plusSeconds(92), 10).orElseThrow();
        assertThat(next.notifications()).extracting(one -> one.incidentId()).containsExactly("i2");
        outbox().delivered(next, START.plusSeconds(93));
        assertThat(outbox().next(START.plusSeconds(1000), 10)).isEmpty();
    }

    @Test
    default void aBatchThatFailedIsTriedAgainAtItsTimeAndCountsItsAttempts() {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        Batch batch = outbox().next(START.plusSeconds(30), 10).orElseThrow();
        outbox().retry(batch, START.plusSeconds(90), "connection refused");
        reopen();
        assertThat(outbox().next(START.plusSeconds(89), 10)).isEmpty();
        Batch again = outbox().next(START.plusSeconds(90), 10).orElseThrow();
        assertThat(again.id()).isEqualTo(batch.id());
        assertThat(again.attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT2H", "P730D"})
    default void aNotificationIsNotHeldBackByAClockThatWasSetBack(Duration step) {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        assertThat(outbox().next(START.minus(step), 10)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT2H", "P730D"})
    default void aBatchThatFailedIsNotHeldBackByAClockThatWasSetBack(Duration step) {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        Batch batch = outbox().next(START.plusSeconds(30), 10).orElseThrow();
        outbox().retry(batch, START.plus(LONGEST_PAUSE), "connection refused");
        assertThat(outbox().next(START.plusSeconds(1), 10)).isEmpty();
        Instant early = START.minus(step);
        Batch again = outbox().next(early, 10).orElseThrow();
        assertThat(again.id()).isEqualTo(batch.id());
        outbox().retry(again, early.plus(LONGEST_PAUSE), "connection refused");
        assertThat(outbox().next(early.plusSeconds(1), 10)).isEmpty();
    }

    @Test
    default void anIncidentIsToldInOrderWhileOthersDoNotWaitForIt() {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        Batch stuck = outbox().next(START.plusSeconds(30), 10).orElseThrow();
        outbox().retry(stuck, START.plusSeconds(3600), "connection refused");
        Incident worse = incident("i1", DRIVE, 2);
        ledger().commit(answer(
                ledger(),
                snapshot(DRIVE, START.plusSeconds(60), pending(16)),
                Optional.of(worse),
                Optional.of(told(worse, Reason.WORSENED, START.plusSeconds(60)))));
        ledger().commit(opened(ledger(), "i2", OTHER, START.plusSeconds(60)));
        Batch other = outbox().next(START.plusSeconds(90), 10).orElseThrow();
        assertThat(other.notifications()).extracting(one -> one.incidentId()).containsExactly("i2");
        assertThat(outbox().next(START.plusSeconds(3600), 10).orElseThrow().id())
                .isIn(stuck.id(), other.id());
    }

    @Test
    default void aRefusedBatchIsTriedAgainAndHoldsNothingBack() {
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        Batch refused = outbox().next(START.plusSeconds(30), 10).orElseThrow();
        outbox().refused(refused, START.plusSeconds(930), "550 no such user");
        Incident worse = incident("i1", DRIVE, 2);
        ledger().commit(answer(
                ledger(),
                snapshot(DRIVE, START.plusSeconds(60), pending(16)),
                Optional.of(worse),
                Optional.of(told(worse, Reason.WORSENED, START.plusSeconds(60)))));
        reopen();
        Batch later = outbox().next(START.plusSeconds(90), 10).orElseThrow();
        assertThat(later.notifications()).extracting(one -> one.sequence()).containsExactly(2);
        outbox().delivered(later, START.plusSeconds(91));
        assertThat(outbox().next(START.plusSeconds(929), 10)).isEmpty();
        Batch again = outbox().next(START.plusSeconds(930), 10).orElseThrow();
        assertThat(again.id()).isEqualTo(refused.id());
        assertThat(again.attempts()).isEqualTo(1);
        outbox().retry(again, START.plusSeconds(990), "connection refused");
        assertThat(outbox().next(START.plusSeconds(990), 10)).isPresent();
        assertThat(outbox().backlog(START).depth()).isEqualTo(1);
        outbox().rejected(again, START.plusSeconds(1000), "550 no such user");
        assertThat(outbox().next(START.plusSeconds(9999), 10)).isEmpty();
        assertThat(outbox().backlog(START).rejected()).isEqualTo(1);
    }

    @Test
    default void theBacklogCountsWhatWaitsAndWhatWasRejected() {
        assertThat(outbox().backlog(START)).isEqualTo(new Outbox.Backlog(0, Optional.empty(), 0));
        ledger().commit(opened(ledger(), "i1", DRIVE, START));
        Batch batch = outbox().next(START.plusSeconds(30), 10).orElseThrow();
        ledger().commit(opened(ledger(), "i2", OTHER, START.plusSeconds(40)));
        assertThat(outbox().backlog(START)).isEqualTo(new Outbox.Backlog(2, Optional.of(START), 0));
        outbox().rejected(batch, START.plusSeconds(50), "550 no such user");
        reopen();
        assertThat(outbox().backlog(START)).isEqualTo(new Outbox.Backlog(1, Optional.of(START.plusSeconds(40)), 1));
    }

    @Test
    default void theSameDecisionCommittedTwiceIsToldOnce() {
        Entry entry = opened(ledger(), "i1", DRIVE, START);
        ledger().commit(entry);
        ledger().commit(entry);
        assertThat(outbox().backlog(START).depth()).isEqualTo(1);
    }

    private static Entry unanswered(Component component, Instant at, Optional<Incident> incident) {
        return new Entry(
                component,
                at,
                false,
                Optional.<Snapshot>empty(),
                History.NONE,
                History.NONE,
                new Decision(incident, Optional.empty()));
    }
}
