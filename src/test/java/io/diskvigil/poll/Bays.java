package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.Notification;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Asleep;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.store.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A machine with drive bays, a clock that is driven, a real database, and the poller's own way of asking: each door every five
 * minutes, a scan every ten.
 */
final class Bays extends Clock implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMinutes(5);

    private final Path directory;
    private final Path links;
    private final boolean cabling;
    /** Which drive is in which bay, as long as the machine has power. */
    private final Map<String, String> bays = new LinkedHashMap<>();
    /** Which name the kernel gave to which bay. */
    private final Map<String, String> names = new LinkedHashMap<>();

    private final Map<String, String> firmware = new LinkedHashMap<>();
    private final Set<String> sleeping = new HashSet<>();
    private final Set<String> hanging = new HashSet<>();
    private final Set<Target> watched = new LinkedHashSet<>();
    private final List<Notification> told = new ArrayList<>();
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");
    private int rounds;
    private SqliteStore store;
    private Casebook casebook;
    private LastKnown lastKnown;

    /** @param cabling whether there are names by path */
    Bays(Path directory, boolean cabling) throws IOException {
        this.directory = directory;
        this.links = Files.createDirectory(directory.resolve("by-path"));
        this.cabling = cabling;
        start();
    }

    void plug(String bay, String serial) {
        bays.put(bay, serial);
        String free = Stream.iterate('a', c -> (char) (c + 1))
                .map(c -> "/dev/sd" + c)
                .filter(name -> !names.containsValue(name))
                .findFirst()
                .orElseThrow();
        names.put(bay, free);
    }

    void pull(String bay) {
        bays.remove(bay);
        names.remove(bay);
    }

    void firmware(String serial, String version) {
        firmware.put(serial, version);
    }

    void sleep(String serial) {
        sleeping.add(serial);
    }

    void wake(String serial) {
        sleeping.remove(serial);
    }

    void hang(String serial) {
        hanging.add(serial);
    }

    /** The daemon is off for so long. */
    void off(Duration time) {
        now = now.plus(time);
        restart();
    }

    /** The daemon ends and starts again; the names of the kernel stay. */
    void restart() {
        store.close();
        start();
    }

    /** The daemon ends, a person does something with its database, and it starts again. */
    void whileOff(Consumer<SqliteStore> work) {
        store.close();
        try (SqliteStore beside = SqliteStore.openBeside(directory.resolve("state"))) {
            work.accept(beside);
        }
        start();
    }

    /** The machine too: the kernel counts its drives in this order of bays. */
    void reboot(String... order) {
        names.clear();
        for (String bay : order) {
            names.put(bay, "/dev/sd" + (char) ('a' + names.size()));
        }
        restart();
    }

    private void start() {
        store = SqliteStore.open(
                directory.resolve("state"), Duration.ZERO, Duration.ofHours(1), Duration.ofDays(7), this);
        lastKnown = new LastKnown();
        casebook = new Casebook(
                new Inventory(store.components()),
                List.of(),
                new CannotRead(() -> 3),
                new IncidentPolicy(new TestConfigs.Incidents()),
                store,
                new Presence(store, lastKnown, new TestLives.Config(), this),
                lastKnown,
                new ByPath(links),
                new TestConfigs.Polls(INTERVAL),
                this);
        watched.clear();
        rounds = 0;
    }

    /** Lets time pass as the schedule does. */
    void run(Duration time) {
        for (Instant end = now.plus(time); now.isBefore(end); now = now.plus(INTERVAL)) {
            link();
            if (rounds++ % 2 == 0) {
                casebook.enter(new Polled(Discovery.account("smartctl"), List.of()), Depth.FULL, Duration.ZERO);
                names.values().forEach(path -> watched.add(new Target("smartctl", path, "sat")));
            }
            for (Target target : List.copyOf(watched)) {
                PollOutcome outcome = ask(target);
                casebook.enter(outcome, casebook.depth(target), Duration.ZERO);
                if (outcome instanceof Failed && casebook.isElsewhere(target)) {
                    watched.remove(target);
                    casebook.forget(target);
                }
            }
            casebook.remind();
            store.next(now, 1000).ifPresent(batch -> {
                told.addAll(batch.notifications());
                store.delivered(batch, now);
            });
        }
    }

    /** As the schedule asks: what a scan that fails to work does. */
    void scanFails() {
        casebook.enter(
                new Failed(Discovery.account("smartctl"), Cause.TOOL_MISSING, "no smartctl"),
                Depth.FULL,
                Duration.ZERO);
    }

    private PollOutcome ask(Target target) {
        String bay = names.entrySet().stream()
                .filter(name -> name.getValue().equals(target.path()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
        String serial = bays.get(bay);
        if (serial == null) {
            return new Failed(target, Cause.DEVICE_UNREACHABLE, "open device: No such device");
        }
        if (hanging.contains(serial)) {
            return new Failed(target, Cause.TIMED_OUT, "no answer in 60 s");
        }
        if (sleeping.contains(serial)) {
            return new Asleep(target);
        }
        Component drive = new Component(
                id(serial),
                ComponentKind.DRIVE,
                new Identity(
                        "ST4000DM000",
                        serial,
                        "",
                        firmware.getOrDefault(serial, "CC54"),
                        "ATA",
                        Identity.Medium.ROTATING,
                        OptionalLong.of(4_000_787_030_016L)),
                List.of(Location.of(target.path(), target.type())));
        return new Polled(
                target,
                List.of(new Snapshot(drive, now, List.of(new Counter("power_on_hours", 20_000, "attribute 9")))));
    }

    private void link() {
        if (!cabling) {
            return;
        }
        try (Stream<Path> old = Files.list(links)) {
            for (Path link : old.toList()) {
                Files.delete(link);
            }
            for (Map.Entry<String, String> name : names.entrySet()) {
                Files.createSymbolicLink(links.resolve(name.getKey()), Path.of(name.getValue()));
            }
            Files.setLastModifiedTime(links, FileTime.from(now.plusNanos(rounds)));
        } catch (IOException e) {
            throw new UncheckedIOException("link bays", e);
        }
    }

    static ComponentId id(String serial) {
        return ComponentId.of("ST4000DM000", serial);
    }

    SqliteStore store() {
        return store;
    }

    LastKnown lastKnown() {
        return lastKnown;
    }

    /** What was mailed since the last time that somebody looked. */
    List<Notification> told() {
        List<Notification> all = List.copyOf(told);
        told.clear();
        return all;
    }

    List<LifeEvent.Kind> events(String serial) {
        return store.events(id(serial)).stream().map(LifeEvent::kind).toList();
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
