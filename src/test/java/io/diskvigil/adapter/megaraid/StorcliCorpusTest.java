package io.diskvigil.adapter.megaraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.FixedAdapterConfig;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Real outputs that public projects keep, each read by eye first. */
class StorcliCorpusTest {
    private static final Path CORPUS = Path.of("../shared/corpus/storcli");

    /** Kinds with their numbers, then every state that is not OK; of a failure its words. */
    private static final Map<String, String> EXPECTED = new TreeMap<>(Map.ofEntries(
            Map.entry("canonical_cALL-show-all_MR216i.json", "{controller=1, drive=2, enclosure=1, volume=1}"),
            Map.entry("canonical_perccli_H345.json", "{controller=1, drive=2, volume=1}"),
            Map.entry("canonical_perccli_no-controller.json", "CONTROLLER_NOT_SHOWN: No Controller found"),
            Map.entry("hpe-sdflex_c0_eall_sall_show_all.json", "{controller=1, drive=3}"),
            Map.entry("hpe-sdflex_c0_eall_sall_show_all_online.json", "{controller=1, drive=4}"),
            Map.entry("hpe-sdflex_c0_vall_show_all_no_vd.json", "{controller=1} answer No VDs have been configured"),
            Map.entry("ironlib_show_nocontrollers.json", "CONTROLLER_NOT_SHOWN: Controller 0 not found"),
            Map.entry(
                    "mtik_bad-events.txt",
                    "{controller=1} controller_event 2015-06-02T18:02:08 VD 00/0 is now DEGRADED (volume,0); controller_event 2015-06-02T18:03:11 VD 00/0 is now OFFLINE (volume,0); controller_event 2015-06-02T18:03:35 VD 00/0 is now DEGRADED (volume,0)"),
            Map.entry("mtik_mutli-controller.txt", "{battery=2, controller=3, drive=20, volume=2}"),
            Map.entry(
                    "mtik_single-controller.txt",
                    "{battery=1, controller=1, drive=16, volume=2} refused command invalid"),
            Map.entry("netdata_eall-sall-show-all_megaraid.json", "{controller=1, drive=6}"),
            Map.entry("puppet_storcli_call_show_cc.json", "{controller=3} answer Un-supported Command"),
            Map.entry("puppet_storcli_call_show_patrolread.json", "{controller=3} answer Un-supported Command"),
            Map.entry("puppet_storcli_call_show_vdisk234.json", "{controller=1, drive=4, volume=1}"),
            Map.entry(
                    "pystorcli_create_vd_raid0_00_c0_add_vd_r0_name-create_vd_raid0_drives-35_12-13_strip-512_J",
                    "{controller=1} answer Add VD Succeeded."),
            Map.entry("pystorcli_create_vd_raid0_00_c0_v1_show_J.json", "{controller=1, volume=1}"),
            Map.entry("pystorcli_delete_vd_00_c0_v1_del_J.json", "{controller=1} answer Delete VD succeeded"),
            Map.entry(
                    "pystorcli_error_codes_00_c0_show_J.json",
                    "{controller=1, drive=12, enclosure=2, volume=1} foreign_configuration 1 (Detailed Status); refused Incomplete foreign configuration"),
            Map.entry(
                    "pystorcli_set_state_offline_00_c0_e35_s12_set_offline_J.json",
                    "{controller=1} answer Set Drive Offline Succeeded."),
            Map.entry("pystorcli_test00_show_J.json", "lists 0"),
            Map.entry("pystorcli_test01_show_J.json", "{controller=2}"),
            Map.entry(
                    "pystorcli_test03_show_J.json",
                    "{controller=1} foreign_configuration 1 (Detailed Status); refused Incomplete foreign configuration"),
            Map.entry("textfile_cALL-eALL-sALL-show-all.json", "{controller=1, drive=4}"),
            Map.entry("textfile_cALL-show-all.json", "{battery=1, controller=1, drive=4, enclosure=1, volume=1}")));

    @Test
    void everyRecordingIsUnderstood() throws IOException {
        assumeTrue(Files.exists(CORPUS), "no " + CORPUS + " here: the recordings are not part of the project");
        Map<String, String> actual = new TreeMap<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.toList()) {
                actual.put(file.getFileName().toString(), said(file));
            }
        }

        assertThat(actual).isEqualTo(EXPECTED);
    }

    private static String said(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        Recording recording = new MegaraidAdapter(FixedAdapterConfig.Tool.none())
                .recognise(text, Instant.EPOCH)
                .orElse(null);
        if (recording == null) {
            return "not recognised";
        }
        if (recording instanceof Recording.Listing listing) {
            return "lists " + listing.targets().size();
        }
        Recording.Answer answer = (Recording.Answer) recording;
        if (answer.outcome() instanceof Failed failed) {
            return failed.cause() + ": " + failed.detail();
        }
        List<Snapshot> snapshots = ((Polled) answer.outcome()).snapshots();
        String kinds = snapshots.stream()
                .collect(Collectors.groupingBy(
                        one -> one.component().kind().name().toLowerCase(Locale.ROOT),
                        TreeMap::new,
                        Collectors.counting()))
                .toString();
        String bad = snapshots.stream()
                .flatMap(one ->
                        one.readings().stream().filter(StorcliCorpusTest::isBad).map(Reading::line))
                .distinct()
                .collect(Collectors.joining("; "));
        return kinds + (bad.isEmpty() ? "" : " " + bad);
    }

    private static boolean isBad(Reading reading) {
        return reading instanceof Status status && status.health() != Health.OK
                || reading instanceof Event event && event.health() != Health.OK
                || reading instanceof Reading.Fact fact
                        && (fact.name().equals("answer") || fact.name().equals("refused"))
                || reading instanceof Reading.Counter counter && counter.raw() > 0
                || reading instanceof Reading.Gauge gauge
                        && gauge.name().equals("foreign_configuration")
                        && gauge.value() > 0;
    }
}
