package io.diskvigil.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the directory of the database, the same for daemon and command line. */
public final class StateDirectory {
    private static final Path SYSTEM = Path.of("/var/lib/diskvigil");

    private StateDirectory() {}

    /**
     * The configured directory, else the first of {@code $STATE_DIRECTORY} (systemd.exec(5)), else /var/lib/diskvigil if it
     * is there or can be made, else diskvigil below {@code $XDG_STATE_HOME} or ~/.local/state (XDG base directories).
     */
    public static Path of(StoreConfig config) {
        return resolve(config.directory(), System.getenv(), Path.of(System.getProperty("user.home")), SYSTEM);
    }

    static Path resolve(Optional<Path> configured, Map<String, String> environment, Path home, Path system) {
        if (configured.isPresent()) {
            return configured.get();
        }
        String given = environment.getOrDefault("STATE_DIRECTORY", "");
        if (!given.isEmpty()) {
            return Path.of(given.split(":")[0]);
        }
        if (isUsable(system)) {
            return system;
        }
        return own(environment, home);
    }

    /** The directory in which there is a database that this user may read, in the order of {@link #of}. Makes nothing. */
    public static Optional<Path> withDatabase(StoreConfig config) {
        return find(config.directory(), System.getenv(), Path.of(System.getProperty("user.home")), SYSTEM);
    }

    static Optional<Path> find(Optional<Path> configured, Map<String, String> environment, Path home, Path system) {
        String given = environment.getOrDefault("STATE_DIRECTORY", "");
        List<Path> places = configured.isPresent()
                ? List.of(configured.get())
                : given.isEmpty() ? List.of(system, own(environment, home)) : List.of(Path.of(given.split(":")[0]));
        return places.stream()
                .filter(place -> Files.isReadable(place.resolve(SqliteStore.FILE)))
                .findFirst();
    }

    private static Path own(Map<String, String> environment, Path home) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        return (state.isEmpty() ? home.resolve(".local/state") : Path.of(state)).resolve("diskvigil");
    }

    private static boolean isUsable(Path system) {
        if (Files.isDirectory(system)) {
            return Files.isWritable(system);
        }
        try {
            makePrivate(system);
            return true;
        } catch (IOException e) {
            // Not allowed here: the next place is tried, and the one taken is logged at start.
            return false;
        }
    }

    /** Makes the directory and its parents, for nobody else to read: serial numbers and the state of a host are in it. */
    static void makePrivate(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }
}
