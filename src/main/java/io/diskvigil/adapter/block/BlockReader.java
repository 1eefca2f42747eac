package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Array;
import io.diskvigil.adapter.block.BlockLayer.Bus;
import io.diskvigil.adapter.block.BlockLayer.Device;
import io.diskvigil.adapter.block.BlockLayer.Mapping;
import io.diskvigil.adapter.block.BlockLayer.Member;
import io.diskvigil.adapter.block.BlockLayer.Mount;
import io.diskvigil.adapter.block.BlockLayer.Partition;
import io.diskvigil.adapter.block.Place.Step;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.Component;
import io.diskvigil.model.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads one disk and all that is built on it: {@code /sys/block}, the mounts of this process and udev's records, and where those
 * do not tell, {@code dmsetup table} and, for a person, {@code blkid}. Writes nothing.
 */
public final class BlockReader {
    /** A machine with more devices on one disk than that is not followed to its end. */
    private static final int MOST_DEVICES = 1000;

    /** What smartctl calls the ways to drives that the kernel does not see (smartctl(8), -d). */
    private static final List<String> CONTROLLERS = List.of(
            "megaraid,",
            "areca,",
            "3ware,",
            "cciss,",
            "hpt,",
            "aacraid,",
            "sssraid,",
            "jmb39x",
            "jms56x",
            "intelliprop");

    private final Sysfs sys;
    private final Mounts mounts;
    private final Signatures signatures;
    private final Tables tables;

    /**
     * Reads no device.
     *
     * @param root {@code /}; tests give a directory that looks like it
     */
    public BlockReader(Path root, CommandRunner runner) {
        this(root, runner, Optional.empty());
    }

    /** For a person who asks once and waits: where udev does not tell, {@code blkid} reads the device, which may wake its drives. */
    public static BlockReader forAPerson(Path root, CommandRunner runner) {
        return new BlockReader(root, runner, Optional.of(runner));
    }

    private BlockReader(Path root, CommandRunner runner, Optional<CommandRunner> probing) {
        this.sys = new Sysfs(root);
        this.mounts = new Mounts(root);
        this.signatures = new Signatures(sys, probing);
        this.tables = new Tables(sys, runner);
    }

    /** What lies at an LBA of a drive, whichever way it is seen; with the reason where that cannot be told. */
    public Place place(Component drive, long lba) {
        Optional<Location> direct = drive.locations().stream()
                .filter(at -> CONTROLLERS.stream().noneMatch(at.type()::contains))
                .findFirst();
        if (direct.isEmpty() && !drive.locations().isEmpty()) {
            return new Place(
                    List.of(),
                    Optional.of("the drive is behind a RAID controller, whose volumes spread over several drives"),
                    List.of(Step.of(
                            "Start the controller's patrol read or consistency check: it rewrites what it cannot read"
                                    + " from the other drives of the volume.")));
        }
        return place(direct.map(Location::path).orElse(drive.path()), lba);
    }

    /** The same for the drive at a device path. */
    public Place place(String devicePath, long lba) {
        List<String> disks = sys.disks(devicePath);
        if (disks.isEmpty()) {
            return Place.unknown("the kernel shows no disk at " + devicePath);
        }
        if (disks.size() > 1) {
            return Place.unknown("%s has several namespaces (%s); ask for one of them"
                    .formatted(devicePath, String.join(", ", disks)));
        }
        return Whereabouts.of(read(disks.get(0)), disks.get(0), lba);
    }

    BlockLayer read(String disk) {
        List<Mount> mounted = mounts.read();
        Map<String, Device> devices = new HashMap<>();
        Deque<String> toRead = new ArrayDeque<>(List.of(disk));
        while (!toRead.isEmpty() && devices.size() < MOST_DEVICES) {
            String name = toRead.remove();
            if (!devices.containsKey(name)) {
                sys.describes(name).ifPresent(at -> {
                    Device device = device(name, at, mounted);
                    devices.put(name, device);
                    toRead.addAll(device.partitions());
                    toRead.addAll(device.holders());
                });
            }
        }
        Set<String> numbers = devices.values().stream().map(Device::number).collect(Collectors.toSet());
        return new BlockLayer(devices, mounts.sized(mounted, numbers));
    }

    private Device device(String name, Path at, List<Mount> mounted) {
        String number = sys.text(at.resolve("dev")).orElse("");
        List<String> partitions = sys.list(at).stream()
                .filter(entry -> Files.exists(at.resolve(entry).resolve("partition")))
                .toList();
        List<String> holders = sys.list(at.resolve("holders"));
        Optional<Mapping> mapping = sys.text(at.resolve("dm/name"))
                .map(dm -> tables.of(dm, sys.text(at.resolve("dm/uuid")).orElse(""), number));
        String path = mapping.map(dm -> "/dev/mapper/" + dm.name()).orElse(Sysfs.path(name));
        // The uppermost device has no holder: only there is it worth a child process to know what is on it.
        boolean probe = partitions.isEmpty()
                && holders.isEmpty()
                && mounted.stream().noneMatch(mount -> mount.number().equals(number));
        return new Device(
                name,
                number,
                path,
                bus(name, at),
                sys.number(at.resolve("size")).orElse(0),
                intOf(sys.number(at.resolve("queue/logical_block_size"))),
                partition(at),
                partitions,
                holders,
                array(at),
                mapping,
                signatures.of(number, path, probe));
    }

    private Optional<Partition> partition(Path at) {
        OptionalLong number = sys.number(at.resolve("partition"));
        OptionalLong start = sys.number(at.resolve("start"));
        return number.isPresent() && start.isPresent()
                ? Optional.of(new Partition((int) number.getAsLong(), start.getAsLong()))
                : Optional.empty();
    }

    private Bus bus(String name, Path at) {
        if (name.startsWith("nvme")) {
            return Bus.NVME;
        }
        return sys.text(at.resolve("device/vendor"))
                .map(vendor -> vendor.equals("ATA") ? Bus.ATA : name.startsWith("sd") ? Bus.SCSI : Bus.OTHER)
                .orElse(Bus.OTHER);
    }

    private Optional<Array> array(Path at) {
        Path md = at.resolve("md");
        return sys.text(md.resolve("level")).map(level -> {
            List<Member> members = new ArrayList<>();
            for (String entry : sys.list(md)) {
                Path member = md.resolve(entry);
                if (entry.startsWith("dev-")) {
                    OptionalLong offset = sys.number(member.resolve("offset"));
                    if (offset.isPresent()) {
                        // md counts its part of a member in KiB (Linux, admin-guide/md).
                        long kib = sys.number(member.resolve("size")).orElse(0);
                        members.add(new Member(entry.substring("dev-".length()), offset.getAsLong(), kib * 2));
                    }
                }
            }
            return new Array(
                    level,
                    intOf(sys.number(md.resolve("degraded"))),
                    sys.text(md.resolve("sync_action")).orElse(""),
                    members);
        });
    }

    private static OptionalInt intOf(OptionalLong number) {
        return number.isPresent() ? OptionalInt.of(Math.toIntExact(number.getAsLong())) : OptionalInt.empty();
    }
}
