package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.poll.EventMemory.Booked;
import io.diskvigil.poll.EventMemory.Jump;
import io.diskvigil.poll.EventMemory.Log;
import io.diskvigil.poll.LogNews.News;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The event log of one controller: how it stands, what of it is known, and what of that is not kept yet. */
final class EventLog {
    /** That it was read is written with what is new in it, else so often. */
    private static final Duration WRITE = Duration.ofHours(1);

    private final LogNews known;
    private final ZoneId zone;
    private final List<Booked> unkept = new ArrayList<>();
    private Log state;
    private Log written;

    EventLog(Log kept, ZoneId zone) {
        this.known = new LogNews(zone);
        this.zone = zone;
        this.state = kept;
        this.written = kept;
    }

    static EventLog begun(ComponentId controller, String path, ZoneId zone) {
        return new EventLog(
                new Log(controller, path, Instant.EPOCH, Optional.empty(), Optional.empty(), Optional.empty()), zone);
    }

    Log state() {
        return state;
    }

    void learn(Collection<Booked> booked) {
        known.learn(booked);
    }

    /**
     * Takes in what the log shows now.
     *
     * @param least the shortest time between looks that the clock is measured by
     * @return what is new, in the order of the log
     */
    List<Booked> read(
            String path,
            List<Event> shown,
            Optional<ClockOffset> told,
            Instant now,
            Duration least,
            EventOwners owners) {
        Optional<Instant> lastLook =
                Optional.of(state.readAt()).filter(Instant.EPOCH::isBefore).filter(look -> !look.isAfter(now));
        List<News> news = known.in(shown, state.forgotten());
        EventTimes times = new EventTimes(lastLook, now, zone);
        told.or(() -> state.offset().filter(ClockOffset::told).isPresent()
                        ? Optional.empty()
                        : times.measured(news, least))
                .ifPresent(this::measured);
        List<Event> dated = times.dated(news, state.offset());
        List<ComponentId> whose = owners.of(state.controller(), news, dated, lastLook, now);
        List<Booked> booked = new ArrayList<>();
        for (int i = 0; i < dated.size(); i++) {
            booked.add(new Booked(state.controller(), whose.get(i), dated.get(i)));
        }
        List<Booked> worth = worthBooking(booked, now);
        state = new Log(state.controller(), path, now, leftOut(booked, worth), state.offset(), state.jump());
        known.learn(worth);
        unkept.addAll(worth);
        return worth;
    }

    /** A log may be longer than what is kept of it. */
    private static List<Booked> worthBooking(List<Booked> booked, Instant now) {
        Instant oldest = now.minus(EventBook.KEEP);
        Map<ComponentId, Integer> many = new HashMap<>();
        booked.forEach(one -> many.merge(one.owner(), 1, Integer::sum));
        return booked.stream()
                .filter(one -> many.merge(one.owner(), -1, Integer::sum) < EventBook.MOST)
                .filter(one -> one.event().at().filter(oldest::isAfter).isEmpty())
                .toList();
    }

    private Optional<LocalDateTime> leftOut(List<Booked> booked, List<Booked> worth) {
        if (booked.size() == worth.size()) {
            return state.forgotten();
        }
        Set<Booked> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.addAll(worth);
        return Stream.concat(
                        state.forgotten().stream(),
                        booked.stream().filter(one -> !kept.contains(one)).flatMap(one -> one.event().clock().stream()))
                .max(LocalDateTime::compareTo);
    }

    void measured(ClockOffset newer) {
        Optional<ClockOffset> before = state.offset();
        Optional<Jump> jump = before.filter(old -> old.isAnHourFrom(newer))
                .map(old -> new Jump(newer.at(), Math.round(newer.seconds() - old.seconds())))
                .or(state::jump);
        ClockOffset now = before.map(old -> old.then(newer)).orElse(newer);
        state = new Log(state.controller(), state.path(), state.readAt(), state.forgotten(), Optional.of(now), jump);
    }

    boolean isWorthWriting() {
        return !unkept.isEmpty()
                || !state.path().equals(written.path())
                || !state.forgotten().equals(written.forgotten())
                || !state.jump().equals(written.jump())
                || state.readAt().isAfter(written.readAt().plus(WRITE));
    }

    List<Booked> unkept() {
        return List.copyOf(unkept);
    }

    /** Of what waits to be kept, the newest stay. @return how many do not */
    int leaveOut(int most) {
        int lost = Math.max(0, unkept.size() - most);
        unkept.subList(0, lost).clear();
        return lost;
    }

    void kept() {
        unkept.clear();
        written = state;
    }
}
