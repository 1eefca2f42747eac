package io.diskvigil.web;

import io.diskvigil.metrics.MetricsPage;
import io.diskvigil.metrics.Page;
import io.vertx.core.Handler;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What the daemon answers over HTTP. No request touches a disk, the database or a child: all is told from memory. */
public final class Routes {
    static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String PLAIN_TEXT = "text/plain; charset=utf-8";
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String INDEX = """
            Diskvigil
            /metrics          for Prometheus
            /status.json      what is known of every component
            /self-tests.json  which self-test runs, passed, or must pass until when
            /plan.json        which self-tests the coming nights bring; ?nights=14
            /health/live      answers while the daemon runs
            /health/ready     answers 200 once the disks were looked for
            """;
    /** Each open page may hold a buffer of some 3 MB at 1,000 drives. A machine has one or two scrapers. */
    static final int SCRAPES_AT_ONCE = 8;

    /** They wait for one another, each with an open connection. */
    static final int PLANS_AT_ONCE = 8;

    /** Three times Prometheus' own time-out for a scrape. */
    private static final Duration SENDING = Duration.ofSeconds(30);

    private final MetricsPage metrics;
    private final StatusDocument status;
    private final SelfTestDocument selfTests;
    private final PlanDocument plan;
    private final BooleanSupplier ready;
    private final AtomicInteger scrapes = new AtomicInteger();
    private final AtomicInteger plans = new AtomicInteger();

    /** @param ready whether the first look for drives is done */
    public Routes(
            MetricsPage metrics,
            StatusDocument status,
            SelfTestDocument selfTests,
            PlanDocument plan,
            BooleanSupplier ready) {
        this.metrics = metrics;
        this.status = status;
        this.selfTests = selfTests;
        this.plan = plan;
        this.ready = ready;
    }

    /** Adds all routes and a last one that answers 404 for everything else. */
    public void register(Router router) {
        router.route().handler(Routes::secure);
        get(router, "/", context -> text(context, 200, INDEX));
        get(router, "/metrics", this::metrics);
        get(router, "/health/live", context -> text(context, 200, "live\n"));
        get(router, "/health/ready", this::ready);
        json(router, "/status.json", status::json);
        json(router, "/self-tests.json", selfTests::json);
        router.route("/plan.json").handler(Routes::onlyRead);
        router.route("/plan.json").handler(this::plan);
        router.route().last().handler(context -> text(context, 404, "Not found.\n"));
    }

    private static void get(Router router, String path, Handler<RoutingContext> handler) {
        router.route(path).handler(Routes::onlyRead).handler(handler);
    }

    /** Not ordered: two requests need not wait for one another. Off the event loop: it grows with the number of drives. */
    private static void json(Router router, String path, Supplier<byte[]> document) {
        router.route(path).handler(Routes::onlyRead);
        router.route(path)
                .blockingHandler(
                        context -> send(context, 200, "application/json", Buffer.buffer(document.get())), false);
    }

    /** Nothing here is a page with scripts, frames or pictures, and nothing may be kept by a cache. */
    private static void secure(RoutingContext context) {
        context.response()
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("Cache-Control", "no-store");
        context.next();
    }

    private static void onlyRead(RoutingContext context) {
        HttpMethod method = context.request().method();
        if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
            context.next();
        } else {
            context.response().putHeader("Allow", "GET, HEAD");
            text(context, 405, "Only GET and HEAD.\n");
        }
    }

    private void ready(RoutingContext context) {
        boolean yes = ready.getAsBoolean();
        text(context, yes ? 200 : 503, yes ? "ready\n" : "not ready: the first look for drives is not done\n");
    }

    private void plan(RoutingContext context) {
        String nights = context.request().getParam("nights", Integer.toString(PlanDocument.USUAL_NIGHTS));
        int number = nights.matches("[0-9]{1,3}") ? Integer.parseInt(nights) : 0;
        if (number < 1 || number > PlanDocument.MOST_NIGHTS) {
            text(context, 400, "nights is a number from 1 to %d.\n".formatted(PlanDocument.MOST_NIGHTS));
            return;
        }
        if (plans.incrementAndGet() > PLANS_AT_ONCE) {
            plans.decrementAndGet();
            context.response().putHeader("Retry-After", "60");
            text(context, 503, "Too many requests for the plan at once.\n");
            return;
        }
        // Not on the workers that scrapes need: with many drives it takes long, and one waits for the other.
        WorkerExecutor apart = context.vertx().createSharedWorkerExecutor("plan", 1, 10, TimeUnit.MINUTES);
        apart.executeBlocking(() -> Buffer.buffer(plan.json(number)), false)
                .onComplete(done -> {
                    plans.decrementAndGet();
                    apart.close();
                })
                .onSuccess(body -> send(context, 200, "application/json", body))
                .onFailure(context::fail);
    }

    private void metrics(RoutingContext context) {
        if (scrapes.incrementAndGet() > SCRAPES_AT_ONCE) {
            scrapes.decrementAndGet();
            context.response().putHeader("Retry-After", "1");
            text(context, 503, "Too many scrapes at once.\n");
            return;
        }
        // Called once, whether the response was sent, failed, or the client went away.
        context.addEndHandler(end -> scrapes.decrementAndGet());
        // Off the event loop: mostly there is nothing to do, but the first page after a rest is rendered here.
        context.vertx()
                .executeBlocking(metrics::open, false)
                .onSuccess(page -> send(context, page))
                .onFailure(context::fail);
    }

    private static void send(RoutingContext context, Page page) {
        HttpServerResponse response = context.response();
        if (response.closed()) {
            page.close();
            return;
        }
        context.addEndHandler(end -> page.close());
        response.putHeader(CONTENT_TYPE, PROMETHEUS_TEXT).putHeader("Content-Length", Integer.toString(page.length()));
        if (context.request().method().equals(HttpMethod.HEAD)) {
            response.end();
            return;
        }
        long deadline = context.vertx().setTimer(SENDING.toMillis(), late -> response.reset());
        context.addEndHandler(end -> context.vertx().cancelTimer(deadline));
        new Sending(page, response).resume();
    }

    private static void text(RoutingContext context, int code, String text) {
        send(context, code, PLAIN_TEXT, Buffer.buffer(text));
    }

    private static void send(RoutingContext context, int code, String type, Buffer body) {
        HttpServerResponse response = context.response().setStatusCode(code).putHeader(CONTENT_TYPE, type);
        if (context.request().method().equals(HttpMethod.HEAD)) {
            response.putHeader("Content-Length", Integer.toString(body.length()))
                    .end();
        } else {
            response.end(body);
        }
    }
}
