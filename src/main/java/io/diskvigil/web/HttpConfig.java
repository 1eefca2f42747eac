package io.diskvigil.web;

import io.smallrye.config.WithDefault;

/** Where the daemon answers: the section {@code http} of diskvigil.yaml. */
public interface HttpConfig {
    /** Address to listen on. Nobody is asked for a password, so anything but loopback belongs behind a firewall. */
    @WithDefault("127.0.0.1")
    String host();

    @WithDefault("9634")
    int port();
}
