package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Finds what there is to ask. A scan that fails is an outcome like any other, about the host: no drive can be seen. A drive
 * that is no longer listed is asked on, so that its absence shows; so one that lists none at all needs no finding of its own.
 */
public final class Discovery {
    /** Type of the pseudo target under which what concerns a tool as a whole is accounted. */
    static final String SCAN = "scan";

    private static final Logger LOG = Logger.getLogger(Discovery.class);

    private final CommandRunner runner;
    private final Casebook casebook;
    /** Adapters whose last scan found nothing. */
    private final Set<String> emptyHanded = ConcurrentHashMap.newKeySet();

    public Discovery(CommandRunner runner, Casebook casebook) {
        this.runner = runner;
        this.casebook = casebook;
    }

    static Target account(String adapter) {
        return new Target(adapter, adapter, SCAN);
    }

    /** Every target to ask now: what the scan lists, or what the configuration names if the scan fails. */
    List<Target> look(VendorAdapter adapter) {
        Optional<Command> scan = adapter.scan();
        if (scan.isEmpty()) {
            return adapter.configured();
        }
        Target account = account(adapter.name());
        long begun = System.nanoTime();
        List<Target> found;
        PollOutcome outcome;
        try {
            found = adapter.targets(runner.run(scan.get()));
            outcome = new Polled(account, List.of());
        } catch (CommandException e) {
            found = adapter.configured();
            outcome = new Failed(account, e.reason(), e.getMessage());
        } catch (RuntimeException e) {
            LOG.debugf(e, "read scan of %s", adapter.name());
            found = adapter.configured();
            outcome = new Failed(account, Cause.OUTPUT_NOT_UNDERSTOOD, "read scan: " + e.getMessage());
        }
        if (!(outcome instanceof Failed failed && (failed.cause() == Cause.STOPPED || failed.cause() == Cause.BUSY))) {
            casebook.enter(outcome, Depth.FULL, Duration.ofNanos(System.nanoTime() - begun));
        }
        tellIfEmpty(adapter.name(), outcome instanceof Polled && found.isEmpty());
        return found;
    }

    /** A machine without disks is rare, a user or container that may not see them is not. */
    private void tellIfEmpty(String adapter, boolean empty) {
        if (!empty) {
            emptyHanded.remove(adapter);
        } else if (emptyHanded.add(adapter)) {
            LOG.warnf(
                    "%s found no drive: nothing is watched by it; drives that no scan finds can be named in %s.drives",
                    adapter, adapter);
        }
    }
}
