package io.diskvigil.exec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** A runner in a folder of its own, with small shell scripts for tools; tells what still runs there, whoever's child it is. */
final class Workbench implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration LONG = Duration.ofSeconds(30);

    /** While true, SIGKILL has no effect, as on a process in uninterruptible sleep. */
    final AtomicBoolean kernelStuck = new AtomicBoolean();

    final ZtExecCommandRunner runner;
    private final Path folder;
    private final Path work;
    private int scripts;

    Workbench(Path folder) throws IOException {
        this(folder, new Settings(8, 1 << 20, Duration.ofMillis(300)));
    }

    Workbench(Path folder, ExecConfig settings) throws IOException {
        this.folder = folder.toRealPath();
        this.work = this.folder.resolve("work");
        this.runner = new ZtExecCommandRunner(settings, work, Clock.fixed(NOW, ZoneOffset.UTC), handle -> {
            if (!kernelStuck.get()) {
                handle.destroyForcibly();
            }
        });
    }

    Path work() {
        return work;
    }

    /** A command without a device that runs this shell code and may take long. */
    Command script(String body) throws IOException {
        return script(body, "", LONG);
    }

    Command script(String body, String device) throws IOException {
        return script(body, device, LONG);
    }

    Command script(String body, String device, Duration timeout) throws IOException {
        var tool = folder.resolve("tool" + scripts++);
        Files.writeString(tool, "#!/bin/sh\n" + body + "\n", ISO_8859_1);
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
        return new Command(List.of(tool.toString()), device, timeout);
    }

    /** Runs it on a thread of its own; a failure is the future's. */
    CompletableFuture<CommandResult> start(Command command) {
        var result = new CompletableFuture<CommandResult>();
        new Thread(() -> {
                    try {
                        result.complete(runner.run(command));
                    } catch (CommandException | RuntimeException e) {
                        result.completeExceptionally(e);
                    }
                })
                .start();
        return result;
    }

    static CommandException failureOf(CompletionStage<CommandResult> running) {
        try {
            throw new AssertionError(
                    "ended well: " + running.toCompletableFuture().join());
        } catch (CompletionException e) {
            return (CommandException) e.getCause();
        }
    }

    /** The processes whose working directory is the runner's: independent of parents, groups and environments. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses().filter(this::isHere).toList();
    }

    void touch(String file) throws IOException {
        Files.createFile(work.resolve(file));
    }

    void awaitFile(String file) {
        await(() -> Files.exists(work.resolve(file)));
    }

    static void await(BooleanSupplier condition) {
        assertThat(Patience.until(LONG, condition)).as("came true in time").isTrue();
    }

    @Override
    public void close() {
        kernelStuck.set(false);
        runner.close();
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    private boolean isHere(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd"))
                    .equals(work);
        } catch (IOException e) {
            // Ended meanwhile, or a zombie: these have no working directory.
            return false;
        }
    }

    record Settings(int parallel, long outputLimit, Duration grace) implements ExecConfig {}
}
