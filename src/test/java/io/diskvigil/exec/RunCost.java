package io.diskvigil.exec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Measures the CPU that one command costs this JVM beside what it costs the child, a {@code cat} of 35 kB; a program, not a test.
 * Arguments: how to run ({@code runner} or {@code bare}, the JDK alone), commands a round (1000), callers (4), rounds (5).
 */
final class RunCost {
    private static final int OWN = 14;
    private static final int CHILDREN = 16;

    private RunCost() {}

    public static void main(String[] args) throws Exception {
        var bare = args.length > 0 && args[0].equals("bare");
        var commands = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        var callers = args.length > 2 ? Integer.parseInt(args[2]) : 4;
        var rounds = args.length > 3 ? Integer.parseInt(args[3]) : 5;
        var folder = Files.createTempDirectory("runcost");
        var answer = Files.writeString(
                folder.resolve("answer"), "x".repeat(79).concat("\n").repeat(448));
        var argv = List.of("/bin/cat", answer.toString());
        var settings = new Workbench.Settings(callers, 1 << 24, Duration.ofSeconds(2));
        var pool = Executors.newFixedThreadPool(callers);
        try (var runner = new ZtExecCommandRunner(settings, folder, Clock.systemUTC())) {
            for (var round = 0; round <= rounds; round++) {
                var first = round * commands;
                var own = cpuTicks(OWN);
                var child = cpuTicks(CHILDREN);
                var wall = System.nanoTime();
                var tasks = IntStream.range(first, first + commands)
                        .mapToObj(i -> (Callable<Integer>) () -> bare
                                ? bare(argv)
                                : runner.run(new Command(argv, "/dev/" + i, Duration.ofSeconds(60)))
                                        .stdout()
                                        .length())
                        .toList();
                for (var task : pool.invokeAll(tasks)) {
                    if (task.get() != 448 * 80) {
                        throw new IllegalStateException("read answer: " + task.get() + " characters");
                    }
                }
                System.out.printf(
                        "%s %s: own %.3f ms, child %.3f ms, wall %.3f ms a command, %d threads%n",
                        bare ? "bare" : "runner",
                        round == 0 ? "warm-up" : "round " + round,
                        (cpuTicks(OWN) - own) * 10.0 / commands,
                        (cpuTicks(CHILDREN) - child) * 10.0 / commands,
                        (System.nanoTime() - wall) / 1e6 / commands,
                        ManagementFactory.getThreadMXBean().getThreadCount());
            }
        } finally {
            pool.shutdown();
            Files.delete(answer);
            Files.delete(folder);
        }
    }

    private static int bare(List<String> argv) throws Exception {
        var process = new ProcessBuilder(argv)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output.length();
    }

    /** User and system time in ticks of 10 ms: proc(5) stat has this process's in fields 14 and 15, reaped children's in 16 and 17. */
    private static long cpuTicks(int field) throws Exception {
        var line = Files.readString(Path.of("/proc/self/stat"));
        var fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[field - 3]) + Long.parseLong(fields[field - 2]);
    }
}
