package io.diskvigil.adapter.block;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What the kernel builds on one disk, as it was at one instant. A sector here is always 512 bytes, whatever the drive's own
 * blocks are (Linux, Documentation/ABI/stable/sysfs-block).
 *
 * @param devices by kernel name: the disk, its partitions, and everything that holds them, up to the file systems
 * @param mounts of all devices, in the order in which they were made
 */
public record BlockLayer(Map<String, Device> devices, List<Mount> mounts) {
    public BlockLayer {
        devices = Map.copyOf(devices);
        mounts = List.copyOf(mounts);
    }

    Optional<Device> device(String name) {
        return Optional.ofNullable(devices.get(name));
    }

    /** Where it is mounted: as a whole rather than a part of it. Btrfs has numbers of its own, so the source counts too. */
    Optional<Mount> mount(Device device) {
        List<Mount> all = mounts.stream()
                .filter(mount -> mount.number().equals(device.number())
                        || mount.source().equals(device.path())
                        || mount.source().equals("/dev/" + device.name()))
                .toList();
        return all.stream()
                .filter(mount -> mount.root().equals("/"))
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /**
     * One block device.
     *
     * @param name as the kernel calls it, such as {@code sdb2} or {@code dm-0}
     * @param number such as {@code 8:18}
     * @param path the name for a person, such as {@code /dev/sdb2} or {@code /dev/mapper/vg0-home}
     * @param bus what kind of disk it is
     * @param logicalBlock the unit of the drive's LBAs in bytes; empty if not known
     * @param partition what it is a partition of; empty for anything else
     * @param partitions names of the partitions on it
     * @param holders names of the devices that are built on it
     */
    record Device(
            String name,
            String number,
            String path,
            Bus bus,
            long sectors,
            OptionalInt logicalBlock,
            Optional<Partition> partition,
            List<String> partitions,
            List<String> holders,
            Optional<Array> array,
            Optional<Mapping> mapping,
            Content content) {
        boolean contains(long sector) {
            return sector >= 0 && sector < sectors;
        }
    }

    /** How a disk is attached, which decides how one of its sectors is read past the kernel's cache. */
    enum Bus {
        ATA,
        SCSI,
        NVME,
        OTHER
    }

    /** @param start in sectors of the device that it is a part of */
    record Partition(int number, long start) {}

    /**
     * An md array.
     *
     * @param level as md writes it, such as {@code raid1}
     * @param missing members that are missing; empty if not known
     * @param action what it is doing, such as {@code idle} or {@code resync}
     */
    record Array(String level, OptionalInt missing, String action, List<Member> members) {}

    /**
     * @param device name of the member
     * @param offset where the data begins, in sectors
     * @param sectors how much of the member is used for data
     */
    record Member(String device, long offset, long sectors) {}

    /**
     * A device-mapper device.
     *
     * @param uuid tells who made it, such as {@code LVM-...} or {@code CRYPT-LUKS2-...}
     * @param table empty if it could not be read
     * @param trouble why not, one clause for a person
     */
    record Mapping(String name, String uuid, Optional<List<Segment>> table, String trouble) {}

    /** One line of a table (dmsetup(8)): from {@code start}, {@code sectors} long, done by {@code target}. */
    record Segment(long start, long sectors, String target, List<String> arguments) {}

    /**
     * What is on a device by its signature, in the words of udev and blkid; an empty text where there is none or it is not known.
     *
     * @param type such as {@code ext4}, {@code crypto_LUKS}, {@code LVM2_member}
     * @param table kind of its partition table, such as {@code gpt} or {@code dos}
     * @param known whether anybody looked
     */
    record Content(String type, String uuid, String label, String table, boolean known) {
        static final Content UNKNOWN = new Content("", "", "", "", false);
    }

    /**
     * @param root which part of the file system is mounted, {@code /} for all of it
     * @param blockSize of the file system in bytes; empty if not known or not asked
     */
    record Mount(String number, String root, String point, String type, String source, OptionalLong blockSize) {
        Mount sized(OptionalLong size) {
            return new Mount(number, root, point, type, source, size);
        }
    }
}
