package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.adapter.host.Machine.Controller;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** One look at what a tool can be asked about, held against the controllers that the kernel shows. */
final class Lookout {
    private static final Logger LOG = Logger.getLogger(Lookout.class);

    private final CommandRunner runner;
    private final Supplier<Machine> machine;

    /** @param machine what the kernel shows; read anew with each look */
    Lookout(CommandRunner runner, Supplier<Machine> machine) {
        this.runner = runner;
        this.machine = machine;
    }

    /**
     * What came of a look.
     *
     * @param targets what to ask: what the scan lists, or what the configuration names if there is no scan
     * @param account how the tool as a whole does; empty if it is not installed and nobody misses it
     */
    record Sight(List<Target> targets, Optional<PollOutcome> account) {}

    Sight look(VendorAdapter adapter) {
        Target account = Discovery.account(adapter.name());
        List<Target> configured = adapter.configured();
        try {
            List<Controller> expected = adapter.expected(machine.get());
            Optional<Command> scan = adapter.scan();
            if (scan.isEmpty()) {
                return new Sight(
                        configured, expected.isEmpty() ? Optional.empty() : Optional.of(missing(account, expected)));
            }
            List<Target> found = adapter.targets(runner.run(scan.get()));
            return new Sight(
                    found,
                    Optional.of(
                            found.size() < expected.size()
                                    ? notShown(account, expected, found)
                                    : new Polled(account, List.of())));
        } catch (CommandException e) {
            return new Sight(configured, Optional.of(new Failed(account, e.reason(), e.getMessage())));
        } catch (RuntimeException e) {
            // Whatever a vendor prints, what the configuration names is asked.
            LOG.debugf(e, "read scan of %s", adapter.name());
            return new Sight(
                    configured,
                    Optional.of(new Failed(account, Cause.OUTPUT_NOT_UNDERSTOOD, "read scan: " + e.getMessage())));
        }
    }

    private static Failed missing(Target account, List<Controller> expected) {
        return new Failed(
                account,
                Cause.TOOL_MISSING,
                "the kernel shows %s, and its tool is not installed: its drives, volumes and battery are not watched"
                        .formatted(words(expected)));
    }

    private static Failed notShown(Target account, List<Controller> expected, List<Target> found) {
        String shown = found.isEmpty()
                ? "no controller"
                : "only " + found.stream().map(Target::path).collect(Collectors.joining(", "));
        return new Failed(
                account,
                Cause.CONTROLLER_NOT_SHOWN,
                "the kernel shows %s, and the tool shows %s".formatted(words(expected), shown));
    }

    /** Such as {@code arcmsr at 0000:03:00.0 (17d3:1880)}. */
    private static String words(List<Controller> controllers) {
        return controllers.stream()
                        .limit(8)
                        .map(one -> "%s at %s (%s:%s)"
                                .formatted(
                                        one.driver().isEmpty() ? "a controller without a driver" : one.driver(),
                                        one.pciAddress(),
                                        one.vendor(),
                                        one.device()))
                        .collect(Collectors.joining(", "))
                + (controllers.size() > 8 ? " and %d more".formatted(controllers.size() - 8) : "");
    }
}
