package io.diskvigil.store;

import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Where the daemon keeps what it remembers: the section {@code store} of diskvigil.yaml. */
public interface StoreConfig {
    /** Directory of the database. Default: what systemd gives, else /var/lib/diskvigil, else the user's state directory. */
    Optional<Path> directory();

    /** How long each single poll is kept; baselines, changes, incidents and one roll-up a day are kept for ever. */
    @WithDefault("7d")
    Duration samples();
}
