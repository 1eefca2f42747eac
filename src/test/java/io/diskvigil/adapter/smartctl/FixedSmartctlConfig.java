package io.diskvigil.adapter.smartctl;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A configuration given by the test. */
public record FixedSmartctlConfig(
        Path path, boolean scan, Duration timeout, Optional<List<Drive>> drives, Optional<List<String>> ignore)
        implements SmartctlConfig {
    private record NamedDrive(String path, String type) implements Drive {}

    public static FixedSmartctlConfig empty() {
        return new FixedSmartctlConfig(
                Path.of("/usr/sbin/smartctl"), true, Duration.ofSeconds(60), Optional.empty(), Optional.empty());
    }

    /** @param drives path and type of each, apart by a blank */
    public static FixedSmartctlConfig withDrives(String... drives) {
        List<Drive> named = Stream.of(drives)
                .map(drive -> drive.split(" "))
                .<Drive>map(words -> new NamedDrive(words[0], words[1]))
                .toList();
        return new FixedSmartctlConfig(
                Path.of("/usr/sbin/smartctl"), true, Duration.ofSeconds(60), Optional.of(named), Optional.empty());
    }

    public FixedSmartctlConfig ignoring(String... paths) {
        return new FixedSmartctlConfig(path, scan, timeout, drives, Optional.of(List.of(paths)));
    }
}
