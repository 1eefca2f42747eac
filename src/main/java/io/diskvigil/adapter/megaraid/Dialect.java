package io.diskvigil.adapter.megaraid;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One family of command lines for MegaRAID controllers: what to ask and how to read it. The tool is given with each question. */
public interface Dialect {
    /** The targets of all dialects are {@code megaraid}, {@code megaraid:N}, {@code controller}. */
    String ADAPTER = "megaraid";

    /** The one target type. */
    String CONTROLLER = "controller";

    /** The file names of its tools, the preferred first, then their absolute paths where vendors' packages put them. */
    List<String> tools();

    /** A cheap command that lists the controllers. */
    Command scan(Tool tool);

    /** The controllers that the scan shows; throws IllegalArgumentException, in the tool's words, where it failed. */
    List<Target> targets(CommandResult scanned);

    /** The next question; the first one always exists. */
    Optional<Command> ask(Tool tool, Target target, Depth depth, List<Exchange> before);

    /** What the talk says. */
    PollOutcome read(Tool tool, Target target, List<Exchange> talk, Instant at);

    /** A recorded output; empty if it is not of this dialect. */
    Optional<Recording> recognise(String text, Instant at);

    /** Where the tool is and how long one call may take. */
    record Tool(String path, Duration timeout) {
        /** @param device the target's path, so that no two calls reach one controller at the same time */
        public Command command(String device, List<String> arguments) {
            List<String> argv = new ArrayList<>(List.of(path));
            argv.addAll(arguments);
            return new Command(argv, device, timeout);
        }
    }

    /** The target of one controller. */
    static Target target(int controller) {
        return new Target(ADAPTER, ADAPTER + ":" + controller, CONTROLLER);
    }

    /** The controller's number in the tool; throws IllegalArgumentException for a path that is none of {@link #target}. */
    static int number(Target target) {
        String path = target.path();
        String number = path.startsWith(ADAPTER + ":") ? path.substring(ADAPTER.length() + 1) : "";
        if (!number.matches("\\d{1,3}")) {
            throw new IllegalArgumentException("ask controller: no number in '" + path + "'");
        }
        return Integer.parseInt(number);
    }
}
