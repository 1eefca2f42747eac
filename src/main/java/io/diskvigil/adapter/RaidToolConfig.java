package io.diskvigil.adapter;

import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Settings of the command line of a RAID controller: the sections {@code areca}, {@code threeware} and {@code megaraid}. */
public interface RaidToolConfig {
    /** With false neither the tool nor its absence is looked at. */
    @WithDefault("true")
    boolean watch();

    /** Absolute path of the tool; where it is not set, the usual names are looked for in the usual places. */
    Optional<Path> path();

    /** Time after which one call is killed. A probe is many calls. */
    @WithDefault("60s")
    Duration timeout();
}
