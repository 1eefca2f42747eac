package io.diskvigil.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusCommandTest {
    private static final String TWO_DRIVES = """
            {"verdict":"critical","components":[
              {"id":"M_1","path":"/dev/sda","verdict":"ok","asleep":true,"asleepSince":"2026-03-01T10:00:00Z","lastRead":null,"findings":[]},
              {"id":"M_2","path":"/dev/\\u001b[31msdb","verdict":"critical","asleep":false,"lastRead":"2026-03-01T12:00:00Z",
               "findings":[{"severity":"critical","summary":"24 pending\\nsectors"}]}],
             "targets":[{"target":"/dev/sdc[sat]","ok":false,"detail":"no such device","cause":"device_unreachable"},
               {"target":"/dev/sda[sat]","ok":true}],
             "outbox":{"depth":2}}
            """;

    @TempDir
    Path directory;

    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void showsTheWorstFirstAndWhatCannotBeReadAndWhatWaits() throws Exception {
        answer(200, TWO_DRIVES);

        CommandRun run = status();

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "CRITICAL /dev/?[31msdb M_2 read 2026-03-01T12:00:00Z",
                        " CRITICAL: 24 pending sectors",
                        "OK /dev/sda M_1 asleep since 2026-03-01T10:00:00Z, read never",
                        "cannot read /dev/sdc[sat]: no such device (device_unreachable)",
                        "mails waiting: 2");
    }

    @Test
    void aVolumeShowsItsPlaceAndHowItStandsAndAControllerThatOnlyTheBusShowsIsNotCalledUnread() throws Exception {
        answer(200, """
                {"verdict":"critical","components":[
                  {"id":"C_1","kind":"controller","path":"0000:03:00.0","place":"0000:03:00.0","outline":"","verdict":"unknown","lastRead":null},
                  {"id":"C_2_volume-0","kind":"volume","path":"areca:1","place":"areca:1[volume,0]","verdict":"critical",
                   "outline":"degraded (Degraded\\u001b), can lose no drive","lastRead":"2026-03-01T12:00:00Z","findings":[]}],
                 "outbox":{"depth":0}}
                """);

        assertThat(status().out().lines().map(line -> line.replaceAll(" +", " ").stripTrailing()))
                .containsExactly(
                        "CRITICAL areca:1[volume,0] C_2_volume-0 read 2026-03-01T12:00:00Z",
                        " degraded (Degraded?), can lose no drive",
                        "UNKNOWN 0000:03:00.0 C_1",
                        "mails waiting: 0");
    }

    @Test
    void givesTheDaemonsOwnAnswerAsJson() throws Exception {
        answer(200, TWO_DRIVES);

        CommandRun run = status("--json");

        assertThat(run.out()).isEqualTo(TWO_DRIVES + "\n");
        assertThat(run.status()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"ok,0", "notice,0", "warning,1", "critical,2", "unknown,3", "a word of tomorrow,3"})
    void exitsAsMonitoringPluginsDo(String verdict, int status) throws Exception {
        answer(200, "{\"verdict\":\"" + verdict + "\"}");

        assertThat(status().status()).isEqualTo(status);
    }

    @Test
    void isUnknownWhereNoDaemonAnswers() throws Exception {
        server.stop(0);

        CommandRun run = status();

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out())
                .startsWith("UNKNOWN: ask http://127.0.0.1:")
                .contains("is the daemon running?")
                .hasLineCount(1);
        assertThat(run.err()).startsWith("diskvigil: ask ").doesNotContain("\tat ");
    }

    @Test
    void isUnknownWhereSomebodyElseAnswers() throws Exception {
        answer(404, "nothing here");
        CommandRun notFound = status();
        answer(200, "<html>");
        CommandRun noJson = status();

        assertThat(notFound.status()).isEqualTo(3);
        assertThat(notFound.out()).startsWith("UNKNOWN: ").contains("HTTP status 404");
        assertThat(noJson.status()).isEqualTo(3);
        assertThat(noJson.out())
                .startsWith("UNKNOWN: read the daemon's answer: ")
                .hasLineCount(1);
    }

    private void answer(int status, String body) {
        byte[] bytes = body.getBytes(UTF_8);
        if (status == 200) {
            server.createContext("/status.json", exchange -> {
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
        }
    }

    private CommandRun status(String... options) throws IOException {
        Path config = Files.writeString(
                directory.resolve("diskvigil.yaml"),
                "http:\n  host: 127.0.0.1\n  port: %d\n"
                        .formatted(server.getAddress().getPort()));
        String[] args = new String[options.length + 3];
        args[0] = "status";
        args[1] = "--config";
        args[2] = config.toString();
        System.arraycopy(options, 0, args, 3, options.length);
        return CommandRun.of(args);
    }
}
