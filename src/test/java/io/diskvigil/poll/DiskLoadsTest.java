package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.block.FakeSys;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskLoadsTest {
    @TempDir
    Path root;

    private FakeSys sys;
    private Duration now = Duration.ofHours(1);
    private DiskLoads loads;

    @BeforeEach
    void oneDisk() {
        sys = new FakeSys(root).disk("sda", "8:0", 1000);
        loads = new DiskLoads(root, () -> now.toNanos());
        busy("sda", 1_000);
        loads.sample();
    }

    @Test
    void tellsThePartOfTheLastMinutesInWhichADiskHadSomethingToDo() {
        after(Duration.ofMinutes(1), 16_000);
        assertThat(loads.busyPercent("/dev/sda")).hasValue(25);

        after(Duration.ofMinutes(1), 76_000);
        assertThat(loads.busyPercent("/dev/sda")).hasValue(63);
    }

    @Test
    void forgetsWhatIsLongerAgo() {
        after(Duration.ofMinutes(1), 61_000);
        for (int i = 0; i < 6; i++) {
            after(Duration.ofMinutes(1), 61_000);
        }

        assertThat(loads.busyPercent("/dev/sda")).hasValue(0);
    }

    @Test
    void aMomentIsNotEnough() {
        assertThat(loads.busyPercent("/dev/sda")).isEmpty();

        after(Duration.ofSeconds(5), 6_000);

        assertThat(loads.busyPercent("/dev/sda")).isEmpty();
    }

    @Test
    void doesNotKnowWhatIsBehindAControllerOrGone() {
        after(Duration.ofMinutes(1), 2_000);

        assertThat(loads.busyPercent("/dev/bus/0")).isEmpty();
        assertThat(loads.busyPercent("/dev/sdz")).isEmpty();
        assertThat(loads.busyPercent("/dev/../etc")).isEmpty();
        assertThat(loads.busyPercent("")).isEmpty();
    }

    @Test
    void anotherDiskUnderTheSameNameBeginsAnew() {
        after(Duration.ofMinutes(1), 61_000);
        after(Duration.ofMinutes(1), 10);

        assertThat(loads.busyPercent("/dev/sda")).isEmpty();
    }

    @Test
    void oldSamplesSayNothingOfNow() {
        after(Duration.ofMinutes(1), 61_000);
        now = now.plusHours(1);

        assertThat(loads.busyPercent("/dev/sda")).isEmpty();
    }

    @Test
    void anNvmeControllerIsAsBusyAsItsNamespace() {
        sys.disk("nvme0n1", "259:0", 1000).file("sys/class/nvme/nvme0/nvme0c0n1/x", "");
        busy("nvme0n1", 0);
        loads.sample();
        busy("nvme0n1", 30_000);
        after(Duration.ofMinutes(1), 1_000);

        assertThat(loads.busyPercent("/dev/nvme0")).hasValue(50);
        assertThat(loads.busyPercent("/dev/nvme0n1")).hasValue(50);
    }

    @Test
    void knowsHowLongTheMachineIsUp() {
        sys.file("proc/uptime", "350735.47 234388.90");

        assertThat(loads.sinceBoot()).isEqualTo(Duration.ofMillis(350_735_470));
    }

    @Test
    void withoutThatItIsUpAsLongAsThisProgramAtLeast() {
        assertThat(loads.sinceBoot()).isPositive();
    }

    private void after(Duration passed, long busyMillis) {
        now = now.plus(passed);
        busy("sda", busyMillis);
        loads.sample();
    }

    private void busy(String disk, long millis) {
        sys.file(
                "sys/block/" + disk + "/stat",
                "  580481    53302 16503818   202772   686516   293385 40545944   284720        0   " + millis
                        + "   613626   266504        0");
    }
}
