package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.adapter.megaraid.Dialect;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** MegaCli and MegaCli64, for controllers older than storcli knows. */
public final class MegaCli implements Dialect {
    @Override
    public List<String> tools() {
        return List.of(
                "MegaCli64",
                "MegaCli",
                "megacli",
                "/opt/MegaRAID/MegaCli/MegaCli64",
                "/opt/MegaRAID/MegaCli/MegaCli",
                "/opt/MegaRAID/CmdTool2/CmdTool2");
    }

    @Override
    public Command scan(Tool tool) {
        return tool.command("", List.of("-AdpCount", "-NoLog"));
    }

    /** Its exit status is the number of controllers, and 1 where it fails. */
    @Override
    public List<Target> targets(CommandResult scanned) {
        return targets(Blocks.of(scanned.stdout()))
                .orElseThrow(() -> new IllegalArgumentException("list controllers: "
                        + Printable.cut(Printable.line(scanned.stdout() + scanned.stderr()), 200)));
    }

    private static Optional<List<Target>> targets(Blocks blocks) {
        return blocks.count().isEmpty()
                ? Optional.empty()
                : Optional.of(IntStream.range(0, blocks.count().getAsInt())
                        .mapToObj(Dialect::target)
                        .toList());
    }

    @Override
    public Optional<Command> ask(Tool tool, Target target, Depth depth, List<Exchange> before) {
        return new Conversation(tool, target, before, Instant.EPOCH)
                .next(depth)
                .map(question -> tool.command(target.path(), question.arguments()));
    }

    @Override
    public PollOutcome read(Tool tool, Target target, List<Exchange> talk, Instant at) {
        return new Conversation(tool, target, talk, at).outcome();
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        Blocks blocks = Blocks.of(text);
        if (!blocks.isKnown()) {
            return Optional.empty();
        }
        if (blocks.count().isPresent() && blocks.all().isEmpty()) {
            return targets(blocks).map(Recording.Listing::new);
        }
        Set<Integer> adapters = blocks.adapters().isEmpty() ? Set.of(0) : blocks.adapters();
        Instant taken = Log.of(blocks.all()).newest().orElse(at);
        List<Snapshot> all = new ArrayList<>();
        for (int adapter : adapters) {
            Readings own = new Readings();
            if (all.isEmpty()) {
                own.unread(blocks.stray());
            }
            boolean first = adapter == adapters.iterator().next();
            Picture picture =
                    new Picture(blocks, adapter, first, Dialect.target(adapter).path(), "MegaCli64", taken);
            all.addAll(picture.isLogAlone() ? picture.ofLogAlone(own) : picture.snapshots(own));
        }
        Target target = Dialect.target(adapters.iterator().next());
        return Optional.of(new Recording.Answer(new Polled(target, all)));
    }
}
