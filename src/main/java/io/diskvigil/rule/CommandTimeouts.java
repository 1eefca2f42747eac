package io.diskvigil.rule;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * Commands that timed out: corroboration, never an alarm. Backblaze 2013-16: adding attribute 188 to the other four finds 69
 * instead of 65 % of failures at twice the false alarms. Healthy SSDs are met with dozens, so only a rise is shown.
 */
final class CommandTimeouts implements Rule {
    private final RuleConfig.Fading fading;

    CommandTimeouts(RuleConfig.Fading fading) {
        this.fading = fading;
    }

    @Override
    public String name() {
        return "command-timeouts";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Count.of(snapshot, past, Vocabulary.COMMAND_TIMEOUTS).stream()
                .filter(count -> count.roseWithin(fading.warningAfter()))
                .map(count -> new Finding(
                        name(),
                        snapshot.component().id(),
                        count.name(),
                        Severity.NOTICE,
                        count.now(),
                        count.summary("command time-out", "command time-outs"),
                        count.evidence(),
                        "Commands to the drive took too long. Power and the link are the usual causes; alone it says little"
                                + " about the drive.",
                        List.of(
                                "Look in the kernel log for resets of this link at that time.",
                                "Check power and data cables if it goes on."),
                        false))
                .toList();
    }
}
