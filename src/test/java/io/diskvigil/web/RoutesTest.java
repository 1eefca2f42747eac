package io.diskvigil.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.diskvigil.incident.Outbox.Backlog;
import io.diskvigil.metrics.Machine;
import io.diskvigil.metrics.ManyDrives;
import io.diskvigil.metrics.MetricsPage;
import io.diskvigil.metrics.OwnMeters;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.SelfTestBoard;
import io.diskvigil.web.StatusDocument.Daemon;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Backlog BACKLOG = new Backlog(2, Optional.of(NOW.minusSeconds(90)), 0);

    private final AtomicBoolean ready = new AtomicBoolean();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final List<Socket> sockets = new ArrayList<>();
    private Vertx vertx;
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        vertx = Vertx.vertx();
        serve(Machine.known());
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void metricsAreServedAsPrometheusText() throws Exception {
        HttpResponse<String> response = get("/metrics");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).contains(Routes.PROMETHEUS_TEXT);
        assertThat(response.body())
                .startsWith("# HELP diskvigil_drive_info ")
                .contains("diskvigil_pending_sectors{drive=\"ST4000DM000-1F2168_Z300FAKE\"} 24\n")
                .contains("\ndiskvigil_build_info{")
                .endsWith("\n");
    }

    @Test
    void aPageLargerThanTheSocketTakesAtOnceArrivesWhole() throws Exception {
        // given a page of some megabytes
        LastKnown many = ManyDrives.known(1000);
        serve(many);

        HttpResponse<String> response = get("/metrics");

        assertThat(response.body().length()).isGreaterThan(2_000_000);
        assertThat(response.headers().firstValueAsLong("content-length"))
                .hasValue(response.body().getBytes(StandardCharsets.UTF_8).length);
        assertThat(response.body()).contains("diskvigil_build_info{");
    }

    @Test
    void statusTellsEveryComponentAndTarget() throws Exception {
        HttpResponse<String> response = get("/status.json");

        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        JsonNode status = new ObjectMapper().readTree(response.body());
        assertThat(status.path("host").asText()).isEqualTo("nas1");
        assertThat(status.path("version").asText()).isEqualTo("1.2.3");
        assertThat(status.path("started").asText()).isEqualTo("2026-03-01T11:00:00Z");
        assertThat(status.path("verdict").asText()).isEqualTo("critical");
        JsonNode dying = component(status, "ST4000DM000-1F2168_Z300FAKE");
        assertThat(dying.path("kind").asText()).isEqualTo("drive");
        assertThat(dying.path("path").asText()).isEqualTo("/dev/sda");
        assertThat(dying.path("verdict").asText()).isEqualTo("critical");
        assertThat(dying.path("lastRead").asText()).isEqualTo("2026-03-01T11:58:59Z");
        assertThat(dying.path("temperature").asDouble()).isEqualTo(38.5);
        assertThat(dying.path("findings").size()).isEqualTo(4);
        assertThat(dying.at("/findings/0/rule").asText()).isEqualTo("pending-sectors");
        assertThat(dying.at("/findings/0/summary").asText()).isEqualTo("24 pending sectors");
        assertThat(dying.at("/findings/0/advice/1").asText()).isEqualTo("Replace the drive.");
        JsonNode asleep = component(status, "HGST-HUS724030ALA640_PN2FAKE");
        assertThat(asleep.path("asleep").asBoolean()).isTrue();
        assertThat(asleep.path("verdict").asText()).isEqualTo("ok");
        assertThat(asleep.path("asleepSince").asText()).isEqualTo("2026-03-01T10:00:00Z");
        assertThat(asleep.path("lastRead").asText()).isEqualTo("2026-02-20T12:00:00Z");
        assertThat(asleep.path("temperature").isNull()).isTrue();
        assertThat(component(status, "Evil-model-TYPE-up-gauge-end-31m_-half-")
                        .path("serial")
                        .asText())
                .startsWith("?half 💾");
        JsonNode failed = status.at("/targets/3");
        assertThat(failed.path("target").asText()).isEqualTo("/dev/sdx[usbjmicron]");
        assertThat(failed.path("ok").asBoolean()).isFalse();
        assertThat(failed.path("cause").asText()).isEqualTo("no_pass_through");
        assertThat(failed.path("detail").asText()).contains("0x0578");
        assertThat(failed.path("lastSuccess").isNull()).isTrue();
        assertThat(status.at("/outbox/depth").asInt()).isEqualTo(2);
        assertThat(status.at("/outbox/oldest").asText()).isEqualTo("2026-03-01T11:58:30Z");
    }

    @Test
    void nothingSeenIsUnknownAndNeverOk() throws Exception {
        serve(new LastKnown());

        assertThat(new ObjectMapper()
                        .readTree(get("/status.json").body())
                        .path("verdict")
                        .asText())
                .isEqualTo("unknown");
    }

    @Test
    void readinessFollowsTheFirstScanAndLivenessDoesNot() throws Exception {
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);

        ready.set(true);

        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void theRootListsThePathsAndOtherPathsAreNotFound() throws Exception {
        assertThat(get("/").body()).contains("/metrics", "/status.json", "/health/live", "/health/ready");
        assertThat(get("/favicon.ico").statusCode()).isEqualTo(404);
        assertThat(get("/metrics/more").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics", "/status.json", "/health/live"})
    void headTellsTheLengthWithoutTheBody(String path) throws Exception {
        HttpResponse<String> response = send(path, "HEAD");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
        assertThat(response.headers().firstValueAsLong("content-length").orElse(0))
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics", "/status.json", "/health/live", "/health/ready"})
    void otherMethodsAreNotAllowed(String path) throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "TRACE")) {
            HttpResponse<String> response = send(path, method);

            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.headers().firstValue("allow")).contains("GET, HEAD");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics", "/status.json", "/health/live", "/nowhere"})
    void everyAnswerForbidsSniffingAndScripts(String path) throws Exception {
        var headers = get(path).headers();

        assertThat(headers.firstValue("x-content-type-options")).contains("nosniff");
        assertThat(headers.firstValue("content-security-policy").orElse("")).startsWith("default-src 'none'");
    }

    @Test
    void scrapersThatDoNotReadAreBoundedAndTheirPlacesComeBack() throws Exception {
        // given as many clients as are allowed, which ask for a large page and do not read it
        serve(ManyDrives.known(3000));
        for (int i = 0; i < Routes.SCRAPES_AT_ONCE; i++) {
            Socket lazy = new Socket();
            lazy.setReceiveBufferSize(4096);
            lazy.connect(new InetSocketAddress("127.0.0.1", server.actualPort()), 5000);
            lazy.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(lazy.getInputStream().read()).isEqualTo('H');
            sockets.add(lazy);
        }

        // then the next one is refused, and other paths still answer
        assertThat(get("/metrics").statusCode()).isEqualTo(503);
        assertThat(get("/health/live").statusCode()).isEqualTo(200);

        // when one goes away, then its place is free again
        sockets.get(0).close();
        await(() -> get("/metrics").statusCode() == 200);
    }

    @Test
    void thePlanTakesAsManyNightsAsItCanReckon() throws Exception {
        serve(new LastKnown());

        assertThat(get("/plan.json").statusCode()).isEqualTo(200);
        assertThat(new ObjectMapper()
                        .readTree(get("/plan.json?nights=3").body())
                        .path("plan"))
                .hasSize(3);
        for (String nights : List.of("0", "61", "-1", "x", "1e3", "")) {
            assertThat(get("/plan.json?nights=" + nights).statusCode()).isEqualTo(400);
        }
        assertThat(send("/plan.json", "POST").statusCode()).isEqualTo(405);
    }

    private static void await(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited 10 s in vain").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private void serve(LastKnown known) throws Exception {
        MetricsPage page = new MetricsPage(known, new SelfTestBoard(), new OwnMeters("1.2.3", CLOCK, () -> BACKLOG));
        Daemon daemon = new Daemon("nas1", "1.2.3", NOW.minusSeconds(3600));
        Router router = Router.router(vertx);
        new Routes(
                        page,
                        new StatusDocument(known, () -> BACKLOG, daemon, CLOCK),
                        new SelfTestDocument(new SelfTestBoard(), CLOCK),
                        PlanDocuments.ofNoDrive(CLOCK),
                        ready::get)
                .register(router);
        server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    private static JsonNode component(JsonNode status, String id) {
        for (JsonNode component : status.path("components")) {
            if (component.path("id").asText().equals(id)) {
                return component;
            }
        }
        throw new AssertionError("no component " + id);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(path, "GET");
    }

    private HttpResponse<String> send(String path, String method) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(10))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
