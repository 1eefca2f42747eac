package io.diskvigil.poll;

import io.diskvigil.adapter.host.Machine;
import io.diskvigil.adapter.smartctl.SmartctlAdapter;
import io.diskvigil.cli.Settings;
import io.diskvigil.cli.SettingsException;
import io.diskvigil.cli.SettingsLoader;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.incident.Outbox.Batch;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Life;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Target;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.Rules;
import io.diskvigil.selftest.SelfTestPlanner;
import io.diskvigil.selftest.Window;
import io.diskvigil.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The daemon without its schedule: the same parts as in {@link io.diskvigil.cli.Daemon}, with a real database, but driven by
 * a clock that a test moves step by step. Restarted with the machine.
 */
final class DrivenDaemon implements AutoCloseable {
    private static final int MOST_IN_A_MAIL = 1000;
    /** Local hours in which tests are started. */
    private static final int FROM = 1;

    private static final int TO = 6;

    /** What a person was told. */
    record Told(LocalDate day, String drive, Reason reason, List<String> rules) {}

    private final SimulatedMachine machine;
    private final DrivenClock clock;
    private final Pace pace;
    private final Path directory;
    private final Settings settings;
    private final SmartctlAdapter adapter;
    private final List<Notification> told = new ArrayList<>();
    private final Map<Target, Instant> nextPoll = new LinkedHashMap<>();
    private Instant nextScan = Instant.MIN;
    /** As the kernel's list of drives tells the real one. */
    private int changesSeen;

    private SqliteStore store;
    private Casebook casebook;
    private Poller poller;
    private Discovery discovery;
    private SelfTestDesk desk;
    private SelfTestBoard board;

    /** How often the daemon does something, in the window of the night and outside; the real one every few seconds. */
    record Pace(Duration byNight, Duration byDay) {}

    /**
     * @param yaml settings beside the defaults, which hold for all that it leaves out
     */
    DrivenDaemon(SimulatedMachine machine, DrivenClock clock, Pace pace, Path directory, String yaml)
            throws IOException, SettingsException {
        this.machine = machine;
        this.clock = clock;
        this.pace = pace;
        this.directory = directory;
        Path file = Files.writeString(directory.resolve("diskvigil.yaml"), "mail: {transport: none}\n" + yaml);
        settings = SettingsLoader.load(Optional.of(file));
        adapter = new SmartctlAdapter(settings.smartctl());
        start();
    }

    private void start() {
        LastKnown lastKnown = new LastKnown();
        store = SqliteStore.open(
                directory,
                settings.mail().groupWait(),
                settings.mail().retryMax(),
                settings.store().samples(),
                clock);
        casebook = new Casebook(
                new Inventory(store.components()),
                Rules.of(settings.rules()),
                new CannotRead(settings.rules().cannotRead()),
                new IncidentPolicy(settings.incident()),
                store,
                new Presence(store, lastKnown, settings.inventory(), clock),
                lastKnown,
                new ByPath(machine.byPath()),
                settings.poll(),
                clock);
        poller = new Poller(machine, () -> Machine.UNKNOWN, casebook, turns(lastKnown), clock);
        discovery = new Discovery(machine, () -> Machine.UNKNOWN, casebook);
        board = new SelfTestBoard();
        desk = new SelfTestDesk(
                settings.selfTest(),
                new SelfTestDesk.Colleagues(
                        new SelfTestPlanner(settings.selfTest(), clock.getZone()),
                        store.selfTests(),
                        board,
                        casebook,
                        lastKnown,
                        Runnable::run),
                new SelfTestDesk.Tools(
                        List.of(adapter),
                        machine,
                        poller,
                        machine,
                        machine,
                        settings.rules().temperature()),
                clock,
                store.components().isEmpty());
        nextPoll.clear();
        nextScan = clock.instant();
    }

    /** No tool survives here, and what the host uses is not known: everybody is asked in each round. */
    private Turns turns(LastKnown lastKnown) {
        Sleepers sleepers = new Sleepers(
                store.components(),
                lastKnown,
                settings.poll().asleep(),
                new Window(
                        settings.selfTest().windowStart(), settings.selfTest().windowEnd(), clock.getZone()),
                clock);
        Quarantine quarantine = new Quarantine(device -> Optional.empty(), settings.poll(), clock);
        casebook.heed(quarantine);
        casebook.heed(sleepers);
        casebook.show(sleepers);
        return new Turns(
                quarantine,
                new IdleDrives(directory.resolve("no-sys-block"), lastKnown, settings.poll(), clock),
                sleepers);
    }

    /** As a person does it beside the daemon. */
    void decommission(MachineDrive drive) {
        Life meant = store.lives().stream()
                .filter(life -> life.component().identity().serial().equals(drive.serial))
                .findFirst()
                .orElseThrow();
        store.decommission(meant.id(), "root", "sold", clock.instant());
    }

    /** Serials of the drives to which self-tests are promised. */
    List<String> promised() {
        return board.rows().stream().map(row -> row.drive().identity().serial()).toList();
    }

    /** Machine and daemon go down together, and come up again after that time. */
    void machineIsOffFor(Duration time) {
        machineIsOffFor(time, () -> {});
    }

    /** @param work what is done to the machine meanwhile */
    void machineIsOffFor(Duration time, Runnable work) {
        close();
        machine.turnOff();
        clock.advance(time);
        work.run();
        machine.turnOn();
        start();
    }

    /** Lets time pass, with all that the daemon does in it. */
    void live(Duration time) {
        Instant end = clock.instant().plus(time);
        while (clock.instant().isBefore(end)) {
            step();
            clock.advance(isNight() ? pace.byNight() : pace.byDay());
        }
    }

    private boolean isNight() {
        int hour = clock.instant().atZone(clock.getZone()).getHour();
        return hour >= FROM && hour < TO;
    }

    private void step() {
        Instant now = clock.instant();
        poller.due().forEach(target -> nextPoll.computeIfPresent(target, (ignored, at) -> now));
        if (!now.isBefore(nextScan) || machine.changes() != changesSeen) {
            changesSeen = machine.changes();
            discovery.look(adapter).forEach(target -> nextPoll.putIfAbsent(target, now));
            nextScan = now.plus(settings.poll().rescanInterval());
        }
        List.copyOf(nextPoll.keySet()).stream()
                .filter(target -> !now.isBefore(nextPoll.get(target)))
                .forEach(this::poll);
        casebook.remind();
        desk.tick();
        deliver(now);
    }

    private void poll(Target target) {
        nextPoll.put(target, clock.instant().plus(settings.poll().interval()));
        poller.turn(adapter, target).ifPresent(outcome -> forgetIfMoved(target, outcome));
    }

    private void forgetIfMoved(Target target, PollOutcome outcome) {
        // As the schedule does.
        if (outcome instanceof Failed failed
                && failed.cause() == Cause.DEVICE_UNREACHABLE
                && casebook.isElsewhere(failed.target())) {
            nextPoll.remove(target);
            casebook.forget(failed.target());
            poller.forget(target);
        }
    }

    private void deliver(Instant now) {
        for (Optional<Batch> batch = store.next(now, MOST_IN_A_MAIL);
                batch.isPresent();
                batch = store.next(now, MOST_IN_A_MAIL)) {
            told.addAll(batch.get().notifications());
            store.delivered(batch.get(), now);
        }
    }

    /** In the order in which it was told. */
    List<Told> told() {
        return told.stream()
                .map(notification -> new Told(
                        notification.at().atZone(clock.getZone()).toLocalDate(),
                        notification.component().identity().serial(),
                        notification.reason(),
                        notification.changed().stream().map(Finding::rule).toList()))
                .toList();
    }

    List<Notification> notifications() {
        return List.copyOf(told);
    }

    @Override
    public void close() {
        desk.flush();
        store.close();
    }
}
