package io.diskvigil.selftest;

import io.diskvigil.model.TestKind;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Decides which self-test runs where and when, so that every drive keeps the promise of {@link SelfTestConfig}. Pure: the same
 * subjects at the same instant give the same decisions.
 */
public final class SelfTestPlanner {
    private final Calendar calendar;
    private final Turns turns;

    /** @param zone in which the window is meant */
    public SelfTestPlanner(SelfTestConfig config, ZoneId zone) {
        calendar = new Calendar(config, zone);
        turns = new Turns(config, calendar);
    }

    /** One decision for each drive, in the order of the subjects. What is started in one call counts against the limits of the others. */
    public List<Decision> decide(Collection<Subject> subjects, Instant now) {
        return turns.decide(subjects, now);
    }

    /** Until when this kind must have passed; empty for a kind that is not promised for this drive, or cannot be run on it. */
    public Optional<Deadline> deadline(Subject subject, TestKind kind) {
        return calendar.deadline(subject, kind);
    }

    /**
     * What the last window that is over was not used for because the daemon did not run through it.
     *
     * @param awakeSince when the daemon started, or the machine came up
     */
    public Optional<Decision.Wait> missed(Subject subject, Instant now, Instant awakeSince) {
        return calendar.missed(subject, now, awakeSince);
    }

    /**
     * What happens from this instant on if all goes well.
     *
     * @param nights windows, the open one included
     */
    public Forecast forecast(Collection<Subject> subjects, Instant from, int nights) {
        return new Simulation(calendar, turns, subjects).run(from, nights);
    }

    Calendar calendar() {
        return calendar;
    }
}
