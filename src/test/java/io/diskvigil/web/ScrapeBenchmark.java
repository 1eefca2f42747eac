package io.diskvigil.web;

import io.diskvigil.incident.Outbox.Backlog;
import io.diskvigil.metrics.ManyDrives;
import io.diskvigil.metrics.MetricsPage;
import io.diskvigil.metrics.OwnMeters;
import io.diskvigil.metrics.RenderTimes;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.SelfTestBoard;
import io.diskvigil.web.StatusDocument.Daemon;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Prints how long a render and a scrape take with 1,000 drives of 40 series (or the numbers given as arguments: drives,
 * scrapes), while some four drives a second are polled. Not a test: nothing is asserted about time.
 */
public final class ScrapeBenchmark {
    private ScrapeBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        int drives = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
        int scrapes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 300;
        LastKnown known = ManyDrives.known(drives);
        RenderTimes.print(known, 300);

        Clock clock = Clock.systemUTC();
        Backlog backlog = new Backlog(0, Optional.empty(), 0);
        Vertx vertx = Vertx.vertx();
        try (MetricsPage page =
                new MetricsPage(known, new SelfTestBoard(), new OwnMeters("0", clock, () -> backlog)).start()) {
            Router router = Router.router(vertx);
            Daemon daemon = new Daemon("bench", "0", Instant.now());
            new Routes(
                            page,
                            new StatusDocument(known, () -> backlog, daemon, clock),
                            new SelfTestDocument(new SelfTestBoard(), clock),
                            PlanDocuments.ofNoDrive(clock),
                            () -> true)
                    .register(router);
            HttpServer server = vertx.createHttpServer()
                    .requestHandler(router)
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            scrape(server.actualPort(), "/metrics", known, drives, scrapes / 3);
            System.out.print("warm ");
            scrape(server.actualPort(), "/metrics", known, drives, scrapes);
            scrape(server.actualPort(), "/status.json", known, drives, scrapes / 3);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
        System.gc();
        System.out.printf(
                "heap in use after collection: %.1f MB%n",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6);
    }

    private static void scrape(int port, String path, LastKnown known, int drives, int times) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        long[] nanos = new long[times];
        long bytes = 0;
        for (int i = 0; i < times; i++) {
            ManyDrives.renew(known, i % drives, i);
            long start = System.nanoTime();
            // The client throws the body away as it comes, so that its own memory is not what is measured.
            long[] size = {0};
            client.send(request, BodyHandlers.ofByteArrayConsumer(part -> part.ifPresent(b -> size[0] += b.length)));
            nanos[i] = System.nanoTime() - start;
            bytes = size[0];
            Thread.sleep(50);
        }
        Arrays.sort(nanos);
        System.out.printf(
                "GET %s: %,d bytes, p50 %.2f ms, p99 %.2f ms, max %.2f ms, n=%d%n",
                path, bytes, nanos[times / 2] / 1e6, nanos[times * 99 / 100] / 1e6, nanos[times - 1] / 1e6, times);
    }
}
