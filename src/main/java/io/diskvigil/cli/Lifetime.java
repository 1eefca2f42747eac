package io.diskvigil.cli;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.HttpServerStart;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicReference;

/** Ties the daemon to the lifetime of Quarkus: its routes before HTTP opens, its start after, its end with SIGTERM. */
@Singleton
final class Lifetime {
    private static final AtomicReference<Daemon> DAEMON = new AtomicReference<>();

    /** To be called before Quarkus starts; Quarkus makes this bean, and beans cannot be given arguments. */
    static void of(Daemon daemon) {
        DAEMON.set(daemon);
    }

    void routes(@Observes Router router) {
        DAEMON.get().routes(router);
    }

    void start(@Observes StartupEvent event) {
        LogLines.install();
        DAEMON.get().start();
    }

    void listening(@ObservesAsync HttpServerStart event) {
        DAEMON.get().listening();
    }

    void stop(@Observes ShutdownEvent event) {
        DAEMON.get().close();
    }
}
