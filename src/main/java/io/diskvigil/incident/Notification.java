package io.diskvigil.incident;

import io.diskvigil.model.Change;
import io.diskvigil.model.Component;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An incident and the reason why it is told now: all that a mail needs, so that it can be composed after a restart.
 *
 * @param incidentId the thread that the mail belongs to
 * @param sequence 1 for OPENED, then counting up within the incident
 * @param at when it was decided
 * @param severity of the incident now; for RECOVERED the worst it had when last told
 * @param changed what is new or worse, worst first: the reason for telling. For RECOVERED what is gone
 * @param standing what else is still wrong
 * @param adopted true if the component was seen for the first time and brought these defects with it
 * @param histories dated changes of the readings that the findings speak of, by reading name
 * @param raw the readings behind it, one printable line each, for the evidence part of the mail
 * @param surroundings what helps to find it and says what depends on it, in the order of telling
 */
public record Notification(
        String incidentId,
        int sequence,
        Reason reason,
        Instant at,
        Instant openedAt,
        Component component,
        Severity severity,
        List<Finding> changed,
        List<Finding> standing,
        boolean adopted,
        Map<String, List<Change>> histories,
        List<String> raw,
        List<Surrounding> surroundings) {

    /**
     * One line about the surroundings of a component: the volume of a drive, a member of a volume, the command that lights a
     * slot.
     *
     * @param command whether the text is a command, to be pasted as it is
     */
    public record Surrounding(String label, String text, boolean command) {}

    /** Why it is told now. */
    public enum Reason {
        OPENED,
        WORSENED,
        REMINDED,
        RECOVERED,
        /** Something worth knowing that is no trouble: a new drive, other firmware. Told once, belongs to no incident. */
        NOTED
    }

    public Notification {
        changed = List.copyOf(changed);
        standing = List.copyOf(standing);
        histories = Map.copyOf(histories);
        raw = List.copyOf(raw);
        // What an older version wrote into the outbox has none.
        surroundings = surroundings == null ? List.of() : List.copyOf(surroundings);
    }
}
