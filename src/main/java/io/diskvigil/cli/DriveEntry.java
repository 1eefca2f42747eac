package io.diskvigil.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.incident.Incident;
import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.model.Location;
import io.diskvigil.model.Verdict;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One drive as it is shown: what the store remembers, and what the running daemon says now.
 *
 * @param now what the daemon says of it; empty if none answers or it does not know the drive
 * @param open what is open about it, from the store
 */
record DriveEntry(Life life, Optional<JsonNode> now, Optional<Incident> open) {
    /** Trouble first among those that are here; then who is not here any more. */
    static final Comparator<DriveEntry> TROUBLE_FIRST = Comparator.comparingInt(DriveEntry::group)
            .thenComparing(DriveEntry::verdict, Comparator.reverseOrder())
            .thenComparing(entry -> entry.life().place())
            .thenComparing(entry -> entry.life().id());

    private int group() {
        return life.state().isHere() ? 0 : life.state().ordinal();
    }

    /** Without a daemon the worst that is open, and UNKNOWN where nothing is. */
    Verdict verdict() {
        if (now.isPresent()) {
            return word(now.get().path("verdict").asText());
        }
        return open.map(incident -> Verdict.valueOf(incident.severity().name())).orElse(Verdict.UNKNOWN);
    }

    private static Verdict word(String text) {
        try {
            return Verdict.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            // A word of another version says nothing here.
            return Verdict.UNKNOWN;
        }
    }

    OptionalDouble temperature() {
        JsonNode celsius = now.map(node -> node.path("temperature")).orElse(null);
        return celsius == null || !celsius.isNumber() ? OptionalDouble.empty() : OptionalDouble.of(celsius.asDouble());
    }

    /** From the store it is up to an hour old. */
    Instant lastRead() {
        try {
            return now.map(node -> node.path("lastRead"))
                    .filter(JsonNode::isTextual)
                    .map(node -> Instant.parse(node.asText()))
                    .orElse(life.lastSeen());
        } catch (DateTimeParseException e) {
            return life.lastSeen();
        }
    }

    Location location() {
        List<Location> places = life.places();
        return places.isEmpty() ? Location.of("", "") : places.get(0);
    }

    /** The printed slot, else the cabling. */
    String slot() {
        Location at = location();
        return at.slot().isEmpty() ? at.byPath().replaceFirst("^/dev/disk/by-path/", "") : at.slot();
    }

    /** Also which drive a pass-through type means. */
    String path() {
        Location at = location();
        return at.isCounted() ? at.path() + "[" + at.type() + "]" : at.path();
    }

    /** The daemon may know already that it sleeps, which the store learns later. */
    State state() {
        boolean asleep = now.map(node -> node.path("asleep").asBoolean()).orElse(false);
        return asleep && life.state() == State.PRESENT ? State.ASLEEP : life.state();
    }
}
