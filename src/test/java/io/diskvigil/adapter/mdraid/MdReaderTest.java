package io.diskvigil.adapter.mdraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.block.FakeSys;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MdReaderTest {
    @TempDir
    Path root;

    private FakeSys sys;

    @BeforeEach
    void twoDisksInAMirror() {
        sys = new FakeSys(root)
                .disk("sda", "8:0", 1000)
                .partition("sda", "sda1", "8:1", 1, 10, 900)
                .disk("nvme0n1", "259:0", 1000)
                .partition("nvme0n1", "nvme0n1p3", "259:3", 3, 10, 900)
                .disk("md0", "9:0", 800)
                .md("md0", "raid1", "idle", 0)
                .member("md0", "sda1", 20, 400)
                .member("md0", "nvme0n1p3", 20, 400);
    }

    @Test
    void anArrayThatIsIdleAndWholeHoldsNothingBackAndNamesItsWholeDrives() {
        assertThat(new MdReader(root).read()).singleElement().satisfies(array -> {
            assertThat(array.name()).isEqualTo("md0");
            assertThat(array.members()).containsExactlyInAnyOrder("/dev/sda", "/dev/nvme0n1");
            assertThat(array.activity()).isEmpty();
            assertThat(array.isOccupied()).isFalse();
        });
    }

    @Test
    void aRebuildIsToldWithHowFarItIs() {
        sys.md("md0", "raid1", "recover", 1).file("sys/block/md0/md/sync_completed", "3307 / 8064");

        assertThat(new MdReader(root).read())
                .extracting(MdArray::activity)
                .containsExactly("rebuilds (41 %), is degraded (1 missing)");
    }

    @Test
    void eachActionHasItsWord() {
        assertThat(activityWhile("check")).isEqualTo("is checked");
        assertThat(activityWhile("repair")).isEqualTo("is repaired");
        assertThat(activityWhile("resync")).isEqualTo("resyncs");
        assertThat(activityWhile("reshape")).isEqualTo("reshapes");
        assertThat(activityWhile("a word of tomorrow")).isEqualTo("a word of tomorrow");
    }

    @Test
    void aDegradedArrayHoldsBackEvenWhenItIsIdle() {
        sys.md("md0", "raid1", "idle", 1);

        assertThat(new MdReader(root).read()).singleElement().satisfies(array -> {
            assertThat(array.activity()).isEqualTo("is degraded (1 missing)");
            assertThat(array.isOccupied()).isTrue();
        });
    }

    @Test
    void anArrayOnLogicalVolumesNamesTheDrivesBelow() {
        sys.disk("sdc", "8:32", 1000)
                .disk("dm-0", "254:0", 500)
                .holds("sdc", "dm-0")
                .disk("md1", "9:1", 400)
                .md("md1", "raid5", "idle", 0)
                .member("md1", "dm-0", 0, 200);

        assertThat(new MdReader(root).read())
                .filteredOn(array -> array.name().equals("md1"))
                .singleElement()
                .satisfies(array -> assertThat(array.members()).containsExactly("/dev/sdc"));
    }

    @Test
    void whatSysfsDoesNotShowIsReadFromMdstat() {
        sys.disk("sdb", "8:16", 1000)
                .partition("sdb", "sdb1", "8:17", 1, 10, 900)
                .file("proc/mdstat", """
                Personalities : [raid1] [raid6] [raid5] [raid4]
                md7 : active raid5 sdb1[2] sda1[1]
                      976630464 blocks super 1.2 level 5, 512k chunk, algorithm 2 [3/2] [_UU]
                      [========>............]  recovery = 41.3% (403534336/976630464) finish=51.2min speed=186444K/sec
                      bitmap: 0/8 pages [0KB], 65536KB chunk

                md8 : active (auto-read-only) raid1 sdb1[0]
                      1000 blocks [1/1] [U]
                      \tresync=PENDING

                md127 : inactive sdb1[0](S)
                      1000 blocks super external:imsm

                unused devices: <none>""");

        assertThat(new MdReader(root).read())
                .filteredOn(array -> !array.name().equals("md0"))
                .satisfiesExactly(
                        md7 -> {
                            assertThat(md7.level()).isEqualTo("raid5");
                            assertThat(md7.members()).containsExactlyInAnyOrder("/dev/sda", "/dev/sdb");
                            assertThat(md7.activity()).isEqualTo("rebuilds (41 %), is degraded (1 missing)");
                        },
                        md8 -> assertThat(md8.activity()).isEqualTo("resyncs"));
    }

    @Test
    void aMachineThatShowsNothingHasNoArrays() {
        assertThat(new MdReader(root.resolve("nowhere")).read()).isEmpty();
    }

    @Test
    void anArrayWhoseStateIsHiddenHoldsBack() {
        sys.disk("md5", "9:5", 10).file("sys/block/md5/md/level", "raid6");

        assertThat(new MdReader(root).read())
                .filteredOn(array -> array.name().equals("md5"))
                .extracting(MdArray::activity)
                .containsExactly("is in a state that cannot be read");
    }

    private String activityWhile(String action) {
        sys.md("md0", "raid1", action, 0);
        return new MdReader(root).read().get(0).activity();
    }
}
