package io.diskvigil.notify;

import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.incident.Notifier;
import io.diskvigil.model.Component;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Severity;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jboss.logging.Logger;

/**
 * The way past the outbox for the one alarm that the outbox cannot keep: that the database cannot be written. What it knows
 * lives in memory, so a restart may tell the same again.
 */
public final class Emergency {
    private static final Logger LOG = Logger.getLogger(Emergency.class);
    private static final Duration QUIET = Duration.ofDays(1);
    /** Different troubles told in a day: a text that changes each time must not become a mail a minute. */
    private static final int MOST_A_DAY = 5;

    private final Notifier notifier;
    private final Clock clock;
    private final Component host;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        var daemon = new Thread(work, "emergency");
        daemon.setDaemon(true);
        // For the same reason as in Courier.
        daemon.setContextClassLoader(Emergency.class.getClassLoader());
        return daemon;
    });

    /** When each trouble was delivered, within the last day. */
    private final Map<String, Instant> told = new HashMap<>();

    private String trouble = "";
    private Instant since = Instant.EPOCH;
    private boolean underWay;
    private boolean failed;

    /**
     * @param notifier only for this: it is called on another thread than the courier's
     * @param host what the alarm is about
     */
    public Emergency(Notifier notifier, Clock clock, Component host) {
        this.notifier = notifier;
        this.clock = clock;
        this.host = host;
    }

    /**
     * To be called about once a minute. Never blocks: a delivery runs on a thread of its own, one at a time, and one that fails
     * is tried again at the next call. A trouble that was delivered is not told again for a day.
     *
     * @param now why the database cannot be written; empty if all is well
     */
    public synchronized void tell(String now) {
        if (!now.equals(trouble)) {
            trouble = now;
            since = clock.instant();
            failed = false;
        }
        Instant at = clock.instant();
        told.values().removeIf(then -> then.isAfter(at) || !at.isBefore(then.plus(QUIET)));
        if (now.isEmpty() || underWay || told.containsKey(now) || told.size() >= MOST_A_DAY) {
            return;
        }
        underWay = true;
        Notification alarm = alarm(now, since, host);
        thread.execute(() -> deliver(now, alarm));
    }

    private void deliver(String about, Notification alarm) {
        Delivery delivery;
        try {
            delivery = notifier.deliver(alarm.incidentId(), List.of(alarm));
        } catch (Throwable e) {
            // Whatever it is, this thread is the last that can tell.
            delivery = new Delivery.Retryable("internal error: " + e);
        }
        settle(about, delivery);
    }

    private synchronized void settle(String about, Delivery delivery) {
        underWay = false;
        if (delivery instanceof Delivery.Delivered) {
            told.put(about, clock.instant());
            LOG.infof("tell past the database by %s: done", notifier.name());
        } else if (!failed) {
            failed = true;
            LOG.errorf("tell past the database by %s: %s; tried again each minute", notifier.name(), delivery);
        }
    }

    /** @param at when it began: the same at each try */
    static Notification alarm(String why, Instant at, Component host) {
        Finding finding = new Finding(
                "database",
                host.id(),
                "database",
                Severity.CRITICAL,
                1,
                "the database cannot be written: " + Printable.cut(Printable.line(why), 300)
                        + "; no other alarm can be kept or mailed until this is mended",
                Evidence.none(),
                "Diskvigil still reads the drives, and /metrics and the log show what it finds. It cannot remember it,"
                        + " and this mail is the only one that gets through.",
                List.of(
                        "Mend what the line above names: mostly a file system that is full, or has become read-only.",
                        "Look at the drive below that file system first: dmesg, and 'diskvigil status'.",
                        "Diskvigil goes on by itself when the database can be written again; it needs no restart."),
                false);
        return new Notification(
                "database-" + Long.toString(at.toEpochMilli(), 36),
                1,
                Reason.OPENED,
                at,
                at,
                host,
                Severity.CRITICAL,
                List.of(finding),
                List.of(),
                false,
                Map.of(),
                List.of(),
                List.of());
    }
}
