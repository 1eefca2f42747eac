package io.diskvigil.store;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A sample as few bytes: a keyframe holds all readings, a delta only those that changed since the sample before, as
 * zig-zag varints (the encoding of Protocol Buffers). Nothing changed is four or five bytes.
 *
 * <pre>
 * keyframe: changes
 * delta:    milliseconds since the sample that it builds on, changes
 * changes:  count, (step to the next reading's number, difference)*, (step to the number of a reading that is gone)*
 * </pre>
 */
final class SampleCodec {
    private SampleCodec() {}

    static byte[] keyframe(Frame now) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(now.size() * 4);
        changes(Frame.EMPTY, now, out);
        return out.toByteArray();
    }

    static byte[] delta(Frame before, Frame now, long millis) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(16);
        varint(millis, out);
        changes(before, now, out);
        return out.toByteArray();
    }

    private static void changes(Frame before, Frame now, ByteArrayOutputStream out) {
        ByteArrayOutputStream moved = new ByteArrayOutputStream();
        int count = 0;
        int last = 0;
        for (int i = 0; i < now.size(); i++) {
            int old = before.find(now.id(i));
            long difference = now.value(i) - (old < 0 ? 0 : before.value(old));
            // What is new is told even if it is 0: absent is not zero.
            if (old < 0 || difference != 0) {
                varint(now.id(i) - last, moved);
                varint(difference << 1 ^ difference >> 63, moved);
                last = now.id(i);
                count++;
            }
        }
        varint(count, out);
        out.writeBytes(moved.toByteArray());
        last = 0;
        for (int i = 0; i < before.size(); i++) {
            if (now.find(before.id(i)) < 0) {
                varint(before.id(i) - last, out);
                last = before.id(i);
            }
        }
    }

    private static void varint(long value, ByteArrayOutputStream out) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    /** Reads the samples of one component in the order of their time. */
    static final class Decoder {
        private Frame last = Frame.EMPTY;
        private long lastAt;
        private boolean synchronised;

        /**
         * @return all readings at that time; empty if the sample that this one builds on was not the one read before, or if
         *     the bytes are damaged: a wrong number is worse than none. The next keyframe mends it.
         */
        Optional<Frame> next(long at, boolean keyframe, byte[] data) {
            ByteBuffer in = ByteBuffer.wrap(data);
            try {
                if (!keyframe) {
                    long base = at - varint(in);
                    if (!synchronised || base != lastAt) {
                        return Optional.empty();
                    }
                }
                last = apply(keyframe ? Frame.EMPTY : last, in);
            } catch (BufferUnderflowException e) {
                synchronised = false;
                return Optional.empty();
            }
            lastAt = at;
            synchronised = true;
            return Optional.of(last);
        }

        private static Frame apply(Frame before, ByteBuffer in) {
            SortedMap<Integer, Long> now = before.toMap();
            int id = 0;
            for (long left = varint(in); left > 0; left--) {
                id += (int) varint(in);
                long folded = varint(in);
                now.merge(id, folded >>> 1 ^ -(folded & 1), Long::sum);
            }
            id = 0;
            while (in.hasRemaining()) {
                id += (int) varint(in);
                now.remove(id);
            }
            return Frame.of(now);
        }

        private static long varint(ByteBuffer in) {
            long value = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                byte next = in.get();
                value |= (long) (next & 0x7F) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new BufferUnderflowException();
        }
    }
}
