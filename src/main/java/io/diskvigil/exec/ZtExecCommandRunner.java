package io.diskvigil.exec;

import io.diskvigil.exec.ProcessTree.Member;
import io.diskvigil.model.PollOutcome.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs commands as real processes with zt-exec: bounded in time, output and number, and never a second one on a device.
 *
 * <p>A caller waits at most the command's time-out for its turn, else it is {@link Cause#BUSY}: nothing was asked. Then at most the time-out again, the grace and three seconds.
 * The command is over when its first process is; what that leaves behind with an output open is killed after the grace.
 *
 * <p>Killing the JVM with SIGKILL leaves running tools to their own end. {@code setpriv --pdeathsig} would not help: the
 * kernel sends that signal when the <em>thread</em> that started the child ends (prctl(2)), and here threads come and go.
 */
public final class ZtExecCommandRunner implements CommandRunner, AutoCloseable {
    /** How long the readers of a killed tree may take to see the end of its outputs. */
    private static final Duration ENDING = Duration.ofSeconds(1);

    private final Admission admission;
    private final Duration grace;
    private final int outputLimit;
    private final Path directory;
    private final Clock clock;
    private final Consumer<ProcessHandle> sigkill;
    private final String mark = UUID.randomUUID() + ".";
    private final AtomicLong started = new AtomicLong();
    private final Set<Child> children = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "command");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param directory where tools run and may leave files; made if it is missing
     * @throws IOException if the directory cannot be made
     */
    public ZtExecCommandRunner(ExecConfig config, Path directory, Clock clock) throws IOException {
        this(config, directory, clock, ProcessHandle::destroyForcibly);
    }

    /** @param sigkill a test's way to a process that survives it, for want of a broken drive */
    ZtExecCommandRunner(ExecConfig config, Path directory, Clock clock, Consumer<ProcessHandle> sigkill)
            throws IOException {
        if (config.parallel() < 1) {
            throw new IllegalArgumentException("set exec.parallel: %d is not above 0".formatted(config.parallel()));
        }
        if (config.outputLimit() < 1 || config.outputLimit() > Integer.MAX_VALUE / 2) {
            throw new IllegalArgumentException("set exec.output-limit: %d is not between 1 and %d"
                    .formatted(config.outputLimit(), Integer.MAX_VALUE / 2));
        }
        this.admission = new Admission(config.parallel());
        this.grace = config.grace();
        this.outputLimit = (int) config.outputLimit();
        this.directory = Files.createDirectories(directory);
        this.clock = clock;
        this.sigkill = sigkill;
    }

    @Override
    public CommandResult run(Command command) throws CommandException {
        requireTool(command);
        admission.enter(command);
        var childMark = mark + started.incrementAndGet() + ".";
        var child = new Child(command, directory, childMark, outputLimit, threads);
        var survivors = Set.<Member>of();
        children.add(child);
        try {
            if (admission.stopped()) {
                child.stop(Admission.shuttingDown(command));
            }
            child.start();
            if (!child.await(grace)) {
                survivors = end(child, childMark);
            }
            return child.result();
        } finally {
            children.remove(child);
            if (survivors.isEmpty() && child.over()) {
                admission.leave(command);
            } else {
                admission.hang(new Hanging(child, survivors, clock.instant()));
            }
        }
    }

    /** Devices on which a killed command still hangs; commands on them are refused until it is gone. */
    public Set<String> hangingDevices() {
        return admission.hangingDevices();
    }

    /** What hangs on a device and keeps every other command from it; empty if nothing does. */
    public Optional<Survivor> survivor(String device) {
        return admission.hanging(device).map(Hanging::told);
    }

    /** Refuses new commands, kills all that this runner ever started, and waits for that at most the grace and some seconds. */
    @Override
    public void close() {
        admission.stop();
        children.forEach(child -> child.stop(Admission.shuttingDown(child.command())));
        Patience.until(grace.plus(ProcessTree.DYING).plus(ENDING), () -> admission.running() == 0);
        new ProcessTree(Optional.empty(), mark).kill(Duration.ZERO, sigkill);
        threads.shutdown();
    }

    /** Kills what a command that did not end well left running, and returns what cannot be killed. */
    private Set<Member> end(Child child, String childMark) {
        if (child.over()) {
            return Set.of();
        }
        child.abandon();
        var wait = child.flooding() ? Duration.ZERO : grace;
        var survivors = new ProcessTree(child.process(), childMark).kill(wait, sigkill);
        if (survivors.isEmpty()) {
            Patience.until(ENDING, child::over);
        }
        return survivors;
    }

    private static void requireTool(Command command) throws CommandException {
        var tool = Path.of(command.argv().get(0));
        if (!tool.isAbsolute()) {
            throw new CommandException(
                    Cause.TOOL_MISSING, command.title() + ": not an absolute path; set the path of the tool");
        }
        if (Files.notExists(tool)) {
            throw new CommandException(
                    Cause.TOOL_MISSING,
                    command.title() + ": no such file; install the package that has it, or set its path");
        }
        if (!Files.isRegularFile(tool) || !Files.isExecutable(tool)) {
            throw new CommandException(
                    Cause.PERMISSION_DENIED,
                    command.title() + ": not a file that this user may execute; look at its mode, or set another path");
        }
    }
}
