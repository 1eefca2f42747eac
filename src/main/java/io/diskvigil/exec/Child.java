package io.diskvigil.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.diskvigil.model.PollOutcome.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.zeroturnaround.exec.MessageLoggers;
import org.zeroturnaround.exec.ProcessExecutor;
import org.zeroturnaround.exec.ProcessInitException;
import org.zeroturnaround.exec.listener.ProcessListener;
import org.zeroturnaround.exec.stop.NopProcessStopper;

/**
 * One command as a process of its own. Two borrowed threads stay with it to its real end, however long the kernel keeps it;
 * its caller waits beside them and may walk away. zt-exec's own pumps and time-outs would start three threads a command.
 */
final class Child extends ProcessListener {
    /** What a tool says on stderr in bytes: more than any of them prints when it is well. */
    static final int STDERR_LIMIT = 64 * 1024;

    private static final int EACCES = 13;
    private static final int BLOCK = 8192;
    /** How often a waiting caller looks whether the process ended though its outputs did not. */
    private static final Duration LOOK = Duration.ofMillis(250);

    private final Command command;
    private final ProcessExecutor executor;
    private final Executor threads;
    private final Output output;
    private final CompletableFuture<CommandResult> answer = new CompletableFuture<>();
    private volatile Optional<Process> process = Optional.empty();
    private volatile boolean abandoned;
    private volatile boolean finished;
    private volatile boolean flooding;
    private String stdout = "";
    private String stderr = "";

    Child(Command command, Path directory, String mark, int outputLimit, Executor threads) {
        this.command = command;
        this.output = new Output(outputLimit);
        this.threads = threads;
        this.executor = new ProcessExecutor(command.argv())
                .directory(directory.toFile())
                .environment("LC_ALL", "C")
                .environment(ProcessTree.MARK, mark)
                // Merging is zt-exec's default, and a warning in the midst of JSON spoils it.
                .redirectErrorStream(false)
                .streams(null)
                .stopper(NopProcessStopper.INSTANCE)
                .setMessageLogger(MessageLoggers.NOP)
                .listener(this);
    }

    void start() {
        threads.execute(this::stay);
    }

    Command command() {
        return command;
    }

    Optional<Process> process() {
        return process;
    }

    /** Whether the process is reaped, or never began, and nobody holds its outputs open. */
    boolean over() {
        return finished && process.filter(Process::isAlive).isEmpty();
    }

    /** Whether it printed more than it may. */
    boolean flooding() {
        return flooding;
    }

    /** Ends the waiting: {@link #result} throws this, unless the command has ended. */
    void stop(CommandException why) {
        // Nobody will read it; and if the reading hangs with the process, it must not keep the memory.
        if (answer.completeExceptionally(why)) {
            output.drop();
        }
    }

    /** Nobody waits any more: a process that starts only now is killed at once. */
    void abandon() {
        abandoned = true;
    }

    /**
     * Waits until there is a result, the command's time is over, or the caller is interrupted.
     *
     * @param linger how long processes that outlive the first one may hold the outputs
     * @return whether it all ended well; if not, its processes are to be killed
     */
    boolean await(Duration linger) {
        var end = System.nanoTime() + command.timeout().toNanos();
        var ended = false;
        for (var left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            try {
                answer.get(Math.min(left, LOOK.toNanos()), NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                if (!ended && firstProcessEnded()) {
                    ended = true;
                    end = Math.min(end, System.nanoTime() + linger.toNanos());
                }
            } catch (ExecutionException e) {
                // Kept in the answer, for result().
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                stop(new CommandException(Cause.STOPPED, command.title() + ": interrupted", e));
                return false;
            }
        }
        if (!firstProcessEnded()) {
            stop(timedOut());
        }
        return false;
    }

    /** What the command gave, once it and what it left behind are ended as far as they can be. */
    CommandResult result() throws CommandException {
        if (!answer.isDone()) {
            stop(
                    new CommandException(
                            Cause.TIMED_OUT,
                            command.title()
                                    + ": it ended, but a process that it left behind and that cannot be ended holds its output"));
        }
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CommandException why) {
                throw why;
            }
            throw e;
        }
    }

    private CommandException timedOut() {
        return new CommandException(
                Cause.TIMED_OUT,
                "%s: no end in %s, so it was killed".formatted(command.title(), Command.seconds(command.timeout())));
    }

    private boolean firstProcessEnded() {
        return process.isPresent() && !process.get().isAlive();
    }

    private void stay() {
        try {
            var exit = executor.execute().getExitValue();
            // First over, then answered: who has the answer may let the next command on the device.
            finished = true;
            answer.complete(new CommandResult(exit, stdout, stderr));
        } catch (Exception | OutOfMemoryError e) {
            finished = true;
            stop(process.isEmpty() ? notStarted(e) : notRead(e));
        }
    }

    private CommandException notStarted(Throwable e) {
        var denied = e instanceof ProcessInitException init && init.getErrorCode() == EACCES;
        // The JDK's own message: zt-exec's quotes the environment, and this one names the directory, which may be
        // missing.
        var why = e.getCause() == null ? e : e.getCause();
        return new CommandException(
                denied ? Cause.PERMISSION_DENIED : Cause.TOOL_MISSING,
                "%s: it does not start: %s".formatted(command.title(), why.getMessage()),
                e);
    }

    private CommandException notRead(Throwable e) {
        return new CommandException(
                Cause.OUTPUT_NOT_UNDERSTOOD, "%s: its output cannot be read: %s".formatted(command.title(), e), e);
    }

    /** Reads both outputs to their ends; zt-exec then waits for the process and closes. */
    @Override
    public void afterStart(Process started, ProcessExecutor ignored) {
        process = Optional.of(started);
        if (abandoned) {
            started.destroyForcibly();
        }
        // The JDK empties the pipes of an ended process into memory, without bound, while a grandchild may go on
        // writing.
        // It begins with this monitor: holding it keeps the bound, and makes end-of-file the last writer's.
        synchronized (started.getInputStream()) {
            try {
                started.getOutputStream().close();
                var errors = CompletableFuture.supplyAsync(() -> readErrors(started.getErrorStream()), threads);
                stdout = readOutput(started.getInputStream());
                stderr = errors.join();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String readOutput(InputStream in) throws IOException {
        var block = new byte[BLOCK];
        for (var length = in.read(block); length >= 0; length = in.read(block)) {
            var tooMuch = output.add(block, length);
            if (tooMuch.isPresent()) {
                flooding = true;
                stop(new CommandException(
                        Cause.OUTPUT_TOO_LARGE, "%s: %s, so it was killed".formatted(command.title(), tooMuch.get())));
                in.transferTo(OutputStream.nullOutputStream());
            }
        }
        return output.take();
    }

    private static String readErrors(InputStream in) {
        try {
            var kept = new String(in.readNBytes(STDERR_LIMIT), UTF_8);
            var dropped = in.transferTo(OutputStream.nullOutputStream());
            return dropped == 0 ? kept : "%s\n[%d more bytes dropped]\n".formatted(kept, dropped);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}
