package io.diskvigil.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The private directory in which tools run and leave what they like. */
final class Scratch {
    private Scratch() {}

    static void delete(Path directory) throws IOException {
        List<Path> inside;
        try (Stream<Path> all = Files.walk(directory)) {
            inside = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : inside) {
            Files.deleteIfExists(path);
        }
    }
}
