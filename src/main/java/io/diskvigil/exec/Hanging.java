package io.diskvigil.exec;

import io.diskvigil.exec.ProcessTree.Member;
import io.diskvigil.model.PollOutcome.Cause;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A command that survived SIGKILL. It stays so until its survivors are gone and nobody holds its outputs any more.
 *
 * @param survivors may be empty, when an unknown process keeps the outputs open
 */
record Hanging(Child child, Set<Member> survivors, Instant since) {
    Command command() {
        return child.command();
    }

    boolean gone() {
        return child.over() && survivors.stream().noneMatch(Member::alive);
    }

    Survivor told() {
        return new Survivor(
                survivors.stream().map(Member::pid).sorted().toList(),
                since,
                survivors.stream()
                        .map(Member::waitsFor)
                        .filter(function -> !function.isEmpty())
                        .distinct()
                        .collect(Collectors.joining(", ")));
    }

    CommandException refuse(Command next) {
        var pids = survivors.isEmpty()
                ? "a process that it left behind"
                : "pid "
                        + survivors.stream()
                                .map(member -> Long.toString(member.pid()))
                                .collect(Collectors.joining(", "));
        return new CommandException(
                Cause.STILL_HANGING,
                "%s: %s (%s) survived SIGKILL at %s and still hangs in the kernel; see dmesg, then look at drive, cable and controller"
                        .formatted(next.title(), command().argv().get(0), pids, since));
    }
}
