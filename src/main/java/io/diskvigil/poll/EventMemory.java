package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.poll.Ledger.LedgerException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * The event logs of controllers, as the poller needs them kept. Implemented by the store. Every method throws
 * {@link LedgerException} if the database cannot be read or written; then nothing of that call has been kept.
 */
public interface EventMemory {
    /** Every controller whose log was ever read. */
    List<Log> logs();

    /** All records that are kept, in the order in which they were booked. */
    List<Booked> records();

    /** How many records were ever booked, those that are forgotten among them. */
    List<Total> totals();

    /** Keeps how a log stands and what is new in it, and counts that, all or nothing. */
    void keep(Log log, List<Booked> news);

    /**
     * Forgets the records before that time, and of each component all but its newest ones; of each controller the newest
     * hundred stay, for by them what is new is told. What was forgotten of a log is noted in {@link Log#forgotten}.
     *
     * @return whether any were forgotten
     */
    boolean forget(Instant before, int most);

    /**
     * How the log of a controller stands.
     *
     * @param path the path of the target through which it was read last, as locations spell it
     * @param readAt when it was last read; up to an hour old if nothing was new since
     * @param forgotten the newest time, by the controller's clock, of a record that was left out or forgotten: what the log
     *     shows up to it is not new, though nobody knows it any more
     * @param jump when the clock was found to have moved by about an hour
     */
    record Log(
            ComponentId controller,
            String path,
            Instant readAt,
            Optional<LocalDateTime> forgotten,
            Optional<ClockOffset> offset,
            Optional<Jump> jump) {}

    /** The controller's clock moved against the host's between two looks, by so many seconds, about. */
    record Jump(Instant at, long seconds) {}

    /**
     * One record of a log.
     *
     * @param owner whom it concerns: the drive that was in its place then, or the controller itself
     * @param event with the time by the host's clock, as well as it is known
     */
    record Booked(ComponentId controller, ComponentId owner, Event event) {}

    record Total(ComponentId controller, ComponentId owner, EventKind kind, long count) {}
}
