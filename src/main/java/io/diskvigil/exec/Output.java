package io.diskvigil.exec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * What one command printed, as far as it may be kept. Of outputs beyond {@link #SMALL} this whole process reads one at a time:
 * the heap is small, and several tools may go mad together. Fed by one thread, dropped by any.
 */
final class Output {
    /** Bytes that every command may print; real tools stay under 100 kB. */
    static final int SMALL = 1 << 20;
    /** How long a tool with a large output waits, with its pipe full, for another one's to be read. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Of the process and not of a runner, as the heap is. */
    private static final Semaphore LARGE = new Semaphore(1);

    private static final byte[] NOTHING = {};

    private final int limit;
    private final Duration patience;
    private byte[] kept = new byte[8192];
    private int size;
    private boolean large;
    private boolean dropped;

    Output(int limit) {
        this(limit, PATIENCE);
    }

    Output(int limit, Duration patience) {
        this.limit = limit;
        this.patience = patience;
    }

    /**
     * Keeps these bytes, or drops all there is. What comes after {@link #drop} is forgotten.
     *
     * @return why it is too much, as a clause; empty if it is not
     */
    Optional<String> add(byte[] block, int length) {
        if ((long) size + length > limit) {
            drop();
            return Optional.of("it printed more than %d bytes".formatted(limit));
        }
        if (size + length > SMALL && !mayBeLarge()) {
            drop();
            return Optional.of("it printed more than %d bytes while another large output was read".formatted(SMALL));
        }
        keep(block, length);
        return Optional.empty();
    }

    /** The text; once, as nothing is left behind. Empty if it was dropped. */
    String take() {
        try {
            synchronized (this) {
                return size <= SMALL ? new String(kept, 0, size, UTF_8) : largeText();
            }
        } finally {
            drop();
        }
    }

    /** Forgets it all and lets another large one in. */
    synchronized void drop() {
        dropped = true;
        kept = NOTHING;
        size = 0;
        if (large) {
            large = false;
            LARGE.release();
        }
    }

    private synchronized void keep(byte[] block, int length) {
        if (dropped) {
            return;
        }
        if (size + length > kept.length) {
            kept = Arrays.copyOf(kept, Math.min(limit, Math.max(size + length, 2 * kept.length)));
        }
        System.arraycopy(block, 0, kept, size, length);
        size += length;
    }

    /** Waits for the one place; a drop ends the waiting, and then nothing is kept anyway. */
    private boolean mayBeLarge() {
        return Patience.until(patience, this::tryLarge);
    }

    private synchronized boolean tryLarge() {
        large = large || !dropped && LARGE.tryAcquire();
        return large || dropped;
    }

    /** Decoding garbage as UTF-8 takes five times its size; so here bytes beyond ASCII, which no tool needs, are replaced. */
    private String largeText() {
        for (var i = 0; i < size; i++) {
            if (kept[i] < 0) {
                kept[i] = '?';
            }
        }
        return new String(kept, 0, size, US_ASCII);
    }
}
