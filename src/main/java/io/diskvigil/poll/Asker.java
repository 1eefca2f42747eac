package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Asks one target: command, run, read. Whatever happens, there is an outcome. Where the first answer shows nothing, another
 * way in is tried once, and kept if it shows more.
 */
final class Asker {
    private static final Logger LOG = Logger.getLogger(Asker.class);

    private final CommandRunner runner;
    private final Clock clock;
    /** The way in that shows most, for each target at which a second look was taken. */
    private final Map<Target, Target> best = new ConcurrentHashMap<>();

    Asker(CommandRunner runner, Clock clock) {
        this.runner = runner;
        this.clock = clock;
    }

    /** The way in that is used for a target. */
    Target best(Target target) {
        return best.getOrDefault(target, target);
    }

    /** The outcome speaks of the way in that was used, which need not be {@code target}. */
    PollOutcome ask(VendorAdapter adapter, Target target, Depth depth) {
        PollOutcome first = once(adapter, best(target), depth);
        Optional<Target> other = best.containsKey(target) ? Optional.empty() : adapter.secondLook(first);
        if (other.isEmpty()) {
            return first;
        }
        PollOutcome second = once(adapter, other.get(), Depth.FULL);
        boolean showsMore =
                second instanceof Polled && adapter.secondLook(second).isEmpty();
        best.put(target, showsMore ? other.get() : target);
        if (showsMore) {
            LOG.infof(
                    "%s: read as %s, which shows more",
                    target.label(), other.get().type());
        }
        return showsMore ? second : first;
    }

    /** Asks by the way in that is used, and tries no other. */
    PollOutcome again(VendorAdapter adapter, Target target, Depth depth) {
        return once(adapter, best(target), depth);
    }

    private PollOutcome once(VendorAdapter adapter, Target target, Depth depth) {
        CommandResult result;
        try {
            result = runner.run(adapter.probe(target, depth));
        } catch (CommandException e) {
            return new Failed(target, e.reason(), e.getMessage());
        }
        try {
            return adapter.read(target, result, clock.instant());
        } catch (RuntimeException e) {
            // Whatever a vendor prints, one probe may fail and the next still runs.
            LOG.debugf(e, "read %s output of %s", adapter.name(), target.label());
            return new Failed(target, Cause.OUTPUT_NOT_UNDERSTOOD, "read output: " + e);
        }
    }
}
