package io.diskvigil.rule;

import static io.diskvigil.model.Vocabulary.OFFLINE_UNCORRECTABLE_SECTORS;
import static io.diskvigil.model.Vocabulary.PENDING_SECTORS;

import io.diskvigil.model.Change;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sectors that cannot be read and wait for a rewrite, found by the host (pending) or by a scan (offline uncorrectable). Many
 * drives show the same sectors in both, so the larger number counts. Backblaze 2013-16, failures a year by level: 46 % at 1,
 * 173 % from 10, 339 % from 20; after healing 57 % for the first 90 days against 1.9 % of drives that never had one.
 * Pinheiro, FAST'07: 16 times the failures within 60 days of the first one.
 */
final class PendingSectors implements Rule {
    /** Some SSDs flip between 0 and 1 for years: after so many healings in the watch time a small number is a NOTICE. */
    private static final int FLIPS = 3;

    private final RuleConfig.PendingSectors config;

    PendingSectors(RuleConfig.PendingSectors config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "pending-sectors";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        List<Count> counts = Stream.of(PENDING_SECTORS, OFFLINE_UNCORRECTABLE_SECTORS)
                .flatMap(word -> Count.of(snapshot, past, word).stream())
                .toList();
        // The first of equals: pending, where both show the same sectors.
        Optional<Count> worst = counts.stream()
                .filter(count -> count.standing() > 0)
                .reduce((one, other) -> other.now() > one.now() ? other : one);
        return worst.map(count -> List.of(present(snapshot, counts, count)))
                .orElseGet(() -> cleared(snapshot, past, counts).stream().toList());
    }

    private Finding present(Snapshot snapshot, List<Count> counts, Count worst) {
        boolean flips = flips(snapshot, worst);
        Severity severity = worst.now() >= config.critical()
                ? Severity.CRITICAL
                : worst.now() >= config.warning() && !flips ? Severity.WARNING : Severity.NOTICE;
        String summary = counts.stream()
                .filter(count -> count == worst || (count.standing() > 0 && count.now() != worst.now()))
                .map(PendingSectors::summary)
                .reduce((one, other) -> one + ", " + other)
                .orElseThrow();
        String meaning = flips
                ? "The drive keeps reporting a sector as unreadable and then as healed. Some SSDs do this without any"
                        + " fault; it is shown, not mailed, as long as the number stays small."
                : "The drive could not read these sectors and keeps them until they are written again. What lay in them"
                        + " may be lost if no mirror or backup has it.";
        return finding(snapshot, severity, worst.now(), summary, worst.evidence(), meaning, advice(severity));
    }

    private boolean flips(Snapshot snapshot, Count count) {
        Instant start = snapshot.takenAt().minus(config.watch());
        return snapshot.component().identity().medium() == Medium.SOLID_STATE
                && count.changes().stream()
                                .filter(change -> change.to() == 0 && change.from() > 0)
                                .map(Change::at)
                                .filter(at -> !at.isBefore(start))
                                .count()
                        >= FLIPS;
    }

    private static String summary(Count count) {
        return count.name().equals(PENDING_SECTORS.readingName())
                ? count.summary("pending sector", "pending sectors")
                : count.summary("offline uncorrectable sector", "offline uncorrectable sectors");
    }

    private Optional<Finding> cleared(Snapshot snapshot, Past past, List<Count> counts) {
        Instant start = snapshot.takenAt().minus(config.watch());
        return counts.stream()
                .filter(count -> past.cleared(count.name())
                        .filter(at -> !at.isBefore(start))
                        .isPresent())
                .max(Comparator.comparing(count -> past.cleared(count.name()).orElseThrow()))
                .map(count -> finding(
                        snapshot,
                        Severity.NOTICE,
                        0,
                        "pending sectors cleared, watch",
                        count.evidence(),
                        "The unreadable sectors were rewritten or replaced. On published fleets drives that had some still"
                                + " failed far more often in the following months than drives that never had any.",
                        List.of(
                                "Compare reallocated sectors: growth there means that spares were used.",
                                "Run a long self-test to see whether the whole surface reads.")));
    }

    private Finding finding(
            Snapshot snapshot,
            Severity severity,
            long level,
            String summary,
            Evidence evidence,
            String meaning,
            List<String> advice) {
        return new Finding(
                name(),
                snapshot.component().id(),
                PENDING_SECTORS.readingName(),
                severity,
                level,
                summary,
                evidence,
                meaning,
                advice,
                false);
    }

    private static List<String> advice(Severity severity) {
        if (severity == Severity.NOTICE) {
            return List.of("Nothing to do now. You will be told if the number grows.");
        }
        Stream<String> first = severity == Severity.CRITICAL
                ? Stream.of("Check now that the data on this drive has a backup or a healthy mirror.")
                : Stream.of("Make sure that the data on this drive has a backup or a healthy mirror.");
        Stream<String> rest = Stream.of(
                "In an array: start its check or scrub (md check, patrol read, zpool scrub); it rewrites bad sectors"
                        + " from the other members.",
                "Alone: find the file that lies there, restore it from a backup; writing the sector heals it.",
                severity == Severity.CRITICAL
                        ? "Replace the drive: with this many it is not a single bad spot."
                        : "Then run a long self-test. If the number does not go back to 0, replace the drive.");
        return Stream.concat(first, rest).toList();
    }
}
