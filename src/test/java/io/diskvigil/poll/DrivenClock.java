package io.diskvigil.poll;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it. */
final class DrivenClock extends Clock {
    private final ZoneId zone;
    private Instant now;

    DrivenClock(Instant start) {
        this(start, ZoneOffset.UTC);
    }

    DrivenClock(Instant start, ZoneId zone) {
        this.now = start;
        this.zone = zone;
    }

    void advance(Duration time) {
        now = now.plus(time);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return Clock.fixed(now, other);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
