package io.diskvigil.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds {@code explain} against docs/reference/cli.md. */
class ExplainCommandTest {
    /** The model begins with an escape sequence, and holds a line end, a C1 control and a change of direction. */
    private static final String ANSWER = """
            {"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},
             "device":{"name":"/dev/sda","type":"sat","protocol":"ATA"},
             "model_name":"\\u001b[31mEVIL\\n\\u009b\\u202eDISK\\"","serial_number":"E1","smart_status":{"passed":true},
             "ata_smart_attributes":{"table":[{"id":197,"name":"Current_Pending_Sector","value":100,"worst":99,"thresh":0,
               "when_failed":"","flags":{"prefailure":false},"raw":{"value":24,"string":"24"}}]}}
            """;

    private static final String SCAN = """
            {"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},
             "devices":[{"name":"/dev/sda","info_name":"/dev/sda","type":"scsi","protocol":"SCSI"}]}
            """;

    @TempDir
    Path directory;

    private String answer;

    @BeforeEach
    void record() throws Exception {
        answer = Files.writeString(directory.resolve("answer.json"), ANSWER).toString();
    }

    @Test
    void theJsonLineHasTheDocumentedKeysInTheirOrder() throws Exception {
        CommandRun run = explain("--json", answer);

        JsonNode line = json(run);
        assertThat(run.status()).isZero();
        assertThat(keys(line)).containsExactly("file", "tool", "outcome", "verdict", "components");
        assertThat(line.path("file").asText()).isEqualTo(answer);
        assertThat(line.path("tool").asText()).isEqualTo("smartctl");
        assertThat(line.path("outcome").asText()).isEqualTo("polled");
        assertThat(line.path("verdict").asText()).isEqualTo("critical");
        JsonNode component = line.path("components").path(0);
        assertThat(keys(component)).containsExactly("kind", "id", "model", "serial", "verdict", "readings", "findings");
        assertThat(component.path("readings"))
                .isNotEmpty()
                .allSatisfy(reading -> assertThat(keys(reading)).containsExactly("name", "value", "source"));
        assertThat(component.path("findings"))
                .isNotEmpty()
                .allSatisfy(finding ->
                        assertThat(keys(finding)).containsExactly("rule", "subject", "severity", "summary", "advice"));
        assertThat(reading(component, "smart_passed").isBoolean()).isTrue();
        assertThat(reading(component, "pending_sectors").asLong()).isEqualTo(24);
        assertThat(component.path("readings"))
                .filteredOn(reading -> reading.path("value").isObject())
                .singleElement()
                .satisfies(attribute -> assertThat(keys(attribute.path("value")))
                        .containsExactly("id", "raw", "raw_text", "value", "worst", "threshold"));
    }

    @Test
    void aListingShowsItsTargetsAfterTheComponents() throws Exception {
        String scan = Files.writeString(directory.resolve("scan.json"), SCAN).toString();

        JsonNode line = json(explain("--json", scan));

        assertThat(keys(line)).containsExactly("file", "tool", "outcome", "verdict", "components", "targets");
        assertThat(line.path("outcome").asText()).isEqualTo("listing");
        assertThat(keys(line.path("targets").path(0))).containsExactly("path", "type");
    }

    @Test
    void aHostileModelNameIsEscaped() throws Exception {
        CommandRun asJson = explain("--json", answer);
        CommandRun asText = explain(answer);

        assertThat(asJson.out()).hasLineCount(1).contains("EVIL");
        assertThat(asJson.out().strip()).matches("[ -~]+");
        assertThat(json(asJson).path("components").path(0).path("model").asText())
                .contains("EVIL");
        assertThat(asText.out()).contains("EVIL").matches("(?s)[ -~\n]+");
        assertThat(asText.out().lines()).anyMatch(line -> line.contains("EVIL") && line.contains("DISK"));
    }

    @Test
    void aDashReadsStandardInput() throws Exception {
        var before = System.in;
        System.setIn(new ByteArrayInputStream(ANSWER.getBytes(UTF_8)));
        try {
            CommandRun run = explain("--json", "-");

            assertThat(run.status()).isZero();
            assertThat(json(run).path("file").asText()).isEqualTo("-");
            assertThat(json(run).path("outcome").asText()).isEqualTo("polled");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void aMissingFileEndsWith1AndTheOthersAreStillRead() throws Exception {
        String missing = directory.resolve("absent.json").toString();

        CommandRun run = explain("--json", missing, answer);

        assertThat(run.status()).isEqualTo(1);
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(keys(first)).containsExactly("file", "tool", "outcome", "verdict", "detail", "components");
        assertThat(first.path("tool").asText()).isEmpty();
        assertThat(first.path("outcome").asText()).isEqualTo("failed");
        assertThat(first.path("verdict").asText()).isEqualTo("unknown");
        assertThat(first.path("detail").asText()).contains("cannot be read");
        assertThat(lines.get(1)).contains("\"polled\"");
    }

    @Test
    void aTextOfNoKnownToolEndsWith1() throws Exception {
        String other =
                Files.writeString(directory.resolve("other.txt"), "hello\n").toString();

        CommandRun run = explain(other);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("not the output of a known tool");
    }

    @Test
    void theHelpNamesTheToolsThatAreKnown() throws Exception {
        assertThat(CommandRun.of("explain", "--help").out())
                .contains("--tool=NAME")
                .contains("smartctl");
    }

    @Test
    void aNamedToolAloneIsTried() throws Exception {
        String other =
                Files.writeString(directory.resolve("other.txt"), "hello\n").toString();

        assertThat(json(explain("--json", "--tool", "smartctl", answer))
                        .path("tool")
                        .asText())
                .isEqualTo("smartctl");
        assertThat(explain("--tool", "smartctl", other).out())
                .contains("not the output of a known tool: tried smartctl");
        assertThat(explain("--tool", "smart\u001bctl", answer).err())
                .contains("unknown tool 'smart?ctl'; known: smartctl");
    }

    private CommandRun explain(String... args) throws Exception {
        String config =
                Files.writeString(directory.resolve("diskvigil.yaml"), "").toString();
        String[] all = new String[args.length + 3];
        all[0] = "explain";
        all[1] = "--config";
        all[2] = config;
        System.arraycopy(args, 0, all, 3, args.length);
        return CommandRun.of(all);
    }

    private static JsonNode json(CommandRun run) throws Exception {
        return new ObjectMapper().readTree(run.out());
    }

    private static List<String> keys(JsonNode node) {
        Iterable<String> names = node::fieldNames;
        return StreamSupport.stream(names.spliterator(), false).toList();
    }

    private static JsonNode reading(JsonNode component, String name) {
        JsonNode readings = component.path("readings");
        return IntStream.range(0, readings.size())
                .mapToObj(readings::path)
                .filter(reading -> reading.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .path("value");
    }
}
