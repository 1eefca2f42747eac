package io.diskvigil.rule;

import io.diskvigil.model.Change;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Past.Origin;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The critical warning bits of an NVMe drive, one finding a bit (NVMe base specification, SMART / Health Information log,
 * byte 0). They are the present state and fall back by themselves, by a reset or a power cycle too: a bit that was set since
 * the baseline is told until a person accepts it. In 1,062 drive-years of 1,152 healthy Intel P3608 none was ever set.
 */
final class NvmeCriticalWarning implements Rule {
    private static final String READING = Vocabulary.NVME_CRITICAL_WARNING.readingName();
    private static final int BITS = 8;
    private static final int TEMPERATURE_BIT = 1;

    private enum Bit {
        SPARE(0, Severity.CRITICAL, "spare blocks below the drive's threshold", "The drive runs out of spare blocks."),
        TEMPERATURE(
                TEMPERATURE_BIT,
                Severity.WARNING,
                "temperature beyond the drive's threshold",
                "The drive is hotter or colder than it is made for; it slows down to protect itself."),
        RELIABILITY(
                2,
                Severity.CRITICAL,
                "reliability degraded by media or internal errors",
                "The drive itself says that it can no longer be relied upon."),
        READ_ONLY(3, Severity.CRITICAL, "medium is read-only", "The drive takes no more writes. It may still be read."),
        BACKUP(
                4,
                Severity.CRITICAL,
                "volatile memory backup failed",
                "The drive's protection against power loss does not work: a power cut may lose data that was"
                        + " acknowledged."),
        PMR(
                5,
                Severity.CRITICAL,
                "persistent memory region unreliable",
                "The drive's persistent memory region is read-only or unreliable.");

        private final int number;
        private final Severity severity;
        private final String words;
        private final String meaning;

        Bit(int number, Severity severity, String words, String meaning) {
            this.number = number;
            this.severity = severity;
            this.words = words;
            this.meaning = meaning;
        }

        static Optional<Bit> of(int number) {
            return Arrays.stream(values()).filter(bit -> bit.number == number).findFirst();
        }
    }

    @Override
    public String name() {
        return "nvme-critical-warning";
    }

    /** What of the bits is remembered: the temperature comes and goes by itself and has a rule of its own. */
    static long latching(long bits) {
        return bits & ~(1L << TEMPERATURE_BIT);
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return snapshot.gauge(READING).stream()
                .flatMap(gauge -> IntStream.range(0, BITS)
                        .boxed()
                        .flatMap(bit -> isSet((long) gauge.value(), bit)
                                ? Stream.of(present(snapshot, gauge, bit))
                                : lastSet(past, bit).map(at -> latched(snapshot, gauge, bit, at)).stream()))
                .toList();
    }

    private static boolean isSet(long bits, int bit) {
        return (bits >> bit & 1) == 1;
    }

    /** When the bit was last seen to be set, if that is not accepted. */
    private static Optional<Instant> lastSet(Past past, int bit) {
        if (bit == TEMPERATURE_BIT) {
            return Optional.empty();
        }
        Optional<Baseline> baseline = past.baseline(READING);
        List<Instant> times = new ArrayList<>();
        baseline.filter(base -> base.origin() == Origin.FIRST_SIGHT && isSet(base.value(), bit))
                .ifPresent(base -> times.add(base.at()));
        past.changes(READING).stream()
                .filter(change -> isSet(change.to(), bit) && !isSet(change.from(), bit))
                .map(Change::at)
                .filter(at -> baseline.filter(base -> base.origin() == Origin.ACCEPTED && !at.isAfter(base.at()))
                        .isEmpty())
                .forEach(times::add);
        return times.isEmpty() ? Optional.empty() : Optional.of(times.get(times.size() - 1));
    }

    private Finding present(Snapshot snapshot, Gauge gauge, int number) {
        Optional<Bit> known = Bit.of(number);
        return finding(
                snapshot,
                number,
                severity(known),
                "NVMe critical warning: " + words(known, number),
                Evidence.of(gauge, hex((long) gauge.value())),
                meaning(known),
                known.map(NvmeCriticalWarning::advice)
                        .orElseGet(() -> List.of("Look up the bit in the drive's manual.")));
    }

    private Finding latched(Snapshot snapshot, Gauge gauge, int number, Instant at) {
        Optional<Bit> known = Bit.of(number);
        return finding(
                snapshot,
                number,
                severity(known) == Severity.CRITICAL ? Severity.WARNING : severity(known),
                "NVMe warning was set on %s, is clear again: %s"
                        .formatted(LocalDate.ofInstant(at, ZoneOffset.UTC), words(known, number)),
                new Evidence(
                        READING,
                        gauge.source(),
                        "",
                        "bit %d set".formatted(number),
                        hex((long) gauge.value()),
                        Optional.of(at)),
                meaning(known) + " It has taken that back since, which a restart alone can do.",
                List.of(
                        "Make sure that the data on this drive has a backup or a healthy mirror.",
                        "Look in the kernel log around that time: was the drive reset, or the machine restarted?",
                        "Replace the drive if it happens again.",
                        "If you know why, accept it: diskvigil accept %s %s --reason \"...\""
                                .formatted(snapshot.component().id(), READING)));
    }

    private Finding finding(
            Snapshot snapshot,
            int bit,
            Severity severity,
            String summary,
            Evidence evidence,
            String meaning,
            List<String> advice) {
        return new Finding(
                name(),
                snapshot.component().id(),
                READING + "_bit_" + bit,
                severity,
                1,
                summary,
                evidence,
                meaning,
                advice,
                false);
    }

    private static Severity severity(Optional<Bit> known) {
        return known.map(bit -> bit.severity).orElse(Severity.NOTICE);
    }

    private static String words(Optional<Bit> known, int number) {
        return known.map(bit -> bit.words).orElse("bit " + number + ", which has no meaning here");
    }

    private static String meaning(Optional<Bit> known) {
        return known.map(bit -> bit.meaning).orElse("The drive warns of something that this program does not know.");
    }

    private static String hex(long bits) {
        return "0x%02x".formatted(bits);
    }

    private static List<String> advice(Bit bit) {
        return switch (bit) {
            case TEMPERATURE ->
                List.of(
                        "Check fans, air flow and heat sink of this drive.",
                        "Compare its neighbours: is the room too hot?");
            case BACKUP ->
                List.of(
                        "Make sure that the machine does not lose power before the data has a second copy.",
                        "Replace the drive.");
            case SPARE, RELIABILITY, READ_ONLY, PMR ->
                List.of("Copy what has no second copy now, while the drive can still be read.", "Replace the drive.");
        };
    }
}
