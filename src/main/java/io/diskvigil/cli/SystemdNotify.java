package io.diskvigil.cli;

import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.ExecConfig;
import io.diskvigil.exec.ZtExecCommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * Tells systemd that the daemon is ready, and feeds its watchdog as long as the schedule runs (sd_notify(3), by the tool
 * systemd-notify: Java 17 has no datagram socket for it). Does nothing where systemd did not start the daemon. Has a runner of
 * its own: behind vendor tools that hang, the word would come too late, and systemd would kill a daemon that lives.
 */
final class SystemdNotify implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(SystemdNotify.class);
    private static final List<Path> TOOLS = List.of(Path.of("/usr/bin/systemd-notify"), Path.of("/bin/systemd-notify"));

    private final ZtExecCommandRunner runner;
    private final Optional<Path> tool;
    private final Optional<Duration> watchdog;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "systemd-notify");
        thread.setDaemon(true);
        return thread;
    });

    /** @param directory where the tool runs */
    SystemdNotify(Path directory, Clock clock) throws IOException {
        this(System.getenv(), TOOLS, directory, clock);
    }

    /** @param environment {@code NOTIFY_SOCKET} and {@code WATCHDOG_USEC} as systemd sets them */
    SystemdNotify(Map<String, String> environment, List<Path> tools, Path directory, Clock clock) throws IOException {
        this.runner = new ZtExecCommandRunner(new OneSmall(), directory, clock);
        boolean supervised = environment.containsKey("NOTIFY_SOCKET");
        this.tool = supervised ? tools.stream().filter(Files::isExecutable).findFirst() : Optional.empty();
        this.watchdog = Optional.ofNullable(environment.get("WATCHDOG_USEC"))
                .map(Long::parseLong)
                .map(micros -> Duration.ofNanos(micros * 1000));
        if (supervised && tool.isEmpty()) {
            LOG.error("tell systemd that the daemon is ready: no systemd-notify in /usr/bin; install systemd");
        }
    }

    /** @param alive whether the schedule still runs: only then is the watchdog fed */
    void ready(BooleanSupplier alive) {
        if (tool.isEmpty()) {
            return;
        }
        timer.execute(() -> send("READY=1"));
        watchdog.ifPresent(limit -> {
            long every = limit.toMillis() / 3;
            timer.scheduleAtFixedRate(
                    () -> {
                        if (alive.getAsBoolean()) {
                            send("WATCHDOG=1");
                        } else {
                            LOG.error("the schedule stands still; the watchdog is not fed");
                        }
                    },
                    every,
                    every,
                    TimeUnit.MILLISECONDS);
        });
    }

    private void send(String state) {
        try {
            CommandResult result =
                    runner.run(new Command(List.of(tool.orElseThrow().toString(), state), "", Duration.ofSeconds(10)));
            if (result.exitStatus() != 0) {
                LOG.warnf("tell systemd %s: %s", state, result.stderr().strip());
            }
        } catch (CommandException e) {
            LOG.warnf("tell systemd %s: %s", state, e.getMessage());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        runner.close();
    }

    private record OneSmall() implements ExecConfig {
        @Override
        public int parallel() {
            return 1;
        }

        @Override
        public long outputLimit() {
            return 65536;
        }

        @Override
        public Duration grace() {
            return Duration.ofSeconds(1);
        }
    }
}
