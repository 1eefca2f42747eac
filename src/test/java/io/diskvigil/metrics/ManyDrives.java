package io.diskvigil.metrics;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Health;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Target;
import io.diskvigil.poll.KnownFixture;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A rack full of SATA drives, 40 series each: 3 of its own, 13 readings, 4 attributes of 4 families, 5 baselines, 3 polls. */
public final class ManyDrives {
    private static final List<String> COUNTERS = List.of(
            "power_on_hours",
            "power_cycles",
            "reallocated_sectors",
            "pending_sectors",
            "offline_uncorrectable_sectors",
            "reported_uncorrectable_errors",
            "command_timeouts",
            "crc_errors",
            "spin_retries",
            "load_cycles",
            "host_written_bytes");

    private ManyDrives() {}

    public static LastKnown known(int drives) {
        LastKnown known = new LastKnown();
        for (int i = 0; i < drives; i++) {
            renew(known, i, i);
        }
        return known;
    }

    /** As if drive number {@code i} had been polled again and its counters stood at {@code seed}. */
    public static void renew(LastKnown known, int i, long seed) {
        List<Reading> readings = new ArrayList<>();
        readings.add(new Status("smart_passed", "PASSED", Health.OK, ""));
        readings.add(Machine.level("temperature_celsius", 30 + seed % 20));
        COUNTERS.forEach(name -> readings.add(Machine.count(name, seed * 1_000)));
        readings.add(Machine.attribute(1, "Raw_Read_Error_Rate", seed, 100, 6));
        readings.add(Machine.attribute(3, "Spin_Up_Time", seed, 95, 0));
        readings.add(Machine.attribute(7, "Seek_Error_Rate", seed, 80, 45));
        readings.add(Machine.attribute(190, "Airflow_Temperature_Cel", seed, 64, 40));
        String path = "/dev/sd" + i;
        View view = Machine.drive(
                Machine.identity("ST4000DM000-1F2168", "Z300%04d".formatted(i), "ATA"),
                List.of(new Location(path, "sat", "", "/dev/disk/by-path/pci-0000:00:17.0-ata-" + i)),
                readings.toArray(Reading[]::new));
        ComponentId id = view.component().id();
        Map<String, Long> baselines = Map.of(
                "reallocated_sectors",
                0L,
                "pending_sectors",
                0L,
                "crc_errors",
                3L,
                "spin_retries",
                0L,
                "command_timeouts",
                1L);
        KnownFixture.put(known, new View(view.component(), view.snapshot(), List.of(), baselines, false));
        KnownFixture.put(
                known,
                new TargetView(
                        new Target("smartctl", path, "sat"),
                        Optional.of(id),
                        Optional.empty(),
                        "",
                        Duration.ofMillis(123),
                        Optional.of(Machine.NOW)));
    }
}
