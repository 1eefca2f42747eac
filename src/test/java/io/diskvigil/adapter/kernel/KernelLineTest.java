package io.diskvigil.adapter.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLineTest {
    private static final String MESSAGE = "sd 0:0:1:0: [sdb] Add. Sense: Unrecovered read error";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "kernel: ",
                "3,1234,98765432,-;",
                "3,1234,98765432,-,caller=T611;",
                "<3>",
                "<3>[   12.345678] ",
                "[   12.345678] ",
                "[12225.445360][T20556] ",
                "[   23.086626] kernel: ",
                "[  +0.000012] ",
                "[Dec10 18:58] ",
                "kern  :err   : [   12.345678] ",
                "[Wed Dec 10 18:58:49 2025] ",
                "[Mi Dez 10 18:58:49 2025] ",
                "[四 12月 10 18:58:49 2025] ",
                "Dec 10 18:58:49 kernel: ",
                "Dec 10 18:58:49 nas kernel: ",
                "Sep  6 11:41:18 nas kernel: [164700.275878] ",
                "Nov 26 19:20:57 localhost vmunix: [5117520.597829] ",
                "Okt 14 11:37:05 nas kernel: ",
                "Jul 30 05:09:46 guest-02 ",
                "2025-12-10T18:58:49.123456+01:00 nas kernel: ",
                "2025-12-10T18:58:49,123456+01:00 ",
                "\u00a0\u00a0 [   12.345678] ",
            })
    void whateverStandsBeforeAMessageIsTakenOff(String prefix) {
        assertThat(KernelLine.read(prefix + MESSAGE))
                .singleElement()
                .extracting(KernelLine::message)
                .isEqualTo(MESSAGE);
    }

    @Test
    void timesAreReadAsTheyStand() {
        assertThat(KernelLine.of("3,7,98765432,-;x").uptime()).hasValue(98.765432);
        assertThat(KernelLine.of("3,7,98765432,-;x").severity()).hasValue(3);
        assertThat(KernelLine.of("[Mi Mär  4 18:58:49 2026] x").clock())
                .contains(LocalDateTime.of(2026, 3, 4, 18, 58, 49));
        assertThat(KernelLine.of("Jan  2 03:04:05 nas kernel: x").instant(Instant.parse("2026-02-01T00:00:00Z")))
                .contains(Instant.parse("2026-01-02T03:04:05Z"));
    }

    @Test
    void aDateWithoutAYearIsNeverInTheFuture() {
        assertThat(KernelLine.of("Dec 31 23:59:59 nas kernel: x").instant(Instant.parse("2026-01-01T00:10:00Z")))
                .contains(Instant.parse("2025-12-31T23:59:59Z"));
    }

    @Test
    void whatProgramsWriteIsNotTheKernels() {
        String log = """
                Aug 30 11:29:37 nas systemd-udevd[465]: sdb1: Worker [20868] processing SEQNUM=5188 killed
                Aug 30 11:29:38 nas kernel: I/O error, dev sdb, sector 8
                """;

        assertThat(KernelLine.read(log))
                .extracting(KernelLine::message)
                .containsExactly("I/O error, dev sdb, sector 8");
        assertThat(KernelLine.of("11,7,98765432,-;I/O error, dev sdb, sector 8").kernel())
                .isFalse();
    }

    @Test
    void twoRecordsGluedByNoBreakBlanksAreTwo() {
        String glued = "May 10 08:33:21 nas kernel: sd 1:0:3:0: task abort: SUCCESS scmd(0x1)" + "\u00a0 ".repeat(20)
                + "May 10 08:33:21 nas kernel: sd 1:0:3:0: [sdg] CDB: Write(16) 8a 00";

        assertThat(KernelLine.read(glued))
                .extracting(KernelLine::message)
                .containsExactly("sd 1:0:3:0: task abort: SUCCESS scmd(0x1)", "sd 1:0:3:0: [sdg] CDB: Write(16) 8a 00");
    }

    @Test
    void theSecondLineOfAMessageBelongsToIt() {
        String log = "[  255.128713] ata6.00: cmd 60/80:78:00:08:00/00:00:00:00:00/40 tag 15 ncq dma 65536 in\n"
                + "                        res 41/40:00:70:08:00/00:00:00:00:00/00 Emask 0x409 (media error) <F>\n"
                + "6,340,5690716,-;pci 0000:00:1a.0: power state changed by ACPI to D3cold\n"
                + " SUBSYSTEM=acpi\n DEVICE=+acpi:PNP0A03:00\n";

        List<KernelLine> lines = KernelLine.read(log);

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).message()).startsWith("ata6.00: cmd").contains("res 41/40", "(media error)");
    }

    @Test
    void aRepeatedMessageIsTheOneBeforeWithItsNumber() {
        String log = """
                Dec 10 18:58:49 nas kernel: I/O error, dev sdb, sector 8
                Dec 10 18:59:20 nas last message repeated 3 times
                """;

        assertThat(KernelLine.read(log)).extracting(KernelLine::times).containsExactly(1, 3);
    }
}
