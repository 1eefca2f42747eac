package io.diskvigil.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanCommandTest {
    private static final String ONE_NIGHT = """
            {"plan":[{"night":"2026-10-25","opens":"2026-10-24T23:00:00Z","closes":"2026-10-25T05:00:00Z",
              "runs":[
                {"drive":"M_1","path":"/dev/sda","slot":"","kind":"short","at":"2026-10-24T23:05:00Z","minutes":2},
                {"drive":"M_2","path":"/dev/\\u001b[31msdb","slot":"","kind":"short","at":"2026-10-25T00:10:00Z","minutes":2},
                {"drive":"M_2","path":"/dev/sdb","slot":"Enc#2 Slot#8","kind":"long","at":"2026-10-25T01:20:00Z","minutes":480}],
              "held":[
                {"drive":"M_1","path":"/dev/sda","slot":"","kinds":["long"],"cause":"group",
                 "reason":"group md0 already\\u202e tests M_2"},
                {"drive":"M_3","path":"/dev/sdc","slot":"","kinds":[],"cause":"not_due","reason":"long test in 3 nights"},
                {"drive":"M_4","path":"/dev/sdd","slot":"","kinds":[],"cause":"untestable","reason":"no self-tests here"}]}]}
            """;

    @TempDir
    Path directory;

    private final AtomicReference<String> asked = new AtomicReference<>();
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/plan.json", exchange -> {
            asked.set(exchange.getRequestURI().toString());
            byte[] bytes = ONE_NIGHT.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void showsANightWithItsTestsAndWhyNotTheOthers() throws Exception {
        String text = text(ONE_NIGHT);

        // 02:20 comes twice in this night: the test begins at the second one.
        assertThat(text).isEqualTo("""
                        Sun 2026-10-25  01:00 to 06:00
                          01:05-02:10  short       /dev/sda /dev/?[31msdb
                          02:20        long        Enc#2 Slot#8 /dev/sdb  M_2  (8 h)
                          -            long waits, group md0 already? tests M_2: /dev/sda
                          -            nothing due: /dev/sdc

                        Not tested here:
                          no self-tests here: /dev/sdd

                        As it will be if each test takes its time and passes. What is in the way now counts for the first night.
                        """);
    }

    @Test
    void manyDrivesFitTheTerminal() throws Exception {
        String runs = IntStream.range(0, 60)
                .mapToObj(i ->
                        "{\"drive\":\"M_%d\",\"path\":\"/dev/disk/by-id/long-name-%d\",\"slot\":\"%s\",\"kind\":\"%s\","
                                        .formatted(i, i, "S".repeat(i), i % 2 == 0 ? "short" : "long")
                                + "\"at\":\"2026-10-24T23:05:00Z\",\"minutes\":2}")
                .collect(Collectors.joining(","));

        String text = text("""
                {"plan":[{"night":"2026-10-25","opens":"2026-10-24T23:00:00Z","closes":"2026-10-25T05:00:00Z",
                "runs":[%s],"held":[]}]}""".formatted(runs));

        assertThat(text.lines()).allMatch(line -> line.length() <= 110);
        IntStream.range(0, 60)
                .filter(i -> i % 2 == 0)
                .forEach(i -> assertThat(text).contains("long-name-" + i));
    }

    @Test
    void asksForAsManyNightsAsNamed() throws Exception {
        assertThat(plan().status()).isZero();
        assertThat(asked).hasValue("/plan.json?nights=14");

        assertThat(plan("--nights", "3").status()).isZero();
        assertThat(asked).hasValue("/plan.json?nights=3");
    }

    @Test
    void givesTheDaemonsOwnAnswerAsJson() throws Exception {
        assertThat(plan("--json").out()).isEqualTo(ONE_NIGHT + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "61", "-1", "many"})
    void refusesNightsThatItCannotShow(String nights) throws Exception {
        CommandRun run = plan("--nights", nights);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--nights");
        assertThat(asked).hasValue(null);
    }

    @Test
    void saysThatItNeedsARunningDaemon() throws Exception {
        server.stop(0);

        CommandRun run = plan();

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("diskvigil: ask ")
                .contains("is the daemon running?")
                .doesNotContain("\tat ");
    }

    private static String text(String document) throws IOException {
        var text = new StringWriter();
        new PlanText(new PrintWriter(text, true), ZoneId.of("Europe/Berlin"))
                .print(new ObjectMapper().readTree(document));
        return text.toString();
    }

    private CommandRun plan(String... options) throws IOException {
        Path config = Files.writeString(
                directory.resolve("diskvigil.yaml"),
                "http: {host: 127.0.0.1, port: %d}\n"
                        .formatted(server.getAddress().getPort()));
        String[] args = new String[options.length + 3];
        args[0] = "plan";
        args[1] = "--config";
        args[2] = config.toString();
        System.arraycopy(options, 0, args, 3, options.length);
        return CommandRun.of(args);
    }
}
