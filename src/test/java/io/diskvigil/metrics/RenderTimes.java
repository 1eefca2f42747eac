package io.diskvigil.metrics;

import io.diskvigil.poll.LastKnown;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Prints how long the part of the page about drives takes to render into a reused buffer, in the calling thread. */
public final class RenderTimes {
    private RenderTimes() {}

    public static void print(LastKnown known, int times) {
        Exposition out = new Exposition(16 * 1024);
        var threads = ManagementFactory.getThreadMXBean();
        long[] nanos = new long[times];
        long cpu = 0;
        for (int i = 0; i < 2 * times; i++) {
            out.clear();
            long start = System.nanoTime();
            KnownFamilies.write(known, out);
            nanos[i % times] = System.nanoTime() - start;
            if (i == times) {
                cpu = threads.getCurrentThreadCpuTime();
            }
            if (i == 0) {
                System.out.printf("render, cold: %.2f ms, %,d bytes%n", nanos[0] / 1e6, out.length());
            }
        }
        cpu = threads.getCurrentThreadCpuTime() - cpu;
        Arrays.sort(nanos);
        System.out.printf(
                "render, warm: p50 %.2f ms, p99 %.2f ms, processor %.2f ms, n=%d%n",
                nanos[times / 2] / 1e6, nanos[times * 99 / 100] / 1e6, cpu / 1e6 / (times - 1), times);
    }
}
