package io.diskvigil.inventory;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** When a drive counts as missing: the section {@code inventory} of diskvigil.yaml. */
public interface InventoryConfig {
    /** Successive probes that find no device, after which a drive is missing. */
    @WithDefault("3")
    int missingAfterPolls();

    /** How long after the start a drive that was known before may stay unseen. */
    @WithDefault("10m")
    Duration startGrace();
}
