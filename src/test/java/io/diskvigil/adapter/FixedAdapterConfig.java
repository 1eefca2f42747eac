package io.diskvigil.adapter;

import io.diskvigil.adapter.smartctl.FixedSmartctlConfig;
import io.diskvigil.adapter.smartctl.SmartctlConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A configuration given by the test: by default the tools of RAID controllers stand where none is. */
public record FixedAdapterConfig(
        SmartctlConfig smartctl, RaidToolConfig areca, RaidToolConfig threeware, RaidToolConfig megaraid)
        implements AdapterConfig {
    /** One tool of a RAID controller. */
    public record Tool(boolean watch, Optional<Path> path, Duration timeout) implements RaidToolConfig {
        public static Tool at(String path) {
            return new Tool(true, Optional.of(Path.of(path)), Duration.ofSeconds(60));
        }

        public static Tool none() {
            return new Tool(false, Optional.empty(), Duration.ofSeconds(60));
        }
    }

    public static FixedAdapterConfig of(SmartctlConfig smartctl) {
        return new FixedAdapterConfig(smartctl, Tool.none(), Tool.none(), Tool.none());
    }

    /** Every tool is there. */
    public static FixedAdapterConfig whole() {
        return new FixedAdapterConfig(
                FixedSmartctlConfig.empty(),
                Tool.at("/usr/sbin/cli64"),
                Tool.at("/usr/sbin/tw_cli"),
                Tool.at("/usr/sbin/storcli64"));
    }
}
