package io.diskvigil.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Outbox.Batch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CrashTest {
    @TempDir
    Path directory;

    @Test
    @Timeout(120)
    void afterAKillEachIncidentThatWasKeptHasItsNotificationAndTheBatchIsTheSame() throws Exception {
        Set<String> reported = new HashSet<>();
        Optional<String> batchId = Optional.empty();
        for (int round = 0; round < 3; round++) {
            reported.addAll(commitUntilKilled(round));
            try (SqliteStore store = SqliteStoreTest.open(directory)) {
                List<String> open = store.openIncidents().stream()
                        .map(incident -> incident.id())
                        .toList();
                assertThat(open).containsAll(reported);
                assertThat(store.backlog(Cases.START).depth()).isEqualTo(open.size());

                Batch batch = store.next(Cases.START.plusSeconds(3600), 10).orElseThrow();
                batchId.ifPresent(before -> assertThat(batch.id()).isEqualTo(before));
                batchId = Optional.of(batch.id());
            }
        }
        assertThat(reported).hasSizeGreaterThanOrEqualTo(3 * 20);
    }

    /** @return the incidents whose commit had returned before the kill */
    private Set<String> commitUntilKilled(int round) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dorg.sqlite.tmpdir=" + directory, // what a killed process unpacked goes when the test ends
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CommitForever.class.getName(),
                        directory.toString(),
                        "r" + round)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Set<String> committed = new HashSet<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null) {
                committed.add(line);
                if (committed.size() == 20 + round * 7) {
                    // Not Process.destroyForcibly, which also closes the pipe that is still to be read.
                    child.toHandle().destroyForcibly();
                }
            }
        } finally {
            child.destroyForcibly();
            assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(child.exitValue()).as("killed, not ended").isEqualTo(137);
        return committed;
    }
}
