package io.diskvigil.cli;

import io.diskvigil.model.Component;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Verdict;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import java.util.Comparator;
import java.util.List;

/** One component with what the rules say of it, worst first: for the commands that look once. */
record Judged(Snapshot snapshot, List<Finding> findings) {
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
}
