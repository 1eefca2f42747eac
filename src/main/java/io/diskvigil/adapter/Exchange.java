package io.diskvigil.adapter;

import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome.Cause;
import java.util.Optional;

/** One question to a tool and what came of it; a probe is a talk of one or many. */
public sealed interface Exchange {
    Command command();

    /** The answer, if there is one. */
    Optional<CommandResult> result();

    /** The tool ended, with whatever exit status. */
    record Answered(Command command, CommandResult answer) implements Exchange {
        @Override
        public Optional<CommandResult> result() {
            return Optional.of(answer);
        }
    }

    /** It did not start, did not end, or printed without end; {@code detail} is one line for a person. */
    record Unanswered(Command command, Cause cause, String detail) implements Exchange {
        @Override
        public Optional<CommandResult> result() {
            return Optional.empty();
        }
    }
}
