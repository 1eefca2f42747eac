package io.diskvigil.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
    private static final Path HOME = Path.of("/home/ada");

    @TempDir
    Path temporary;

    @Test
    void whatIsConfiguredWins() {
        assertThat(StateDirectory.resolve(
                        Optional.of(Path.of("/srv/dv")), Map.of("STATE_DIRECTORY", "/var/lib/x"), HOME, temporary))
                .isEqualTo(Path.of("/srv/dv"));
    }

    @Test
    void thenTheFirstDirectoryThatSystemdGives() {
        assertThat(StateDirectory.resolve(
                        Optional.empty(), Map.of("STATE_DIRECTORY", "/var/lib/a:/var/lib/b"), HOME, temporary))
                .isEqualTo(Path.of("/var/lib/a"));
    }

    @Test
    void thenTheSystemsIfItCanBeMade() {
        Path system = temporary.resolve("diskvigil");
        assertThat(StateDirectory.resolve(Optional.empty(), Map.of(), HOME, system))
                .isEqualTo(system);
        assertThat(system).isDirectory();
    }

    @Test
    void thenTheUsersOwn() throws Exception {
        Path inTheWay = Files.createFile(temporary.resolve("file")).resolve("diskvigil");
        assertThat(StateDirectory.resolve(Optional.empty(), Map.of("XDG_STATE_HOME", "/xdg"), HOME, inTheWay))
                .isEqualTo(Path.of("/xdg/diskvigil"));
        assertThat(StateDirectory.resolve(Optional.empty(), Map.of(), HOME, inTheWay))
                .isEqualTo(Path.of("/home/ada/.local/state/diskvigil"));
    }

    @Test
    void lookingForADatabaseMakesNothing() {
        Path system = temporary.resolve("diskvigil");

        assertThat(StateDirectory.find(Optional.empty(), Map.of(), temporary, system))
                .isEmpty();
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void aDatabaseIsFoundWhereTheDaemonWouldHaveMadeIt() throws Exception {
        Path system = withDatabase(temporary.resolve("system"));
        Path own = withDatabase(temporary.resolve("xdg/diskvigil"));
        Map<String, String> xdg =
                Map.of("XDG_STATE_HOME", temporary.resolve("xdg").toString());

        assertThat(StateDirectory.find(Optional.empty(), xdg, HOME, system)).contains(system);
        assertThat(StateDirectory.find(Optional.empty(), xdg, HOME, temporary.resolve("absent")))
                .contains(own);
        assertThat(StateDirectory.find(Optional.empty(), Map.of("STATE_DIRECTORY", own + ":/x"), HOME, system))
                .contains(own);
        assertThat(StateDirectory.find(Optional.of(own), Map.of(), HOME, system))
                .contains(own);
        // Who names a place does not mean another.
        assertThat(StateDirectory.find(Optional.of(temporary), Map.of(), HOME, system))
                .isEmpty();
    }

    private static Path withDatabase(Path directory) throws Exception {
        return Files.createFile(Files.createDirectories(directory).resolve(SqliteStore.FILE))
                .getParent();
    }
}
