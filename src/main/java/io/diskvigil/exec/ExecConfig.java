package io.diskvigil.exec;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of the command runner: the section {@code exec} of diskvigil.yaml. */
public interface ExecConfig {
    /** Number of vendor tools that run at the same time, at least 1. */
    @WithDefault("8")
    int parallel();

    /** Bytes of standard output, at least 1, after which a tool is taken for broken and killed. */
    @WithDefault("16777216")
    long outputLimit();

    /** Time between SIGTERM and SIGKILL. */
    @WithDefault("2s")
    Duration grace();
}
