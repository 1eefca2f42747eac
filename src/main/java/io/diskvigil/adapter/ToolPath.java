package io.diskvigil.adapter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a tool is that no distribution puts in one place. */
public final class ToolPath {
    /** Where vendors' packages and administrators put their tools; the first that holds one counts. */
    private static final List<String> PLACES =
            List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin", "/sbin", "/opt");

    private ToolPath() {}

    /**
     * The configured path as it stands, whether or not there is something; else the first of the names that can be run.
     *
     * @param names the newest tool first, such as {@code storcli64}; a name with a slash is looked for as it is
     */
    public static Optional<Path> find(Optional<Path> configured, List<String> names) {
        return configured.or(() -> names.stream()
                .flatMap(name -> name.startsWith("/")
                        ? Stream.of(Path.of(name))
                        : PLACES.stream().map(place -> Path.of(place, name)))
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
                .findFirst());
    }
}
