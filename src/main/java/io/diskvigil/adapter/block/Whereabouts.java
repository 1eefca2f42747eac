package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Array;
import io.diskvigil.adapter.block.BlockLayer.Device;
import io.diskvigil.adapter.block.BlockLayer.Mapping;
import io.diskvigil.adapter.block.BlockLayer.Member;
import io.diskvigil.adapter.block.BlockLayer.Partition;
import io.diskvigil.adapter.block.BlockLayer.Segment;
import io.diskvigil.adapter.block.Place.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Follows one LBA of a disk upwards through partition, md, LVM and encryption to the file system, as far as that is plain
 * addition. Where data is spread over several drives it stops and says so. Reads nothing but the records that it is given.
 */
public final class Whereabouts {
    private static final int SECTOR = 512;
    /** Bytes of the partition entries of a GPT (UEFI specification, 5.3.1): 128 of 128 bytes. */
    private static final int GPT_ENTRIES = 128 * 128;

    private final BlockLayer layer;
    private final Device disk;
    private final long lba;
    private final int unit;
    private final List<String> layers = new ArrayList<>();
    private final List<Step> repair = new ArrayList<>();
    private final List<Step> name = new ArrayList<>();
    private Optional<String> limit = Optional.empty();

    private Whereabouts(BlockLayer layer, Device disk, long lba) {
        this.layer = layer;
        this.disk = disk;
        this.lba = lba;
        this.unit = disk.logicalBlock().orElse(SECTOR);
    }

    /**
     * @param disk kernel name of the whole disk, such as {@code sdb}
     * @param lba in the drive's own logical blocks
     */
    public static Place of(BlockLayer layer, String disk, long lba) {
        return layer.device(disk)
                .map(device -> new Whereabouts(layer, device, lba).place())
                .orElseGet(() -> Place.unknown("the kernel shows no disk " + disk));
    }

    private Place place() {
        long sector = lba > Long.MAX_VALUE / unit ? Long.MAX_VALUE : lba * (unit / SECTOR);
        if (disk.contains(sector)) {
            on(disk, sector);
        } else {
            stop("LBA %d lies beyond the end of %s, which has %d sectors of 512 bytes"
                    .formatted(lba, disk.path(), disk.sectors()));
        }
        if (disk.logicalBlock().isEmpty()) {
            limit = Optional.of("the size of the drive's blocks is not known, 512 bytes were assumed"
                    + limit.map(why -> "; " + why).orElse(""));
        }
        List<Step> steps = new ArrayList<>(repair);
        steps.addAll(name);
        steps.addAll(Remedy.of(disk, lba, unit, repair.isEmpty()));
        return new Place(layers, limit, steps);
    }

    private void stop(String why) {
        limit = Optional.of(why);
    }

    /** What is at this sector of a device that contains it. */
    private void on(Device device, long sector) {
        if (!device.holders().isEmpty()) {
            held(device, sector);
        } else if (!device.partitions().isEmpty()) {
            partitioned(device, sector);
        } else {
            Contents contents = Contents.of(device, layer.mount(device), sector * SECTOR, unit);
            layers.add(contents.words());
            limit = contents.limit();
            repair.addAll(contents.repair());
            name.addAll(contents.name());
        }
    }

    private void partitioned(Device device, long sector) {
        for (String one : device.partitions()) {
            Optional<Device> partition = layer.device(one);
            Optional<Partition> part = partition.flatMap(Device::partition);
            if (part.isPresent() && partition.get().contains(sector - part.get().start())) {
                long inside = sector - part.get().start();
                layers.add("partition %d (%s), sector %d in it"
                        .formatted(part.get().number(), partition.get().path(), inside));
                on(partition.get(), inside);
                return;
            }
        }
        layers.add(outside(device, sector));
    }

    /** No partition contains it. */
    private String outside(Device device, long sector) {
        long entries = (GPT_ENTRIES + unit - 1) / unit * (unit / SECTOR);
        long block = unit / SECTOR;
        boolean gpt = device.content().table().equals("gpt");
        if (sector < block || (gpt && sector < 2 * block + entries)) {
            name.add(Step.of(
                    gpt
                            ? "No file is hurt. The table has a copy at the end of the disk; look whether both are whole:"
                            : "No file is hurt. Save the partition table now, as long as it can be read:",
                    gpt ? "sgdisk --verify " + word(device) : "sfdisk --dump " + word(device)));
            return "the partition table at the start of " + device.path();
        }
        if (gpt && sector >= device.sectors() - block - entries) {
            name.add(Step.of(
                    "No file is hurt. It is the copy of the partition table; look whether both are whole:",
                    "sgdisk --verify " + word(device)));
            return "the copy of the partition table (GPT) at the end of " + device.path();
        }
        long first = parts(device).mapToLong(Partition::start).min().orElse(0);
        if (sector < first) {
            name.add(Step.of("No file is hurt; a boot loader may lie there, which its installer writes anew."));
            return "the gap before the first partition of " + device.path();
        }
        name.add(Step.of("No file is hurt: no partition contains this sector."));
        return parts(device).noneMatch(part -> part.start() > sector)
                ? "unpartitioned space behind the last partition of " + device.path()
                : "unpartitioned space between two partitions of " + device.path();
    }

    private Stream<Partition> parts(Device device) {
        return device.partitions().stream()
                .flatMap(one -> layer.device(one).stream())
                .flatMap(one -> one.partition().stream());
    }

    private void held(Device device, long sector) {
        Optional<String> obstacle = Optional.empty();
        for (String one : device.holders()) {
            Optional<Device> holder = layer.device(one);
            if (holder.isEmpty()) {
                obstacle = Optional.of("%s lies on it, which could not be read".formatted(one));
            } else if (holder.get().array().isPresent()) {
                if (member(device, holder.get(), holder.get().array().get(), sector)) {
                    return;
                }
            } else if (holder.get().mapping().isPresent()) {
                Mapping mapping = holder.get().mapping().get();
                if (mapping.table().isEmpty()) {
                    obstacle = Optional.of("%s lies on it; its table could not be read: %s"
                            .formatted(Names.of(holder.get()), mapping.trouble()));
                } else if (mapped(device, holder.get(), mapping.table().get(), sector)) {
                    return;
                }
            } else {
                obstacle = Optional.of(holder.get().path() + " lies on it, and it is not known how");
            }
        }
        if (obstacle.isPresent()) {
            stop(obstacle.get());
        } else {
            layers.add(unused(device, sector));
            name.add(Step.of("No file is hurt as far as that is known: what lies there belongs to no volume."));
        }
    }

    /** On a device with holders, but in none of them. */
    private static String unused(Device device, long sector) {
        return switch (device.content().type()) {
            case "LVM2_member" ->
                sector < 2048
                        ? "the records of LVM at the start of " + device.path()
                        : "space of the volume group that no active volume uses";
            case "crypto_LUKS" -> "the header of the encrypted container on " + device.path();
            default -> "space of " + device.path() + " that nothing known uses";
        };
    }

    /** @return false if the array does not use this part of its member */
    private boolean member(Device device, Device md, Array array, long sector) {
        Optional<Member> member = array.members().stream()
                .filter(one -> one.device().equals(device.name()))
                .findFirst();
        if (member.isEmpty() || array.level().equals("container")) {
            return false;
        }
        long inside = sector - member.get().offset();
        boolean data = inside >= 0
                && (member.get().sectors() == 0 || inside < member.get().sectors());
        String level = Names.level(array.level());
        Redundancy.md(md.name(), array).ifPresent(repair::add);
        if (!data) {
            layers.add("the records of %s (%s) on %s, not its data".formatted(md.name(), level, device.path()));
            return true;
        }
        if (!array.level().equals("raid1")) {
            layers.add("%s (%s)".formatted(md.name(), level));
            stop("%s spreads its data over several drives; its check finds the place by itself".formatted(level));
            if (!Redundancy.isRedundant(array.level())) {
                name.add(Contents.readAll(md, layer.mount(md)));
            }
            return true;
        }
        layers.add("%s (%s), sector %d in it".formatted(md.name(), level, inside));
        if (md.contains(inside)) {
            on(md, inside);
        } else {
            stop("that is beyond the end of " + md.name());
        }
        return true;
    }

    /** @return false if the mapping does not use this part of the device */
    private boolean mapped(Device device, Device dm, List<Segment> table, long sector) {
        for (Segment segment : table) {
            List<String> arguments = segment.arguments();
            int at = arguments.indexOf(device.number());
            if (at < 0) {
                continue;
            }
            long start =
                    switch (segment.target()) {
                        case "linear", "crypt" -> offset(arguments, at);
                        // Each path of a multipath device, and the origin below a snapshot, is the whole device.
                        case "multipath", "snapshot-origin" -> 0;
                        default -> -1;
                    };
            if (start < 0) {
                layers.add(Names.of(dm));
                stop("it is a device of kind '%s', which is not followed".formatted(segment.target()));
                Redundancy.lvm(dm, segment.target()).ifPresent(repair::add);
                return true;
            }
            if (sector >= start && sector - start < segment.sectors()) {
                layers.add(Names.of(dm));
                on(dm, segment.start() + sector - start);
                return true;
            }
        }
        return false;
    }

    /** The argument behind the device is where the segment begins on it (Linux, admin-guide/device-mapper, linear and dm-crypt). */
    private static long offset(List<String> arguments, int at) {
        try {
            return at + 1 < arguments.size() ? Long.parseLong(arguments.get(at + 1)) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static String word(Device device) {
        return ShellWord.of(device.path()).orElse("DEVICE");
    }
}
