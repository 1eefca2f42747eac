package io.diskvigil.incident;

import io.diskvigil.model.Component;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is open about one component: one story, from OPENED to RECOVERED.
 *
 * @param id unique for ever, safe in a Message-ID
 * @param complaints what is wrong now, one a fingerprint, worst first
 * @param lastToldAt when a notification was last decided
 * @param told how many notifications were decided, 1 after OPENED
 * @param reminders how many of them were reminders
 */
public record Incident(
        String id,
        Component component,
        Instant openedAt,
        List<Complaint> complaints,
        Instant lastToldAt,
        int told,
        int reminders) {
    public Incident {
        complaints = List.copyOf(complaints);
    }

    public Severity severity() {
        return complaints.stream()
                .map(complaint -> complaint.finding().severity())
                .max(Comparator.naturalOrder())
                .orElse(Severity.NOTICE);
    }

    /**
     * One finding inside an incident.
     *
     * @param since when it was first found
     * @param toldSeverity the severity last told, so that a rise is noticed
     * @param toldLevel the level last told, so that growth is noticed
     * @param missed how many successive answers did not show it any more: it closes after a few
     * @param goneSince the first of them; empty as long as it is found
     */
    public record Complaint(
            Finding finding,
            Instant since,
            Severity toldSeverity,
            long toldLevel,
            int missed,
            Optional<Instant> goneSince) {
        /** Found again, or for the first time: the clock of its end starts anew. */
        Complaint found(Finding now) {
            return new Complaint(now, since, toldSeverity, toldLevel, 0, Optional.empty());
        }

        /** Not found by an answer that would have shown it. */
        Complaint missed(Instant at) {
            // A clock that was set back must not keep it open for ever.
            Instant since = goneSince.filter(before -> !before.isAfter(at)).orElse(at);
            return new Complaint(finding, this.since, toldSeverity, toldLevel, missed + 1, Optional.of(since));
        }

        Complaint told() {
            return new Complaint(finding, since, finding.severity(), finding.level(), missed, goneSince);
        }
    }
}
