package io.diskvigil.adapter.megaraid.megacli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real outputs, each with what a person reads in it; skipped where the recordings are not at hand. */
class MegaCliCorpusTest {
    private static final Path CORPUS = Path.of("../shared/corpus/megacli");

    /** Parts: drives, volumes, batteries, enclosures, fans; then the worst state among them and what is worth a look. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cmdtool2_CmdTool2.adapter-0.txt       | 2 1 0 0 0  | OK     | write_cache write-through; write_cache_configured write-through",
                "issue32_bbu-failed_8.01.06.txt        | 0 0 0 0 0  | OK     | battery Adapter 0: Get BBU Status Failed.",
                "issue32_bbu-missing_8.07.10.txt       | 0 0 0 0 0  | OK     | battery",
                "issue39_bbustatus.1.txt               | 0 0 1 0 0  | OK     | battery_state Operational; battery_charge_percent 67",
                "issue39_bbustatus.2.txt               | 0 0 1 0 0  | FAILED | battery_state Operational, battery replacement required",
                "issue39_ldinfo.2.txt                  | 0 1 0 0 0  | OK     | write_cache write-back; volume_redundancy_left 1",
                "issue39_ldinfo.txt                    | 0 1 0 0 0  | OK     | write_cache write-through; write_cache_configured write-back",
                "issue39_pdlist.txt                    | 12 0 0 0 0 | OK     | hot_spares 2; spun_down Spun down; link_speed_gbps 3",
                "issue41_pdlist.txt                    | 6 0 0 0 0  | OK     | hot_spares 0",
                "issue45_bbu_optimal.txt               | 0 0 1 0 0  | OK     | battery_state Optimal; battery_charge_percent 98",
                "issue45_ldinfo_7vd.txt                | 0 7 0 0 0  | OK     | volume_redundancy_left 1; volume_redundancy_left 0",
                "issue45_pdlist.txt                    | 8 0 0 0 0  | OK     | smart_passed alert: No",
                "issue65_ldinfo2.txt                   | 0 1 0 0 0  | OK     | volume_redundancy_left 1",
                "issue65_ldinfo_wt.txt                 | 0 1 0 0 0  | OK     | write_cache write-through; write_cache_configured write-back",
                "issue91_bbu.txt                       | 0 0 1 0 0  | OK     | remaining_capacity 472 mAh",
                "issue91_ldinfo_cachecade.txt          | 0 2 0 0 0  | OK     | volume_redundancy_left 2",
                "issue91_pdlist.txt                    | 8 0 0 0 0  | OK     | unread_line Nshkzyey Number: 2",
                "issue91_version.txt                   | 0 0 0 0 0  | OK     | remark_1 MegaCLI SAS RAID Management Tool Ver 8.02.16",
                "ldinfo_2.txt                          | 0 1 0 0 0  | OK     | disk_cache_policy Disabled",
                "ldinfo_jbod_no-vd.txt                 | 0 0 0 0 0  | OK     | remark_1 Adapter 0: No Virtual Drive Configured.",
                "netdata_bbu-info_old.txt              | 0 0 1 0 0  | OK     | battery_charge_percent 100; cycle_count 61",
                "netdata_pdlist_no-drives.txt          | 0 0 0 0 0  | OK     | remark_1 Number of Virtual Disks: 0",
                "pdlist_old-MB.txt                     | 12 0 0 0 0 | OK     | hot_spares 2",
                "pdlist_unconfigured-good.txt          | 11 0 0 0 0 | OK     | hot_spares 1; member_state Unconfigured(good), Spun down",
                "pr74_pdlist.txt                       | 6 0 0 0 0  | OK     | controller_other_errors 556475",
                "redhatcip_megacli_enc.txt             | 0 0 0 2 3  | OK     | enclosure_state Normal; fan_state OK",
                "redhatcip_megacli_ld_get_info.txt     | 0 1 0 0 0  | OK     | volume_state Optimal",
                "yakumo_pdlist.txt                     | 6 0 0 0 0  | OK     | temperature_celsius 32",
            })
    void readsARealOutput(String file, String parts, Health worst, String shown) throws IOException {
        assumeTrue(Files.isDirectory(CORPUS), "the recordings are not at hand");
        List<Snapshot> snapshots = read(file);

        assertThat(Stream.of(
                                ComponentKind.DRIVE,
                                ComponentKind.VOLUME,
                                ComponentKind.BATTERY,
                                ComponentKind.ENCLOSURE,
                                ComponentKind.FAN)
                        .map(kind -> Long.toString(snapshots.stream()
                                .filter(one -> one.component().kind() == kind)
                                .count()))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(parts);
        assertThat(snapshots.stream()
                        .flatMap(one -> one.readings(Reading.Status.class))
                        .filter(status -> status.name().endsWith("_state"))
                        .map(Reading.Status::health)
                        .reduce(Health.OK, Health::worse))
                .isEqualTo(worst);
        List<String> lines = snapshots.stream()
                .flatMap(one -> one.readings().stream())
                .map(MegaCliCorpusTest::words)
                .toList();
        for (String want : shown.split("; ")) {
            assertThat(lines).anyMatch(line -> line.startsWith(want));
        }
        assertThat(lines.stream().filter(line -> line.startsWith("unread") && !line.contains("Nshkzyey")))
                .isEmpty();
        assertThat(snapshots.stream().map(one -> one.component().id())).doesNotHaveDuplicates();
    }

    @Test
    void noRecordingIsLeftOut() throws IOException {
        assumeTrue(Files.isDirectory(CORPUS), "the recordings are not at hand");
        try (Stream<Path> files = Files.list(CORPUS)) {
            assertThat(files).hasSize(28);
        }
    }

    private static List<Snapshot> read(String file) throws IOException {
        String text = new String(Files.readAllBytes(CORPUS.resolve(file)), StandardCharsets.UTF_8);
        Recording recording = new MegaCli().recognise(text, Instant.EPOCH).orElseThrow();
        return ((Polled) ((Recording.Answer) recording).outcome()).snapshots();
    }

    private static String words(Reading reading) {
        if (reading instanceof Reading.Status status) {
            return status.name() + " " + status.vendorWord();
        }
        return reading.line();
    }
}
