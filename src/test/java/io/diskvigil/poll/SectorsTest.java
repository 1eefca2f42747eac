package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.block.BlockReader;
import io.diskvigil.adapter.block.FakeSys;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome.Asleep;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.rule.BadSector;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SectorsTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Target SDB = new Target("smartctl", "/dev/sdb", "sat");

    @TempDir
    Path root;

    private Instant now = START;
    private final List<Long> asked = new ArrayList<>();
    private Sectors sectors;

    @BeforeEach
    void aDiskWithOnePartition() {
        new FakeSys(root)
                .disk("sdb", "8:16", 2_000_000)
                .partition("sdb", "sdb1", "8:17", 1, 2048, 1_000_000)
                .udev("8:17", "ID_FS_TYPE=swap");
        BlockReader reader = new BlockReader(root, command -> {
            throw new AssertionError("no tool is needed");
        });
        sectors = sectors(Duration.ofSeconds(10), (drive, lba) -> {
            asked.add(lba);
            return reader.place(drive, lba);
        });
    }

    @Test
    void aFailedTestIsToldWithWhatLiesAtItsLba() {
        Snapshot view = failedAt(5000);

        sectors.look(new Polled(SDB, List.of(view)));

        assertThat(sectors.placed(view, List.of(finding()))).singleElement().satisfies(finding -> {
            assertThat(finding.meaning())
                    .isEqualTo(
                            "It could not be read. What lies at LBA 5000: partition 1 (/dev/sdb1), sector 2952 in it;"
                                    + " swap space on /dev/sdb1.");
            assertThat(finding.advice()).first().isEqualTo("Back up.");
            assertThat(finding.advice()).last().isEqualTo("Test again.");
            assertThat(finding.advice()).noneMatch(BadSector.FIND_OUT::equals).hasSizeGreaterThan(3);
            assertThat(finding.fingerprint()).isEqualTo(finding().fingerprint());
        });
    }

    @Test
    void itIsLookedUpWhenItIsNewAndOnceADayAndNotWithEachPoll() {
        sectors.look(new Polled(SDB, List.of(failedAt(5000))));
        for (int i = 0; i < 100; i++) {
            sectors.look(new Polled(SDB, List.of(failedAt(5000))));
            sectors.placed(failedAt(5000), List.of(finding()));
        }
        assertThat(asked).containsExactly(5000L);

        sectors.look(new Polled(SDB, List.of(failedAt(6000))));
        assertThat(asked).containsExactly(5000L, 6000L);

        now = now.plus(Duration.ofDays(1));
        sectors.look(new Polled(SDB, List.of(failedAt(6000))));
        assertThat(asked).containsExactly(5000L, 6000L, 6000L);
    }

    @Test
    void withoutAPlaceThePersonIsToldHowToAsk() {
        assertThat(sectors.placed(failedAt(5000), List.of(finding()))).containsExactly(finding());

        sectors.look(new Asleep(SDB));

        assertThat(asked).isEmpty();
    }

    @Test
    void aLookThatHangsHoldsUpNoPollForLongAndIsTriedAgain() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        sectors = sectors(Duration.ofMillis(50), (drive, lba) -> {
            asked.add(lba);
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("ended");
        });

        for (int i = 0; i < 10; i++) {
            sectors.look(new Polled(SDB, List.of(failedAt(5000))));
        }
        assertThat(sectors.placed(failedAt(5000), List.of(finding()))).containsExactly(finding());
        assertThat(asked).as("looks that hang for one sector").hasSize(1);

        for (int i = 0; i < 10; i++) {
            sectors.look(new Polled(SDB, List.of(failedAt(6000 + i))));
        }
        assertThat(asked).as("looks that hang").hasSize(4);
        never.countDown();
    }

    @Test
    void aLookThatFailsLeavesTheFindingAsItIs() {
        sectors = sectors(Duration.ofSeconds(10), (drive, lba) -> {
            throw new IllegalStateException("a fault of ours");
        });

        sectors.look(new Polled(SDB, List.of(failedAt(5000))));

        assertThat(sectors.placed(failedAt(5000), List.of(finding()))).containsExactly(finding());
    }

    private Sectors sectors(Duration patience, Sectors.Lookup lookup) {
        return new Sectors(lookup, patience, new Clock() {
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
        });
    }

    private static Finding finding() {
        return new Finding(
                "self-test",
                ComponentId.of("M", "S"),
                "self_test",
                Severity.CRITICAL,
                1,
                "self-test failed",
                Evidence.none(),
                "It could not be read.",
                List.of("Back up.", BadSector.FIND_OUT, "Test again."),
                false);
    }

    private static Snapshot failedAt(long lba) {
        Component drive = new Component(
                ComponentId.of("M", "S"),
                ComponentKind.DRIVE,
                Identity.unknown(),
                List.of(Location.of("/dev/sdb", "sat")));
        return new Snapshot(
                drive,
                START,
                List.of(new SelfTest(
                        "self_test",
                        1,
                        "Extended offline",
                        SelfTestResult.FAILED_READ,
                        "Completed: read failure",
                        OptionalLong.of(100),
                        OptionalLong.of(lba),
                        OptionalInt.empty(),
                        "self-test log")));
    }
}
