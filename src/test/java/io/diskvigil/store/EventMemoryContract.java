package io.diskvigil.store;

import static io.diskvigil.store.Cases.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.poll.ClockOffset;
import io.diskvigil.poll.EventMemory;
import io.diskvigil.poll.EventMemory.Booked;
import io.diskvigil.poll.EventMemory.Jump;
import io.diskvigil.poll.EventMemory.Log;
import io.diskvigil.poll.EventMemory.Total;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every database behind {@link EventMemory} must do. */
interface EventMemoryContract {
    ComponentId CONTROLLER = new ComponentId("ARC-1680_Y123");
    ComponentId DRIVE = new ComponentId("WD_2");

    EventMemory events();

    /** Closes and opens the same database again. */
    void reopen();

    @Test
    default void aLogComesBackAsItWasKept() {
        Log log = new Log(
                CONTROLLER,
                "areca:1",
                START,
                Optional.of(LocalDateTime.parse("2025-01-01T00:00:00")),
                Optional.of(new ClockOffset(-3.5, 600.25, false, START)),
                Optional.of(new Jump(START, -3600)));
        events().keep(log(START.minusSeconds(60)), List.of());
        events().keep(log, List.of());
        reopen();
        assertThat(events().logs()).containsExactly(log);
    }

    @Test
    default void recordsComeBackInTheirOrderWithAllThatTheySay() {
        Event bare = new Event(
                "event",
                "",
                Optional.empty(),
                Optional.empty(),
                "",
                "Pow\u00e9r ' On",
                EventKind.CONTROLLER,
                Health.OK,
                "x");
        List<Booked> booked = List.of(
                new Booked(CONTROLLER, CONTROLLER, bare),
                records(1, START).get(0),
                new Booked(CONTROLLER, CONTROLLER, bare));
        events().keep(log(START), booked);
        reopen();
        assertThat(events().records()).containsExactlyElementsOf(booked);
        assertThat(events().totals())
                .containsExactlyInAnyOrder(
                        new Total(CONTROLLER, CONTROLLER, EventKind.CONTROLLER, 2),
                        new Total(CONTROLLER, DRIVE, EventKind.READ_ERROR, 1));
    }

    @Test
    default void whatIsTooOldIsForgottenButCountedAndItsTimeNoted() {
        events().keep(log(START), records(150, START.minus(Duration.ofDays(401))));
        events().keep(log(START), records(100, START.minus(Duration.ofDays(1))));
        assertThat(events().forget(START.minus(Duration.ofDays(400)), 1000)).isTrue();
        assertThat(events().forget(START.minus(Duration.ofDays(400)), 1000)).isFalse();
        reopen();
        assertThat(events().records()).hasSize(100);
        assertThat(events().totals()).extracting(Total::count).containsExactly(250L);
        assertThat(events().logs().get(0).forgotten())
                .contains(records(150, START.minus(Duration.ofDays(401)))
                        .get(149)
                        .event()
                        .clock()
                        .orElseThrow());
    }

    @Test
    default void theNewestOfAControllerStayHoweverOldTheyAre() {
        events().keep(log(START), records(150, START.minus(Duration.ofDays(1000))));
        events().forget(START, 1000);
        assertThat(events().records())
                .hasSize(100)
                .last()
                .satisfies(last -> assertThat(last.event().recordId()).isEqualTo("149"));
    }

    @Test
    default void ofEachComponentTheNewestAreKept() {
        events().keep(log(START), records(300, START));
        assertThat(events().forget(START.minus(Duration.ofDays(400)), 200)).isTrue();
        assertThat(events().records())
                .hasSize(200)
                .first()
                .satisfies(first -> assertThat(first.event().recordId()).isEqualTo("100"));
    }

    static Log log(Instant readAt) {
        return new Log(CONTROLLER, "areca:1", readAt, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Of one drive, a second apart. */
    static List<Booked> records(int many, Instant from) {
        return IntStream.range(0, many)
                .mapToObj(i -> new Booked(
                        CONTROLLER,
                        DRIVE,
                        new Event(
                                "event",
                                Integer.toString(i),
                                Optional.of(LocalDateTime.ofInstant(from.plusSeconds(i), ZoneOffset.UTC)),
                                Optional.of(from.plusSeconds(i)),
                                "areca,2",
                                "Reading Error",
                                EventKind.READ_ERROR,
                                Health.DEGRADED,
                                "event info")))
                .toList();
    }
}
