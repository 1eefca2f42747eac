package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Location;
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
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Asks every target once, whole, and judges nothing: for the commands that look once. */
public final class OneRound {
    private final Lookout lookout;
    private final Asker asker;
    private final int parallel;
    private final ZoneId zone;

    /**
     * @param machine what the kernel shows now
     * @param zone of the host, to whose time controllers are set
     */
    public OneRound(CommandRunner runner, Supplier<Machine> machine, Clock clock, int parallel, ZoneId zone) {
        this.zone = zone;
        this.lookout = new Lookout(runner, machine);
        this.asker = new Asker(runner, machine, clock);
        this.parallel = parallel;
    }

    /** What came back; one snapshot a component, however many doors it has. */
    public record Answers(List<Snapshot> snapshots, List<Target> asleep, List<Failed> failures) {}

    /** @param inventory the components known before; learns the doors of this round */
    public Answers ask(List<VendorAdapter> adapters, Inventory inventory) {
        List<PollOutcome> outcomes = new ArrayList<>();
        for (VendorAdapter adapter : adapters) {
            Lookout.Sight sight = lookout.look(adapter);
            sight.account().filter(Failed.class::isInstance).ifPresent(outcomes::add);
            outcomes.addAll(ask(adapter, sight.targets()));
        }
        outcomes.addAll(follow(adapters, outcomes, inventory));
        Set<String> volumes = volumes(outcomes);
        Map<ComponentId, Snapshot> snapshots = new LinkedHashMap<>();
        List<Target> asleep = new ArrayList<>();
        List<Failed> failures = new ArrayList<>();
        for (PollOutcome outcome : rawValuesFirst(outcomes)) {
            if (volumes.contains(outcome.target().path())) {
                // The controller tells how its volume is; what answers at the block device tells nothing.
                continue;
            }
            if (outcome instanceof Polled polled) {
                for (Snapshot snapshot : polled.snapshots()) {
                    Snapshot placed = inventory.place(snapshot).snapshot();
                    // As in the daemon: the first door's answer counts, the last one's component knows all doors.
                    snapshots.merge(
                            placed.component().id(),
                            placed,
                            (first, next) -> Doors.over(first, next).of(next.component()));
                }
            } else if (outcome instanceof Asleep sleeper) {
                asleep.add(sleeper.target());
            } else if (outcome instanceof Failed failed) {
                failures.add(failed);
            }
        }
        return new Answers(EventPlaces.distributed(List.copyOf(snapshots.values()), zone), asleep, failures);
    }

    /** A lead that shows nothing counts only where a drive was seen by it before. */
    private List<PollOutcome> follow(List<VendorAdapter> adapters, List<PollOutcome> outcomes, Inventory inventory) {
        Set<Target> asked = outcomes.stream().map(PollOutcome::target).collect(Collectors.toCollection(HashSet::new));
        List<Target> leads = outcomes.stream()
                .filter(outcome -> ControllerDoors.isController(outcome.target()))
                .filter(Polled.class::isInstance)
                .flatMap(outcome -> adapters.stream()
                        .filter(adapter ->
                                adapter.name().equals(outcome.target().adapter()))
                        .flatMap(adapter -> asker.leads(adapter, (Polled) outcome).stream()))
                .filter(asked::add)
                .toList();
        List<PollOutcome> found = new ArrayList<>();
        for (VendorAdapter adapter : adapters) {
            List<Target> its = leads.stream()
                    .filter(lead -> lead.adapter().equals(adapter.name()))
                    .toList();
            found.addAll(its.isEmpty() ? List.of() : ask(adapter, its));
        }
        return found.stream()
                .filter(outcome -> Leads.leadsToDrive(outcome)
                        || inventory.at(outcome.target()).isPresent())
                .toList();
    }

    /** Block devices that controllers name as those of their volumes. */
    private static Set<String> volumes(List<PollOutcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> ControllerDoors.isController(outcome.target()))
                .filter(Polled.class::isInstance)
                .flatMap(outcome -> ((Polled) outcome).snapshots().stream())
                .filter(snapshot -> snapshot.component().kind() == ComponentKind.VOLUME)
                .flatMap(snapshot -> snapshot.component().locations().stream())
                .map(Location::path)
                .filter(ControllerDoors::isNode)
                .collect(Collectors.toSet());
    }

    private static List<PollOutcome> rawValuesFirst(List<PollOutcome> outcomes) {
        List<PollOutcome> sorted = new ArrayList<>(outcomes);
        sorted.sort(Comparator.comparing(outcome -> ControllerDoors.isController(outcome.target())));
        return sorted;
    }

    private List<PollOutcome> ask(VendorAdapter adapter, List<Target> targets) {
        List<PollOutcome> outcomes = new ArrayList<>();
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
}
