package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.DriveEvents.Dated;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the controller's event log says of anything but a drive: bad news of the last days, unless better news of the same thing
 * followed. The present is told by the rules on states; this tells what came and went between two looks.
 */
final class ControllerLog implements Rule {
    private static final Set<EventKind> VOLUME =
            EnumSet.of(EventKind.VOLUME_DEGRADED, EventKind.VOLUME_FAILED, EventKind.REBUILD_FAILED);
    private static final Set<EventKind> VOLUME_WELL = EnumSet.of(EventKind.VOLUME_OPTIMAL, EventKind.REBUILD_DONE);

    private final RuleConfig.ControllerEvents config;

    ControllerLog(RuleConfig.ControllerEvents config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "controller-log";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() == ComponentKind.DRIVE) {
            return List.of();
        }
        DriveEvents events = DriveEvents.of(snapshot, past);
        boolean stateTells =
                snapshot.status(Vocabulary.VOLUME_STATE.readingName()).isPresent();
        Map<String, List<Dated>> bad = new LinkedHashMap<>();
        List<Dated> unknown = new ArrayList<>();
        List<Dated> recent = events.within(EnumSet.allOf(EventKind.class), config.logWindow());
        for (int i = 0; i < recent.size(); i++) {
            Dated one = recent.get(i);
            EventKind kind = one.event().kind();
            if (one.event().health() == Health.UNKNOWN) {
                unknown.add(one);
            } else if (one.event().health() == Health.FAILED
                    && !(stateTells && VOLUME.contains(kind) && kind != EventKind.REBUILD_FAILED)
                    && !isOver(one, recent.subList(i + 1, recent.size()))) {
                bad.computeIfAbsent(subject(one), ignored -> new ArrayList<>()).add(one);
            }
        }
        List<Finding> findings = new ArrayList<>();
        bad.forEach((subject, found) -> findings.add(finding(snapshot, subject, found)));
        if (!unknown.isEmpty()) {
            findings.add(unknown(snapshot, unknown));
        }
        return findings;
    }

    private static String subject(Dated one) {
        String place = one.event().place();
        return one.event().kind().name().toLowerCase(Locale.ROOT) + (place.isEmpty() ? "" : "/" + place);
    }

    /** Whether better news of the same thing followed. */
    private static boolean isOver(Dated one, List<Dated> later) {
        Set<EventKind> same = VOLUME.contains(one.event().kind())
                ? VOLUME_WELL
                : EnumSet.of(one.event().kind());
        return later.stream()
                .map(Dated::event)
                .anyMatch(other -> other.place().equals(one.event().place())
                        && same.contains(other.kind())
                        && other.health() == Health.OK);
    }

    private static boolean isLoss(Dated one) {
        return one.event().kind() == EventKind.VOLUME_DEGRADED || one.event().kind() == EventKind.VOLUME_FAILED;
    }

    private Finding finding(Snapshot snapshot, String subject, List<Dated> found) {
        Dated newest = found.get(found.size() - 1);
        String often = found.size() == 1 ? "" : " (%d times)".formatted(found.size());
        return new Finding(
                name(),
                snapshot.component().id(),
                subject,
                // Where a volume's own state is shown, that tells instead: this is all that is known of it.
                isLoss(newest) ? Severity.CRITICAL : Severity.WARNING,
                found.size(),
                "the controller's log: " + newest.event().text() + often,
                new Evidence(newest.event().name(), newest.event().source(), "", "", newest.words(), newest.at()),
                newest.event().kind() == EventKind.REBUILD_FAILED
                        ? "The rebuild ended without success, mostly at a sector of another member that cannot be read. The"
                                + " volume is as unprotected as before."
                        : "The controller noted this, and nothing after it says that it is over.",
                newest.event().kind() == EventKind.REBUILD_FAILED
                        ? List.of(
                                "Back up the volume now, before another try.",
                                "Look which member has errors: the log and the drives' own counters tell.",
                                "Then replace that member's cable or the new drive, and rebuild again.")
                        : List.of(
                                "Look at the present state with the controller's tool.",
                                "Read what stands around it in the log."),
                false);
    }

    private Finding unknown(Snapshot snapshot, List<Dated> found) {
        Dated newest = found.get(found.size() - 1);
        return new Finding(
                name(),
                snapshot.component().id(),
                "unknown",
                Severity.NOTICE,
                found.size(),
                Count.number(found.size(), "event", "events") + " of a kind that is not known: "
                        + newest.event().text(),
                new Evidence(newest.event().name(), newest.event().source(), "", "", newest.words(), newest.at()),
                "The controller's log has words that this program does not know. They may be harmless.",
                List.of("Read them in the log, and look them up in the controller's manual."),
                false);
    }
}
