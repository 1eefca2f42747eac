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
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** One poll, start to end. Reads top to bottom as the data flows. Safe for use by many threads. */
public final class Poller {
    private static final Logger LOG = Logger.getLogger(Poller.class);

    private final Asker asker;
    private final Casebook casebook;
    private final Optional<Turns> turns;

    /** For a caller with a rhythm of its own: whoever is to be asked is asked. */
    public Poller(CommandRunner runner, Supplier<Machine> machine, Casebook casebook, Clock clock) {
        this(runner, machine, casebook, Optional.empty(), clock);
    }

    /** @param machine what the kernel shows now */
    public Poller(CommandRunner runner, Supplier<Machine> machine, Casebook casebook, Turns turns, Clock clock) {
        this(runner, machine, casebook, Optional.of(turns), clock);
    }

    private Poller(
            CommandRunner runner, Supplier<Machine> machine, Casebook casebook, Optional<Turns> turns, Clock clock) {
        this.asker = new Asker(runner, machine, clock);
        this.casebook = casebook;
        this.turns = turns;
    }

    /** Asks the target if its turn has come: one that hangs or that nobody uses may have to wait. */
    public Optional<PollOutcome> turn(VendorAdapter adapter, Target target) {
        boolean now = turns.map(all -> all.begin(target, asker.best(target))).orElse(true);
        return now ? Optional.of(poll(adapter, target)) : Optional.empty();
    }

    /** Asks one target, and carries what it says to inventory, rules, incident, outbox and metrics. */
    public PollOutcome poll(VendorAdapter adapter, Target target) {
        boolean wake =
                turns.map(all -> all.wakes(casebook.behind(asker.best(target)))).orElse(false);
        Depth depth = wake ? Depth.FULL : casebook.depth(asker.best(target));
        if (wake) {
            LOG.infof("%s: woken to be read, as poll.asleep.then says", target.label());
        }
        long begun = System.nanoTime();
        PollOutcome outcome = asker.ask(adapter, target, wake ? Depth.WAKE : depth);
        turns.ifPresent(all -> all.note(target, outcome, casebook.behind(outcome)));
        if (wasAsked(outcome)) {
            enter(outcome, outcome.target().equals(asker.best(target)) ? depth : Depth.FULL, begun);
        }
        return outcome;
    }

    /** Asks between the polls for what the self-tests do; the answer goes the same way as any other. */
    PollOutcome look(VendorAdapter adapter, Target target) {
        long begun = System.nanoTime();
        PollOutcome outcome = asker.again(adapter, target, Depth.SELF_TESTS);
        turns.ifPresent(all -> all.note(target, outcome, casebook.behind(outcome)));
        if (wasAsked(outcome)) {
            enter(outcome, Depth.SELF_TESTS, begun);
        }
        return outcome;
    }

    /** Ways in to drives behind the controller that answered, which nobody knows yet to be any. */
    List<Target> leads(VendorAdapter adapter, PollOutcome outcome) {
        return outcome instanceof Polled polled && ControllerDoors.isController(polled.target())
                ? asker.leads(adapter, polled)
                : List.of();
    }

    /** Asks there once, tells nobody, and says what came of it. */
    PollOutcome tryLead(VendorAdapter adapter, Target lead) {
        return asker.ask(adapter, lead, Depth.CHEAP);
    }

    /** Targets that need not wait for their next turn. */
    List<Target> due() {
        return turns.map(Turns::due).orElse(List.of());
    }

    /** Whether a look for drives would touch one that hangs in the kernel. */
    boolean holdsScans() {
        return turns.map(Turns::holdScans).orElse(false);
    }

    void forget(Target target) {
        turns.ifPresent(all -> all.forget(target));
    }

    private void enter(PollOutcome outcome, Depth depth, long begun) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        casebook.prepare(outcome);
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
