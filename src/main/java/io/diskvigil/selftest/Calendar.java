package io.diskvigil.selftest;

import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Decision.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * When each test of one drive is due, whatever the other drives do. A promise is counted in nights, because a nightly test does
 * not start at the same minute each night. A drive's tests come round in a cycle shorter than the promise, and the nights
 * between are for trying again.
 */
final class Calendar {
    /** Runs longer than this many estimates count as stuck and excuse nothing. */
    private static final int STUCK_AFTER = 3;

    /** A short test is told only when so many of its periods have gone by in which nobody was there. */
    private static final int SHORT_PERIODS = 3;

    private static final Duration ALL_DAY = Duration.ofHours(20);

    private final SelfTestConfig config;
    private final Window window;

    Calendar(SelfTestConfig config, ZoneId zone) {
        this.config = config;
        window = new Window(config.windowStart(), config.windowEnd(), zone);
    }

    Window window() {
        return window;
    }

    boolean promised(Subject subject, TestKind kind) {
        return kind != TestKind.CONVEYANCE
                && config.enabled()
                && subject.untestable().isEmpty()
                && subject.able().contains(kind);
    }

    Duration period(Subject subject, TestKind kind) {
        if (kind != TestKind.LONG) {
            return config.shortWithin();
        }
        return isLarge(subject) ? config.longWithinLarge() : config.longWithin();
    }

    boolean isLarge(Subject subject) {
        OptionalLong bytes = subject.capacityBytes();
        return bytes.isPresent() && bytes.getAsLong() > config.largeAbove();
    }

    int perController() {
        return config.perController();
    }

    /** What the promise gives: at least 1. */
    int nights(Subject subject, TestKind kind) {
        return (int) Math.max(1, period(subject, kind).toDays());
    }

    /** Nights from one preferred night to the next. */
    int cycle(Subject subject, TestKind kind) {
        int nights = nights(subject, kind);
        return nights > 2 ? nights - Math.max(1, Math.round(nights / 4f)) : nights == 2 ? 1 : nights;
    }

    Duration estimate(Subject subject, TestKind kind) {
        Duration known = subject.estimates().get(kind);
        return known != null && !known.isNegative() && !known.isZero()
                ? known
                : Usual.time(kind, subject.capacityBytes());
    }

    /** The first night in which the kind is to run again; each later one is for catching up. */
    LocalDate due(Subject subject, TestKind kind) {
        LocalDate last = lastNight(subject, kind);
        int cycle = cycle(subject, kind);
        long offset = Stagger.below(cycle, subject.id(), kind);
        long next = last.toEpochDay() + 1;
        return LocalDate.ofEpochDay(next + Math.floorMod(offset - next, cycle));
    }

    /** Quick tests in the first quarter of the window, long ones, which block others, in the second; the rest is for what was held. */
    Instant preferred(Subject subject, TestKind kind, Night night) {
        long quarter = quarter(night);
        long minute = Stagger.below((int) quarter, subject.id(), kind);
        if (kind != TestKind.LONG) {
            return night.opens().plus(Duration.ofMinutes(minute));
        }
        // One that lasts into the next window ends there as early as it can: others wait for it.
        boolean allDay = estimate(subject, kind).compareTo(ALL_DAY) > 0;
        return night.opens().plus(Duration.ofMinutes(quarter + (allDay ? 0 : minute)));
    }

    private static long quarter(Night night) {
        return Math.max(1, Duration.between(night.opens(), night.closes()).toMinutes() / 4);
    }

    /** When the quick tests have had their time. */
    Instant afterQuick(Night night) {
        return night.opens().plus(Duration.ofMinutes(quarter(night)));
    }

    /** How many of the following windows a test takes so far that nothing else has time in them. */
    int windowsTaken(Night night, Instant start, Duration estimate) {
        int taken = 0;
        Duration room = window.length().dividedBy(8);
        while (start.plus(estimate)
                .plus(room)
                .isAfter(window.on(night.date().plusDays(taken + 1L)).closes())) {
            taken++;
        }
        return taken;
    }

    Optional<Deadline> deadline(Subject subject, TestKind kind) {
        if (!promised(subject, kind)) {
            return Optional.empty();
        }
        LocalDate night = lastNight(subject, kind).plusDays(nights(subject, kind));
        Instant at = window.on(night).closes().plus(estimate(subject, kind));
        return Optional.of(new Deadline(kind, longer(subject, kind, at), period(subject, kind)));
    }

    /** A long test that was started in time keeps the drive from a short one until it ends. */
    private Instant longer(Subject subject, TestKind kind, Instant at) {
        Instant tried = subject.tried().get(TestKind.LONG);
        if (kind == TestKind.LONG || tried == null || tried.isAfter(at) || tried.isBefore(counted(subject, kind))) {
            return at;
        }
        Night after = window.firstFrom(tried.plus(estimate(subject, TestKind.LONG)));
        Instant then = after.closes().plus(estimate(subject, kind));
        return then.isAfter(at) ? then : at;
    }

    /** @param windows whole ones that must have passed since */
    boolean overdue(Subject subject, TestKind kind, Instant now, Instant awakeSince, int windows) {
        Optional<Deadline> deadline = deadline(subject, kind);
        if (deadline.isEmpty() || !now.isAfter(deadline.get().at()) || runs(subject, deadline.get(), now)) {
            return false;
        }
        LocalDate chance = window.firstFrom(awakeSince).date().plusDays(windows - 1L);
        return now.isAfter(window.on(chance).closes().plus(estimate(subject, kind)));
    }

    /**
     * Whether it is so late that it is told although the daemon never saw a whole window: a further period has gone by, of a
     * short test three, and as many windows were seen or known to be missed.
     */
    boolean overdueAnyway(Subject subject, TestKind kind, Instant now, Tally tally) {
        Optional<Deadline> deadline = deadline(subject, kind);
        int periods = kind == TestKind.LONG ? 1 : SHORT_PERIODS;
        return deadline.isPresent()
                && now.isAfter(deadline.get().at().plus(deadline.get().period().multipliedBy(periods)))
                && tally.lost() >= periods * nights(subject, kind)
                && !runs(subject, deadline.get(), now);
    }

    /** What was due in the last window that is over, of which the daemon did not see the whole, and was not tried in it. */
    Optional<Wait> missed(Subject subject, Instant now, Instant awakeSince) {
        Night open = window.lastOpened(now);
        Night last = open.holds(now) ? window.on(open.date().minusDays(1)) : open;
        if (!last.opens().isBefore(awakeSince)
                || !subject.since().isBefore(last.opens())
                || subject.running().isPresent()) {
            return Optional.empty();
        }
        List<TestKind> kinds = Stream.of(TestKind.SHORT, TestKind.LONG)
                .filter(kind -> promised(subject, kind))
                .filter(kind -> !due(subject, kind).isAfter(last.date()))
                .filter(kind -> subject.tried().getOrDefault(kind, Instant.MIN).isBefore(last.opens()))
                .toList();
        return kinds.isEmpty()
                ? Optional.empty()
                : Optional.of(new Wait(subject.id(), Cause.MISSED, "", kinds, Optional.of(last.date())));
    }

    /** A test that began in time may still keep the promise. */
    private boolean runs(Subject subject, Deadline deadline, Instant now) {
        TestKind kind = deadline.kind();
        return subject.running()
                .filter(running -> !running.began().isAfter(deadline.at()))
                .filter(running ->
                        running.kind().filter(other -> other.covers(kind)).isPresent())
                .filter(running -> {
                    Duration estimate = estimate(subject, running.kind().get());
                    return now.isBefore(running.began().plus(estimate.multipliedBy(STUCK_AFTER)));
                })
                .isPresent();
    }

    private LocalDate lastNight(Subject subject, TestKind kind) {
        return window.lastOpened(counted(subject, kind)).date();
    }

    private static Instant counted(Subject subject, TestKind kind) {
        return lastPass(subject, kind).orElse(subject.since());
    }

    /** When a test that covers the kind last passed. */
    static Optional<Instant> lastPass(Subject subject, TestKind kind) {
        return subject.passed().entrySet().stream()
                .filter(passed -> passed.getKey().covers(kind))
                .map(Map.Entry::getValue)
                .max(Instant::compareTo);
    }
}
