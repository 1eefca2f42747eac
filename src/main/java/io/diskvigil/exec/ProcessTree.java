package io.diskvigil.exec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All processes of one command, found by two signs: they descend from its first process, or they carry its mark in their
 * environment. The second finds a daemonised orphan, which has left parent, group and session behind. A process that
 * cleared its environment and lost its parent too is not found.
 *
 * <p>Reads {@code /proc} (proc(5)); it is slow, some milliseconds, and only for commands that go wrong.
 */
final class ProcessTree {
    /** The environment variable that marks the processes of a command. */
    static final String MARK = "DISKVIGIL_COMMAND";

    private static final Path PROC = Path.of("/proc");
    /** Nothing older than this JVM is a child of it; and reading an unrelated, stuck process may block. */
    private static final long OLDEST =
            stat(ProcessHandle.current().pid()).map(Stat::startTicks).orElse(0L);
    /** After SIGKILL a process that is not stuck in the kernel is gone within milliseconds. */
    static final Duration DYING = Duration.ofSeconds(1);

    private final Optional<Process> root;
    private final String mark;

    /** @param mark the beginning of {@link #MARK}'s value, whole up to and with its last separator */
    ProcessTree(Optional<Process> root, String mark) {
        this.root = root;
        this.mark = "\0" + MARK + "=" + mark;
    }

    /**
     * Ends the tree with SIGTERM, then SIGKILL, and also kills what is born meanwhile. Not interruptible, since a half-killed
     * tree would go on; takes at most {@code grace} and one second.
     *
     * @param grace time between the signals; with zero the first is left out
     * @return what survived: stuck in the kernel, or not ours to kill
     */
    Set<Member> kill(Duration grace, Consumer<ProcessHandle> sigkill) {
        var members = find();
        if (!grace.isZero()) {
            members.forEach(member -> member.signal(ProcessHandle::destroy));
            Patience.until(grace, () -> members.stream().noneMatch(Member::alive));
        }
        Patience.until(DYING, () -> {
            members.addAll(find());
            members.removeIf(member -> !member.alive());
            members.forEach(member -> member.signal(sigkill));
            return members.isEmpty();
        });
        return members;
    }

    private Set<Member> find() {
        var all = new ArrayList<Stat>();
        try (var entries = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (var entry : entries) {
                stat(Long.parseLong(entry.getFileName().toString())).ifPresent(all::add);
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new IllegalStateException("list processes: " + e.getMessage(), e);
        }
        all.removeIf(stat -> stat.startTicks() < OLDEST || stat.dead());
        var descendants = descendants(all);
        var found = new LinkedHashSet<Member>();
        for (var stat : all) {
            if (descendants.contains(stat.pid()) || marked(stat.pid())) {
                found.add(new Member(stat.pid(), stat.startTicks()));
            }
        }
        return found;
    }

    /** The pids of the root and what descends from it; none once the root is reaped, as its pid may be another's by then. */
    private Set<Long> descendants(List<Stat> all) {
        var pids = new HashSet<Long>();
        root.filter(Process::isAlive).ifPresent(process -> pids.add(process.pid()));
        var grew = !pids.isEmpty();
        while (grew) {
            grew = false;
            for (var stat : all) {
                grew |= pids.contains(stat.parent()) && pids.add(stat.pid());
            }
        }
        return pids;
    }

    private boolean marked(long pid) {
        return read(pid, "environ")
                .filter(environment -> ("\0" + environment).contains(mark))
                .isPresent();
    }

    private static Optional<Stat> stat(long pid) {
        return read(pid, "stat").map(line -> {
            // 4321 (a name) with) S 4320 ... : the name may hold anything, so count from its last parenthesis.
            var fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return new Stat(pid, fields[0].charAt(0), Long.parseLong(fields[1]), Long.parseLong(fields[19]));
        });
    }

    private static Optional<String> read(long pid, String file) {
        try {
            return Optional.of(new String(
                    Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve(file)), ISO_8859_1));
        } catch (IOException e) {
            // Gone between listing and reading, or another user's: in both cases not a process that we could kill.
            return Optional.empty();
        }
    }

    /** A process, told from a later one with the same pid by its start, in clock ticks since boot. */
    record Member(long pid, long startTicks) {
        /** A zombie is dead: it holds no device, and pid 1 of a container may never reap it. */
        boolean alive() {
            return stat(pid)
                    .filter(now -> now.startTicks == startTicks && !now.dead())
                    .isPresent();
        }

        /**
         * Where in the kernel it waits. Of what proc(5) tells of a stuck process, this needs none of its locks; "0" stands
         * for nowhere, or for a kernel that does not tell.
         */
        String waitsFor() {
            return read(pid, "wchan")
                    .map(text -> text.replaceAll("[^A-Za-z0-9_.]", ""))
                    .filter(text -> !text.equals("0") && alive())
                    .orElse("");
        }

        private void signal(Consumer<ProcessHandle> signal) {
            if (alive()) {
                ProcessHandle.of(pid).ifPresent(signal);
            }
        }
    }

    private record Stat(long pid, char state, long parent, long startTicks) {
        boolean dead() {
            return state == 'Z' || state == 'X';
        }
    }
}
