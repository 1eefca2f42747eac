package io.diskvigil.exec;

import io.diskvigil.exec.Workbench.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A process in which eight tools print at once, to be run with a small heap. Arguments: folder, shell code. Prints how each ended. */
final class Floods {
    private static final int TOOLS = 8;

    private Floods() {}

    public static void main(String[] arguments) throws Exception {
        var folder = Files.createDirectories(Path.of(arguments[0]));
        try (var bench = new Workbench(folder, new Settings(TOOLS, 16 << 20, Duration.ofMillis(300)))) {
            var running = new ArrayList<CompletableFuture<String>>();
            for (var i = 0; i < TOOLS; i++) {
                running.add(bench.start(bench.script(arguments[1], "/dev/sd" + i))
                        .thenApply(result -> "read " + result.stdout().length()));
            }
            for (var one : running) {
                System.out.println(end(one));
            }
        }
    }

    private static String end(CompletableFuture<String> one) {
        try {
            return one.join();
        } catch (CompletionException e) {
            return e.getCause() instanceof CommandException why ? why.reason().toString() : e.toString();
        }
    }
}
