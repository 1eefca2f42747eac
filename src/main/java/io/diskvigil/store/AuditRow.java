package io.diskvigil.store;

import io.diskvigil.model.ComponentId;
import java.time.Instant;

/**
 * What a person did to a baseline.
 *
 * @param who such as {@code root} or the user behind sudo
 * @param action such as {@code accept}
 * @param oldValue baseline before
 * @param newValue baseline after
 */
public record AuditRow(
        Instant at,
        String who,
        String action,
        ComponentId component,
        String reading,
        long oldValue,
        long newValue,
        String reason) {}
