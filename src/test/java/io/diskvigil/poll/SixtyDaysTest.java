package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.poll.DrivenDaemon.Told;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sixty days in the life of a machine with 24 drives, as the daemon lives them. */
class SixtyDaysTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @TempDir
    private Path state;

    @TempDir
    private Path byPath;

    @Test
    void nothingIsToldOfAMachineThatIsWell() throws Exception {
        DrivenClock clock = new DrivenClock(Instant.parse("2026-03-01T12:00:00Z"), BERLIN);
        SimulatedMachine machine = new SimulatedMachine(clock, byPath);
        try (DrivenDaemon daemon =
                new DrivenDaemon(machine, clock, state, byPath, "poll: {interval: 30m, rescan-interval: 10m}")) {
            daemon.live(Duration.ofDays(60));

            assertThat(daemon.told()).extracting(Told::rules).isEmpty();
        }
    }
}
