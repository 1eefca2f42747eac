package io.diskvigil.metrics;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * The daemon as a process. The names are those of Prometheus' own client libraries, so that common dashboards find them;
 * Micrometer's binders give other names and units that promtool's lint does not like.
 */
final class ProcessMeters {
    /** proc(5): "VmRSS: Resident set size", in kB. Kernel memory, not a file on a disk. */
    private static final Path STATUS = Path.of("/proc/self/status");

    private ProcessMeters() {}

    static void register(MeterRegistry registry) {
        var runtime = ManagementFactory.getRuntimeMXBean();
        var memory = ManagementFactory.getMemoryMXBean();
        Gauge.builder("process.start.time", runtime, r -> r.getStartTime() / 1000.0)
                .baseUnit("seconds")
                .description("When this process started, in seconds since 1970.")
                .register(registry);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu", system, s -> s.getProcessCpuTime() / 1e9)
                    .baseUnit("seconds")
                    .description("Processor time used by this process; that of its children is not in it.")
                    .register(registry);
        }
        if (Files.isReadable(STATUS)) {
            Gauge.builder("process.resident.memory", ProcessMeters::residentBytes)
                    .baseUnit("bytes")
                    .description("Memory of this process that is in RAM.")
                    .register(registry);
        }
        memory(registry, memory, "used", "Memory in use by the Java virtual machine.", MemoryUsage::getUsed);
        memory(
                registry,
                memory,
                "committed",
                "Memory that the Java virtual machine has taken from the system.",
                MemoryUsage::getCommitted);
        Gauge.builder("jvm.threads.live", ManagementFactory.getThreadMXBean(), ThreadMXBean::getThreadCount)
                .description("Threads of the Java virtual machine.")
                .register(registry);
    }

    private static void memory(
            MeterRegistry registry, MemoryMXBean memory, String what, String help, Function<MemoryUsage, Long> number) {
        Gauge.builder("jvm.memory." + what, memory, m -> number.apply(m.getHeapMemoryUsage()))
                .tag("area", "heap")
                .baseUnit("bytes")
                .description(help)
                .register(registry);
        Gauge.builder("jvm.memory." + what, memory, m -> number.apply(m.getNonHeapMemoryUsage()))
                .tag("area", "nonheap")
                .baseUnit("bytes")
                .description(help)
                .register(registry);
    }

    private static long residentBytes() {
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElseThrow(() -> new IOException("no VmRSS in " + STATUS));
        } catch (IOException e) {
            throw new UncheckedIOException("read " + STATUS + ": " + e.getMessage(), e);
        }
    }
}
