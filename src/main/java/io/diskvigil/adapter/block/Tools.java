package io.diskvigil.adapter.block;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the small tools of the system lie: in one of the places that only root may write, never by {@code PATH}. */
final class Tools {
    private Tools() {}

    static Optional<Path> find(Path root, String name) {
        return Stream.of("usr/sbin", "sbin", "usr/bin", "bin")
                .map(place -> root.resolve(place).resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
