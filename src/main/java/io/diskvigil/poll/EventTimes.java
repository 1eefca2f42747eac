package io.diskvigil.poll;

import io.diskvigil.model.Reading.Event;
import io.diskvigil.poll.LogNews.News;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * When records happened by the host's clock, from the controller's clock, which has no zone and may be wrong, and from the two
 * looks between which they appeared.
 *
 * @param lastLook when the log was read before; empty at its first read
 * @param now when it was read
 * @param zone of the host: controllers are set to its time, as it is on its walls
 */
record EventTimes(Optional<Instant> lastLook, Instant now, ZoneId zone) {
    /** Between looks that are further apart, the clock says more than the looks do. */
    private static final Duration NARROW = Duration.ofHours(1);
    /** Looks that are further apart say little about the clock. */
    private static final Duration WIDEST = Duration.ofHours(2);
    /** A clock that is further ahead says nothing at all. */
    private static final Duration ABSURD = Duration.ofDays(1);

    /**
     * What the records since the last look say about the clock: each was written at a known time by it, and at some time
     * between the looks by the host's.
     *
     * @param least the shortest time in which it is believed to have happened: a log may be shown late
     */
    Optional<ClockOffset> measured(List<News> news, Duration least) {
        Optional<Instant> from = lastLook.filter(look -> !look.isBefore(now.minus(WIDEST)))
                .map(look -> look.isBefore(now.minus(least)) ? look : now.minus(least));
        return from.flatMap(begin -> news.stream()
                .filter(News::sinceLastLook)
                .flatMap(one -> one.event().clock().stream())
                .map(clock -> ClockOffset.between(instant(clock), begin, now))
                .reduce(ClockOffset::then));
    }

    /** The records with their times, in the same order; without one only where nothing is known of it. */
    List<Event> dated(List<News> news, Optional<ClockOffset> offset) {
        ClockOffset ahead = offset.orElseGet(() -> assumed(news));
        List<Event> all = new ArrayList<>();
        // Of an absurd clock only the order in the log is believed.
        Optional<Instant> before = news.stream()
                .filter(one -> !one.sinceLastLook())
                .flatMap(one -> byClock(one.event(), ahead).stream())
                .min(Comparator.naturalOrder());
        for (News one : news) {
            Optional<Instant> clock = byClock(one.event(), ahead);
            if (one.sinceLastLook() && lastLook.isPresent()) {
                all.add(one.event().withAt(Optional.of(since(lastLook.get(), clock, offset))));
            } else {
                Optional<Instant> previous = before;
                before = clock.map(at -> previous.filter(at::isBefore).orElse(at))
                        .or(() -> previous);
                all.add(one.event().withAt(before));
            }
        }
        return all;
    }

    private Instant since(Instant look, Optional<Instant> clock, Optional<ClockOffset> offset) {
        boolean narrow = !look.isBefore(now.minus(NARROW));
        if (clock.isEmpty() || (narrow && offset.isEmpty())) {
            return now;
        }
        Duration doubt = Duration.ofSeconds(1
                + (long) offset.map(known -> known.high() - known.low())
                        .orElse(0.0)
                        .doubleValue());
        Instant at = clock.get();
        if (narrow && (at.isBefore(look.minus(doubt)) || at.isAfter(now.plus(doubt)))) {
            return now;
        }
        return at.isBefore(look) ? look : at.isAfter(now) ? now : at;
    }

    private Optional<Instant> byClock(Event event, ClockOffset ahead) {
        return event.clock()
                .map(clock -> ahead.hostTime(instant(clock)))
                .filter(at -> at.isBefore(now.plus(ABSURD)))
                .map(at -> at.isAfter(now) ? now : at);
    }

    /** Nothing was written in the future: whoever says so is ahead by at least as much. */
    private ClockOffset assumed(List<News> news) {
        return news.isEmpty()
                ? ClockOffset.told(0, now)
                : news.get(news.size() - 1)
                        .event()
                        .clock()
                        .map(this::instant)
                        .filter(now::isBefore)
                        .map(last -> ClockOffset.between(last, now, now))
                        .orElseGet(() -> ClockOffset.told(0, now));
    }

    /** In the hour that comes twice in autumn, the one that is nearer to now. */
    private Instant instant(LocalDateTime clock) {
        List<ZoneOffset> valid = zone.getRules().getValidOffsets(clock);
        return valid.isEmpty()
                ? clock.atZone(zone).toInstant()
                : valid.stream()
                        .map(clock::toInstant)
                        .min(Comparator.comparing(
                                at -> Duration.between(at, now).abs()))
                        .orElseThrow();
    }
}
