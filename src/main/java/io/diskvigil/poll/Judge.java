package io.diskvigil.poll;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.History;
import io.diskvigil.rule.LostSight;
import io.diskvigil.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/** Applies all rules to one view of one component, and says what its silence means. */
final class Judge {
    private static final Logger LOG = Logger.getLogger(Judge.class);

    private final List<Rule> rules;

    Judge(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** @param complete the view holds all that a full probe reads, so that what is missing in it is missing */
    List<Finding> findings(Snapshot view, History history, boolean complete) {
        List<Finding> findings = new ArrayList<>();
        rules.forEach(rule -> findings.addAll(evaluate(rule, view, history)));
        if (complete && !isBlind(view)) {
            findings.addAll(LostSight.findings(view, history));
        }
        return findings;
    }

    /**
     * Which findings an answer ends by not showing them.
     *
     * @param certain every question of this answer was answered
     */
    static Predicate<Finding> closing(Snapshot view, boolean whole, boolean certain) {
        boolean absenceCounts = certain
                && view.readings(Fact.class).noneMatch(fact -> fact.name().equals(Fact.REFUSED));
        return finding -> isCannotRead(finding) || (whole && shows(view, finding, absenceCounts));
    }

    static boolean isCannotRead(Finding finding) {
        return finding.rule().equals(CannotRead.NAME);
    }

    /** A rule that fails on this drive's data is told like any other blindness; the other rules still judge. */
    private static List<Finding> evaluate(Rule rule, Snapshot view, History history) {
        try {
            return rule.evaluate(view, history);
        } catch (RuntimeException e) {
            LOG.errorf(e, "apply rule %s to %s", rule.name(), view.component().id());
            return List.of(new Finding(
                    "rule-failed",
                    view.component().id(),
                    rule.name(),
                    Severity.WARNING,
                    0,
                    "rule " + rule.name() + " failed on this drive's readings",
                    new Evidence("", "", "", "", e.toString(), Optional.empty()),
                    "This is a fault of Diskvigil. What the rule watches is not judged for this drive until it is mended.",
                    List.of("Report it with the output of smartctl -x for this drive."),
                    true));
        }
    }

    /** What is absent although its reading is there has gone; what was not shown has merely not been seen. */
    private static boolean shows(Snapshot view, Finding finding, boolean absenceCounts) {
        String name = finding.evidence().reading();
        return Vocabulary.of(name).isEmpty()
                ? absenceCounts
                : view.readings().stream().anyMatch(reading -> reading.name().equals(name));
    }

    /** Nothing is shown: that is told as a whole, not reading by reading. */
    private static boolean isBlind(Snapshot view) {
        return view.status(Vocabulary.VISIBILITY.readingName())
                .filter(status -> status.health() == Health.UNKNOWN)
                .isPresent();
    }
}
