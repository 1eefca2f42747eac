package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import java.time.Duration;
import java.time.Instant;

/**
 * What a person asked the daemon to do, left in the store, because no HTTP request touches a drive.
 *
 * @param what {@code short}, {@code long}, {@code conveyance} or {@link #STOP}
 * @param despite start it whatever speaks against it but sleep and blindness
 */
public record TestRequest(long number, ComponentId drive, String what, boolean despite, String who, Instant at) {
    public static final String STOP = "stop";
    /** Nobody waits longer for an answer: an older one is not carried out, so that no test starts out of the blue. */
    public static final Duration PATIENCE = Duration.ofMinutes(2);
}
