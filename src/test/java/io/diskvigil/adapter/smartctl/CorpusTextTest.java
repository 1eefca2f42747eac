package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads recorded texts of real drives, whose file names say what they show, where they lie beside the project. */
class CorpusTextTest {
    private static final Path CORPUS = Path.of("../shared/corpus");

    /** Word in the file name, attribute id. */
    private static final Map<String, Integer> COUNTED =
            Map.of("realloc", 5, "uncorr", 187, "pending", 197, "offl", 198, "crc", 199);

    /** No output of smartctl in it: another tool's, and an empty file. */
    private static final Set<String> NOT_SMARTCTL =
            Set.of("none_unknown_vNA_ok-2.txt", "scan_glouton_hp_smartarray_p410i.txt");

    /** 198 is above zero in the text, at a place where a mail program broke the row; whoever named the file missed it. */
    private static final String MISSED_IN_NAME = "ml_sata_WDC-WD6003FZBX-00K5WB0_v6.6_selftestfail.txt";

    @BeforeAll
    static void corpusIsThere() {
        assumeTrue(Files.isDirectory(CORPUS), "no recorded texts at " + CORPUS.toAbsolutePath());
    }

    static List<Path> texts() throws IOException {
        if (!Files.isDirectory(CORPUS)) {
            // JUnit wants one case; corpusIsThere() skips it.
            return List.of(CORPUS);
        }
        try (Stream<Path> texts = Files.list(CORPUS.resolve("smartctl-text"));
                Stream<Path> origin = Files.list(CORPUS.resolve("origin"))) {
            return Stream.concat(
                            texts, origin.filter(p -> p.getFileName().toString().startsWith("smartctl")))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void readsWhatTheFileNameSays(Path file) throws IOException {
        String name = file.getFileName().toString();

        Optional<ObjectNode> read = SmartctlText.toJson(text(file));

        assertThat(read.isEmpty()).isEqualTo(NOT_SMARTCTL.contains(name));
        if (read.isEmpty()) {
            return;
        }
        JsonNode tree = read.get();
        COUNTED.forEach((word, id) -> {
            Matcher named = Pattern.compile("_" + word + "(\\d+)").matcher(name);
            if (named.find()) {
                assertThat(raw(tree, id)).as(word).isEqualTo(named.group(1));
            } else if (!name.equals(MISSED_IN_NAME) && !name.startsWith("smartctl-")) {
                assertThat(raw(tree, id)).as(word).isIn("", "0");
            }
        });
        Matcher defects = Pattern.compile("_gdl(\\d+)").matcher(name);
        assertThat(tree.path("scsi_grown_defect_list").asInt())
                .isEqualTo(defects.find() ? Integer.parseInt(defects.group(1)) : 0);
        assertThat(tree.at("/smart_status/passed").asText().equals("false")).isEqualTo(name.contains("_FAILED"));
        assertThat(whenFailed(tree, "now")).isEqualTo(name.contains("_now"));
        assertThat(whenFailed(tree, "past")).isEqualTo(name.contains("_past"));
        if (!name.startsWith("smartctl-")) {
            assertThat(failedSelfTest(tree)).isEqualTo(name.contains("_selftestfail"));
        }
        assertThat(tree.at("/smart_support/enabled").asText().equals("false"))
                .isEqualTo(name.contains("_smartdisabled"));
        assertThat(tree.toString().contains("Device is in STANDBY mode")).isEqualTo(name.contains("_standby"));
    }

    @Test
    void readsTheDyingDiskThatStillPasses() throws IOException {
        JsonNode tree = SmartctlText.toJson(text(CORPUS.resolve("origin/smartctl-5.38_dying-disk_all.txt")))
                .orElseThrow();

        assertThat(raw(tree, 5)).isEqualTo("7");
        assertThat(raw(tree, 197)).isEqualTo("4");
        assertThat(tree.at("/smart_status/passed").asBoolean()).isTrue();
        assertThat(failedSelfTest(tree)).isTrue();
        assertThat(tree.at("/ata_smart_self_test_log/standard/table/0/lba").asLong())
                .isEqualTo(2_454_905);
        assertThat(tree.at("/ata_smart_error_log/summary/count").asInt()).isEqualTo(2);
    }

    @Test
    void readsTheWornNvmeDriveWhoseWarningIsNotInItsVerdict() throws IOException {
        JsonNode log = SmartctlText.toJson(text(CORPUS.resolve("smartctl-text/nvme_TS128GMTE850_v6.5_cw0x09.txt")))
                .orElseThrow()
                .path("nvme_smart_health_information_log");

        assertThat(log.path("critical_warning").asInt()).isEqualTo(9);
        assertThat(log.path("num_err_log_entries").asLong()).isEqualTo(119_699);
        assertThat(log.path("temperature_sensors")).hasSize(8);
    }

    @Test
    void readsTheMediaErrorsOfAnNvmeDrive() throws IOException {
        JsonNode tree = SmartctlText.toJson(
                        text(CORPUS.resolve("smartctl-text/nvme_Samsung-SSD-970-EVO-1TB_v7.0_mediaerr.txt")))
                .orElseThrow();

        assertThat(tree.at("/nvme_smart_health_information_log/media_errors").asInt())
                .isEqualTo(71);
        assertThat(tree.at("/power_on_time/hours").asInt()).isEqualTo(11_044);
    }

    @Test
    void readsTheWholeCorpusInLessThanASecondOfProcessorTime() throws IOException {
        List<String> texts = texts().stream().map(CorpusTextTest::text).toList();
        texts.forEach(SmartctlText::toJson);

        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        texts.forEach(SmartctlText::toJson);
        long nanoseconds = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;

        assertThat(nanoseconds).isLessThan(1_000_000_000L);
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError("read " + file + ": " + e.getMessage(), e);
        }
    }

    /** The first number of the printed raw value, or an empty text. */
    private static String raw(JsonNode tree, int id) {
        for (JsonNode row : tree.at("/ata_smart_attributes/table")) {
            if (row.path("id").asInt() == id) {
                return row.at("/raw/string").asText().split(" ")[0];
            }
        }
        return "";
    }

    private static boolean whenFailed(JsonNode tree, String word) {
        return tree.at("/ata_smart_attributes/table")
                .findValuesAsText("when_failed")
                .contains(word);
    }

    private static boolean failedSelfTest(JsonNode tree) {
        for (JsonNode log : tree.path("ata_smart_self_test_log")) {
            if (log.path("table").findValuesAsText("passed").contains("false")) {
                return true;
            }
        }
        return false;
    }
}
