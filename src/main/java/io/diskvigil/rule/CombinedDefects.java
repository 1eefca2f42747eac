package io.diskvigil.rule;

import static io.diskvigil.model.Vocabulary.PENDING_SECTORS;
import static io.diskvigil.model.Vocabulary.REALLOCATED_SECTORS;
import static io.diskvigil.model.Vocabulary.REPORTED_UNCORRECTABLE_ERRORS;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two or three kinds of defect on one drive. Backblaze 2013-16: of drives with two or more of attributes 5, 187, 197 and 198
 * above zero, 25 % were gone within 30 days and 72 % within a year ("gone" includes drives taken out because of SMART, so
 * these are upper bounds).
 */
final class CombinedDefects implements Rule {
    private static final String ERRORS = REPORTED_UNCORRECTABLE_ERRORS.readingName();

    private final RuleConfig.CombinedDefects config;

    CombinedDefects(RuleConfig.CombinedDefects config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "combined-defects";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        List<Count> defects = Stream.of(REALLOCATED_SECTORS, REPORTED_UNCORRECTABLE_ERRORS, PENDING_SECTORS)
                .flatMap(word -> Count.of(snapshot, past, word).stream())
                .filter(count -> count.standing() > 0)
                .toList();
        if (defects.size() < 2) {
            return List.of();
        }
        boolean growing = defects.stream().anyMatch(count -> count.roseWithin(config.recent()));
        String names = defects.stream()
                .map(count -> count.now() + " " + count.name().replace('_', ' '))
                .collect(Collectors.joining(", "));
        Optional<Instant> since =
                defects.stream().flatMap(count -> count.lastRise().stream()).max(Comparator.naturalOrder());
        return List.of(new Finding(
                name(),
                snapshot.component().id(),
                "defects",
                growing ? Severity.CRITICAL : Severity.WARNING,
                defects.size(),
                words(defects) + " together",
                new Evidence(
                        "defects",
                        defects.stream().map(count -> count.reading().source()).collect(Collectors.joining("; ")),
                        "",
                        "",
                        names,
                        since),
                "Replaced sectors, unreadable sectors and errors at the host confirm each other: this is damage to the"
                        + " medium, not a single bad spot." + (growing ? " It is growing." : ""),
                growing
                        ? List.of(
                                "Check now that the data on this drive has a backup or a healthy mirror.",
                                "Replace the drive soon. In an array, let no other member be missing when you do.")
                        : List.of(
                                "Make sure that the data on this drive has a backup or a healthy mirror.",
                                "Plan its replacement.",
                                "If you know these defects to be old, accept them: diskvigil accept."),
                false));
    }

    /** Such as {@code reallocated and pending sectors and uncorrectable errors}. */
    private static String words(List<Count> defects) {
        List<String> sectors = defects.stream()
                .map(Count::name)
                .filter(name -> !name.equals(ERRORS))
                .map(name -> name.equals(PENDING_SECTORS.readingName()) ? "pending" : "reallocated")
                .toList();
        boolean errors = sectors.size() < defects.size();
        return String.join(" and ", sectors) + " sectors" + (errors ? " and uncorrectable errors" : "");
    }
}
