package io.diskvigil.cli;

import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Target;
import io.diskvigil.model.Verdict;
import java.util.Comparator;
import java.util.List;

/**
 * What one recorded file turned out to be.
 *
 * @param tool the adapter that knows it; empty if none does
 * @param outcome {@code polled}, {@code asleep}, {@code failed} or {@code listing}
 * @param detail why there is nothing to judge; empty if there is
 */
record Explained(
        String file, String tool, String outcome, String detail, List<Judged> components, List<Target> targets) {
    /** The worst comes first; else they stay in the order of the tool. */
    static Explained polled(String file, String tool, List<Judged> components) {
        List<Judged> worstFirst = components.stream()
                .sorted(Comparator.comparing(Judged::verdict).reversed())
                .toList();
        return new Explained(file, tool, "polled", "", worstFirst, List.of());
    }

    static Explained notPolled(String file, String tool, PollOutcome outcome) {
        return outcome instanceof Failed failed
                ? new Explained(file, tool, "failed", failed.cause() + ": " + failed.detail(), List.of(), List.of())
                : new Explained(file, tool, "asleep", "the drive sleeps and was left asleep", List.of(), List.of());
    }

    static Explained listing(String file, String tool, List<Target> targets) {
        return new Explained(file, tool, "listing", "", List.of(), targets);
    }

    static Explained unreadable(String file, String why) {
        return new Explained(file, "", "failed", why, List.of(), List.of());
    }

    /** The worst of the components; UNKNOWN where nothing speaks of health: settings, a refusal, a version. */
    Verdict verdict() {
        Verdict worst = components.stream()
                .map(Judged::verdict)
                .reduce(Verdict::worseOf)
                .orElse(Verdict.UNKNOWN);
        return components.stream().anyMatch(Judged::showsHealth) ? worst : worst.worseOf(Verdict.UNKNOWN);
    }
}
