package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.adapter.host.Machine.Controller;
import io.diskvigil.cli.SettingsException;
import io.diskvigil.cli.SettingsLoader;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Life;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.Rule;
import io.diskvigil.rule.Rules;
import io.diskvigil.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A machine with an Areca controller at {@code areca:1}, its tool and smartctl, a clock that is driven, a real database and
 * the poller's own way of asking.
 */
final class RaidBench extends Clock implements AutoCloseable {
    static final Target CONTROLLER = new Target("areca", "areca:1", "controller");
    static final Duration INTERVAL = Duration.ofMinutes(5);

    final FakeTool areca = new FakeTool("areca", "arcmsr", this::controller);
    final FakeTool smartctl = new FakeTool("smartctl", "", this::device);
    /** What the controller shows beside itself. */
    final Map<String, Snapshot> behind = new LinkedHashMap<>();
    /** What smartctl shows, by label of the target; what is not here, does not open. */
    final Map<String, Snapshot> devices = new LinkedHashMap<>();

    Optional<Cause> controllerFails = Optional.empty();
    boolean partly;
    Machine machine = machine(1);

    private final Path directory;
    /** The one that tells of drives whose health cannot be seen, unless a test wants others: they have tests of their own. */
    private final List<Rule> rules;

    private final Set<Target> watched = new LinkedHashSet<>();
    private final List<Notification> told = new ArrayList<>();
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");
    private Instant nextScan = now;
    private SqliteStore store;
    private LastKnown lastKnown;
    private Casebook casebook;
    private Poller poller;
    private Discovery discovery;
    private Leads leads;

    RaidBench(Path directory) throws IOException, SettingsException {
        this(directory, Set.of("blindness"));
    }

    /** @param names of the rules that judge */
    RaidBench(Path directory, Set<String> names) throws IOException, SettingsException {
        this.directory = directory;
        Path file = Files.writeString(directory.resolve("diskvigil.yaml"), "mail: {transport: none}\n");
        this.rules = Rules.of(SettingsLoader.load(Optional.of(file)).rules()).stream()
                .filter(rule -> names.contains(rule.name()))
                .toList();
        areca.shown.add(CONTROLLER);
        start();
    }

    static Machine machine(int controllers) {
        List<Controller> all = new ArrayList<>();
        for (int i = 0; i < controllers; i++) {
            all.add(new Controller(
                    "0000:0%d:00.0".formatted(3 + i), "17d3", "1880", "arcmsr", List.of(i), List.of(), Map.of()));
        }
        return new Machine(all);
    }

    private void start() {
        store = SqliteStore.open(directory, Duration.ZERO, Duration.ofHours(1), Duration.ofDays(7), this);
        lastKnown = new LastKnown();
        casebook = new Casebook(
                new Inventory(store.components()),
                rules,
                new CannotRead(() -> 3),
                new IncidentPolicy(new TestConfigs.Incidents()),
                store,
                new Presence(store, lastKnown, new TestLives.Config(), this),
                lastKnown,
                new ByPath(directory.resolve("no-links")),
                new TestConfigs.Polls(INTERVAL),
                this);
        Quarantine quarantine = new Quarantine(device -> Optional.empty(), new TestConfigs.Polls(INTERVAL), this);
        casebook.heed(quarantine);
        CommandRunner runner = command -> new CommandResult(0, "", "");
        poller = new Poller(runner, () -> machine, casebook, this);
        discovery = new Discovery(runner, () -> machine, casebook);
        leads = new Leads(Duration.ofMinutes(10), this);
        watched.clear();
        nextScan = now;
    }

    void restart() {
        store.close();
        start();
    }

    void off(Duration time) {
        now = now.plus(time);
        restart();
    }

    /** So much time passes without a poll, and without a restart. */
    void skip(Duration time) {
        now = now.plus(time);
    }

    /** As the schedule does it. */
    void run(Duration time) {
        for (Instant end = now.plus(time); now.isBefore(end); now = now.plus(INTERVAL)) {
            if (!now.isBefore(nextScan)) {
                for (VendorAdapter tool : List.of(smartctl, areca)) {
                    watched.addAll(discovery.look(tool));
                }
                nextScan = now.plus(Duration.ofMinutes(10));
            }
            for (Target target : List.copyOf(watched)) {
                VendorAdapter tool = tool(target);
                PollOutcome outcome = poller.poll(tool, target);
                if (outcome instanceof Failed failed
                        && failed.cause() == Cause.DEVICE_UNREACHABLE
                        && casebook.isElsewhere(target)) {
                    watched.remove(target);
                    casebook.forget(target);
                }
                poller.leads(tool, outcome).forEach(this::follow);
            }
            casebook.remind();
            store.next(now, 1000).ifPresent(batch -> {
                told.addAll(batch.notifications());
                store.delivered(batch, now);
            });
        }
    }

    private void follow(Target lead) {
        if (!watched.contains(lead)
                && (casebook.isDoor(lead)
                        || leads.isDue(lead) && leads.isWorthIt(lead, poller.tryLead(tool(lead), lead)))) {
            watched.add(lead);
        }
    }

    private FakeTool tool(Target target) {
        return target.adapter().equals("areca") ? areca : smartctl;
    }

    private PollOutcome controller(Target target, Instant at) {
        if (controllerFails.isPresent()) {
            return new Failed(target, controllerFails.get(), "it does not answer");
        }
        List<Snapshot> all = new ArrayList<>();
        List<Reading> own = partly
                ? List.of(new Status("visibility", "not answered: disk info: timed out", Health.UNKNOWN, "talk"))
                : List.of(
                        new Status("visibility", "VISIBLE", Health.OK, "talk"),
                        new Status("controller_state", "Normal", Health.OK, "sys info"));
        behind.values().forEach(one -> all.add(new Snapshot(one.component(), at, one.readings())));
        all.add(new Snapshot(
                new Component(
                        ComponentId.of("ARC-1880", "Y1"),
                        ComponentKind.CONTROLLER,
                        identity("ARC-1880", "Y1", ""),
                        List.of(new Location(target.path(), "controller", "", ""))),
                at,
                own));
        return new Polled(target, all);
    }

    private PollOutcome device(Target target, Instant at) {
        Snapshot one = devices.get(target.label());
        return one == null
                ? new Failed(target, Cause.DEVICE_UNREACHABLE, "does not open")
                : new Polled(target, List.of(new Snapshot(one.component(), at, one.readings())));
    }

    static Identity identity(String model, String serial, String wwn) {
        return new Identity(
                model, serial, wwn, "F1", "SATA", Identity.Medium.ROTATING, OptionalLong.of(4_000_787_030_016L));
    }

    /** A drive as the controller lists it in a slot. */
    void slot(int slot, Identity identity, Reading... readings) {
        behind.put(
                "slot" + slot,
                drive(identity, new Location("areca:1", "areca," + slot, "Channel " + slot, ""), readings));
    }

    void emptySlot(int slot) {
        behind.remove("slot" + slot);
    }

    /** A drive as smartctl shows it. */
    Target device(String path, String type, Identity identity, Reading... readings) {
        Target target = new Target("smartctl", path, type);
        devices.put(target.label(), drive(identity, Location.of(path, type), readings));
        return target;
    }

    void volume(String name, String... nodes) {
        List<Location> doors = new ArrayList<>(List.of(new Location("areca:1", "volume,0", "", "")));
        for (String node : nodes) {
            doors.add(Location.of(node, "volume"));
        }
        behind.put(
                "volume",
                new Snapshot(
                        new Component(
                                ComponentId.of("ARC-1880", "Y1").withSuffix("_volume-" + name),
                                ComponentKind.VOLUME,
                                new Identity(
                                        "RAID 5 " + name,
                                        "",
                                        "",
                                        "",
                                        "",
                                        Identity.Medium.UNKNOWN,
                                        OptionalLong.empty()),
                                doors),
                        now,
                        List.of(new Status("volume_state", "Normal", Health.OK, "vsf info"))));
    }

    private Snapshot drive(Identity identity, Location door, Reading... readings) {
        ComponentId id = identity.serial().isEmpty()
                ? ComponentId.of("areca", door.path(), door.type())
                : ComponentId.of(identity.model(), identity.serial());
        return new Snapshot(new Component(id, ComponentKind.DRIVE, identity, List.of(door)), now, List.of(readings));
    }

    /** What was told since the last time, as {@code OPENED rule component}; that a drive is new is left out. */
    List<String> told() {
        List<String> all = told.stream()
                .flatMap(one -> one.changed().stream()
                        .map(finding -> "%s %s %s"
                                .formatted(
                                        one.reason(),
                                        finding.rule(),
                                        one.component().id())))
                .filter(line -> !line.contains("NOTED new-drive"))
                .collect(Collectors.toList());
        told.clear();
        return all;
    }

    List<Notification> mails() {
        return told.stream().filter(one -> one.reason() != Reason.NOTED).toList();
    }

    LastKnown lastKnown() {
        return lastKnown;
    }

    Life life(String model, String serial) {
        return lastKnown.life(ComponentId.of(model, serial)).orElseThrow();
    }

    SqliteStore store() {
        return store;
    }

    Snapshot view(String model, String serial) {
        return lastKnown
                .component(ComponentId.of(model, serial))
                .orElseThrow()
                .snapshot()
                .orElseThrow();
    }

    List<Component> drives() {
        return lastKnown.components().stream()
                .map(LastKnown.View::component)
                .filter(one -> one.kind() == ComponentKind.DRIVE)
                .toList();
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public void close() {
        store.close();
    }
}
