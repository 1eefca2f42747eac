package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long ago the controller last read everything through. A sector that nobody reads is found bad by the rebuild, when it is
 * too late. Monthly is practice; twice that is told.
 */
final class Upkeep implements Rule {
    private final RuleConfig.Upkeep config;

    Upkeep(RuleConfig.Upkeep config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "upkeep";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Stream.of(
                        old(snapshot, Vocabulary.PATROL_READ_AGE_DAYS, config.patrolRead(), "last patrol read"),
                        old(
                                snapshot,
                                Vocabulary.CONSISTENCY_CHECK_AGE_DAYS,
                                config.consistencyCheck(),
                                "last consistency check"))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> old(Snapshot snapshot, Vocabulary word, Duration most, String what) {
        return snapshot.gauge(word.readingName())
                .filter(gauge -> gauge.value() > most.toDays())
                .map(gauge -> finding(snapshot, gauge, what));
    }

    private Finding finding(Snapshot snapshot, Gauge gauge, String what) {
        String days = (long) gauge.value() + " days";
        return new Finding(
                name(),
                snapshot.component().id(),
                gauge.name(),
                Severity.NOTICE,
                0,
                what + " " + days + " ago",
                Evidence.of(gauge, days),
                "Sectors that nobody reads go bad unnoticed, and show when a rebuild needs them. A regular pass over everything"
                        + " finds them while the other members can still mend them.",
                List.of("Let the controller do it every month, in the night or at weekends."),
                false);
    }
}
