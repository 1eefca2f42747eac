package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Lines of a tool's answer that its adapter did not understand: shown, because one of them may be the one that matters. */
final class UnreadLine implements Rule {
    /** The name of the readings. */
    static final String READING = Status.UNREAD_LINE;

    private static final int MOST_SHOWN = 3;

    @Override
    public String name() {
        return "unread-line";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        List<Status> lines = snapshot.readings(Status.class)
                .filter(status -> status.name().equals(READING))
                .toList();
        if (lines.isEmpty()) {
            return List.of();
        }
        String shown = lines.stream()
                .limit(MOST_SHOWN)
                .map(status -> "\"" + status.vendorWord() + "\"")
                .collect(Collectors.joining(", "));
        return List.of(new Finding(
                name(),
                snapshot.component().id(),
                READING,
                Severity.NOTICE,
                lines.size(),
                Count.number(lines.size(), "line", "lines") + " of the tool not understood",
                new Evidence(
                        READING,
                        lines.get(0).source(),
                        "",
                        "",
                        shown + (lines.size() > MOST_SHOWN ? " and %d more".formatted(lines.size() - MOST_SHOWN) : ""),
                        Optional.empty()),
                "The tool printed something that this program does not know. What it said there is not judged.",
                List.of("Read the lines; please report them with the version of the tool."),
                false));
    }
}
