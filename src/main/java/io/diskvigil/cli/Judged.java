package io.diskvigil.cli;

import io.diskvigil.model.Component;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Verdict;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** One component with what the rules say of it, worst first: for the commands that look once. */
record Judged(Snapshot snapshot, List<Finding> findings) {
    private static final Set<Vocabulary> SAYING_NOTHING =
            EnumSet.of(Vocabulary.VISIBILITY, Vocabulary.MODEL_IN_DATABASE, Vocabulary.SPUN_DOWN);

    static Judged of(Snapshot snapshot, History before, List<Rule> rules) {
        History after = before.observe(snapshot);
        return new Judged(
                snapshot,
                rules.stream()
                        .flatMap(rule -> rule.evaluate(snapshot, after).stream())
                        .sorted(Comparator.comparing(Finding::severity).reversed())
                        .toList());
    }

    Component component() {
        return snapshot.component();
    }

    Verdict verdict() {
        return Verdict.of(findings);
    }

    /** Whether anything in it says how the component is, well or not. */
    boolean showsHealth() {
        return snapshot.readings().stream().anyMatch(Judged::speaksOfHealth);
    }

    private static boolean speaksOfHealth(Reading reading) {
        if (reading instanceof Reading.Fact || reading instanceof Reading.SelfTestAbility) {
            return false;
        }
        if (reading instanceof Reading.Status status) {
            return status.health() != Health.UNKNOWN
                    && Vocabulary.of(status.name())
                            .filter(word -> !SAYING_NOTHING.contains(word))
                            .isPresent();
        }
        return true;
    }
}
