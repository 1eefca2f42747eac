package io.diskvigil.adapter.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code /dev/kmsg} from a cursor on. A thread of its own waits for records, because Java cannot open a device without
 * blocking; whoever asks is never kept waiting. What was overwritten before it could be read is told as lost.
 */
public final class KmsgReader implements AutoCloseable {
    public static final Path KMSG = Path.of("/dev/kmsg");
    public static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** Of the kernel, for one record with its escapes and keys (CONSOLE_EXT_LOG_MAX); a shorter read fails with EINVAL. */
    private static final int RECORD_BYTES = 8192;

    private static final Pattern SEQUENCE = Pattern.compile("\\d{1,4},(\\d{1,18}),.*");

    private final FileChannel channel;
    private final String bootId;
    private final BlockingQueue<KmsgRecord> waiting;
    private final Thread thread;
    private volatile IOException failure;
    private volatile boolean closed;
    private volatile long taken;
    /** Of the reading thread only: the last record that it read, -1 before the first of a boot that was never read. */
    private long last;

    /** Since the record that was last put into the queue. */
    private volatile long lost;

    private KmsgReader(FileChannel channel, String bootId, long after, int most) {
        this.channel = channel;
        this.bootId = bootId;
        this.last = after;
        this.taken = after;
        waiting = new ArrayBlockingQueue<>(most);
        thread = new Thread(this::readAll, "kmsg");
        thread.setDaemon(true);
    }

    /**
     * @param from where to go on; of another boot, or absent, all that the kernel still has is read
     * @param most records that wait to be taken; more are lost, and told so
     * @throws IOException if it cannot be opened: in a container, without CAP_SYSLOG
     */
    public static KmsgReader open(Path kmsg, Path bootIdFile, Optional<KmsgCursor> from, int most) throws IOException {
        String bootId = Files.readString(bootIdFile).strip();
        long after = from.filter(cursor -> cursor.bootId().equals(bootId))
                .map(KmsgCursor::sequence)
                .orElse(-1L);
        KmsgReader reader = new KmsgReader(FileChannel.open(kmsg, StandardOpenOption.READ), bootId, after, most);
        reader.thread.start();
        return reader;
    }

    /**
     * Gives what is there to {@code consumer}, oldest first, without waiting.
     *
     * @return how many; as many as {@code most} mean that there may be more
     * @throws IOException why nothing more will come, once all is taken
     */
    public int take(int most, Consumer<KmsgRecord> consumer) throws IOException {
        for (int count = 0; count < most; count++) {
            KmsgRecord next = waiting.poll();
            if (next == null) {
                IOException why = failure;
                if (count == 0 && why != null && waiting.isEmpty()) {
                    throw new IOException("read kernel log: " + why.getMessage(), why);
                }
                return count;
            }
            taken = next.sequence();
            consumer.accept(next);
        }
        return most;
    }

    /** To be kept, and given to the next reader; empty if nothing was ever taken. */
    public Optional<KmsgCursor> cursor() {
        return taken < 0 ? Optional.empty() : Optional.of(new KmsgCursor(bootId, taken));
    }

    /** Records lost since the newest one that was taken or waits: the next one will tell them. */
    public long lost() {
        return lost;
    }

    boolean isReading() {
        return thread.isAlive();
    }

    private void readAll() {
        ByteBuffer buffer = ByteBuffer.allocate(RECORD_BYTES * 2);
        try {
            while (!closed && read(buffer)) {
                buffer.flip();
                records(buffer);
                buffer.compact();
            }
        } catch (IOException e) {
            if (!closed) {
                failure = e;
            }
        }
    }

    /** A device gives one record a time and never ends; a file, in a test, does. */
    private boolean read(ByteBuffer buffer) throws IOException {
        if (buffer.remaining() < RECORD_BYTES) {
            // No line end in twice the longest record: no kernel log. Begin anew rather than stop.
            buffer.clear();
        }
        try {
            return channel.read(buffer) >= 0;
        } catch (IOException e) {
            // EPIPE: the next record was overwritten. The kernel goes on with the oldest that it has; the gap is seen
            // there.
            if (e.getMessage() != null && e.getMessage().contains("Broken pipe")) {
                return true;
            }
            throw e;
        }
    }

    private void records(ByteBuffer buffer) {
        int start = buffer.position();
        for (int at = start; at < buffer.limit(); at++) {
            if (buffer.get(at) == '\n') {
                record(new String(buffer.array(), start, at - start, StandardCharsets.UTF_8));
                start = at + 1;
            }
        }
        buffer.position(start);
    }

    /** Lines that begin with a blank are the record's keys (SUBSYSTEM=, DEVICE=), which the message has, too. */
    private void record(String text) {
        Matcher numbered = SEQUENCE.matcher(text);
        if (!numbered.matches()) {
            return;
        }
        long sequence = Long.parseLong(numbered.group(1));
        if (sequence <= last) {
            return;
        }
        long missing = lost + (last < 0 ? 0 : sequence - last - 1);
        last = sequence;
        KernelLine line = KernelLine.of(unescaped(text));
        boolean given = line.kernel() && waiting.offer(new KmsgRecord(sequence, missing, line));
        lost = given ? 0 : line.kernel() ? missing + 1 : missing;
    }

    /** Bytes below 32 and above 126 come as {@code \x0a}; a line break within a message is a blank to its readers. */
    private static String unescaped(String text) {
        return text.replace("\\x0a", " ").replace("\\x5c", "\\");
    }

    @Override
    public void close() throws IOException {
        closed = true;
        channel.close();
    }
}
