package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays each text under fixtures/smartctl-text, one trap a folder, against its golden tree ({@code -Dgolden.update=true} writes it). */
class SmartctlTextTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/smartctl-text");
    private static final ObjectMapper JSON = new ObjectMapper();

    static List<String> cases() throws IOException {
        try (Stream<Path> dirs = Files.list(FIXTURES)) {
            return dirs.map(dir -> dir.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsTheTextAsTheGoldenTreeSays(String name) throws IOException {
        Path dir = FIXTURES.resolve(name);
        String text = new String(Files.readAllBytes(dir.resolve("stdout")), StandardCharsets.UTF_8);

        ObjectNode tree = SmartctlText.toJson(text).orElseThrow();

        Path golden = dir.resolve("expected.json");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n");
        }
        JsonNode expected = JSON.readTree(golden.toFile());
        // Through text, because a long and an int of the same value are different nodes.
        assertThat(JSON.readTree(tree.toString())).isEqualTo(expected);
        assertThat(dir.resolve("SOURCE")).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "hello",
                "Serial Number: HYUAEFESZ\nTemperature: 41 Celsius\nPower Cycles: 12\nFirmware Version: 1.0",
                "read: 0 1 2",
                "# 1  a list\n# 2  of things",
                "- available spare parts",
                "Permission denied",
                "end_request: I/O error, dev sda, sector 123456"
            })
    void findsNothingInTextsOfOtherTools(String text) {
        assertThat(SmartctlText.toJson(text)).isEmpty();
    }

    @Test
    void saysThatAnAttributeIsShownTwiceWithDifferentValues() {
        String twice = """
                197 Current_Pending_Sector  -O--C-   100   100   000    -    8
                197 Current_Pending_Sector  -O--C-   100   100   000    -    16
                """;

        ObjectNode tree = SmartctlText.toJson(twice).orElseThrow();

        assertThat(tree.at("/ata_smart_attributes/table")).hasSize(1);
        assertThat(tree.at("/ata_smart_attributes/table/0/raw/value").asInt()).isEqualTo(8);
        assertThat(tree.at("/smartctl/messages/0/string").asText()).contains("197 twice");
    }

    @Test
    void keepsTwoDrivesApartThatNothingNames() {
        String row = "  5 Reallocated_Sector_Ct   PO--CK   100   100   010    -    ";
        String text = "smartctl 7.3 2022\n" + row + "0\nsmartctl 7.3 2022\n" + row + "99\n";

        ObjectNode tree = SmartctlText.toJson(text).orElseThrow();

        assertThat(tree.at("/ata_smart_attributes/table/0/raw/value").asInt()).isZero();
        assertThat(tree.at("/smartctl/messages/0/string").asText()).contains("several drives");
    }

    @Test
    void holdsNoHealthThatTheTextDoesNotProve() {
        for (String word : List.of("UNKNOWN!", "", "\uFFFD\uFFFD")) {
            ObjectNode tree = SmartctlText.toJson("SMART overall-health self-assessment test result: " + word)
                    .orElseThrow();

            assertThat(tree.has("smart_status")).as(word).isFalse();
        }
        assertThat(SmartctlText.toJson("SMART Health Status: odd words")
                        .orElseThrow()
                        .has("smart_status"))
                .isFalse();
    }

    @Test
    void staysQuickOnLinesMadeToBeSlow() {
        StringBuilder text = new StringBuilder();
        for (String start : List.of(
                "# 1 a", "0x01  0x008 1 ", "5 a 0x0001 1 1 1 ", "smartctl ", "read: 1", "0 Short a", "Device: a b")) {
            for (int i = 0; i < 50; i++) {
                text.append(start).append(" ".repeat(5_000)).append("\n");
                text.append(start).append(" 1".repeat(2_500)).append("\n");
                text.append(start).append("a ".repeat(2_500)).append("\n");
            }
        }

        Assertions.assertTimeout(Duration.ofSeconds(20), () -> SmartctlText.toJson(text.toString()));
    }
}
