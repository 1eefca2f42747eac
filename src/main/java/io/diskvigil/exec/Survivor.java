package io.diskvigil.exec;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is known of a killed command that does not die: nothing more is sent to its device until it is gone.
 *
 * @param pids of its processes; empty when an unknown process keeps its outputs open
 * @param since when SIGKILL had no effect
 * @param waitsFor the kernel functions in which they wait, from {@code /proc/PID/wchan} (proc(5)); empty if the kernel does not tell
 */
public record Survivor(List<Long> pids, Instant since, String waitsFor) {
    public Survivor {
        pids = List.copyOf(pids);
    }

    /** {@code pid 4711 survived SIGKILL and waits in blk_execute_rq}, for a person. */
    public String words() {
        String who = pids.isEmpty()
                ? "a process that the tool left behind"
                : "pid " + pids.stream().map(pid -> Long.toString(pid)).collect(Collectors.joining(", "));
        return who + " survived SIGKILL" + (waitsFor.isEmpty() ? "" : " and waits in " + waitsFor);
    }
}
