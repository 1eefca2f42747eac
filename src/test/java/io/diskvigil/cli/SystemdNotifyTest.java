package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemdNotifyTest {
    /** Three times what lies between two words. */
    private static final Map<String, String> SYSTEMD = Map.of("NOTIFY_SOCKET", "@test", "WATCHDOG_USEC", "150000");

    @TempDir
    Path directory;

    @Test
    void saysReadyAndThenFeedsTheWatchdogWithARunnerOfItsOwn() throws Exception {
        try (SystemdNotify systemd = notify(SYSTEMD)) {
            systemd.ready(() -> true);

            await(() -> said().stream().filter("WATCHDOG=1"::equals).count() >= 2);
        }
        assertThat(said()).startsWith("READY=1", "WATCHDOG=1");
    }

    @Test
    void doesNotFeedTheWatchdogWhileTheScheduleStandsStill() throws Exception {
        CountDownLatch asked = new CountDownLatch(3);
        try (SystemdNotify systemd = notify(SYSTEMD)) {
            systemd.ready(() -> {
                asked.countDown();
                return false;
            });

            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(said()).containsExactly("READY=1");
    }

    private SystemdNotify notify(Map<String, String> environment) throws IOException {
        Path tool = CommandRun.script(directory.resolve("systemd-notify"), "echo \"$1\" >> said\n");
        return new SystemdNotify(environment, List.of(tool), directory, Clock.systemUTC());
    }

    private List<String> said() {
        Path file = directory.resolve("said");
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting").isLessThan(end);
            Thread.sleep(10);
        }
    }
}
