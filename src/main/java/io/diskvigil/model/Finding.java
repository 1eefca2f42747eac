package io.diskvigil.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a rule concluded about one component. Carries no time and no delivery state.
 *
 * @param rule the rule's name, such as {@code reallocated-sectors}
 * @param subject what in the component it speaks of, mostly the reading's name; with rule and component the fingerprint
 * @param level how bad within the same severity: growth of this number is told as WORSENED. 0 where there is no number
 * @param summary one clause without the drive's name, such as {@code 24 pending sectors}
 * @param evidence the numbers behind it, for the mail
 * @param meaning one or two sentences: what this means for the data
 * @param advice what to do, in order; commands to paste follow the words of one, each behind {@link #COMMAND}
 * @param blind true if it says "cannot see" rather than "is bad"
 * @param rank 0 for nearly all; of the same severity the higher one is told first, over all components, because what a person
 *     does about the others could do harm without it
 */
public record Finding(
        String rule,
        ComponentId component,
        String subject,
        Severity severity,
        long level,
        String summary,
        Evidence evidence,
        String meaning,
        List<String> advice,
        boolean blind,
        int rank) {
    /** Stands before each command in an advice: a line of its own, indented, as nothing that a drive or tool says begins. */
    public static final String COMMAND = "\n    ";

    public Finding {
        advice = List.copyOf(advice);
    }

    /** One of the usual rank. */
    public Finding(
            String rule,
            ComponentId component,
            String subject,
            Severity severity,
            long level,
            String summary,
            Evidence evidence,
            String meaning,
            List<String> advice,
            boolean blind) {
        this(rule, component, subject, severity, level, summary, evidence, meaning, advice, blind, 0);
    }

    /** Same fingerprint, same problem: severity, level and wording may change under it. */
    public String fingerprint() {
        return rule + "/" + component.value() + "/" + subject;
    }

    /** The clauses of several findings in one line. */
    public static String summaries(List<Finding> findings) {
        return findings.stream().map(Finding::summary).collect(Collectors.joining(", "));
    }
}
