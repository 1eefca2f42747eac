package io.diskvigil.adapter.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.block.Place.Step;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome.Cause;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhereaboutsTest {
    private static final int PART1 = 2048;
    private static final int PART2 = 1_050_624;

    @TempDir
    Path root;

    private FakeSys sys;
    private final Map<String, String> tables = new HashMap<>();
    private final List<Command> ran = new ArrayList<>();
    private String blkid = "";

    @BeforeEach
    void aDiskWithTwoPartitions() {
        sys = new FakeSys(root)
                .disk("sdb", "8:16", 7_814_037_168L)
                .file("sys/block/sdb/device/vendor", "ATA     ")
                .partition("sdb", "sdb1", "8:17", 1, PART1, 1_048_576)
                .partition("sdb", "sdb2", "8:18", 2, PART2, 7_000_000_000L)
                .udev("8:16", "ID_PART_TABLE_TYPE=gpt")
                .udev("8:17", "ID_FS_TYPE=vfat")
                .udev("8:18", "ID_FS_TYPE=ext4")
                .tool("usr/sbin/dmsetup");
        mounts();
    }

    @Test
    void aFileSystemOnAPartitionThatIsNotMounted() {
        Place place = at(PART2 + 12_345_678);

        assertThat(place.words())
                .isEqualTo(
                        "partition 2 (/dev/sdb2), sector 12345678 in it; ext4 on /dev/sdb2, not mounted, byte 6320987136");
        assertThat(commands(place))
                .containsExactly(
                        "B=$(dumpe2fs -h /dev/sdb2 2>/dev/null | awk '/^Block size:/ {print $3}'); echo $((6320987136 / B))",
                        "debugfs -R \"icheck BLOCK\" /dev/sdb2",
                        "debugfs -R \"ncheck INODE\" /dev/sdb2",
                        "hdparm --read-sector 13396302 /dev/sdb");
        assertThat(ran).isEmpty();
    }

    @Test
    void anLbaIsInTheDrivesOwnBlocks() {
        sys.file("sys/block/sdb/queue/logical_block_size", "4096");

        Place place = at(PART2 / 8 + 100);

        assertThat(place.layers().get(0)).isEqualTo("partition 2 (/dev/sdb2), sector 800 in it");
        assertThat(commands(place)).contains("dd if=/dev/sdb of=/dev/null bs=4096 skip=131428 count=1 iflag=direct");
    }

    @Test
    void aMirrorIsFollowedThroughItsDataOffsetAndComesFirst() {
        mirror("idle", 0);
        sys.udev("9:0", "ID_FS_TYPE=xfs");
        mounts("9:0 / /srv - xfs /dev/md0");

        Place place = at(PART2 + 264_192 + 5000);

        assertThat(place.words())
                .isEqualTo(
                        "partition 2 (/dev/sdb2), sector 269192 in it; md0 (RAID 1), sector 5000 in it; xfs mounted on /srv, 512-byte block 5000");
        assertThat(commands(place))
                .startsWith("echo check > /sys/block/md0/md/sync_action")
                .contains("xfs_io -r -c \"fsmap -vvv -d 5000 5000\" /srv", "find /srv -xdev -inum INODE");
        assertThat(place.limit()).isEmpty();
    }

    @Test
    void aMirrorWithoutItsOtherHalfMustNotBeTrusted() {
        mirror("idle", 1);

        assertThat(at(PART2 + 264_192 + 5000).steps().get(0).words()).contains("no second copy", "Back up first");
    }

    @Test
    void aMirrorThatIsAtWorkIsWaitedFor() {
        mirror("resync", 0);

        Step first = at(PART2 + 264_192 + 5000).steps().get(0);

        assertThat(first.words()).contains("md0 is busy (resync)");
        assertThat(first.commands()).containsExactly("cat /proc/mdstat");
    }

    @Test
    void theRecordsOfAnArrayAreNotItsData() {
        mirror("idle", 0);

        assertThat(at(PART2 + 8).layers()).last().asString().contains("the records of md0");
    }

    @Test
    void aStripedArrayStopsTheWayAndLeavesItToTheCheck() {
        mirror("idle", 0);
        sys.md("md0", "raid5", "idle", 0);

        Place place = at(PART2 + 264_192 + 5000);

        assertThat(place.layers()).last().isEqualTo("md0 (RAID 5)");
        assertThat(place.limit().orElseThrow()).contains("spreads its data over several drives");
        assertThat(commands(place))
                .contains("echo check > /sys/block/md0/md/sync_action")
                .noneMatch(c -> c.contains("debugfs"));
    }

    @Test
    void anArrayWithoutRedundancyIsReadFileByFile() {
        mirror("", 0);
        sys.md("md0", "raid0", "", 0);
        mounts("9:0 / /scratch - ext4 /dev/md0");

        assertThat(commands(at(PART2 + 264_192 + 5000)))
                .contains("find /scratch -xdev -type f -exec cat {} + > /dev/null")
                .noneMatch(command -> command.contains("sync_action"));
    }

    @Test
    void aLogicalVolumeInAnEncryptedContainerIsExact() {
        sys.udev("8:18", "ID_FS_TYPE=crypto_LUKS")
                .disk("dm-0", "254:0", 6_999_967_232L)
                .file("sys/block/dm-0/dm/name", "luks-data")
                .file("sys/block/dm-0/dm/uuid", "CRYPT-LUKS2-x-luks-data")
                .holds("sdb/sdb2", "dm-0")
                .disk("dm-1", "254:1", 2_000_000)
                .file("sys/block/dm-1/dm/name", "my--vg-home")
                .file("sys/block/dm-1/dm/uuid", "LVM-abc")
                .holds("dm-0", "dm-1")
                .udev("254:1", "ID_FS_TYPE=ext4");
        tables.put("254:0", "0 6999967232 crypt aes-xts-plain64 :64:logon:cryptsetup:x 0 8:18 32768 1 allow_discards");
        tables.put("254:1", "0 1000000 linear 254:0 9000000\n1000000 1000000 linear 254:0 2048\n");
        mounts("254:1 / /home - ext4 /dev/mapper/my--vg-home");

        Place place = at(PART2 + 32768 + 2048 + 80);

        assertThat(place.words())
                .isEqualTo(
                        "partition 2 (/dev/sdb2), sector 34896 in it; encrypted volume luks-data; LV my-vg/home; ext4 mounted on /home, byte 512040960");
        assertThat(commands(place)).contains("debugfs -R \"ncheck INODE\" /dev/mapper/my--vg-home");
        assertThat(at(PART2 + 100).words()).contains("the header of the encrypted container on /dev/sdb2");
        assertThat(at(PART2 + 32768 + 5).words()).contains("space of /dev/mapper/luks-data that nothing known uses");
    }

    @Test
    void aVolumeThatIsSpreadStopsTheWay() {
        sys.udev("8:18", "ID_FS_TYPE=LVM2_member")
                .disk("dm-0", "254:0", 1000)
                .file("sys/block/dm-0/dm/name", "vg-wide")
                .file("sys/block/dm-0/dm/uuid", "LVM-abc")
                .holds("sdb/sdb2", "dm-0");
        tables.put("254:0", "0 1000 striped 2 128 8:18 2048 8:34 2048");

        Place place = at(PART2 + 3000);

        assertThat(place.layers()).last().isEqualTo("LV vg/wide");
        assertThat(place.limit()).contains("it is a device of kind 'striped', which is not followed");
    }

    @Test
    void whereDmsetupDoesNotAnswerItSaysSo() {
        sys.disk("dm-0", "254:0", 1000)
                .file("sys/block/dm-0/dm/name", "vg-home")
                .file("sys/block/dm-0/dm/uuid", "LVM-abc")
                .holds("sdb/sdb2", "dm-0");

        assertThat(at(PART2 + 3000).words())
                .contains("LV vg/home lies on it; its table could not be read: run /usr/sbin/dmsetup: not permitted");
    }

    @Test
    void whatNoPartitionContainsHurtsNoFile() {
        assertThat(at(1).words()).isEqualTo("the partition table at the start of /dev/sdb");
        assertThat(at(33).words()).isEqualTo("the partition table at the start of /dev/sdb");
        assertThat(at(34).words()).isEqualTo("the gap before the first partition of /dev/sdb");
        assertThat(at(PART2 - 1L).words()).startsWith("partition 1").isNotEmpty();
        assertThat(at(7_500_000_000L).words()).isEqualTo("unpartitioned space behind the last partition of /dev/sdb");
        assertThat(at(7_814_037_168L - 33).words())
                .isEqualTo("the copy of the partition table (GPT) at the end of /dev/sdb");
        assertThat(at(7_814_037_168L).words()).contains("LBA 7814037168 lies beyond the end of /dev/sdb");
        assertThat(at(Long.MAX_VALUE).words()).contains("beyond the end of /dev/sdb");
        assertThat(at(7_500_000_000L).steps().get(0).words()).startsWith("No file is hurt");
    }

    @Test
    void withoutUdevTheUppermostDeviceIsProbedOnceForAPerson() {
        sys.disk("sdd", "8:48", 100_000).tool("usr/sbin/blkid");
        blkid = "ID_FS_TYPE=zfs_member\nID_FS_LABEL=tank\n";

        Place place = BlockReader.forAPerson(root, this::run).place("/dev/sdd", 500);

        assertThat(place.layers()).containsExactly("ZFS pool tank");
        assertThat(commands(place)).startsWith("zpool scrub tank", "zpool status -v tank");
        assertThat(ran)
                .singleElement()
                .satisfies(command -> assertThat(command.argv()).endsWith("/dev/sdd"));
    }

    @Test
    void namesThatAPersonWouldPasteIntoARootShellAreQuotedOrRefused() {
        mounts("8:18 / /srv/a\\040b'\\011;reboot - xfs /dev/sdb2");
        assertThat(at(PART2 + 8).steps())
                .flatExtracting(Step::commands)
                .noneMatch(command -> command.contains("reboot"));
        assertThat(at(PART2 + 8).words())
                .contains("mounted on /srv/a b' ;reboot")
                .doesNotContain("\t");

        mounts("8:18 / /srv/$(reboot)\\040it's - xfs /dev/sdb2");
        assertThat(commands(at(PART2 + 8))).contains("find '/srv/$(reboot) it'\\''s' -xdev -inum INODE");

        sys.disk("sdd", "8:48", 100_000).udev("8:48", "ID_FS_TYPE=zfs_member", "ID_FS_LABEL=x;rm -rf *");
        assertThat(commands(at("/dev/sdd", 500))).contains("zpool scrub 'x;rm -rf *'");
    }

    @Test
    void aDriveBehindAControllerIsLeftToItsPatrolRead() {
        Place place = reader().place(drive("/dev/sdb", "megaraid,3"), 5);

        assertThat(place.words()).startsWith("not known: the drive is behind a RAID controller");
        assertThat(place.steps())
                .extracting(Step::words)
                .singleElement()
                .asString()
                .contains("patrol read");
        assertThat(reader().place(drive("/dev/sdb", "sat,12"), PART1 + 1L).words())
                .startsWith("partition 1");
    }

    @Test
    void aPathThatLeadsNowhereIsSaidToBeOne() {
        assertThat(at("/dev/sdz", 5).words()).isEqualTo("not known: the kernel shows no disk at /dev/sdz");
        assertThat(at("../../etc/passwd", 5).words()).contains("the kernel shows no disk at");
    }

    @Test
    void onlyTheMountOfTheDiskItselfIsAskedAndNothingBehindANetwork() throws Exception {
        String number = Files.readAttributes(root, "unix:dev").entrySet().stream()
                .map(entry -> Mounts.number((Long) entry.getValue()))
                .findFirst()
                .orElseThrow();
        Files.createDirectories(root.resolve("srv/nas/disk"));
        mounts(number + " / /srv - btrfs /dev/sdx");
        assertThat(sizes("sdb")).as("of another disk").isEmpty();

        sys.disk("sdd", number, 100_000);
        assertThat(sizes("sdd")).as("its own").containsExactly("/srv");

        mounts("0:77 / /srv/nas - nfs4 nas:/disks", number + " / /srv/nas/disk - btrfs /dev/sdd");
        assertThat(sizes("sdd")).as("on the far side of a network").isEmpty();
        mounts(number + " / /srv - btrfs /dev/sdd", "0:77 / /srv - fuse.sshfs nas:/disks");
        assertThat(sizes("sdd")).as("hidden by what a network brings").isEmpty();
    }

    private List<String> sizes(String disk) {
        return reader().read(disk).mounts().stream()
                .filter(mount -> mount.blockSize().isPresent())
                .map(BlockLayer.Mount::point)
                .toList();
    }

    @Test
    void theDaemonReadsNoDeviceAndSaysHowAPersonCan() {
        sys.disk("sdd", "8:48", 100_000).tool("usr/sbin/blkid");
        blkid = "ID_FS_TYPE=ext4\n";

        Place place = at("/dev/sdd", 500);

        assertThat(ran).isEmpty();
        assertThat(place.words()).isEqualTo("/dev/sdd, whose file system is not known to udev");
        assertThat(commands(place)).startsWith("blkid -p /dev/sdd");
    }

    @Test
    void aNameOfAnArrayIsQuotedAndWhatWouldBeAnOptionIsRefused() {
        sys.disk("md_$(reboot)", "9:0", 6_999_000_000L)
                .md("md_$(reboot)", "raid1", "idle", 0)
                .member("md_$(reboot)", "sdb2", 264_192, 3_499_500_000L)
                .holds("sdb/sdb2", "md_$(reboot)");
        assertThat(commands(at(PART2 + 264_192 + 5000)))
                .startsWith(
                        "echo check > '/sys/block/md_$(reboot)/md/sync_action'",
                        "cat /proc/mdstat '/sys/block/md_$(reboot)/md/mismatch_cnt'");

        sys.disk("sdd", "8:48", 100_000).udev("8:48", "ID_FS_TYPE=zfs_member", "ID_FS_LABEL=-n x");
        assertThat(commands(at("/dev/sdd", 500))).startsWith("zpool scrub POOL");
    }

    private void mirror(String action, int missing) {
        sys.disk("md0", "9:0", 6_999_000_000L)
                .md("md0", "raid1", action, missing)
                .member("md0", "sdb2", 264_192, 3_499_500_000L)
                .holds("sdb/sdb2", "md0");
    }

    private void mounts(String... lines) {
        StringBuilder all = new StringBuilder("26 1 254:9 / / rw,relatime - ext4 /dev/vda rw\n");
        for (String line : lines) {
            String[] parts = line.split(" - ");
            all.append("40 26 ")
                    .append(parts[0])
                    .append(" rw,relatime shared:1 - ")
                    .append(parts[1])
                    .append(" rw\n");
        }
        sys.file("proc/self/mountinfo", all.toString());
    }

    private Place at(long lba) {
        return at("/dev/sdb", lba);
    }

    private Place at(String path, long lba) {
        return reader().place(path, lba);
    }

    private BlockReader reader() {
        return new BlockReader(root, this::run);
    }

    private CommandResult run(Command command) throws CommandException {
        ran.add(command);
        if (command.argv().get(0).endsWith("blkid")) {
            return new CommandResult(0, blkid, "");
        }
        String number = command.argv().get(3) + ":" + command.argv().get(5);
        if (!tables.containsKey(number)) {
            throw new CommandException(Cause.PERMISSION_DENIED, "run /usr/sbin/dmsetup: not permitted");
        }
        return new CommandResult(0, tables.get(number), "");
    }

    private static List<String> commands(Place place) {
        return place.steps().stream().flatMap(step -> step.commands().stream()).collect(Collectors.toList());
    }

    private static Component drive(String path, String type) {
        return new Component(
                ComponentId.of("M", "S"), ComponentKind.DRIVE, Identity.unknown(), List.of(Location.of(path, type)));
    }
}
