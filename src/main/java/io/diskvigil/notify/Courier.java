package io.diskvigil.notify;

import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notifier;
import io.diskvigil.incident.Outbox;
import io.diskvigil.incident.Outbox.Batch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Carries what waits in the outbox to the notifier, one batch at a time, on a thread of its own. Nothing stops it but
 * {@link #close}: a failing notifier is tried again after growing pauses, a failing outbox after a few seconds. What the
 * notifier refuses is tried again too, for days: most refusals are mistakes that somebody mends.
 */
public final class Courier implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Courier.class);
    private static final int MOST_IN_ONE_MAIL = 50;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(15);
    /** As long as mail servers themselves try (RFC 5321, section 4.5.4.1: at least 4 to 5 days). */
    private static final Duration GIVE_UP = Duration.ofDays(5);
    /** So that a clock that jumped ahead, or days in which the machine was off, do not make the first refusal the last. */
    private static final int LEAST_TRIES = 5;

    private static final int MOST_REMEMBERED = 1000;
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);
    private static final Duration PATIENCE_AT_CLOSE = Duration.ofMillis(1500);

    private final Outbox outbox;
    private final Notifier notifier;
    private final Duration longestPause;
    private final Clock clock;
    private final Semaphore poke = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;
    /** A result that the outbox could not record yet; nothing else is sent before, or the same batch would go out twice. */
    private Runnable unrecorded;

    /** Batches whose refusal the log has. */
    private final Set<String> refused = new LinkedHashSet<>();

    private boolean notifierFails;
    private boolean outboxFails;

    /** @param longestPause between two tries; pauses double from 15 s up to it */
    public Courier(Outbox outbox, Notifier notifier, Duration longestPause, Clock clock) {
        this.outbox = outbox;
        this.notifier = notifier;
        this.longestPause = longestPause;
        this.clock = clock;
        this.thread = new Thread(this::run, "courier");
        thread.setDaemon(true);
        // Jakarta Mail finds its providers through it, and whoever starts the courier may have another one.
        thread.setContextClassLoader(Courier.class.getClassLoader());
    }

    public void start() {
        thread.start();
    }

    /** Whether its thread runs: true from {@link #start} to {@link #close}. For the watchdog. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Looks into the outbox now instead of in two seconds. */
    public void wake() {
        poke.release();
    }

    /**
     * Returns within two seconds. An exchange with a mail server that takes longer is left to the daemon thread: if the program
     * ends first, the batch is still in the outbox, and a mail that the server took in that moment is told again.
     */
    @Override
    public void close() {
        closed = true;
        poke.release();
        try {
            thread.join(PATIENCE_AT_CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warnf(
                    "stop %s: a delivery is under way; it is tried again at the next start unless it ends now",
                    notifier.name());
        }
    }

    private void run() {
        while (!closed) {
            boolean more = false;
            try {
                more = round();
                if (outboxFails) {
                    outboxFails = false;
                    LOG.info("read outbox: works again");
                }
            } catch (Throwable e) {
                if (!outboxFails) {
                    outboxFails = true;
                    LOG.errorf(e, "read outbox: %s; trying on", e.getMessage());
                }
            }
            if (!more && !closed) {
                pause();
            }
        }
    }

    /** @return true if there may be more to do at once */
    private boolean round() {
        record();
        Optional<Batch> next = outbox.next(clock.instant(), MOST_IN_ONE_MAIL);
        if (next.isEmpty()) {
            return false;
        }
        Batch batch = next.get();
        Delivery delivery = deliver(batch);
        boolean last = isLastTry(batch);
        unrecorded = () -> settle(batch, delivery, last);
        tell(batch, delivery, last);
        record();
        return !(delivery instanceof Delivery.Retryable);
    }

    private void record() {
        if (unrecorded != null) {
            unrecorded.run();
            unrecorded = null;
        }
    }

    private Delivery deliver(Batch batch) {
        try {
            return notifier.deliver(batch.id(), batch.notifications());
        } catch (Throwable e) {
            // A fault of this program, a class that cannot be loaded among them, must not lose the mail: it waits, and
            // the
            // log has the trace.
            if (!notifierFails) {
                LOG.errorf(e, "deliver batch %s by %s", batch.id(), notifier.name());
            }
            return new Delivery.Retryable("internal error: " + e);
        }
    }

    /** Whether a refusal now ends the tries. */
    private boolean isLastTry(Batch batch) {
        Instant longAgo = clock.instant().minus(GIVE_UP);
        return batch.attempts() + 1 >= LEAST_TRIES
                && batch.notifications().stream().anyMatch(one -> !one.at().isAfter(longAgo));
    }

    private void settle(Batch batch, Delivery delivery, boolean last) {
        if (delivery instanceof Delivery.Delivered) {
            outbox.delivered(batch, clock.instant());
        } else if (delivery instanceof Delivery.Rejected rejected) {
            if (last) {
                outbox.rejected(batch, clock.instant(), rejected.why());
            } else {
                outbox.refused(batch, clock.instant().plus(longestPause), rejected.why());
            }
        } else if (delivery instanceof Delivery.Retryable retryable) {
            outbox.retry(batch, clock.instant().plus(pauseAfter(batch.attempts(), longestPause)), retryable.why());
        }
    }

    /** One line a change: when deliveries begin to fail and work again, when a batch is refused, taken at last, given up. */
    private void tell(Batch batch, Delivery delivery, boolean last) {
        if (delivery instanceof Delivery.Delivered) {
            if (notifierFails) {
                notifierFails = false;
                LOG.infof("deliver by %s: works again", notifier.name());
            }
            if (refused.remove(batch.id())) {
                LOG.infof("deliver batch %s by %s: taken at last", batch.id(), notifier.name());
            }
        } else if (delivery instanceof Delivery.Rejected rejected) {
            tellRefused(batch, rejected.why(), last);
        } else if (delivery instanceof Delivery.Retryable retryable && !notifierFails) {
            notifierFails = true;
            LOG.warnf("deliver by %s: %s; kept, and tried again until it works", notifier.name(), retryable.why());
        }
    }

    private void tellRefused(Batch batch, String why, boolean last) {
        if (last) {
            refused.remove(batch.id());
            LOG.errorf(
                    "deliver batch %s by %s: given up after %d tries: %s",
                    batch.id(), notifier.name(), batch.attempts() + 1, why);
        } else if (refused.add(batch.id())) {
            LOG.errorf(
                    "deliver batch %s by %s: refused: %s; tried again for %d days",
                    batch.id(), notifier.name(), why, GIVE_UP.toDays());
            if (refused.size() > MOST_REMEMBERED) {
                refused.remove(refused.iterator().next());
            }
        }
    }

    /** 15 s, 30 s, 1 min ... after the 1st, 2nd, 3rd failure, up to {@code longest}. */
    static Duration pauseAfter(int attemptsBefore, Duration longest) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.max(0, Math.min(attemptsBefore, 20)));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }

    private void pause() {
        try {
            if (poke.tryAcquire(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
                poke.drainPermits();
            }
        } catch (InterruptedException e) {
            // Nobody here interrupts it; if somebody does, it is asked to end.
            closed = true;
        }
    }
}
