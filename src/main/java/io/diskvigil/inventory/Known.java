package io.diskvigil.inventory;

import io.diskvigil.model.Component;
import java.time.Instant;

/** A component that is remembered: a row of the store. */
public record Known(Component component, Instant firstSeen, Instant lastSeen) {}
