package io.diskvigil.poll;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Ways in that an answer of a controller points to, and that may lead nowhere: most controllers let SMART commands through to
 * some of their drives only. One that leads nowhere is no trouble, and is tried again now and then. Safe for use by many
 * threads.
 */
final class Leads {
    private static final Logger LOG = Logger.getLogger(Leads.class);

    private final Duration pause;
    private final Clock clock;
    private final Map<Target, Instant> triedAt = new ConcurrentHashMap<>();

    /** @param pause between two tries of a lead that showed no drive */
    Leads(Duration pause, Clock clock) {
        this.pause = pause;
        this.clock = clock;
    }

    boolean isDue(Target lead) {
        Instant last = triedAt.get(lead);
        Instant now = clock.instant();
        return last == null || last.isAfter(now) || !now.isBefore(last.plus(pause));
    }

    /** Whether a drive answered there, so that it is worth to be watched. */
    boolean isWorthIt(Target lead, PollOutcome outcome) {
        if (outcome instanceof Failed failed && (failed.cause() == Cause.BUSY || failed.cause() == Cause.STOPPED)) {
            return false;
        }
        if (leadsToDrive(outcome)) {
            triedAt.remove(lead);
            return true;
        }
        if (triedAt.put(lead, clock.instant()) == null) {
            LOG.infof("%s: shows no drive (%s): not watched, tried again now and then", lead.label(), words(outcome));
        }
        return false;
    }

    /** It tells who it is, and shows some of its health: else it is no more than what the controller tells. */
    static boolean leadsToDrive(PollOutcome outcome) {
        return outcome instanceof Polled polled && polled.snapshots().stream().anyMatch(Leads::isDrive);
    }

    private static boolean isDrive(Snapshot answer) {
        Identity identity = answer.component().identity();
        return answer.component().kind() == ComponentKind.DRIVE
                && !(identity.serial().isEmpty() && identity.wwn().isEmpty())
                && answer.status(Vocabulary.VISIBILITY.readingName())
                        .filter(seen -> seen.health() == Health.UNKNOWN)
                        .isEmpty();
    }

    private static String words(PollOutcome outcome) {
        if (outcome instanceof Failed failed) {
            return failed.detail();
        }
        return outcome instanceof Polled ? "no identity or no health in the answer" : "asleep";
    }
}
