package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.store.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    private static final String SMARTCTL = """
            printf '{"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},'
            printf '"device":{"name":"/dev/good","type":"sat","protocol":"ATA"},"model_name":"GOOD","serial_number":"G1",'
            printf '"smart_status":{"passed":true},"temperature":{"current":30},'
            printf '"ata_smart_attributes":{"table":[{"id":197,"name":"Current_Pending_Sector","value":100,"worst":100,'
            printf '"thresh":0,"when_failed":"","flags":{"prefailure":false},"raw":{"value":0,"string":"0"}}]}}'
            """;

    @TempDir
    Path directory;

    @Test
    void aGoodDriveIsOkAndNothingIsMade() throws Exception {
        CommandRun run = check(SMARTCTL);

        assertThat(run.out()).isEqualTo("OK: /dev/good GOOD G1\n");
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(directory.resolve("state")).doesNotExist();
    }

    @Test
    void aDriveThatCannotBeReadIsUnknown() throws Exception {
        CommandRun run = check("echo garbage");

        assertThat(run.out())
                .startsWith("UNKNOWN: /dev/good[sat]: cannot be read: ")
                .hasLineCount(1);
        assertThat(run.status()).isEqualTo(3);
    }

    @Test
    void aDatabaseThatCannotBeReadIsUnknownAndSaidInOneLine() throws Exception {
        Files.createDirectory(directory.resolve("state"));
        Files.writeString(directory.resolve("state").resolve(SqliteStore.FILE), "no database at all ".repeat(500));

        CommandRun run = check(SMARTCTL);

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out()).startsWith("UNKNOWN: ").contains(SqliteStore.FILE).hasLineCount(1);
        assertThat(run.err()).startsWith("diskvigil: ").doesNotContain("\tat ");
    }

    @Test
    void aDatabaseWithoutThisDriveDoesNotMatter() throws Exception {
        SqliteStore.open(
                        directory.resolve("state"),
                        Duration.ZERO,
                        Duration.ofMinutes(15),
                        Duration.ofDays(7),
                        Clock.systemUTC())
                .close();

        CommandRun run = check(SMARTCTL);

        assertThat(run.out()).isEqualTo("OK: /dev/good GOOD G1\n");
        assertThat(run.status()).isZero();
    }

    private CommandRun check(String smartctl) throws Exception {
        Path tool = CommandRun.script(directory.resolve("smartctl"), smartctl);
        Path config =
                Files.writeString(directory.resolve("diskvigil.yaml"), """
                smartctl:
                  path: %s
                  scan: false
                  drives:
                    - {path: /dev/good, type: sat}
                store:
                  directory: %s
                """.formatted(tool, directory.resolve("state")));
        return CommandRun.of("check", "--config", config.toString());
    }
}
