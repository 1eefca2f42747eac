package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.time.Duration;
import org.jboss.logging.Logger;

/** One poll, start to end. Reads top to bottom as the data flows. Safe for use by many threads. */
public final class Poller {
    private static final Logger LOG = Logger.getLogger(Poller.class);

    private final Asker asker;
    private final Casebook casebook;

    public Poller(CommandRunner runner, Casebook casebook, Clock clock) {
        this.asker = new Asker(runner, clock);
        this.casebook = casebook;
    }

    /** Asks one target, and carries what it says to inventory, rules, incident, outbox and metrics. */
    public PollOutcome poll(VendorAdapter adapter, Target target) {
        Depth depth = casebook.depth(asker.best(target));
        long begun = System.nanoTime();
        PollOutcome outcome = asker.ask(adapter, target, depth);
        if (wasAsked(outcome)) {
            enter(outcome, outcome.target().equals(asker.best(target)) ? depth : Depth.FULL, begun);
        }
        return outcome;
    }

    /** Asks between the polls for what the self-tests do; the answer goes the same way as any other. */
    PollOutcome look(VendorAdapter adapter, Target target) {
        long begun = System.nanoTime();
        PollOutcome outcome = asker.again(adapter, target, Depth.SELF_TESTS);
        if (wasAsked(outcome)) {
            enter(outcome, Depth.SELF_TESTS, begun);
        }
        return outcome;
    }

    private void enter(PollOutcome outcome, Depth depth, long begun) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        try {
            casebook.enter(outcome, depth, took);
        } catch (RuntimeException e) {
            // A fault of ours on this drive's data must not look like a drive that is well.
            LOG.errorf(e, "judge the answer of %s", outcome.target().label());
            casebook.enter(
                    new Failed(outcome.target(), Cause.OUTPUT_NOT_UNDERSTOOD, "judge the answer: " + e), depth, took);
        }
    }

    /** A command that never had its turn says nothing of the drive: it is asked again at the next one. */
    private static boolean wasAsked(PollOutcome outcome) {
        return !(outcome instanceof Failed failed && (failed.cause() == Cause.STOPPED || failed.cause() == Cause.BUSY));
    }
}
