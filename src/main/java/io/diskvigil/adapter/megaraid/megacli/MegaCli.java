package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.adapter.megaraid.Dialect;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
        throw new UnsupportedOperationException("read MegaCli: not built yet");
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        throw new UnsupportedOperationException("read MegaCli: not built yet");
    }

    @Override
    public Optional<Command> ask(Tool tool, Target target, Depth depth, List<Exchange> before) {
        throw new UnsupportedOperationException("read MegaCli: not built yet");
    }

    @Override
    public PollOutcome read(Tool tool, Target target, List<Exchange> talk, Instant at) {
        throw new UnsupportedOperationException("read MegaCli: not built yet");
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        return Optional.empty();
    }
}
