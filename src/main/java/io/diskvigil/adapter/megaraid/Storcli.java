package io.diskvigil.adapter.megaraid;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** storcli, perccli and their second generation. */
final class Storcli implements Dialect {
    @Override
    public List<String> tools() {
        return List.of(
                "storcli2",
                "/opt/MegaRAID/storcli2/storcli2",
                "storcli64",
                "/opt/MegaRAID/storcli/storcli64",
                "storcli",
                "perccli2",
                "/opt/MegaRAID/perccli2/perccli2",
                "perccli64",
                "/opt/MegaRAID/perccli/perccli64",
                "perccli");
    }

    @Override
    public Command scan(Tool tool) {
        throw new UnsupportedOperationException("read storcli: not built yet");
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        throw new UnsupportedOperationException("read storcli: not built yet");
    }

    @Override
    public Optional<Command> ask(Tool tool, Target target, Depth depth, List<Exchange> before) {
        throw new UnsupportedOperationException("read storcli: not built yet");
    }

    @Override
    public PollOutcome read(Tool tool, Target target, List<Exchange> talk, Instant at) {
        throw new UnsupportedOperationException("read storcli: not built yet");
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        return Optional.empty();
    }
}
