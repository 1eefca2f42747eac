package io.diskvigil.cli;

import io.diskvigil.model.Printable;
import io.diskvigil.web.HttpConfig;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The daemon, in the foreground, until SIGTERM or SIGINT. */
@Command(name = "run", description = "Runs the daemon in the foreground (default).", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Override
    public Integer call() throws SettingsException, IOException {
        Settings settings = main.settings();
        System.setProperty("quarkus.http.host", settings.http().host());
        System.setProperty("quarkus.http.port", String.valueOf(settings.http().port()));
        // The logging of Quarkus is not there yet: what the daemon says while it is put together waits for it.
        Lifetime.of(new Daemon(settings));
        AtomicInteger exit = new AtomicInteger();
        Quarkus.run(null, (status, failure) -> {
            exit.set(status);
            if (failure != null) {
                System.err.println("diskvigil: " + Printable.line(why(failure, settings.http())));
                exit.set(1);
            }
        });
        return exit.get();
    }

    private static String why(Throwable failure, HttpConfig http) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof BindException) {
            // Quarkus puts its own words before those of the system.
            String cause = String.valueOf(root.getMessage()).replaceFirst("^Port already bound: \\d+: ", "");
            return "listen on %s port %d: %s; stop who listens there, or give another http.port or http.host"
                    .formatted(http.host(), http.port(), cause);
        }
        return String.valueOf(root.getMessage());
    }
}
