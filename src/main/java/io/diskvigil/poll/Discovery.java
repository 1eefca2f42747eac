package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Finds what there is to ask. A scan that fails is an outcome like any other, about the host: no drive can be seen. A drive
 * that is no longer listed is asked on, so that its absence shows; so one that lists none at all needs no finding of its own.
 */
public final class Discovery {
    /** Type of the pseudo target under which what concerns a tool as a whole is accounted. */
    static final String SCAN = "scan";
    /** The adapter that reads drives, of whatever controller; all others read controllers. */
    static final String READS_DRIVES = "smartctl";

    private static final Logger LOG = Logger.getLogger(Discovery.class);

    private final Lookout lookout;
    private final Casebook casebook;
    /** Adapters whose last scan found nothing. */
    private final Set<String> emptyHanded = ConcurrentHashMap.newKeySet();

    /** @param machine what the kernel shows now */
    public Discovery(CommandRunner runner, Supplier<Machine> machine, Casebook casebook) {
        this.lookout = new Lookout(runner, machine);
        this.casebook = casebook;
    }

    static Target account(String adapter) {
        return new Target(adapter, adapter, SCAN);
    }

    /** Every target to ask now: what the scan lists, or what the configuration names if the scan fails. */
    List<Target> look(VendorAdapter adapter) {
        long begun = System.nanoTime();
        Lookout.Sight sight = lookout.look(adapter);
        if (sight.account().isEmpty()) {
            casebook.notMissed(account(adapter.name()));
            return sight.targets();
        }
        PollOutcome outcome = sight.account().get();
        if (!(outcome instanceof Failed failed && (failed.cause() == Cause.STOPPED || failed.cause() == Cause.BUSY))) {
            casebook.enter(outcome, Depth.FULL, Duration.ofNanos(System.nanoTime() - begun));
        }
        tellIfEmpty(adapter.name(), outcome instanceof Polled && sight.targets().isEmpty());
        return sight.targets();
    }

    /**
     * A machine without disks is rare, a user or container that may not see them is not. That a controller's tool finds none
     * where the kernel shows none is as it should be.
     */
    private void tellIfEmpty(String adapter, boolean empty) {
        if (!empty || !adapter.equals(READS_DRIVES)) {
            emptyHanded.remove(adapter);
        } else if (emptyHanded.add(adapter)) {
            LOG.warnf(
                    "%s found no drive: nothing is watched by it; drives that no scan finds can be named in %s.drives",
                    adapter, adapter);
        }
    }
}
