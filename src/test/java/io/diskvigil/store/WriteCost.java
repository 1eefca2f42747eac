package io.diskvigil.store;

import io.diskvigil.model.Component;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Measures what the history of busy drives costs in bytes. Arguments: drives, days, seconds between polls; defaults
 * 24 5 300. The command is in docs/decisions/0003-store.md.
 */
public final class WriteCost {
    private WriteCost() {}

    public static void main(String[] arguments) throws IOException {
        int drives = argument(arguments, 0, 24);
        int days = argument(arguments, 1, 5);
        int interval = argument(arguments, 2, 300);
        Path directory = Files.createTempDirectory("diskvigil-cost");
        Instant at = Instant.parse("2026-03-01T00:00:00Z");
        Random random = new Random(7);
        List<Busy> all = new ArrayList<>();
        for (int i = 0; i < drives; i++) {
            all.add(new Busy(Cases.drive("Z3%05d".formatted(i)), random));
        }
        System.out.printf(
                "%d drives, a poll every %d s, %d readings a drive%n",
                drives, interval, all.get(0).read(at).readings().size());
        System.out.println(
                "day | file KiB | WAL KiB | write() KiB | device KiB | CPU ms | file B/drive | write() B/drive");
        try (SqliteStore store = SqliteStoreTest.open(directory)) {
            for (int day = 1; day <= days; day++) {
                long size = size(directory, "diskvigil.db");
                long wrote = io("wchar");
                long device = io("write_bytes");
                long begun = ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis();
                Instant end = at.plus(Duration.ofDays(1));
                for (; at.isBefore(end); at = at.plusSeconds(interval)) {
                    for (int i = 0; i < drives; i++) {
                        // Drives are polled one after the other, not at the same millisecond.
                        Snapshot view = all.get(i).read(at.plusMillis(i * 900L));
                        store.commit(Cases.answer(store, view));
                    }
                }
                while (store.housekeep(at)) {
                    // Each call does a bounded piece.
                }
                long cpu = ProcessHandle.current()
                                .info()
                                .totalCpuDuration()
                                .orElse(Duration.ZERO)
                                .toMillis()
                        - begun;
                long grown = size(directory, "diskvigil.db") - size;
                long written = io("wchar") - wrote;
                System.out.printf(
                        "%3d | %8d | %7d | %11d | %10d | %6d | %12d | %15d%n",
                        day,
                        size(directory, "diskvigil.db") / 1024,
                        size(directory, "diskvigil.db-wal") / 1024,
                        written / 1024,
                        (io("write_bytes") - device) / 1024,
                        cpu,
                        grown / drives,
                        written / drives);
            }
        }
        System.out.printf("closed: file %d KiB in %s%n", size(directory, "diskvigil.db") / 1024, directory);
    }

    /** A drive in use: temperature, hours, load cycles and bytes move; a defect is rare. */
    private static final class Busy {
        private static final int[] STANDING = {
            1, 3, 5, 7, 10, 11, 12, 184, 187, 188, 189, 191, 192, 196, 197, 198, 199, 200, 240
        };

        private final Component component;
        private final Random random;
        private double celsius;
        private long begun = -1;
        private long written;
        private long read;
        private long loads;
        private long pending;
        private long errors;

        Busy(Component component, Random random) {
            this.component = component;
            this.random = random;
            this.celsius = 30 + random.nextInt(8);
        }

        Snapshot read(Instant at) {
            if (begun < 0) {
                begun = at.getEpochSecond() - 3600L * (1000 + random.nextInt(30000));
            }
            celsius += random.nextInt(4) == 0 ? random.nextInt(3) - 1 : 0;
            written += random.nextInt(1_000_000) * 4096L;
            read += random.nextInt(2_000_000) * 4096L;
            loads += random.nextInt(20) == 0 ? 1 : 0;
            errors += random.nextInt(3) == 0 ? random.nextInt(1000) : 0;
            pending += random.nextInt(20_000) == 0 ? 8 : 0;
            long hours = (at.getEpochSecond() - begun) / 3600;
            List<Reading> readings = new ArrayList<>(List.of(
                    new Gauge("temperature_celsius", celsius, OptionalDouble.of(60), "attribute 194"),
                    counter("power_on_hours", hours),
                    counter("host_written_bytes", written),
                    counter("host_read_bytes", read),
                    counter("load_cycles", loads),
                    counter("start_stops", 40),
                    counter("power_cycles", 40),
                    counter("pending_sectors", pending),
                    counter("offline_uncorrectable_sectors", pending),
                    counter("reallocated_sectors", 0),
                    counter("reported_uncorrectable_errors", 0),
                    counter("command_timeouts", 0),
                    counter("crc_errors", 0),
                    counter("end_to_end_errors", 0),
                    attribute(9, hours),
                    attribute(193, loads),
                    attribute(194, Math.round(celsius)),
                    attribute(195, errors),
                    attribute(241, written / 512),
                    attribute(242, read / 512)));
            for (int id : STANDING) {
                readings.add(attribute(id, id == 197 || id == 198 ? pending : 0));
            }
            return new Snapshot(component, at, readings);
        }

        private static Reading counter(String name, long value) {
            return new Counter(name, value, "device statistics");
        }

        private static Reading attribute(int id, long raw) {
            return new Attribute(
                    id,
                    "Attribute_" + id,
                    OptionalLong.of(raw),
                    "" + raw,
                    100,
                    100,
                    OptionalInt.of(10),
                    id < 10,
                    Trip.NEVER,
                    "attribute " + id);
        }
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static long size(Path directory, String file) throws IOException {
        Path path = directory.resolve(file);
        return Files.exists(path) ? Files.size(path) : 0;
    }

    /** A counter of /proc/self/io, proc(5): wchar is what write() was given, write_bytes what went to the device. */
    private static long io(String name) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(
                        line -> Long.parseLong(line.substring(name.length() + 1).strip()))
                .findFirst()
                .orElseThrow();
    }
}
