package io.diskvigil.metrics;

import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notifier;
import io.diskvigil.incident.Outbox.Backlog;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What the daemon counts about itself, kept by Micrometer. It counts at the seams, by wrapping them, so that no other room
 * knows of metrics.
 */
public final class OwnMeters {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Counter delivered = deliveries("delivered");
    private final Counter retryable = deliveries("retryable");
    private final Counter rejected = deliveries("rejected");
    private final Counter ended = commands("ended");
    private final Counter failed = commands("failed");
    private final Counter scrapes = counter("diskvigil.scrapes", "Times that this page was asked for.");
    private final Counter renders =
            counter("diskvigil.page.renders", "Times that the part of this page about drives was written anew.");

    /**
     * @param version of the daemon
     * @param backlog what waits in the outbox, remembered by the caller: it is asked at every scrape and must not go to the
     *     database
     */
    public OwnMeters(String version, Clock clock, Supplier<Backlog> backlog) {
        Gauge.builder("diskvigil.build.info", () -> 1)
                .tags("version", version, "java", Runtime.version().toString())
                .description("Always 1; the version of this daemon and of the Java that it runs on.")
                .register(registry);
        Gauge.builder("diskvigil.outbox.notifications", () -> backlog.get().depth())
                .description("Notifications that wait for delivery.")
                .register(registry);
        Gauge.builder("diskvigil.outbox.oldest", () -> age(backlog.get(), clock))
                .baseUnit("seconds")
                .description("Age of the notification that waits longest for delivery; 0 if none waits.")
                .register(registry);
        Gauge.builder("diskvigil.outbox.rejected", () -> backlog.get().rejected())
                .description("Notifications that were given up because the mail server refused them for good.")
                .register(registry);
        ProcessMeters.register(registry);
    }

    /** Whether the database takes incidents and mails: if not, what is found reaches nobody but this page and the log. */
    public OwnMeters database(BooleanSupplier writable) {
        Gauge.builder("diskvigil.database.writable", () -> writable.getAsBoolean() ? 1 : 0)
                .description("1 if the database took the last incident state, 0 if not: then no mail goes out.")
                .register(registry);
        return this;
    }

    /** The same runner; each command is counted. */
    public CommandRunner counting(CommandRunner runner) {
        return command -> {
            try {
                var result = runner.run(command);
                ended.increment();
                return result;
            } catch (CommandException | RuntimeException e) {
                failed.increment();
                throw e;
            }
        };
    }

    /** The same notifier; each delivery is counted. */
    public Notifier counting(Notifier notifier) {
        return new CountedNotifier(notifier, this::count);
    }

    void scraped() {
        scrapes.increment();
    }

    void rendered() {
        renders.increment();
    }

    /** All of them in the text format; a few kB. */
    String text() {
        return registry.scrape();
    }

    private void count(Delivery delivery) {
        if (delivery instanceof Delivery.Delivered) {
            delivered.increment();
        } else if (delivery instanceof Delivery.Retryable) {
            retryable.increment();
        } else {
            rejected.increment();
        }
    }

    private static double age(Backlog backlog, Clock clock) {
        return backlog.oldest()
                .map(oldest ->
                        Math.max(0, Duration.between(oldest, clock.instant()).toMillis()) / 1000.0)
                .orElse(0.0);
    }

    private Counter deliveries(String result) {
        return Counter.builder("diskvigil.deliveries")
                .tag("result", result)
                .description("Tries to hand a message to the mail server, by how they went.")
                .register(registry);
    }

    private Counter commands(String result) {
        return Counter.builder("diskvigil.commands")
                .tag("result", result)
                .description("Commands run; failed ones did not start, did not end in time, or printed without end.")
                .register(registry);
    }

    private Counter counter(String name, String help) {
        return Counter.builder(name).description(help).register(registry);
    }
}
