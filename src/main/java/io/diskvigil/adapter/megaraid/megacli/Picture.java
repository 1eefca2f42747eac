package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.megaraid.megacli.Block.Kind;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** One controller with all that hangs on it, put together from what the answers say of each part. */
final class Picture {
    private final int adapter;
    private final String path;
    private final String tool;
    private final Instant at;
    private final List<Block> blocks;
    private final Optional<Controller> controller;
    private final Map<String, Drive> drives;
    private final List<Volume> volumes;
    private final Optional<Battery> battery;
    private final Map<String, Rebuild> rebuilds;
    private final Log log;

    /**
     * @param adapter the tool's number of the controller
     * @param alone whether it also has what is listed without a controller's number
     * @param path of the target
     * @param tool as a person would type it
     */
    Picture(Blocks all, int adapter, boolean alone, String path, String tool, Instant at) {
        this.adapter = adapter;
        this.path = path;
        this.tool = tool;
        this.at = at;
        this.blocks = all.all().stream()
                .filter(block -> block.adapter == adapter || alone && block.adapter < 0)
                .toList();
        this.controller = of(Kind.CONTROLLER).stream()
                .max(Comparator.comparing(block -> block.has("product name")))
                .map(Controller::new);
        this.drives = drives(of(Kind.DRIVE));
        this.volumes = volumes(of(Kind.VOLUME), of(Kind.DRIVE));
        this.battery = battery(of(Kind.BATTERY));
        this.rebuilds = Rebuild.all(of(Kind.PROGRESS));
        this.log = Log.of(blocks);
    }

    private List<Block> of(Kind kind) {
        return blocks.stream().filter(block -> block.kind == kind).toList();
    }

    /** Of two listings of one drive the longer one counts. */
    private static Map<String, Drive> drives(List<Block> blocks) {
        Map<String, Drive> drives = new LinkedHashMap<>();
        blocks.stream()
                .map(Drive::new)
                .filter(Drive::hasPlace)
                .forEach(drive -> drives.merge(
                        drive.key(),
                        drive,
                        (one, other) -> other.block().lines().size()
                                        > one.block().lines().size()
                                ? other
                                : one));
        return drives;
    }

    /** Of two listings of one volume the one with its drives counts. */
    private static List<Volume> volumes(List<Block> blocks, List<Block> drives) {
        Map<Block, List<Volume.Member>> members = drives.stream()
                .filter(drive -> drive.volume.isPresent())
                .collect(Collectors.groupingBy(
                        drive -> drive.volume.get(),
                        Collectors.mapping(drive -> new Volume.Member(new Drive(drive)), Collectors.toList())));
        Map<Integer, Volume> volumes = new LinkedHashMap<>();
        for (Block block : blocks) {
            Volume volume = new Volume(block, members.getOrDefault(block, List.of()));
            volumes.merge(
                    block.number,
                    volume,
                    (one, other) -> one.members().isEmpty() && !other.members().isEmpty() ? other : one);
        }
        return List.copyOf(volumes.values());
    }

    /** State, capacity, design and properties are four answers about one thing. */
    private static Optional<Battery> battery(List<Block> blocks) {
        Block one = new Block(Kind.BATTERY, -1, -1, Optional.empty());
        blocks.forEach(block -> block.lines().forEach(one::add));
        return one.isEmpty() ? Optional.empty() : Optional.of(new Battery(one));
    }

    Optional<Controller> controller() {
        return controller;
    }

    Map<String, Drive> drives() {
        return drives;
    }

    List<Volume> volumes() {
        return volumes;
    }

    boolean hasBatteryStatus() {
        return battery.isPresent();
    }

    Log log() {
        return log;
    }

    /** A log that somebody saved, and no listing that says what hangs on the controller. */
    List<Snapshot> ofLogAlone(Readings own) {
        List<Snapshot> all = new ArrayList<>();
        Map<String, List<Reading>> entries = log.byDrive();
        readController(own);
        entries.get("").forEach(own::add);
        all.add(new Snapshot(Controller.component(controller, path, adapter), at, own.list()));
        entries.forEach((place, events) -> {
            if (!place.isEmpty()) {
                all.add(Log.drive(path, place, events, at));
            }
        });
        return all;
    }

    boolean isLogAlone() {
        return !log.events().isEmpty() && drives.isEmpty() && volumes.isEmpty() && controller.isEmpty();
    }

    /** Everything, the controller first, drives before volumes. */
    List<Snapshot> snapshots(Readings own) {
        ComponentId id = Controller.id(controller, adapter);
        readController(own);
        log.readPatrol(own, controller);
        log.events().forEach(own::add);
        List<Snapshot> all = new ArrayList<>();
        all.add(new Snapshot(Controller.component(controller, path, adapter), at, own.list()));
        Set<ComponentId> taken = new HashSet<>();
        drives.values().forEach(drive -> {
            Component who = drive.component(path);
            // Serials that firmware cuts off are shared.
            Component single = taken.add(who.id()) ? who : who.withId(who.id().withSuffix("_" + drive.type()));
            all.add(new Snapshot(single, at, readings(drive)));
        });
        volumes.forEach(volume -> all.add(new Snapshot(volume.component(path, id), at, readings(volume))));
        battery.ifPresent(one -> {
            Readings readings = new Readings();
            one.read(readings);
            all.add(new Snapshot(one.component(path, id), at, readings.list()));
        });
        of(Kind.ENCLOSURE).forEach(block -> all.addAll(new Enclosure(block).snapshots(path, id, at)));
        return all;
    }

    private void readController(Readings own) {
        controller.ifPresent(one -> one.read(own));
        if (of(Kind.DRIVE).stream().anyMatch(block -> block.volume.isEmpty())) {
            own.gauge(Vocabulary.HOT_SPARES, count(Drive::isHotSpare), "drives listed as Hotspare");
        }
        if (drives.values().stream().anyMatch(drive -> drive.block().has("foreign state"))) {
            own.gauge(Vocabulary.FOREIGN_CONFIGURATION, count(Drive::isForeign), "Foreign State of the drives");
        }
        Remarks.read(own, blocks);
        of(Kind.DRIVE).stream()
                .filter(block -> !block.isEmpty() && !new Drive(block).hasPlace())
                .forEach(block -> own.unread(
                        block.lines().stream().map(line -> line.raw().strip()).toList()));
    }

    private OptionalDouble count(Predicate<Drive> what) {
        return OptionalDouble.of(drives.values().stream().filter(what).count());
    }

    private List<Reading> readings(Drive drive) {
        Readings readings = new Readings();
        drive.read(readings, tool, adapter);
        Optional.ofNullable(rebuilds.get(drive.slot()))
                .ifPresent(rebuild -> rebuild.read(readings, drive.isRebuilding()));
        List<Volume> mine = volumes.stream()
                .filter(volume -> volume.members().stream()
                        .anyMatch(member ->
                                !member.isMissing() && member.drive().key().equals(drive.key())))
                .toList();
        if (mine.isEmpty()) {
            return readings.list();
        }
        readings.fact("volume", mine.stream().map(Volume::title).collect(Collectors.joining(", ")), "LdPdInfo");
        Volume worst = mine.stream()
                .max(Comparator.comparing(Volume::health, Health.BY_BADNESS))
                .get();
        if (!worst.state().isEmpty()) {
            readings.status(Vocabulary.VOLUME_STATE, worst.state(), worst.health(), "State of " + worst.name());
        }
        OptionalInt least = mine.stream()
                .map(Volume::redundancyLeft)
                .filter(OptionalInt::isPresent)
                .mapToInt(OptionalInt::getAsInt)
                .min();
        if (least.isPresent()) {
            readings.gauge(
                    Vocabulary.VOLUME_REDUNDANCY_LEFT,
                    OptionalDouble.of(least.getAsInt()),
                    "RAID Level, Number Of Drives, State");
        }
        return readings.list();
    }

    private List<Reading> readings(Volume volume) {
        Readings readings = new Readings();
        volume.read(readings);
        log.readCheck(readings, controller, volume.block().number);
        volume.members().stream()
                .filter(member -> !member.isMissing() && member.drive().isRebuilding())
                .map(member -> rebuilds.get(member.drive().slot()))
                .filter(rebuild -> rebuild != null)
                .min(Comparator.comparing(Rebuild::percent))
                .ifPresent(rebuild -> rebuild.read(readings, true));
        if (volume.hasCache()) {
            readProtection(readings);
        }
        return readings.list();
    }

    /** What keeps a write cache through a power loss; nothing is said where nobody asked. */
    private void readProtection(Readings readings) {
        if (battery.isPresent()) {
            readings.status(
                    Vocabulary.CACHE_PROTECTION,
                    battery.get().title(),
                    battery.get().health(),
                    "BBU status");
        } else if (controller.flatMap(Controller::hasBattery).equals(Optional.of(false))
                || Remarks.saysNoBattery(blocks)) {
            readings.status(Vocabulary.CACHE_PROTECTION, "no battery", Health.FAILED, "BBU status");
        }
    }
}
