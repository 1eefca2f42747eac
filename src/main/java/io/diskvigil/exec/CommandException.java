package io.diskvigil.exec;

import io.diskvigil.model.PollOutcome.Cause;

/** The command gave no result that may be read: it did not start, did not end, or printed without end. */
public class CommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Cause reason;

    public CommandException(Cause reason, String message) {
        this(reason, message, null);
    }

    public CommandException(Cause reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Cause reason() {
        return reason;
    }
}
