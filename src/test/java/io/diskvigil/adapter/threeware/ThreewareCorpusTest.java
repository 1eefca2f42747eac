package io.diskvigil.adapter.threeware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Real outputs that lie beside the project: what each holds, judged by reading it. */
class ThreewareCorpusTest {
    private static final Path CORPUS = Path.of("../shared/corpus/tw_cli");

    /** File, components by kind, states that are not OK, and why. */
    private static final String EXPECTED = """
            8006-2LP_drivestatus_ok.txt | controller 1, drive 2 | - | two drives OK
            8006-2LP_info.txt | controller 1 | - | NotOpt 0, no battery
            9500S-8_info.txt | controller 1 | - | NotOpt 0, the battery column is blank
            9500S-8_unitstatus_ok.txt | controller 1, volume 1 | - | OK
            9650SE-16ML_sysiphus_bbustatus.txt | battery 1, controller 1 | - | OK
            9650SE-16ml_unitstatus_ok.txt | controller 1, volume 1 | - | OK
            9650SE-2LP_info_notopt1.txt | controller 1 | controller_state DEGRADED | one unit of one not optimal
            9650SE-2LP_unitstatus_rebuilding98.txt | controller 1, volume 1 | volume_state DEGRADED | a mirror is rebuilt
            9650SE-8LPML_bohr_bbustatus_captest-never.txt | battery 1, controller 1 | - | never tested, but OK
            9750-4i_bootc_drivestatus_enclosure_verifying.txt | controller 1, drive 18 | - | verifying is no alarm
            9750-4i_bootc_unitstatus_verifying-auto.txt | controller 1, volume 2 | - | two spares verify as well
            9750-4i_c0-show-all_verifying.txt | battery 1, controller 1, drive 4, volume 1 | - | verifying is no alarm
            9750-4i_grubbs_e1-show-all_alarm-activated.txt | controller 1, enclosure 1, fan 3 | enclosure_state UNKNOWN | an alarm with every part OK: why is not told
            9750-4i_grubbs_eX-show-all_concatenated.txt | controller 1, enclosure 2, fan 3 | enclosure_state UNKNOWN | the same, and one without fans
            e0-show_unsupported.txt | controller 1, enclosure 1, fan 1 | - | tables of an old version
            info-c3_bbu-WeakBat_not-ready.txt | battery 1, controller 1, drive 10, volume 1 | battery_state DEGRADED | the write cache is off
            unitstatus_misc.txt | controller 1, volume 2 | - | initialising is no alarm
            """;

    private final ThreewareAdapter adapter = new ThreewareAdapter(Tool.at("/usr/sbin/tw_cli"));

    @Test
    void everyRecordingHoldsWhatAReaderSeesInIt() throws IOException {
        assumeTrue(Files.exists(CORPUS), "the recordings of ../shared are not here");
        Map<String, String> expected = EXPECTED.lines()
                .map(line -> line.split(" \\| "))
                .collect(Collectors.toMap(
                        cells -> cells[0], cells -> cells[1] + " | " + cells[2], (a, b) -> a, TreeMap::new));

        Map<String, String> actual = new TreeMap<>();
        SoftAssertions softly = new SoftAssertions();
        for (Path file : files()) {
            Polled polled = polled(Files.readString(file));
            actual.put(file.getFileName().toString(), components(polled) + " | " + worries(polled));
            softly.assertThat(unread(polled)).as(file.toString()).isEmpty();
        }

        softly.assertThat(actual).isEqualTo(expected);
        softly.assertAll();
    }

    @Test
    void theControllersNumberComesFromThePrompt() throws IOException {
        assumeTrue(Files.exists(CORPUS), "the recordings of ../shared are not here");

        Polled polled = polled(Files.readString(CORPUS.resolve("info-c3_bbu-WeakBat_not-ready.txt")));

        assertThat(polled.target().path()).isEqualTo("threeware:3");
        assertThat(polled.snapshots().get(1).component().locations().get(0).slot())
                .isEqualTo("enclosure 0 slot 0, port 8");
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.sorted().toList();
        }
    }

    private Polled polled(String text) {
        Recording recording = adapter.recognise(text, Instant.EPOCH).orElseThrow();
        return (Polled) ((Recording.Answer) recording).outcome();
    }

    private static String components(Polled polled) {
        Map<String, Long> kinds = polled.snapshots().stream()
                .collect(Collectors.groupingBy(
                        one -> one.component().kind().name().toLowerCase(Locale.ROOT),
                        TreeMap::new,
                        Collectors.counting()));
        return kinds.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String worries(Polled polled) {
        String all = polled.snapshots().stream()
                .flatMap(one -> one.readings(Reading.Status.class))
                .filter(status -> status.health() != Health.OK)
                .map(status -> status.name() + " " + status.health())
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "-" : all;
    }

    private static List<String> unread(Polled polled) {
        return polled.snapshots().stream()
                .flatMap(one -> one.readings(Reading.Status.class))
                .filter(status -> status.name().startsWith("unread_line"))
                .map(Reading.Status::vendorWord)
                .toList();
    }
}
