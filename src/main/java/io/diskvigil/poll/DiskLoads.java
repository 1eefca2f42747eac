package io.diskvigil.poll;

import io.diskvigil.adapter.block.Sysfs;
import io.diskvigil.selftest.Loads;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * How busy each disk was in the last minutes, from the kernel's own count of the time in which a disk had something to do
 * (Linux, Documentation/block/stat: field 10, io_ticks, in ms). Asks no drive.
 */
public final class DiskLoads implements Loads {
    /** Between two samples. */
    public static final Duration EVERY = Duration.ofMinutes(1);

    private static final Duration SPAN = Duration.ofMinutes(5);
    /** Below that a moment would speak for minutes. */
    private static final Duration LEAST = Duration.ofSeconds(30);

    private static final int IO_TICKS = 9;

    private final Path root;
    private final Sysfs sys;
    private final LongSupplier nanos;
    private final Map<String, Deque<Sample>> samples = new HashMap<>();

    private record Sample(long nanos, long busyMillis) {}

    /**
     * @param root {@code /}; tests give a directory that looks like it
     * @param nanos a clock that never jumps, such as {@link System#nanoTime}
     */
    public DiskLoads(Path root, LongSupplier nanos) {
        this.root = root;
        this.sys = new Sysfs(root);
        this.nanos = nanos;
    }

    /** Takes a sample of every disk. To be called every {@link #EVERY}. */
    public synchronized void sample() {
        List<String> disks = sys.blocks();
        samples.keySet().retainAll(disks);
        for (String disk : disks) {
            String[] fields =
                    sys.text(sys.block(disk).resolve("stat")).orElse("").split(" +");
            if (fields.length > IO_TICKS && fields[IO_TICKS].matches("\\d{1,18}")) {
                add(samples.computeIfAbsent(disk, name -> new ArrayDeque<>()), Long.parseLong(fields[IO_TICKS]));
            } else {
                samples.remove(disk);
            }
        }
    }

    private void add(Deque<Sample> of, long busyMillis) {
        if (!of.isEmpty() && of.getLast().busyMillis() > busyMillis) {
            // Another disk under the same name, or the 32 bits of an old kernel are full.
            of.clear();
        }
        long now = nanos.getAsLong();
        of.addLast(new Sample(now, busyMillis));
        Iterator<Sample> oldest = of.iterator();
        while (oldest.hasNext() && now - oldest.next().nanos() > SPAN.toNanos()) {
            oldest.remove();
        }
    }

    /** The busiest of the disks behind a path: an NVMe controller may have several. */
    @Override
    public synchronized OptionalInt busyPercent(String devicePath) {
        return sys.disks(devicePath).stream()
                .map(samples::get)
                .filter(of -> of != null
                        && of.getLast().nanos() - of.getFirst().nanos() >= LEAST.toNanos()
                        // Nobody took samples for a while: what is known is from then.
                        && nanos.getAsLong() - of.getLast().nanos() <= SPAN.toNanos())
                .mapToInt(DiskLoads::percent)
                .max();
    }

    private static int percent(Deque<Sample> of) {
        double busy = of.getLast().busyMillis() - of.getFirst().busyMillis();
        double passed = (of.getLast().nanos() - of.getFirst().nanos()) / 1e6;
        return (int) Math.min(100, Math.round(100 * busy / passed));
    }

    /** At least as long as this program runs, where the kernel does not tell. */
    @Override
    public Duration sinceBoot() {
        // 350735.47 234388.90
        return sys.text(root.resolve("proc/uptime"))
                .map(text -> text.split(" ")[0])
                .filter(text -> text.matches("\\d{1,12}(\\.\\d+)?"))
                .map(text -> Duration.ofMillis((long) (Double.parseDouble(text) * 1000)))
                .orElseGet(() ->
                        Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime()));
    }
}
