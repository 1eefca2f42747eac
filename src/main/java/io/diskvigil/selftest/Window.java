package io.diskvigil.selftest;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The nightly window in local time. Each date has exactly one, also where clocks change: a time that the night skips is the
 * moment of the change, of a time that comes twice the window has both, and a window that the change swallows has its length after it.
 */
public final class Window {
    /** Two years: each drive's last pass is looked up again and again. */
    private static final int REMEMBERED = 730;

    private final Map<LocalDate, Night> nights = new ConcurrentHashMap<>();
    private final LocalTime start;
    private final LocalTime end;
    private final ZoneId zone;

    /** @param end not in it; if it is not after the start, it is that of the next day */
    public Window(LocalTime start, LocalTime end, ZoneId zone) {
        this.start = start;
        this.end = end;
        this.zone = zone;
    }

    /** Whether it is open. */
    public boolean holds(Instant at) {
        return open(at).isPresent();
    }

    LocalDate date(Instant at) {
        return at.atZone(zone).toLocalDate();
    }

    /** On a day without a change of clocks. */
    Duration length() {
        Duration length = Duration.between(start, end);
        return end.isAfter(start) ? length : length.plusDays(1);
    }

    Night on(LocalDate date) {
        if (nights.size() > REMEMBERED) {
            nights.clear();
        }
        return nights.computeIfAbsent(date, this::reckon);
    }

    private Night reckon(LocalDate date) {
        Instant opens = resolve(date.atTime(start)).withEarlierOffsetAtOverlap().toInstant();
        LocalDate ending = end.isAfter(start) ? date : date.plusDays(1);
        Instant closes = resolve(ending.atTime(end)).withLaterOffsetAtOverlap().toInstant();
        return new Night(date, opens, closes.isAfter(opens) ? closes : opens.plus(length()));
    }

    /** The last one that opened at this instant or before. */
    Night lastOpened(Instant at) {
        Night night = on(date(at));
        while (night.opens().isAfter(at)) {
            night = on(night.date().minusDays(1));
        }
        return night;
    }

    /** The one that is open. */
    Optional<Night> open(Instant at) {
        return Optional.of(lastOpened(at)).filter(night -> night.holds(at));
    }

    /** The first one that opens at this instant or later. */
    Night firstFrom(Instant at) {
        Night night = lastOpened(at);
        return night.opens().equals(at) ? night : on(night.date().plusDays(1));
    }

    private ZonedDateTime resolve(LocalDateTime local) {
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        return change != null && change.isGap() ? change.getInstant().atZone(zone) : local.atZone(zone);
    }
}
