package io.diskvigil.incident;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Notifications that wait for delivery, kept in the same database as the incidents and committed with them. Implemented by
 * the store; emptied by the courier.
 */
public interface Outbox {
    /**
     * The next batch to deliver, or empty. A batch once formed keeps its id and its members until it is settled, over
     * restarts. New notifications form a batch when the oldest of them is due; all that wait then go into it.
     *
     * @param max how many notifications a batch holds at most
     */
    Optional<Batch> next(Instant now, int max);

    void delivered(Batch batch, Instant at);

    /** Keeps the batch for another try, not before {@code notBefore}. */
    void retry(Batch batch, Instant notBefore, String why);

    /**
     * Like {@link #retry}, for a batch that the next hop refuses as it is: what follows of the same incidents does not wait for
     * it, so that one bad address, or one mail that is taken for spam, holds nothing else back.
     */
    void refused(Batch batch, Instant notBefore, String why);

    /** Gives up on the batch: it stays in the database, marked as rejected, for a person to see. */
    void rejected(Batch batch, Instant at, String why);

    Backlog backlog(Instant now);

    /** @param attempts deliveries tried so far */
    record Batch(String id, List<Notification> notifications, int attempts) {}

    /** @param oldest when the oldest waiting notification was decided */
    record Backlog(int depth, Optional<Instant> oldest, int rejected) {}
}
