package io.diskvigil.poll;

import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.poll.EventMemory.Booked;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What of one controller's log is known, by content: numbers start again when a log is cleared, and clocks when a controller
 * loses its power. Identical lines of one second are told apart by how many there are.
 */
final class LogNews {
    /** A clock that is further off at the newest record says nothing about which record is older. */
    private static final Duration SANE = Duration.ofDays(1);

    private final Map<Print, Integer> known = new HashMap<>();
    private final Map<Trace, Integer> traces = new HashMap<>();
    private final ZoneId zone;
    private Optional<Booked> newest = Optional.empty();

    /** The fingerprint of a record but for its number among identical ones. */
    private record Print(String recordId, Optional<LocalDateTime> clock, String place, String text) {
        static Print of(Event event) {
            return new Print(event.recordId(), event.clock(), event.place(), event.text());
        }
    }

    /** What is left of a record whose wording changed, as it does with another version of the tool. */
    private record Trace(Optional<LocalDateTime> clock, String place, EventKind kind) {
        static Trace of(Event event) {
            return new Trace(event.clock(), event.place(), event.kind());
        }
    }

    /**
     * A record that was not known.
     *
     * @param sinceLastLook whether it came after the log was last read; else it is older, and was merely not shown then
     */
    record News(Event event, boolean sinceLastLook) {}

    LogNews(ZoneId zone) {
        this.zone = zone;
    }

    void learn(Collection<Booked> booked) {
        booked.forEach(one -> {
            known.merge(Print.of(one.event()), 1, Integer::sum);
            traces.merge(Trace.of(one.event()), 1, Integer::sum);
            if (newest.filter(other -> isBefore(one, other)).isEmpty()) {
                newest = Optional.of(one);
            }
        });
    }

    private static boolean isBefore(Booked one, Booked other) {
        return one.event().at().isPresent()
                && other.event().at().filter(one.event().at().get()::isBefore).isPresent();
    }

    /**
     * @param shown the log or its newest part, newest last
     * @param forgotten what is not known up to this time of the controller's clock may have been forgotten
     */
    List<News> in(List<Event> shown, Optional<LocalDateTime> forgotten) {
        Map<Print, Integer> seen = new HashMap<>();
        boolean[] isKnown = new boolean[shown.size()];
        int last = -1;
        for (int i = 0; i < shown.size(); i++) {
            Print print = Print.of(shown.get(i));
            isKnown[i] = seen.merge(print, 1, Integer::sum) <= known.getOrDefault(print, 0);
            last = isKnown[i] ? i : last;
        }
        if (last < 0 && !known.isEmpty()) {
            return inStrangeLog(shown, forgotten);
        }
        List<News> news = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            boolean after = last >= 0 && i > last;
            if (!isKnown[i] && (after || !isForgotten(shown.get(i), forgotten))) {
                news.add(new News(shown.get(i), after));
            }
        }
        return news;
    }

    private static boolean isForgotten(Event event, Optional<LocalDateTime> forgotten) {
        return forgotten
                .filter(until -> event.clock().filter(until::isBefore).isEmpty())
                .isPresent();
    }

    /**
     * Nothing in it is known: it was cleared or overrun since, the controller lost it and its time, or the tool words it in
     * another way. Where the clock went right, it tells what is older than the newest known record.
     */
    private List<News> inStrangeLog(List<Event> shown, Optional<LocalDateTime> forgotten) {
        Optional<LocalDateTime> until =
                newest.filter(this::isSane).flatMap(one -> one.event().clock());
        Map<Trace, Integer> seen = new HashMap<>();
        List<News> news = new ArrayList<>();
        for (Event event : shown) {
            Trace trace = Trace.of(event);
            if (until.filter(newestKnown -> isOlder(event, newestKnown)).isEmpty()) {
                news.add(new News(event, true));
            } else if (seen.merge(trace, 1, Integer::sum) > traces.getOrDefault(trace, 0)
                    && !isForgotten(event, forgotten)) {
                news.add(new News(event, false));
            }
        }
        return news;
    }

    /** A clock that is years behind was set back to its origin. */
    private static boolean isOlder(Event event, LocalDateTime newestKnown) {
        return event.clock()
                .filter(clock -> !clock.isAfter(newestKnown) && clock.isAfter(newestKnown.minus(EventBook.KEEP)))
                .isPresent();
    }

    private boolean isSane(Booked booked) {
        Event event = booked.event();
        return event.clock().isPresent()
                && event.at()
                        .filter(at -> Duration.between(
                                                at,
                                                event.clock().get().atZone(zone).toInstant())
                                        .abs()
                                        .compareTo(SANE)
                                < 0)
                        .isPresent();
    }
}
