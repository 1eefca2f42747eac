package io.diskvigil.adapter.areca;

import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Vocabulary;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The attributes that the controller tells of a drive. Most tell the normalised value only, which a drive lets fall long before
 * its threshold: how far it is below its best is the count that a raw value would have been.
 */
final class Attributes {
    /** Where normalised values start: ATA leaves it to the vendor, these are in use. 254 and 255 are reserved. */
    private static final int[] BEST = {100, 200, 253};

    private static final Map<Integer, Vocabulary> LOSS = Map.of(
            5, Vocabulary.REALLOCATED_SECTORS_VALUE_LOSS,
            187, Vocabulary.REPORTED_UNCORRECTABLE_VALUE_LOSS,
            197, Vocabulary.PENDING_SECTORS_VALUE_LOSS,
            198, Vocabulary.OFFLINE_UNCORRECTABLE_VALUE_LOSS);

    private static final Map<Integer, Vocabulary> RAW = Map.of(
            5, Vocabulary.REALLOCATED_SECTORS,
            187, Vocabulary.REPORTED_UNCORRECTABLE_ERRORS,
            197, Vocabulary.PENDING_SECTORS,
            198, Vocabulary.OFFLINE_UNCORRECTABLE_SECTORS,
            199, Vocabulary.CRC_ERRORS);

    /** The names of {@code disk info drv=N}, which has no numbers. */
    private static final Map<String, Integer> NAMED = Map.of(
            "smart read error rate", 1,
            "smart spinup time", 3,
            "smart reallocation count", 5,
            "smart seek error rate", 7,
            "smart spinup retries", 10,
            "smart calibration retries", 11);

    // 100(5)
    private static final Pattern VALUE_AND_THRESHOLD = Pattern.compile("^(\\d{1,3})\\s*\\((\\d{1,3})\\)$");

    private Attributes() {}

    static void read(SmartRow row, Readings readings) {
        String source = "disk smart, attribute " + row.id() + " " + row.name();
        Vocabulary count = RAW.get(row.id());
        if (row.raw().isPresent() && count != null) {
            readings.counter(count, row.raw(), source);
        } else if (row.raw().isEmpty()) {
            loss(row.id(), row.value(), source, readings);
        }
        readings.add(new Reading.Attribute(
                row.id(),
                row.name(),
                row.raw(),
                row.raw().isPresent() ? Long.toString(row.raw().getAsLong()) : "",
                row.value(),
                row.worst().orElse(row.value()),
                row.threshold(),
                (row.flags().orElse(0) & 1) == 1,
                trip(row),
                source));
    }

    private static Trip trip(SmartRow row) {
        int threshold = row.threshold().orElse(0);
        boolean now = threshold > 0 && row.value() <= threshold
                || row.state().toLowerCase(Locale.ROOT).contains("fail");
        return now ? Trip.NOW : Trip.NEVER;
    }

    /** The short list of {@code disk info drv=N}; where {@code disk smart} was read before, nothing of it is new. */
    static void read(Map<String, String> entries, Readings readings) {
        entries.forEach((key, value) -> {
            Integer id = NAMED.get(key.toLowerCase(Locale.ROOT));
            Matcher matcher = VALUE_AND_THRESHOLD.matcher(value);
            if (id != null && matcher.matches()) {
                int normalised = Integer.parseInt(matcher.group(1));
                int threshold = Integer.parseInt(matcher.group(2));
                String source = "disk info, " + key;
                loss(id, normalised, source, readings);
                readings.add(new Reading.Attribute(
                        id,
                        key.substring("SMART ".length()),
                        OptionalLong.empty(),
                        "",
                        normalised,
                        normalised,
                        OptionalInt.of(threshold),
                        // The list names what stands for failure to come; only these have thresholds above 0.
                        threshold > 0,
                        threshold > 0 && normalised <= threshold ? Trip.NOW : Trip.NEVER,
                        source));
            }
        });
    }

    private static void loss(int id, int value, String source, Readings readings) {
        Vocabulary name = LOSS.get(id);
        for (int best : BEST) {
            if (name != null && value > 0 && value <= best) {
                readings.counter(name, OptionalLong.of(best - value), source);
                return;
            }
        }
    }
}
