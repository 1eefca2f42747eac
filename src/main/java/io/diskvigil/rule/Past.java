package io.diskvigil.rule;

import io.diskvigil.model.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a rule may ask about before, for the component that it judges. The answers include the snapshot being judged: its
 * changes have been noted already. All of {@code name} are canonical reading names.
 */
public interface Past {
    /** The accepted value of a counter; empty if the reading was never seen. */
    Optional<Baseline> baseline(String name);

    /** The last time a defect counter went up since its baseline was accepted or restarted. */
    Optional<Change> lastRise(String name);

    /** By how much a defect counter rose within the time before the snapshot, all rises together. */
    long risenWithin(String name, Duration window);

    /** How many separate times it rose within the time before the snapshot. */
    int risesWithin(String name, Duration window);

    /** When a counter that may heal (pending sectors) last came back to zero; empty if it never did or is above zero now. */
    Optional<Instant> cleared(String name);

    /** The median of a gauge over the last days; empty as long as too little is known. */
    OptionalDouble median(String name);

    /** How far the upper quartile of a gauge is above the lower one over the last days; empty as is the median. */
    OptionalDouble spread(String name);

    /** The reading of a temperature before the one judged; empty if there was none. */
    OptionalDouble previous(String name);

    /**
     * By how much a temperature is above its lowest of the last ten minutes.
     *
     * @param settled readings so soon after the drive woke or was switched on do not count, as it warms then
     */
    double risenLately(String name, Duration settled);

    /** Since when a component says of itself what it says now, its numbers aside; empty for a state that was never seen. */
    Optional<Instant> since(String name);

    /** All dated changes of a defect counter or of the NVMe warning bits, oldest first, those before its baseline too. */
    List<Change> changes(String name);

    /** A value that stands accepted, since when and why. */
    record Baseline(long value, Instant at, Origin origin, String reason) {}

    /** How a baseline came about. */
    enum Origin {
        /** The value met when the component was first seen: graded by the rules. */
        FIRST_SIGHT,
        /** An operator accepted it: only rises above it count. */
        ACCEPTED,
        /** The counter went backwards, or is read from another source: graded anew, only rises from here count. */
        RESTARTED
    }
}
