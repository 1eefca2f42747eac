package io.diskvigil.adapter;

import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A recorded talk with a tool that is asked several questions, as one would copy it from a terminal: each question is a line
 * {@code $ tool arguments}, then comes its answer, and a last line {@code [exit 1]} where the tool did not end with 0.
 */
public record Talk(Map<String, CommandResult> answers) implements CommandRunner {
    private static final Pattern EXIT = Pattern.compile("\\n?\\[exit (\\d+)]\\s*\\z");
    private static final int MOST = 1000;

    public static Talk of(String text) {
        Map<String, CommandResult> answers = new LinkedHashMap<>();
        for (String part : text.split("(?m)^\\$ ")) {
            int end = part.indexOf('\n');
            if (end > 0) {
                String stdout = part.substring(end + 1);
                Matcher exit = EXIT.matcher(stdout);
                answers.put(
                        withoutTool(part.substring(0, end).strip()),
                        exit.find()
                                ? new CommandResult(
                                        Integer.parseInt(exit.group(1)), stdout.substring(0, exit.start()), "")
                                : new CommandResult(0, stdout, ""));
            }
        }
        return new Talk(answers);
    }

    /** What the adapter makes of the whole talk; a question that the recording does not answer is a fault of the recording. */
    public PollOutcome replay(VendorAdapter adapter, Target target, Depth depth, Instant at) throws CommandException {
        List<Exchange> talk = new ArrayList<>();
        for (Optional<Command> next = adapter.ask(target, depth, List.of());
                next.isPresent() && talk.size() < MOST;
                next = adapter.ask(target, depth, List.copyOf(talk))) {
            talk.add(new Answered(next.get(), run(next.get())));
        }
        return adapter.read(target, talk, at);
    }

    @Override
    public CommandResult run(Command command) throws CommandException {
        String question =
                String.join(" ", command.argv().subList(1, command.argv().size()));
        CommandResult answer = answers.get(question);
        if (answer == null) {
            throw new CommandException(Cause.OUTPUT_NOT_UNDERSTOOD, "the recording holds no answer to: " + question);
        }
        return answer;
    }

    private static String withoutTool(String line) {
        int blank = line.indexOf(' ');
        return blank < 0 ? "" : line.substring(blank + 1);
    }
}
