package io.diskvigil.metrics;

/**
 * The finished page and a spare buffer for the next one. A buffer that is still being read is not written to; if both are
 * read, a third is made, and whichever is free later becomes the spare. Safe for use by many threads.
 */
final class Buffers {
    private static final int SMALLEST = 16 * 1024;

    private Rendered current;
    private Rendered spare;
    private long version;
    private long finishedAt;
    private long took;

    /** One buffer and how many read it. */
    static final class Rendered {
        private final Exposition text = new Exposition(SMALLEST);
        private int readers;

        Exposition text() {
            return text;
        }
    }

    /** An empty buffer that nobody reads. */
    synchronized Rendered spare() {
        Rendered free = spare;
        spare = null;
        if (free == null) {
            free = new Rendered();
        }
        free.text.clear();
        return free;
    }

    /** @param at when it was finished, and {@code took} how long that took, in nanoseconds */
    synchronized void publish(Rendered finished, long ofVersion, long at, long duration) {
        if (current != null && current.readers == 0) {
            spare = current;
        }
        current = finished;
        version = ofVersion;
        finishedAt = at;
        took = duration;
    }

    /** The finished buffer, to be given back; there must be one. */
    synchronized Rendered take() {
        current.readers++;
        return current;
    }

    synchronized void giveBack(Rendered read) {
        read.readers--;
        if (read.readers == 0 && read != current && spare == null) {
            spare = read;
        }
    }

    synchronized boolean empty() {
        return current == null;
    }

    synchronized boolean outdated(long now) {
        return current == null || version != now;
    }

    synchronized long finishedAt() {
        return finishedAt;
    }

    synchronized long took() {
        return took;
    }
}
