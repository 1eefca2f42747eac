package io.diskvigil.adapter.kernel;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads recorded kernel logs. It asks nothing: the running kernel's log is read by {@link KmsgReader}. */
public final class KernelAdapter implements VendorAdapter {
    static final String NAME = "kernel";

    private static final Pattern NAMED = Pattern.compile("(?m)(?:^|[\\] \\u00a0\\d])(?:kernel|vmunix): ");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Command> scan() {
        return Optional.empty();
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        return List.of();
    }

    @Override
    public Optional<Command> ask(Target target, Depth depth, List<Exchange> before) {
        return Optional.empty();
    }

    @Override
    public PollOutcome read(Target target, List<Exchange> talk, Instant at) {
        throw new IllegalArgumentException("read answer: the kernel log is not polled");
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        List<KernelLine> log = KernelLine.read(text);
        List<KernelEvent> events = Burst.folded(KernelMessages.of(log));
        if (!isKernelLog(text, log, events)) {
            return Optional.empty();
        }
        Target target = new Target(NAME, "/dev/kmsg", "recording");
        return Optional.of(new Recording.Answer(new Polled(target, KernelRecording.snapshots(log, events, at))));
    }

    /** By its prefixes, or where they were cut off by an error that only the kernel words so. */
    private static boolean isKernelLog(String text, List<KernelLine> log, List<KernelEvent> events) {
        long timed = log.stream().filter(line -> line.uptime().isPresent()).count();
        return timed > log.size() / 2
                || NAMED.matcher(text).find()
                || events.stream().anyMatch(event -> event.kind() != EventKind.UNKNOWN);
    }
}
