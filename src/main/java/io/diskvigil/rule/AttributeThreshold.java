package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * An ATA attribute at or below the threshold that its maker set (smartctl(8), "-A": pre-failure and old-age attributes).
 * Pre-failure now means that the maker expects failure; the rest is age or a hot day long ago.
 */
final class AttributeThreshold implements Rule {
    @Override
    public String name() {
        return "attribute-threshold";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return snapshot.readings(Attribute.class)
                .filter(attribute -> attribute.trip() != Trip.NEVER)
                .map(attribute -> finding(snapshot, attribute))
                .toList();
    }

    private Finding finding(Snapshot snapshot, Attribute attribute) {
        boolean now = attribute.trip() == Trip.NOW;
        boolean failing = now && attribute.prefail();
        int threshold = attribute.threshold().orElse(0);
        return new Finding(
                name(),
                snapshot.component().id(),
                attribute.key(),
                failing ? Severity.CRITICAL : Severity.NOTICE,
                now ? Math.max(0, threshold - attribute.value()) : 0,
                "%s: attribute %d %s".formatted(state(failing, now), attribute.id(), attribute.name()),
                new Evidence(
                        attribute.key(),
                        attribute.source(),
                        "",
                        "",
                        "value %d, worst %d, threshold %d, raw %s"
                                .formatted(attribute.value(), attribute.worst(), threshold, attribute.rawText()),
                        Optional.empty()),
                failing
                        ? "By the maker's own limit this drive is about to fail."
                        : "The maker counts this attribute as age or use, or it has recovered since. For a temperature it"
                                + " means that the drive was once too hot.",
                failing
                        ? List.of(
                                "Check now that the data on this drive has a backup or a healthy mirror.",
                                "Replace the drive. Keep the output of smartctl -x for the warranty.")
                        : List.of("Nothing to do now; look at the drive's other readings."),
                false);
    }

    private static String state(boolean failing, boolean now) {
        if (failing) {
            return "failing by the maker's own limit";
        }
        return now ? "at the maker's limit" : "once at the maker's limit";
    }
}
