package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Asleep;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks every target once, whole, and judges nothing: for the commands that look once. */
public final class OneRound {
    private final CommandRunner runner;
    private final Asker asker;
    private final int parallel;
    private final ZoneId zone;

    /** @param zone of the host, to whose time controllers are set */
    public OneRound(CommandRunner runner, Clock clock, int parallel, ZoneId zone) {
        this.runner = runner;
        this.zone = zone;
        this.asker = new Asker(runner, clock);
        this.parallel = parallel;
    }

    /** What came back; one snapshot a component, however many doors it has. */
    public record Answers(List<Snapshot> snapshots, List<Target> asleep, List<Failed> failures) {}

    /** @param inventory the components known before; learns the doors of this round */
    public Answers ask(List<VendorAdapter> adapters, Inventory inventory) {
        List<PollOutcome> outcomes = new ArrayList<>();
        for (VendorAdapter adapter : adapters) {
            outcomes.addAll(ask(adapter));
        }
        Map<ComponentId, Snapshot> snapshots = new LinkedHashMap<>();
        List<Target> asleep = new ArrayList<>();
        List<Failed> failures = new ArrayList<>();
        for (PollOutcome outcome : outcomes) {
            if (outcome instanceof Polled polled) {
                for (Snapshot snapshot : polled.snapshots()) {
                    Snapshot placed = inventory.place(snapshot).snapshot();
                    // As in the daemon: the first door's answer counts, the last one's component knows all doors.
                    snapshots.merge(
                            placed.component().id(),
                            placed,
                            (first, next) -> first.over(next).of(next.component()));
                }
            } else if (outcome instanceof Asleep sleeper) {
                asleep.add(sleeper.target());
            } else if (outcome instanceof Failed failed) {
                failures.add(failed);
            }
        }
        return new Answers(EventPlaces.distributed(List.copyOf(snapshots.values()), zone), asleep, failures);
    }

    private List<PollOutcome> ask(VendorAdapter adapter) {
        Optional<Command> scan = adapter.scan();
        List<Target> targets;
        List<PollOutcome> outcomes = new ArrayList<>();
        try {
            targets = scan.isPresent() ? adapter.targets(runner.run(scan.get())) : adapter.configured();
        } catch (CommandException e) {
            outcomes.add(scanFailed(adapter, e.reason(), e.getMessage()));
            targets = adapter.configured();
        } catch (RuntimeException e) {
            // Whatever a vendor prints, the drives that the configuration names are asked.
            outcomes.add(scanFailed(adapter, Cause.OUTPUT_NOT_UNDERSTOOD, "read scan: " + e.getMessage()));
            targets = adapter.configured();
        }
        ExecutorService threads = Executors.newFixedThreadPool(parallel);
        try {
            List<Future<PollOutcome>> pending = targets.stream()
                    .map(target -> threads.submit(() -> asker.ask(adapter, target, Depth.FULL)))
                    .toList();
            for (Future<PollOutcome> one : pending) {
                outcomes.add(one.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("ask " + adapter.name() + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            outcomes.add(new Failed(new Target(adapter.name(), "all", Discovery.SCAN), Cause.STOPPED, "interrupted"));
        } finally {
            threads.shutdownNow();
        }
        return outcomes;
    }

    private static Failed scanFailed(VendorAdapter adapter, Cause cause, String detail) {
        return new Failed(Discovery.account(adapter.name()), cause, detail);
    }
}
