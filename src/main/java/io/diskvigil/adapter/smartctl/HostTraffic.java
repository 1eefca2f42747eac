package io.diskvigil.adapter.smartctl;

import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes that the host wrote and read, from attributes whose name tells the unit. {@code Total_LBAs_Written} of 241 is the
 * default name for every drive and stands over LBAs, 32 MiB units and GiB alike: it is not used.
 */
final class HostTraffic {
    private static final Pattern NAMED = Pattern.compile(
            "(?:Host|Lifetime|Total)_(Writes|Reads|Reades)_(32MiB|MiB|GiB|GB)" + "|Lifetime_(Wts|Rds)_Frm_Hst_(GB)");
    private static final Map<String, Long> BYTES =
            Map.of("32MiB", 32L << 20, "MiB", 1L << 20, "GiB", 1L << 30, "GB", 1_000_000_000L);
    private static final long SECTOR = 512;

    private HostTraffic() {}

    static void read(Reading.Attribute attribute, AtaAttributes.Drive drive, Readings readings) {
        if (!drive.inDatabase() || attribute.raw().isEmpty()) {
            return;
        }
        Matcher named = NAMED.matcher(attribute.name());
        if (named.matches()) {
            String what = named.group(1) == null ? named.group(3) : named.group(1);
            String unit = named.group(2) == null ? named.group(4) : named.group(2);
            Vocabulary name = what.startsWith("W") ? Vocabulary.HOST_WRITTEN_BYTES : Vocabulary.HOST_READ_BYTES;
            readings.counter(name, times(attribute.raw().getAsLong(), BYTES.get(unit)), attribute.source());
        } else if (attribute.id() == 246
                && attribute.name().equals("Total_LBAs_Written")
                && drive.blockBytes().orElse(0) == SECTOR) {
            // 246 has no default name: here the database means it (Crucial and Micron, host sectors).
            readings.counter(
                    Vocabulary.HOST_WRITTEN_BYTES, times(attribute.raw().getAsLong(), SECTOR), attribute.source());
        }
    }

    /** Empty rather than a number that wrapped around. */
    static OptionalLong times(long count, long unit) {
        return Math.multiplyHigh(count, unit) == 0 && count * unit >= 0
                ? OptionalLong.of(count * unit)
                : OptionalLong.empty();
    }
}
