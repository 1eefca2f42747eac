package io.diskvigil.model;

import java.time.Instant;
import java.util.Optional;

/**
 * The numbers behind a finding, as a mail prints them; an empty text is left out.
 *
 * @param reading name of the reading
 * @param source where the tool showed it
 * @param baseline the accepted value
 * @param before the value before the last change
 * @param now the value now
 * @param since when it last changed, or was first seen
 */
public record Evidence(
        String reading, String source, String baseline, String before, String now, Optional<Instant> since) {
    public static Evidence of(Reading reading, String now) {
        return new Evidence(reading.name(), reading.source(), "", "", now, Optional.empty());
    }

    public static Evidence none() {
        return new Evidence("", "", "", "", "", Optional.empty());
    }
}
