package io.diskvigil.metrics;

import java.util.concurrent.atomic.AtomicBoolean;

/** A finished page that is being sent. Closing it more than once does no harm. */
public final class Page implements AutoCloseable {
    private final Buffers buffers;
    private final Buffers.Rendered drives;
    private final byte[] own;
    private final AtomicBoolean closed = new AtomicBoolean();

    Page(Buffers buffers, Buffers.Rendered drives, byte[] own) {
        this.buffers = buffers;
        this.drives = drives;
        this.own = own;
    }

    /** In bytes. */
    public int length() {
        return drives.text().length() + own.length;
    }

    /** A copy of the bytes from {@code from} on: {@code max} of them, or fewer at the end of the page. */
    public byte[] slice(int from, int max) {
        if (closed.get()) {
            throw new IllegalStateException("read metrics page: it is closed");
        }
        byte[] slice = new byte[Math.min(max, length() - from)];
        int done = drives.text().copy(from, slice, 0, slice.length);
        if (done < slice.length) {
            System.arraycopy(own, from + done - drives.text().length(), slice, done, slice.length - done);
        }
        return slice;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            buffers.giveBack(drives);
        }
    }
}
