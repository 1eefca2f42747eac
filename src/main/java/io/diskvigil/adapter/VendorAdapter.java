package io.diskvigil.adapter;

import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import io.diskvigil.model.TestKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Knows one vendor's command line: what to ask and how to read the answer. Runs nothing and keeps no state. What most tools
 * cannot do has a default that says so.
 */
public interface VendorAdapter {
    /** The name in configuration, metrics and fixture paths, such as {@code smartctl}. */
    String name();

    /** A cheap command that lists what this tool can see; empty if the tool is not installed here. */
    Optional<Command> scan();

    /**
     * Which of the machine's controllers this tool ought to show. Where there is one, a tool that is missing or shows none is
     * told as blindness; where there is none, a tool that is not installed is not missed.
     */
    default List<Machine.Controller> expected(Machine machine) {
        return List.of();
    }

    /** What the scan found, together with what the configuration names. Configured targets come even when the scan is empty. */
    List<Target> targets(CommandResult scanned);

    /** The targets named in the configuration: polled even where the scan fails. */
    default List<Target> configured() {
        return List.of();
    }

    /**
     * The next question of a probe.
     *
     * @param before the talk so far, oldest first; empty for the first question, which always exists
     * @return empty if enough is known
     */
    Optional<Command> ask(Target target, Depth depth, List<Exchange> before);

    /**
     * What the talk says. Where only a part was answered, that part counts, and the reading {@code visibility} says what is
     * missing. May throw on output that it cannot read: the poller turns that into a failed outcome.
     */
    PollOutcome read(Target target, List<Exchange> talk, Instant at);

    /** The same answer, with what only the kernel knows: the block device of a volume. Only what is sure. */
    default Polled located(Polled answer, Machine machine) {
        return answer;
    }

    /**
     * Other ways in to the same drives, for the tool that they name, which may turn out to be none: pass-through behind a
     * controller.
     */
    default List<Target> leads(Polled answer, Machine machine) {
        return List.of();
    }

    /**
     * Starts a self-test in the background; one that runs is never ended for it, and a sleeping drive is not woken.
     *
     * @return empty if this tool starts none
     */
    default Optional<Command> startSelfTest(Target target, TestKind kind) {
        return Optional.empty();
    }

    /** Ends the self-test that runs; empty if this tool cannot. */
    default Optional<Command> stopSelfTest(Target target) {
        return Optional.empty();
    }

    /** What the answer to {@link #startSelfTest} says. */
    default SelfTestReply startReply(Target target, CommandResult result) {
        return new SelfTestReply.NotPossible(name() + " starts no self-tests");
    }

    /** Another way in worth trying when this outcome shows nothing: {@code sat} for a SATA drive that answers as SCSI. */
    default Optional<Target> secondLook(PollOutcome outcome) {
        return Optional.empty();
    }

    /**
     * Reads a recorded output of this tool in any form that people paste; empty if it is not this tool's. An event log is
     * read as of its newest entry, with a component for each drive that it names.
     */
    Optional<Recording> recognise(String text, Instant at);

    /** How much one probe asks for. */
    enum Depth {
        /** Identity, health, attributes, temperature: every few minutes. */
        CHEAP,
        /** All logs: less often. */
        FULL,
        /** Only whether a self-test runs, the log of those that ran, and which ones the drive can run. */
        SELF_TESTS,
        /** As {@link #FULL}, and a sleeping drive is woken by it: only where the configuration asks for that. */
        WAKE
    }

    /** What a recorded output turned out to be. */
    sealed interface Recording {
        /** The answer of a probe. */
        record Answer(PollOutcome outcome) implements Recording {}

        /** The answer of a scan. */
        record Listing(List<Target> targets) implements Recording {}
    }
}
