package io.diskvigil.adapter.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KmsgReaderTest {
    private static final int BOUND = 100;
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path dir;

    private Path kmsg;
    private Path bootId;

    @BeforeEach
    void aLogOfFourRecords() throws IOException {
        kmsg = dir.resolve("kmsg");
        bootId = dir.resolve("boot_id");
        Files.writeString(bootId, "boot-1\n");
        Files.writeString(kmsg, """
                6,10,1000000,-;sd 0:0:0:0: [sda] Attached SCSI disk
                 SUBSYSTEM=scsi
                 DEVICE=+scsi:0:0:0:0
                3,11,2000000,-;I/O error, dev sda, sector 8
                11,12,3000000,-;I/O error, dev sdb, sector 8
                3,13,4000000,-,caller=T7;I/O error, dev sdc, sector 8
                """);
    }

    @Test
    void theKernelsRecordsAreGivenInOrderAndThoseOfProgramsAreNot() throws IOException {
        try (KmsgReader reader = KmsgReader.open(kmsg, bootId, Optional.empty(), BOUND)) {
            List<KmsgRecord> records = take(reader, 3);

            assertThat(records).extracting(KmsgRecord::sequence).containsExactly(10L, 11L, 13L);
            assertThat(records).extracting(KmsgRecord::lost).containsOnly(0L);
            assertThat(records.get(1).line().message()).isEqualTo("I/O error, dev sda, sector 8");
            assertThat(reader.cursor()).contains(new KmsgCursor("boot-1", 13));
        }
    }

    @Test
    void itGoesOnBehindTheCursorOfTheSameBoot() throws IOException {
        try (KmsgReader reader = KmsgReader.open(kmsg, bootId, Optional.of(new KmsgCursor("boot-1", 11)), BOUND)) {
            assertThat(take(reader, 1)).extracting(KmsgRecord::sequence).containsExactly(13L);
        }
    }

    @Test
    void aCursorOfAnotherBootCountsForNothing() throws IOException {
        try (KmsgReader reader = KmsgReader.open(kmsg, bootId, Optional.of(new KmsgCursor("boot-0", 999)), BOUND)) {
            assertThat(take(reader, 3)).extracting(KmsgRecord::sequence).containsExactly(10L, 11L, 13L);
        }
    }

    @Test
    void whatWasOverwrittenIsToldAsLost() throws IOException {
        try (KmsgReader reader = KmsgReader.open(kmsg, bootId, Optional.of(new KmsgCursor("boot-1", 4)), BOUND)) {
            assertThat(take(reader, 3)).extracting(KmsgRecord::lost).containsExactly(5L, 0L, 0L);
        }
    }

    @Test
    void theCursorStandsWhereTheConsumerStands() throws IOException {
        try (KmsgReader reader = KmsgReader.open(kmsg, bootId, Optional.empty(), BOUND)) {
            assertThat(reader.cursor()).isEmpty();
            List<KmsgRecord> first = new ArrayList<>();
            await(() -> reader.take(1, first::add) == 1);

            assertThat(first).hasSize(1);
            assertThat(reader.cursor()).contains(new KmsgCursor("boot-1", 10));
        }
    }

    @Test
    void moreThanTheBoundIsLostAndToldSo() throws IOException {
        StringBuilder flood = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            flood.append("3,%d,1,-;I/O error, dev sda, sector 8\n".formatted(i));
        }
        Files.writeString(kmsg, flood);
        try (KmsgReader reader = KmsgReader.open(kmsg, bootId, Optional.empty(), 10)) {
            await(() -> !reader.isReading());

            assertThat(take(reader, 10)).extracting(KmsgRecord::sequence).endsWith(9L);
            assertThat(reader.take(BOUND, record -> {})).isZero();
            assertThat(reader.lost()).isEqualTo(40);
        }
    }

    @Test
    void bytesThatAreNoRecordsAreNoTrouble() throws IOException {
        Files.writeString(kmsg, "x".repeat(100_000) + "\n3,1,1,-;I/O error, dev sda, sector 8\n");
        try (KmsgReader reader = KmsgReader.open(kmsg, bootId, Optional.empty(), BOUND)) {
            assertThat(take(reader, 1)).hasSize(1);
        }
    }

    @Test
    void aLogThatCannotBeOpenedIsAClearError() {
        assertThatThrownBy(() -> KmsgReader.open(dir.resolve("none"), bootId, Optional.empty(), BOUND))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none");
    }

    private static List<KmsgRecord> take(KmsgReader reader, int expected) throws IOException {
        List<KmsgRecord> records = new ArrayList<>();
        await(() -> {
            reader.take(BOUND, records::add);
            return records.size() >= expected;
        });
        return records;
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws IOException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited " + LONG).isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
