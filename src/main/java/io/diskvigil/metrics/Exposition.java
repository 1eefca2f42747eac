package io.diskvigil.metrics;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes gauges and counters in the Prometheus text format 0.0.4 straight into arrays, which are used again after {@link #clear()}: at
 * 1,000 drives the page has up to 15 MB, too much to be made anew once a second, or to be copied while it grows.
 *
 * <p>A row is written as {@code row().label(...).label(...).value(...)}; HELP and TYPE come before a family's first row, so
 * that a family without rows leaves nothing. Source of the format:
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 */
final class Exposition {
    /** Larger whole numbers are not all exact as a double, so there is nothing to gain from printing them as a long. */
    private static final double EXACT = 1L << 53;

    private static final int CHUNK = 256 * 1024;

    /** The array being written, and how much of it is. */
    private byte[] bytes;

    private int length;
    /** Arrays that are full as far as their length says. */
    private final List<Chunk> full = new ArrayList<>();

    private final List<byte[]> spare = new ArrayList<>();
    private int lengthOfFull;
    private Family family;
    private boolean headed;
    private boolean firstLabel;

    Exposition(int capacity) {
        bytes = new byte[capacity];
    }

    private record Chunk(byte[] bytes, int length) {}

    /** A gauge or counter with its HELP line. {@code help} holds neither a newline nor a backslash. */
    record Family(byte[] name, byte[] header) {
        static Family gauge(String name, String help) {
            return of(name, help, "gauge");
        }

        static Family counter(String name, String help) {
            return of(name, help, "counter");
        }

        private static Family of(String name, String help, String type) {
            return new Family(
                    ascii(name), utf8("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n"));
        }
    }

    /** A label with its value, escaped once for many rows. */
    record Label(byte[] text) {
        static Label of(String name, String value) {
            Exposition out = new Exposition(name.length() + value.length() + 8);
            out.pair(name, value);
            byte[] text = new byte[out.length()];
            out.copy(0, text, 0, text.length);
            return new Label(text);
        }
    }

    void clear() {
        full.forEach(chunk -> spare.add(chunk.bytes()));
        full.clear();
        lengthOfFull = 0;
        length = 0;
        family = null;
    }

    int length() {
        return lengthOfFull + length;
    }

    /** Copies from {@code from} on as much as there is and fits into {@code target}; tells how much that was. */
    int copy(int from, byte[] target, int at, int max) {
        int done = 0;
        int start = 0;
        for (Chunk chunk : full) {
            done += copy(chunk.bytes(), from + done - start, chunk.length(), target, at + done, max - done);
            start += chunk.length();
        }
        return done + copy(bytes, from + done - start, length, target, at + done, max - done);
    }

    private static int copy(byte[] source, int from, int length, byte[] target, int at, int max) {
        int count = Math.max(0, Math.min(max, length - from));
        if (count > 0) {
            System.arraycopy(source, from, target, at, count);
        }
        return count;
    }

    Exposition family(Family next) {
        family = next;
        headed = false;
        return this;
    }

    Exposition row() {
        if (!headed) {
            raw(family.header());
            headed = true;
        }
        raw(family.name());
        put('{');
        firstLabel = true;
        return this;
    }

    Exposition label(Label label) {
        separate();
        raw(label.text());
        return this;
    }

    Exposition label(String name, String value) {
        separate();
        pair(name, value);
        return this;
    }

    void value(long value) {
        raw('}', ' ');
        if (value == Long.MIN_VALUE) {
            text(Long.toString(value));
        } else {
            digits(value);
        }
        put('\n');
    }

    /** The shortest decimal that reads back as the same double, without an exponent while that stays short. */
    void value(double value) {
        if (value == Math.rint(value) && Math.abs(value) <= EXACT) {
            value((long) value);
            return;
        }
        raw('}', ' ');
        double size = Math.abs(value);
        boolean plain = size >= 1e-9 && size < 1e21;
        text(
                plain
                        ? new BigDecimal(Double.toString(value))
                                .stripTrailingZeros()
                                .toPlainString()
                        : Double.toString(value));
        put('\n');
    }

    private void separate() {
        if (!firstLabel) {
            put(',');
        }
        firstLabel = false;
    }

    private void pair(String name, String value) {
        text(name);
        raw('=', '"');
        escaped(value);
        put('"');
    }

    /**
     * The format wants backslash, quote and newline escaped. Other control characters and halves of a surrogate pair would
     * be read differently by different readers; U+FFFD shows that something stood there.
     */
    private void escaped(String value) {
        int plain = plain(value);
        for (int i = plain; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' || c == '"') {
                raw('\\', c);
            } else if (c == '\n') {
                raw('\\', 'n');
            } else if (c >= ' ' && c < 0x7f) {
                put(c);
            } else {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < value.length()
                        && Character.isLowSurrogate(value.charAt(i + 1));
                codePoint(pair ? Character.toCodePoint(c, value.charAt(++i)) : c);
            }
        }
    }

    /** Writes the beginning that needs no thought, mostly all of it, and tells how long it is. */
    private int plain(String value) {
        int end = value.length();
        room(end);
        byte[] target = bytes;
        int at = length;
        for (int i = 0; i < end; i++) {
            char c = value.charAt(i);
            if (c < ' ' || c >= 0x7f || c == '\\' || c == '"') {
                end = i;
            } else {
                target[at++] = (byte) c;
            }
        }
        length = at;
        return end;
    }

    private void codePoint(int c) {
        boolean bad = Character.isISOControl(c) || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        raw(utf8(Character.toString(bad ? 0xFFFD : c)));
    }

    private void digits(long value) {
        room(20);
        long rest = Math.abs(value);
        if (value < 0) {
            bytes[length++] = '-';
        }
        int count = 1;
        for (long power = rest; power >= 10; power /= 10) {
            count++;
        }
        for (int at = length + count - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += count;
    }

    private void text(String ascii) {
        room(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
    }

    private void raw(byte[] text) {
        room(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    private void raw(char first, char second) {
        room(2);
        bytes[length++] = (byte) first;
        bytes[length++] = (byte) second;
    }

    private void put(char c) {
        room(1);
        bytes[length++] = (byte) c;
    }

    private void room(int more) {
        if (bytes.length - length >= more) {
            return;
        }
        full.add(new Chunk(bytes, length));
        lengthOfFull += length;
        length = 0;
        byte[] next = spare.isEmpty() ? new byte[0] : spare.remove(spare.size() - 1);
        bytes = next.length >= more ? next : new byte[Math.max(CHUNK, more)];
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
