package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.inventory.Lives;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.poll.EventMemory.Booked;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class EventBookTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration POLL = Duration.ofMinutes(5);
    private static final Target TARGET = new Target("areca", "areca:1", "controller");
    private static final ComponentId CONTROLLER = new ComponentId("ARC-1680_Y123");
    private static final String CHANNEL = "areca,2";

    private final HandClock clock = new HandClock(START);
    private final TestEvents memory = new TestEvents();
    private final LastKnown lastKnown = new LastKnown();
    private final Lives lives = new Lives(List.of());
    private final List<Event> log = new ArrayList<>();
    private ZoneId zone = ZoneOffset.UTC;
    private Component drive = drive("OLD");
    private EventBook book = book();

    @Test
    void theFirstReadDatesOldAndNewRecordsByTheirClock() {
        add(START.minus(Duration.ofDays(500)), EventKind.READ_ERROR);
        add(START.minus(Duration.ofDays(90)), EventKind.READ_ERROR);
        add(START.minus(Duration.ofHours(2)), EventKind.WRITE_ERROR);

        poll();

        assertThat(memory.records)
                .extracting(one -> one.event().at().orElseThrow())
                .containsExactly(START.minus(Duration.ofDays(90)), START.minus(Duration.ofHours(2)));
        assertThat(memory.records).extracting(Booked::owner).containsOnly(drive.id());
        assertThat(shownOf(drive).count("controller_media_events")).hasValue(2);
    }

    @Test
    void whatAppearsBetweenTwoPollsIsNewOnceAndHappenedThen() {
        add(START.minus(Duration.ofDays(90)), EventKind.READ_ERROR);
        poll();

        for (int i = 0; i < 10; i++) {
            add(clock.instant().plusSeconds(60 + i), EventKind.READ_ERROR);
        }
        Instant before = clock.instant();
        poll();
        poll();
        poll();

        assertThat(memory.records).hasSize(11);
        assertThat(memory.records.subList(1, 11))
                .allSatisfy(one -> assertThat(one.event().at().orElseThrow()).isBetween(before, before.plus(POLL)));
        assertThat(shownOf(drive).count("controller_media_events")).hasValue(11);
        assertThat(lastKnown.eventLogs()).singleElement().satisfies(view -> {
            assertThat(view.controller()).isEqualTo(CONTROLLER);
            assertThat(view.totals()).containsEntry(EventKind.READ_ERROR, 11L);
        });
    }

    @Test
    void aPollInWhichNothingIsNewWritesNothing() {
        add(START.minusSeconds(60), EventKind.READ_ERROR);
        poll();
        int writes = memory.writes;

        poll();
        poll();

        assertThat(memory.writes).isEqualTo(writes);
    }

    @Test
    void aLogThatWasClearedStartsItsNumbersAgainAndHidesNothing() {
        add(START.minusSeconds(600), EventKind.READ_ERROR);
        add(START.minusSeconds(500), EventKind.READ_ERROR);
        poll();

        log.clear();
        add(clock.instant().plusSeconds(30), EventKind.READ_ERROR);
        poll();

        assertThat(memory.records).hasSize(3);
        assertThat(memory.records.get(2).event().recordId()).isEqualTo("1");
        poll();
        assertThat(memory.records).hasSize(3);
    }

    @Test
    void aLogThatOverranTellsOnlyWhatIsNewInIt() {
        for (int i = 0; i < 100; i++) {
            add(START.minusSeconds(2000 - i * 10), EventKind.TIME_OUT);
        }
        poll();

        log.subList(0, 20).clear();
        for (int i = 0; i < 20; i++) {
            add(clock.instant().plusSeconds(i), EventKind.TIME_OUT, Integer.toString(101 + i));
        }
        poll();

        assertThat(memory.records).hasSize(120);
    }

    @Test
    void aControllerThatLostItsTimeHasItsNewRecordsDatedByTheHost() {
        add(START.minusSeconds(600), EventKind.READ_ERROR);
        poll();

        log.clear();
        add(Instant.parse("2000-01-01T00:00:05Z"), EventKind.CONTROLLER);
        add(Instant.parse("2000-01-01T00:01:00Z"), EventKind.READ_ERROR);
        Instant before = clock.instant();
        poll();

        assertThat(memory.records).hasSize(3);
        assertThat(memory.records.get(2).event().at().orElseThrow()).isBetween(before, clock.instant());
        assertThat(shownOf(drive).count("controller_media_events")).hasValue(2);
    }

    @Test
    void recordsThatFollowALaterOneInTheLogAreNoOlderThanIt() {
        add(START.minus(Duration.ofDays(2)), EventKind.CHECK);
        add(Instant.parse("2000-01-01T00:01:00Z"), EventKind.READ_ERROR);

        poll();

        assertThat(memory.records.get(1).event().at()).contains(START.minus(Duration.ofDays(2)));
    }

    @Test
    void aRestartedDaemonKnowsWhatWasBookedAndDatesWhatItMissed() {
        add(START.minusSeconds(600), EventKind.READ_ERROR);
        poll();
        Instant down = clock.instant();
        add(down.plus(Duration.ofHours(5)), EventKind.READ_ERROR);
        clock.pass(Duration.ofDays(2));

        book = book();
        poll();

        assertThat(memory.records).hasSize(2);
        assertThat(memory.records.get(1).event().at()).contains(down.plus(Duration.ofHours(5)));
        assertThat(shownOf(drive).count("controller_media_events")).hasValue(2);
    }

    @Test
    void aDriveThatWasSwappedKeepsItsErrorsAndTheNewOneGetsNone() {
        add(START.minusSeconds(600), EventKind.READ_ERROR);
        poll();
        Component old = drive;

        add(clock.instant().plusSeconds(60), EventKind.READ_ERROR);
        drive = drive("NEW");
        poll();
        assertThat(shownOf(old).count("controller_media_events")).hasValue(2);
        assertThat(shownOf(drive).count("controller_media_events")).hasValue(0);

        add(clock.instant().plusSeconds(60), EventKind.READ_ERROR);
        poll();
        assertThat(shownOf(old).count("controller_media_events")).hasValue(2);
        assertThat(shownOf(drive).count("controller_media_events")).hasValue(1);
    }

    @Test
    void whatFollowsTheInsertionBetweenTwoPollsIsOfTheNewDrive() {
        add(START.minusSeconds(600), EventKind.CHECK);
        poll();
        Component old = drive;

        add(clock.instant().plusSeconds(60), EventKind.READ_ERROR);
        add(clock.instant().plusSeconds(90), EventKind.DRIVE_INSERTED);
        add(clock.instant().plusSeconds(120), EventKind.WRITE_ERROR);
        drive = drive("NEW");
        poll();

        assertThat(kinds(old)).containsExactly(EventKind.CHECK, EventKind.READ_ERROR);
        assertThat(kinds(drive)).containsExactly(EventKind.DRIVE_INSERTED, EventKind.WRITE_ERROR);
    }

    @Test
    void errorsBeforeAnInsertionInTheHistoryBlameNobodyWhoIsThereNow() {
        add(START.minus(Duration.ofDays(9)), EventKind.READ_ERROR);
        add(START.minus(Duration.ofDays(8)), EventKind.DRIVE_INSERTED);
        add(START.minus(Duration.ofDays(7)), EventKind.WRITE_ERROR);

        poll();

        assertThat(memory.records).extracting(Booked::owner).containsExactly(CONTROLLER, drive.id(), drive.id());
    }

    @Test
    void identicalLinesOfOneSecondAreAsManyAsTheyAre() {
        add(START.minusSeconds(600), EventKind.READ_ERROR, "");
        add(START.minusSeconds(600), EventKind.READ_ERROR, "");
        poll();
        assertThat(memory.records).hasSize(2);

        add(START.minusSeconds(600), EventKind.READ_ERROR, "");
        poll();
        poll();

        assertThat(memory.records).hasSize(3);
        assertThat(shownOf(drive).readings(Event.class)).hasSize(3);
    }

    @Test
    void anOffsetIsMeasuredByWhatAppearsBetweenPollsAndNoneIsMadeUpOfANarrowOne() {
        add(START.minusSeconds(600), EventKind.READ_ERROR);
        poll();
        add(clock.instant().plusSeconds(60), EventKind.READ_ERROR);
        poll();
        assertThat(shownOfController().level("clock_offset_seconds")).hasValue(0);

        add(clock.instant().plusSeconds(60).plus(Duration.ofMinutes(30)), EventKind.READ_ERROR);
        poll();

        // Two polls of doubt, so between 26 and 36 minutes.
        assertThat(shownOfController().level("clock_offset_seconds").orElseThrow())
                .isBetween(25 * 60.0, 30 * 60.0);
        assertThat(shownOfController()
                        .gauge("clock_offset_seconds")
                        .orElseThrow()
                        .source())
                .isEqualTo("estimated from its event log");
        assertThat(findings()).isEmpty();
    }

    @Test
    void aClockThatMovesByAnHourIsTold() {
        add(START.minusSeconds(600), EventKind.READ_ERROR);
        poll();
        add(clock.instant().plusSeconds(60), EventKind.READ_ERROR);
        poll();
        add(clock.instant().plusSeconds(60).plus(Duration.ofHours(1)), EventKind.READ_ERROR);
        poll();

        assertThat(findings())
                .extracting(Finding::summary)
                .containsExactly("the controller's clock moved forward by about an hour");
        clock.pass(Duration.ofDays(2));
        assertThat(findings()).isEmpty();
    }

    @Test
    void anHourThatTheControllerTellsIsToldToo() {
        add(START.minusSeconds(600), EventKind.READ_ERROR);
        poll(ahead(4));
        poll(ahead(-3597));

        assertThat(findings())
                .extracting(Finding::summary)
                .containsExactly("the controller's clock moved back by about an hour");
        assertThat(memory.records.get(0).event().at()).contains(START.minusSeconds(604));
    }

    @Test
    void theHourThatComesTwiceInAutumnIsNoJumpOfTheClock() {
        zone = ZoneId.of("Europe/Berlin");
        clock.pass(Duration.between(START, Instant.parse("2026-10-25T00:40:00Z")));
        book = book();
        add(clock.instant().minusSeconds(600), EventKind.READ_ERROR);
        poll();
        for (int i = 0; i < 24; i++) {
            add(clock.instant().plusSeconds(60), EventKind.READ_ERROR);
            poll();
        }

        assertThat(findings()).isEmpty();
        assertThat(shownOfController().level("clock_offset_seconds")).hasValue(0);
    }

    @Test
    void tenThousandRecordsAreReadOnceAndTenMoreAreTen() {
        for (int i = 0; i < 10_000; i++) {
            add(START.minusSeconds(20_000 - i), EventKind.READ_ERROR);
        }
        poll();
        assertThat(memory.records).hasSize(EventBook.MOST);

        poll();
        assertThat(memory.records).hasSize(EventBook.MOST);
        for (int i = 0; i < 10; i++) {
            add(clock.instant().plusSeconds(i), EventKind.READ_ERROR, "n" + i);
        }
        poll();

        assertThat(memory.records).hasSize(EventBook.MOST + 10);
        assertThat(shownOf(drive).readings(Event.class))
                .hasSize(200)
                .last()
                .satisfies(last -> assertThat(last.recordId()).isEqualTo("n9"));
    }

    @Test
    void chatterOfOneKindDoesNotPushErrorsOutOfSight() {
        for (int i = 0; i < 40; i++) {
            add(clock.instant().minusSeconds(3600 - i), EventKind.READ_ERROR);
        }
        poll();
        for (int i = 0; i < 1500; i++) {
            add(clock.instant().plusSeconds(i / 10), EventKind.HOUSEKEEPING, "chatter" + i);
        }
        poll();
        book.housekeep();

        assertThat(kinds(drive))
                .filteredOn(kind -> kind == EventKind.READ_ERROR)
                .hasSize(40);
        assertThat(kinds(drive)).hasSizeLessThanOrEqualTo(240);
    }

    @Test
    void theNewestPartOfALogAndThenTheWholeTellNothingTwice() {
        for (int i = 0; i < 50; i++) {
            add(START.minus(Duration.ofDays(50 - i)), EventKind.READ_ERROR);
        }
        List<Event> whole = List.copyOf(log);
        log.subList(0, 40).clear();
        poll();
        log.clear();
        log.addAll(whole);
        poll();

        assertThat(memory.records).hasSize(50);
        assertThat(memory.records.get(10).event().at()).contains(START.minus(Duration.ofDays(50)));
    }

    @Test
    void anotherWordingOfTheSameLogIsNoNews() {
        for (int i = 0; i < 5; i++) {
            add(START.minusSeconds(500 - i), EventKind.READ_ERROR);
        }
        poll();
        log.replaceAll(old -> event(old.clock(), old.place(), "Medium error", old.kind(), "x" + old.recordId()));
        poll();

        assertThat(memory.records).hasSize(5);
    }

    @Test
    void whatCannotBeWrittenIsToldAndWrittenLater() {
        add(START.minusSeconds(600), EventKind.READ_ERROR);
        poll();
        memory.broken = true;
        add(clock.instant().plusSeconds(60), EventKind.READ_ERROR);
        poll();
        assertThat(shownOf(drive).count("controller_media_events")).hasValue(2);
        assertThat(memory.records).hasSize(1);

        memory.broken = false;
        poll();
        assertThat(memory.records).hasSize(2);
        assertThat(shownOf(drive).count("controller_media_events")).hasValue(2);
    }

    @Test
    void recordsWithoutAPlaceOrOfAnUnknownOneAreTheControllers() {
        log.add(event(Optional.of(LocalDateTime.ofInstant(START, zone)), "", "Power On", EventKind.CONTROLLER, "1"));
        log.add(event(Optional.of(LocalDateTime.ofInstant(START, zone)), "areca,99", "x", EventKind.READ_ERROR, "2"));
        poll();

        assertThat(memory.records).extracting(Booked::owner).containsOnly(CONTROLLER);
        assertThat(shownOfController().readings(Event.class)).hasSize(2);
    }

    @Test
    void aDriveOfAControllerWithoutALogHasNoSuchCounter() {
        poll();

        assertThat(shownOf(drive).readings()).isEmpty();
        assertThat(lastKnown.eventLogs()).isEmpty();
    }

    private void poll(Reading... more) {
        clock.pass(POLL);
        lives.seen(drive, drive.locations(), clock.instant());
        List<Reading> readings = new ArrayList<>(log);
        readings.addAll(List.of(more));
        book.read(
                TARGET,
                List.of(
                        new Snapshot(drive, clock.instant(), List.of()),
                        new Snapshot(controller(), clock.instant(), readings)),
                new EventBook.Occupants() {
                    @Override
                    public Optional<ComponentId> at(String path, String place, Instant when) {
                        return lives.at(path, place, when);
                    }

                    @Override
                    public Optional<ComponentId> firstAfter(String path, String place, Instant when) {
                        return lives.firstAfter(path, place, when);
                    }
                });
    }

    private Snapshot shownOf(Component component) {
        return book.told(new Snapshot(component, clock.instant(), List.of()));
    }

    private Snapshot shownOfController() {
        return shownOf(controller());
    }

    private List<EventKind> kinds(Component component) {
        return shownOf(component).readings(Event.class).map(Event::kind).toList();
    }

    private List<Finding> findings() {
        return book.clocks().of(CONTROLLER).orElseThrow();
    }

    private void add(Instant at, EventKind kind) {
        add(at, kind, Integer.toString(log.size() + 1));
    }

    private void add(Instant at, EventKind kind, String id) {
        log.add(event(Optional.of(LocalDateTime.ofInstant(at, zone)), CHANNEL, "Reading Error", kind, id));
    }

    private static Event event(Optional<LocalDateTime> clock, String place, String text, EventKind kind, String id) {
        return new Event("event", id, clock, Optional.empty(), place, text, kind, Health.UNKNOWN, "event info");
    }

    private static Gauge ahead(double seconds) {
        return new Gauge("clock_offset_seconds", seconds, OptionalDouble.empty(), "sys info");
    }

    private EventBook book() {
        return new EventBook(memory, lastKnown, new TestConfigs.Polls(POLL), zone, clock);
    }

    private static Component controller() {
        return new Component(
                CONTROLLER,
                ComponentKind.CONTROLLER,
                Identity.unknown(),
                List.of(Location.of("areca:1", "controller")));
    }

    private static Component drive(String serial) {
        return new Component(
                new ComponentId("WD_" + serial),
                ComponentKind.DRIVE,
                Identity.unknown(),
                List.of(Location.of("areca:1", CHANNEL)));
    }
}
