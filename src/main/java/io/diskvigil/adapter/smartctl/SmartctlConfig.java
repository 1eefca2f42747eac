package io.diskvigil.adapter.smartctl;

import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the smartctl adapter: the section {@code smartctl} of diskvigil.yaml. */
public interface SmartctlConfig {
    /** Absolute path of the tool, smartmontools 7.0 or later. */
    @WithDefault("/usr/sbin/smartctl")
    Path path();

    /** Whether to look for drives by {@code smartctl --scan-open}; with false only {@code drives} are watched. */
    @WithDefault("true")
    boolean scan();

    /** Time after which one call is killed. */
    @WithDefault("60s")
    Duration timeout();

    /** Drives named by hand, for those that no scan finds (behind Areca, 3ware, some USB bridges). */
    Optional<List<Drive>> drives();

    /** Paths that are not watched though a scan lists them, such as volumes of a controller; {@code drives} come first. */
    Optional<List<String>> ignore();

    /** One drive named by hand. */
    interface Drive {
        /** Device path, such as {@code /dev/sda} or {@code /dev/sg2}. */
        String path();

        /** Type as {@code smartctl -d} takes it, such as {@code sat}, {@code areca,3/2}, {@code 3ware,0}. */
        String type();
    }
}
