package io.diskvigil.selftest;

import java.time.Instant;
import java.time.LocalDate;

/**
 * One window.
 *
 * @param date the local date on which it opens, though it may close on the next
 * @param closes the first instant at which no test is started any more
 */
record Night(LocalDate date, Instant opens, Instant closes) {
    boolean holds(Instant at) {
        return !at.isBefore(opens) && at.isBefore(closes);
    }
}
