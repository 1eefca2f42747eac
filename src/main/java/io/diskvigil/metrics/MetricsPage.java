package io.diskvigil.metrics;

import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.SelfTestBoard;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * The page that Prometheus reads. The part about drives is written in the background into one of two buffers while the other
 * one is being read, at most once a second, at most 2 % of the time, and only while somebody reads it; a scrape takes the
 * finished one.
 */
public final class MetricsPage implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(MetricsPage.class);
    private static final Duration PACE = Duration.ofSeconds(1);
    /** A scraper that comes less often than this finds a stale page and waits for a new one: some 10 ms at 1,000 drives. */
    private static final Duration INTEREST = Duration.ofMinutes(5);

    private static final Duration STALE = Duration.ofSeconds(5);
    /** 1 part of work in 50 parts of time. */
    private static final int SHARE = 50;

    private final LastKnown known;
    private final SelfTestBoard tests;
    private final OwnMeters meters;
    private final LongSupplier nanos;
    private final Buffers buffers = new Buffers();
    private final AtomicLong lastScrape;
    private final ScheduledExecutorService background = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "metrics-page");
        thread.setDaemon(true);
        return thread;
    });
    private final Object rendering = new Object();

    public MetricsPage(LastKnown known, SelfTestBoard tests, OwnMeters meters) {
        this(known, tests, meters, System::nanoTime);
    }

    /** @param nanos a clock that only goes forward, in nanoseconds */
    MetricsPage(LastKnown known, SelfTestBoard tests, OwnMeters meters, LongSupplier nanos) {
        this.known = known;
        this.tests = tests;
        this.meters = meters;
        this.nanos = nanos;
        this.lastScrape = new AtomicLong(nanos.getAsLong() - INTEREST.toNanos());
    }

    /** Starts rendering in the background; without it each scrape renders what is stale. */
    public MetricsPage start() {
        background.scheduleWithFixedDelay(this::renderQuietly, 1, 1, TimeUnit.SECONDS);
        return this;
    }

    @Override
    public void close() {
        background.shutdownNow();
    }

    /**
     * The page as it is now, in the text format 0.0.4, to be closed after sending. It does not change while it is open, and it
     * keeps a buffer of the page's size for itself: the caller bounds how many are open, and for how long.
     */
    public Page open() {
        lastScrape.set(nanos.getAsLong());
        meters.scraped();
        if (mustRenderNow()) {
            synchronized (rendering) {
                if (mustRenderNow()) {
                    render();
                }
            }
        }
        return new Page(buffers, buffers.take(), meters.text().getBytes(StandardCharsets.UTF_8));
    }

    /** A copy of the whole page; for a caller without a way to send it in pieces. */
    public byte[] page() {
        try (Page page = open()) {
            return page.slice(0, page.length());
        }
    }

    /** One step of the background: renders if it is due. Tells whether it did. */
    boolean renderIfDue() {
        synchronized (rendering) {
            long now = nanos.getAsLong();
            boolean wanted = now - lastScrape.get() < INTEREST.toNanos();
            if (!wanted || !buffers.outdated(version()) || now - buffers.finishedAt() < pace()) {
                return false;
            }
            render();
            return true;
        }
    }

    private void renderQuietly() {
        try {
            renderIfDue();
        } catch (RuntimeException e) {
            // A periodic task that throws is never run again. The next scrape renders for itself and shows the same
            // error.
            LOG.error("render metrics page: " + e, e);
        }
    }

    private boolean mustRenderNow() {
        return buffers.empty()
                || buffers.outdated(version())
                        && nanos.getAsLong() - buffers.finishedAt() > Math.max(STALE.toNanos(), 2 * pace());
    }

    /** Both only count up. */
    private long version() {
        return known.version() + tests.version();
    }

    private long pace() {
        return Math.max(PACE.toNanos(), SHARE * buffers.took());
    }

    private void render() {
        long start = nanos.getAsLong();
        // Read first: what changes while the page is written makes the page outdated, not the change forgotten.
        long version = version();
        Buffers.Rendered target = buffers.spare();
        KnownFamilies.write(known, target.text());
        SelfTestFamilies.write(tests.rows(), target.text());
        long end = nanos.getAsLong();
        buffers.publish(target, version, end, end - start);
        meters.rendered();
    }
}
