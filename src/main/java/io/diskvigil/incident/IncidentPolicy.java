package io.diskvigil.incident;

import io.diskvigil.incident.Incident.Complaint;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.incident.Notification.Surrounding;
import io.diskvigil.model.Change;
import io.diskvigil.model.Component;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Decides what an answer about a component means for its incident, and whether somebody has to be told now. Pure: the same
 * arguments give the same decision. Knows time, knows no rule and no delivery.
 */
public final class IncidentPolicy {
    /** Of the same severity in the order of the rules, which is the order in which people want to hear of them. */
    private static final Comparator<Complaint> WORST_FIRST = Comparator.comparing(
                    (Complaint complaint) -> complaint.finding().severity())
            .thenComparing(complaint -> complaint.finding().rank())
            .reversed();

    private final IncidentConfig config;

    public IncidentPolicy(IncidentConfig config) {
        this.config = config;
    }

    /**
     * What is known at the moment of a decision.
     *
     * @param firstSight the component was never seen before
     * @param closes whether the absence of a finding means that its trouble is gone. False after a failed probe, for a sleeping
     *     drive, and for what this answer did not show either way
     * @param histories dated changes by reading name, for the mail
     * @param raw gives readings as printable lines, for the mail; asked only if there is something to tell
     * @param surroundings gives what stands around the component, for the mail; asked likewise
     */
    public record Observation(
            Component component,
            Instant at,
            boolean firstSight,
            Predicate<Finding> closes,
            List<Finding> findings,
            Map<String, List<Change>> histories,
            Supplier<List<String>> raw,
            Supplier<List<Surrounding>> surroundings) {}

    /**
     * The new state, and what is to be told, if anything; both are committed together.
     *
     * @param incident empty if nothing is open (any more)
     */
    public record Decision(Optional<Incident> incident, Optional<Notification> notification) {}

    public Decision decide(Optional<Incident> open, Observation seen) {
        List<Complaint> complaints = complaints(open, seen);
        if (open.isEmpty()) {
            return complaints.isEmpty()
                    ? new Decision(Optional.empty(), Optional.empty())
                    : tell(fresh(seen), Reason.OPENED, complaints, complaints, seen);
        }
        Incident incident = open.get();
        if (complaints.isEmpty()) {
            return recovered(incident, seen);
        }
        List<Complaint> worse =
                complaints.stream().filter(IncidentPolicy::isWorse).toList();
        if (worse.stream().anyMatch(IncidentPolicy::isUrgent)
                || (!worse.isEmpty() && due(incident, config.growthPause(), seen.at()))) {
            return tell(incident, Reason.WORSENED, complaints, worse, seen);
        }
        if (due(incident, reminderPause(incident), seen.at())) {
            return tell(incident, Reason.REMINDED, complaints, complaints, seen);
        }
        return new Decision(Optional.of(with(incident, seen.component(), complaints)), Optional.empty());
    }

    /** Ends an incident because its component is gone for a known reason, which {@code seen} holds as a notice. */
    public Decision close(Incident incident, Observation seen) {
        return recovered(incident, seen);
    }

    /** Something worth knowing that is no trouble: told once, in a thread of its own. */
    public static Notification noted(Finding notice, Observation seen) {
        String id = "note." + Long.toString(seen.at().toEpochMilli(), 36) + "."
                + Integer.toHexString(notice.fingerprint().hashCode());
        Incident thread = new Incident(id, seen.component(), seen.at(), List.of(), seen.at(), 1, 0);
        return notification(thread, Reason.NOTED, notice.severity(), List.of(notice), List.of(), seen);
    }

    /** What is wrong now: the alerts just found, and those of before that nothing has cleared yet. */
    private List<Complaint> complaints(Optional<Incident> open, Observation seen) {
        Map<String, Complaint> now = new LinkedHashMap<>();
        open.map(Incident::complaints).orElse(List.of()).forEach(old -> {
            Complaint aged = seen.closes().test(old.finding()) ? old.missed(seen.at()) : old;
            now.put(old.finding().fingerprint(), aged);
        });
        for (Finding finding : seen.findings()) {
            if (finding.severity().isAlert()) {
                now.merge(
                        finding.fingerprint(),
                        new Complaint(finding, seen.at(), Severity.NOTICE, 0, 0, Optional.empty()),
                        (old, fresh) -> old.found(finding));
            }
        }
        return now.values().stream()
                .filter(complaint -> !isGone(complaint, seen.at()))
                .sorted(WORST_FIRST)
                .toList();
    }

    private boolean isGone(Complaint complaint, Instant now) {
        return complaint.missed() >= config.confirmations()
                && complaint
                        .goneSince()
                        .filter(since -> !now.isBefore(since.plus(config.recoverAfter())))
                        .isPresent();
    }

    private static boolean isWorse(Complaint complaint) {
        return isEscalated(complaint) || complaint.finding().level() > complaint.toldLevel();
    }

    private static boolean isEscalated(Complaint complaint) {
        return complaint.finding().severity().compareTo(complaint.toldSeverity()) > 0;
    }

    /** Worth waking somebody again inside the growth pause. */
    private static boolean isUrgent(Complaint complaint) {
        return isEscalated(complaint)
                || (complaint.finding().level() > complaint.toldLevel()
                        && complaint.finding().level() / 2 >= complaint.toldLevel());
    }

    private static boolean due(Incident incident, Duration pause, Instant now) {
        // A stamp in the future is one of a clock that was set back since: nobody shall wait for it.
        return !now.isBefore(incident.lastToldAt().plus(pause)) || now.isBefore(incident.lastToldAt());
    }

    private Duration reminderPause(Incident incident) {
        Duration pause = config.remindAfter().multipliedBy(1L << Math.min(incident.reminders(), 10));
        return pause.compareTo(config.remindMax()) < 0 ? pause : config.remindMax();
    }

    private static Incident fresh(Observation seen) {
        String id = Long.toString(seen.at().toEpochMilli(), 36) + "."
                + Integer.toHexString(seen.component().id().hashCode());
        return new Incident(id, seen.component(), seen.at(), List.of(), seen.at(), 0, 0);
    }

    private static Incident with(Incident incident, Component component, List<Complaint> complaints) {
        return new Incident(
                incident.id(),
                component,
                incident.openedAt(),
                complaints,
                incident.lastToldAt(),
                incident.told(),
                incident.reminders());
    }

    private static Decision tell(
            Incident incident, Reason reason, List<Complaint> complaints, List<Complaint> changed, Observation seen) {
        List<Complaint> told = complaints.stream().map(Complaint::told).toList();
        Incident next = new Incident(
                incident.id(),
                seen.component(),
                incident.openedAt(),
                told,
                seen.at(),
                incident.told() + 1,
                reason == Reason.REMINDED ? incident.reminders() + 1 : 0);
        List<Finding> standing = new ArrayList<>();
        complaints.stream()
                .filter(c -> !changed.contains(c))
                .map(Complaint::finding)
                .forEach(standing::add);
        seen.findings().stream().filter(f -> !f.severity().isAlert()).forEach(standing::add);
        return new Decision(
                Optional.of(next),
                Optional.of(notification(
                        next,
                        reason,
                        next.severity(),
                        changed.stream().map(Complaint::finding).toList(),
                        standing,
                        seen)));
    }

    /** What has not gone but merely faded to a notice is told as what it is now. */
    private static Decision recovered(Incident incident, Observation seen) {
        Map<String, Finding> faded = new LinkedHashMap<>();
        seen.findings().forEach(finding -> faded.put(finding.fingerprint(), finding));
        List<Finding> over = incident.complaints().stream()
                .map(Complaint::finding)
                .map(finding -> faded.getOrDefault(finding.fingerprint(), finding))
                .toList();
        List<Finding> standing = seen.findings().stream()
                .filter(finding -> !over.contains(finding))
                .toList();
        Severity worst = incident.complaints().stream()
                .map(Complaint::toldSeverity)
                .max(Comparator.naturalOrder())
                .orElse(Severity.WARNING);
        Incident last = new Incident(
                incident.id(),
                seen.component(),
                incident.openedAt(),
                incident.complaints(),
                seen.at(),
                incident.told() + 1,
                incident.reminders());
        return new Decision(
                Optional.empty(), Optional.of(notification(last, Reason.RECOVERED, worst, over, standing, seen)));
    }

    private static Notification notification(
            Incident incident,
            Reason reason,
            Severity severity,
            List<Finding> changed,
            List<Finding> standing,
            Observation seen) {
        return new Notification(
                incident.id(),
                incident.told(),
                reason,
                seen.at(),
                incident.openedAt(),
                seen.component(),
                severity,
                changed,
                standing,
                seen.firstSight() && reason == Reason.OPENED,
                seen.histories(),
                seen.raw().get(),
                seen.surroundings().get());
    }
}
