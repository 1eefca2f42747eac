package io.diskvigil.exec;

/** Runs a command to its end. The one seam between the daemon and the machine; tests replay recordings here. */
@FunctionalInterface
public interface CommandRunner {
    CommandResult run(Command command) throws CommandException;
}
