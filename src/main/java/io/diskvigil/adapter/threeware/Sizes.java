package io.diskvigil.adapter.threeware;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Capacities: tw_cli counts in powers of 1024 and tells whole blocks of 512 bytes for drives only. */
final class Sizes {
    private static final long BLOCK = 512;
    private static final long GIGABYTE = 1L << 30;
    private static final String UNITS = "KMGTP";
    // 931.51 GB (1953525168 Blocks)
    private static final Pattern BLOCKS = Pattern.compile(".{0,40}\\((\\d{1,15}) Blocks\\)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?) ([KMGTP])B");

    private Sizes() {}

    /** Of a drive: exact where blocks are told, else as near as the size is. */
    static OptionalLong ofDrive(String capacity, String blocks, String size) {
        Matcher exact = BLOCKS.matcher(capacity);
        if (exact.matches()) {
            return OptionalLong.of(Long.parseLong(exact.group(1)) * BLOCK);
        }
        if (blocks.matches("\\d{1,15}")) {
            return OptionalLong.of(Long.parseLong(blocks) * BLOCK);
        }
        Matcher near = SIZE.matcher(size);
        return near.matches()
                ? OptionalLong.of(
                        (long) (Double.parseDouble(near.group(1)) * Math.pow(1024, UNITS.indexOf(near.group(2)) + 1.0)))
                : OptionalLong.empty();
    }

    /** Of a unit, from the column Size(GB). */
    static OptionalLong ofUnit(String gigabytes) {
        OptionalDouble size = Readings.number(gigabytes);
        return size.isPresent() && size.getAsDouble() > 0
                ? OptionalLong.of((long) (size.getAsDouble() * GIGABYTE))
                : OptionalLong.empty();
    }
}
