package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.EntryKind;
import io.diskvigil.model.Reading.LogEntry;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The drive's error log holds errors of the medium. A NOTICE: entries may be years old, and what is new shows in the
 * counters. Entries about the host's own mistakes are ignored, as smartd(8) does since 7.4.
 */
final class ErrorLog implements Rule {
    /** Graded by {@link BackgroundScan}, by what became of each block. */
    private static final String SCAN_RESULT = "scsi_background_scan_result";

    @Override
    public String name() {
        return "error-log";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        List<LogEntry> entries = snapshot.readings(LogEntry.class)
                .filter(entry ->
                        entry.kind() == EntryKind.MEDIA && !entry.name().equals(SCAN_RESULT))
                .toList();
        if (entries.isEmpty()) {
            return List.of();
        }
        LogEntry first = entries.get(0);
        Optional<Instant> newest =
                entries.stream().flatMap(entry -> entry.loggedAt().stream()).max(Comparator.naturalOrder());
        return List.of(new Finding(
                name(),
                snapshot.component().id(),
                "error_log",
                Severity.NOTICE,
                entries.size(),
                Count.number(entries.size(), "medium error", "medium errors") + " in the drive's error log",
                new Evidence(first.name(), first.source(), "", "", first.text(), newest),
                "The drive once could not read or write a place of its medium. The log does not say whether it still cannot.",
                List.of("Compare pending and reallocated sectors.", "Run a long self-test."),
                false));
    }
}
