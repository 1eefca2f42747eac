package io.diskvigil.poll;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Asks one target: command, run, read. Whatever happens, there is an outcome. Where the first answer shows nothing, another
 * way in is tried once, and kept if it shows more.
 */
final class Asker {
    private static final Logger LOG = Logger.getLogger(Asker.class);

    /** A controller with 256 drives that are asked one by one, three times. */
    private static final int MOST_QUESTIONS = 800;

    private final CommandRunner runner;
    private final Supplier<Machine> machine;
    private final Clock clock;
    /** The way in that shows most, for each target at which a second look was taken. */
    private final Map<Target, Target> best = new ConcurrentHashMap<>();

    /** @param machine what the kernel shows now */
    Asker(CommandRunner runner, Supplier<Machine> machine, Clock clock) {
        this.runner = runner;
        this.machine = machine;
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

    /** Other ways in to the drives of this answer; none if the adapter stumbles over it. */
    List<Target> leads(VendorAdapter adapter, Polled answer) {
        try {
            return adapter.leads(answer, machine.get());
        } catch (RuntimeException e) {
            LOG.debugf(
                    e, "find other ways in to the drives of %s", answer.target().label());
            return List.of();
        }
    }

    private PollOutcome once(VendorAdapter adapter, Target target, Depth depth) {
        List<Exchange> talk = new ArrayList<>();
        try {
            Optional<Command> question = adapter.ask(target, depth, List.of());
            while (question.isPresent()) {
                if (talk.size() == MOST_QUESTIONS) {
                    return new Failed(
                            target, Cause.OUTPUT_NOT_UNDERSTOOD, "asked " + MOST_QUESTIONS + " questions, and no end");
                }
                Exchange exchange = exchange(question.get());
                if (exchange instanceof Unanswered none && (talk.isEmpty() || endsAll(none.cause()))) {
                    return new Failed(target, none.cause(), none.detail());
                }
                talk.add(exchange);
                question =
                        hangs(talk) ? Optional.empty() : adapter.ask(target, depth, Collections.unmodifiableList(talk));
            }
            PollOutcome outcome = adapter.read(target, Collections.unmodifiableList(talk), clock.instant());
            return outcome instanceof Polled polled ? adapter.located(polled, machine.get()) : outcome;
        } catch (RuntimeException e) {
            // Whatever a vendor prints, one probe may fail and the next still runs.
            LOG.debugf(e, "read %s output of %s", adapter.name(), target.label());
            return new Failed(target, Cause.OUTPUT_NOT_UNDERSTOOD, "read output: " + e);
        }
    }

    private Exchange exchange(Command question) {
        try {
            return new Answered(question, runner.run(question));
        } catch (CommandException e) {
            return new Unanswered(question, e.reason(), e.getMessage());
        }
    }

    /** What was learned before is not told: the talk had no end of its own. */
    private static boolean endsAll(Cause cause) {
        return cause == Cause.STOPPED || cause == Cause.BUSY;
    }

    /** One question may be too hard for a controller; that a second one finds no answer, either, means that it hangs. */
    private static boolean hangs(List<Exchange> talk) {
        return talk.stream()
                        .filter(one -> one instanceof Unanswered none
                                && (none.cause() == Cause.TIMED_OUT || none.cause() == Cause.STILL_HANGING))
                        .count()
                > 1;
    }
}
