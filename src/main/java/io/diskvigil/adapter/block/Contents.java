package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Device;
import io.diskvigil.adapter.block.BlockLayer.Mount;
import io.diskvigil.adapter.block.Place.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is at a byte of the uppermost device: the file system in words, and the read-only commands that name the file.
 *
 * @param repair what the file system itself can write anew
 */
record Contents(String words, Optional<String> limit, List<Step> repair, List<Step> name) {
    /** Of a chunk whose stripe on this drive holds the byte: its kind, and the address in the file system. */
    private static final String BTRFS_ADDRESS =
            "btrfs inspect-internal dump-tree -t chunk %1$s | awk -v p=%2$d -v d=$(btrfs inspect-internal dump-super %1$s | awk '/^dev_item.devid/ {print $2}')"
                    + " '/CHUNK_ITEM/ {l = $6 + 0} $1 == \"length\" {n = $2; t = $NF} $1 == \"stripe\" && $4 == d && p >= $6 && p < $6 + n {printf \"%%s ADDRESS=%%.0f\\n\", t, l + p - $6}'";

    /**
     * @param at in bytes from the start of the device
     * @param length of what cannot be read, in bytes
     */
    static Contents of(Device device, Optional<Mount> mount, long at, int length) {
        String type = mount.map(Mount::type).orElse(device.content().type());
        Optional<String> path = ShellWord.of(device.path());
        if (type.isEmpty() && !device.content().known()) {
            return new Contents(
                    device.path() + ", whose file system is not known to udev",
                    Optional.empty(),
                    List.of(),
                    List.of(path.map(word -> Step.of(
                                    "See what is on it (this reads the device and wakes its drives), or ask again with diskvigil sector:",
                                    "blkid -p " + word))
                            .orElseGet(() -> Step.of("See what is on it: diskvigil sector."))));
        }
        if (type.isEmpty()) {
            return plain(
                    "no file system that is known on " + device.path(),
                    "No file system is known there; a program may use the device as it is (databases, Ceph, virtual machines).");
        }
        if (path.isEmpty()) {
            return plain(where(type, device, mount), "The name of the device cannot be pasted into a command.");
        }
        return switch (type) {
            case "ext2", "ext3", "ext4" -> ext(type, device, mount, at, length, path.get());
            case "xfs" -> xfs(device, mount, at, length, path.get());
            case "btrfs" -> btrfs(device, mount, at, path.get());
            case "zfs_member", "zfs" -> zfs(device);
            case "swap" ->
                plain(
                        "swap space on " + device.path(),
                        "No file is hurt. Make the swap space anew (swapoff, mkswap, swapon): that rewrites it.");
            case "crypto_LUKS" ->
                new Contents(
                        "encrypted container on " + device.path() + ", which is not open",
                        Optional.of("what is in it shows only while it is open"),
                        List.of(),
                        List.of(Step.of(
                                "Open the container and ask again; back up its header:",
                                "cryptsetup luksDump " + path.get())));
            case "LVM2_member" ->
                new Contents(
                        "LVM on " + device.path() + ", no volume of which is active",
                        Optional.of("only active volumes can be followed"),
                        List.of(),
                        List.of(Step.of(
                                "See which volume has this part of the drive:", "pvdisplay --maps " + path.get())));
            case "linux_raid_member" ->
                new Contents(
                        "member of an md array that is not running: " + device.path(),
                        Optional.of("only running arrays can be followed"),
                        List.of(),
                        List.of(Step.of("See which array it is:", "mdadm --examine " + path.get())));
            default ->
                new Contents(
                        where(type, device, mount),
                        Optional.of("no command is known that names the file in " + type),
                        List.of(),
                        List.of(readAll(device, mount)));
        };
    }

    private static Contents plain(String words, String step) {
        return new Contents(words, Optional.empty(), List.of(), List.of(Step.of(step)));
    }

    private static String where(String type, Device device, Optional<Mount> mount) {
        return type + mount.map(m -> " mounted on " + m.point()).orElse(" on " + device.path() + ", not mounted");
    }

    /** debugfs(8): icheck, ncheck. */
    private static Contents ext(String type, Device device, Optional<Mount> mount, long at, int length, String path) {
        OptionalLong size = mount.map(Mount::blockSize).orElse(OptionalLong.empty());
        List<Step> steps = new ArrayList<>();
        String blocks;
        String words = where(type, device, mount);
        if (size.isPresent()) {
            long first = at / size.getAsLong();
            long last = (at + length - 1) / size.getAsLong();
            blocks = first == last ? Long.toString(first) : first + " " + last;
            words += (first == last ? ", block " + first : ", blocks " + first + " to " + last);
        } else {
            blocks = "BLOCK";
            words += ", byte " + at;
            steps.add(Step.of(
                    "Ask for the size of its blocks; this prints the number BLOCK:",
                    "B=$(dumpe2fs -h %s 2>/dev/null | awk '/^Block size:/ {print $3}'); echo $((%d / B))"
                            .formatted(path, at)));
        }
        steps.add(Step.of(
                "Which inode has that block (\"block not found\": free space or the file system's own records; 8 is the journal):",
                "debugfs -R \"icheck %s\" %s".formatted(blocks, path)));
        steps.add(Step.of(
                "Which file that inode is%s:".formatted(mount.isPresent() ? ", below the mount point" : ""),
                "debugfs -R \"ncheck INODE\" " + path));
        return new Contents(words, Optional.empty(), List.of(), steps);
    }

    /** xfs_io(8), xfs_db(8); both count 512-byte blocks. */
    private static Contents xfs(Device device, Optional<Mount> mount, long at, int length, String path) {
        long first = at / 512;
        List<Step> steps = new ArrayList<>();
        mount.flatMap(m -> ShellWord.of(m.point())).ifPresent(point -> {
            steps.add(Step.of(
                    "Which inode has it, if the file system keeps reverse mappings (rmapbt):",
                    "xfs_io -r -c \"fsmap -vvv -d %d %d\" %s".formatted(first, first + length / 512 - 1, point)));
            steps.add(Step.of("Which file that inode is:", "find %s -xdev -inum INODE".formatted(point)));
        });
        steps.add(Step.of(
                steps.isEmpty()
                        ? "Which file has it (reads all records, which takes minutes):"
                        : "Without reverse mappings, once it is no longer mounted (reads all records, which takes minutes):",
                "xfs_db -r -c \"blockget -n\" -c \"daddr %d\" -c \"blockuse -n\" %s".formatted(first, path)));
        return new Contents(
                where("xfs", device, mount) + ", 512-byte block " + first, Optional.empty(), List.of(), steps);
    }

    /** btrfs-inspect-internal(8): logical-resolve takes the file system's own addresses, which the chunk tree tells. */
    private static Contents btrfs(Device device, Optional<Mount> mount, long at, String path) {
        List<Step> steps = new ArrayList<>();
        steps.add(Step.of(
                "Its address inside the file system (for each chunk there: kind and address; exact for single, DUP and RAID1):",
                BTRFS_ADDRESS.formatted(path, at)));
        Optional<String> point = mount.flatMap(m -> ShellWord.of(m.point()));
        steps.add(Step.of(
                "Which file has that address:",
                "btrfs inspect-internal logical-resolve ADDRESS " + point.orElse("MOUNTPOINT")));
        List<Step> repair = point
                .map(there -> Step.of(
                        "If it keeps its data twice (see usage), its scrub writes anew what it cannot read; what it cannot mend it names in the kernel log.",
                        "btrfs filesystem usage " + there,
                        "btrfs scrub start " + there,
                        "btrfs scrub status " + there))
                .stream()
                .toList();
        return new Contents(
                where("btrfs", device, mount) + ", byte " + at,
                Optional.of("btrfs places data by itself, perhaps on several drives"),
                repair,
                steps);
    }

    private static Contents zfs(Device device) {
        Optional<String> pool = ShellWord.of(device.content().label());
        String name = pool.orElse("POOL");
        return new Contents(
                "ZFS" + pool.map(p -> " pool " + device.content().label()).orElse(""),
                Optional.of("ZFS places data by itself; its scrub finds the file"),
                List.of(Step.of(
                        "Let ZFS read everything: what it cannot read it writes anew from its other copies, and it names the files that it cannot mend.",
                        "zpool scrub " + name,
                        "zpool status -v " + name)),
                List.of());
    }

    /** Where nothing else names the file. */
    static Step readAll(Device device, Optional<Mount> mount) {
        return mount.flatMap(m -> ShellWord.of(m.point()))
                .map(point -> Step.of(
                        "Read every file; the one that fails is named:",
                        "find %s -xdev -type f -exec cat {} + > /dev/null".formatted(point)))
                .orElseGet(
                        () -> Step.of("Mount what is on %s read-only and read every file: the one that fails is hurt."
                                .formatted(device.path())));
    }
}
