package io.diskvigil.metrics;

import io.diskvigil.metrics.Exposition.Family;
import io.diskvigil.metrics.Exposition.Label;
import io.diskvigil.model.Component;
import io.diskvigil.model.Health;
import io.diskvigil.model.Location;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * A component that is no drive, as the families want it. Its states are rows of 1 whose label {@code state} has few words, by
 * health, and whose label {@code word} has the vendor's.
 *
 * @param label the component's id under the name of its kind
 * @param controller the id of the controller behind whose path it stands; empty if none is known
 */
record Part(Component component, Snapshot snapshot, Label label, String controller) {
    private static final int LONGEST_WORD = 80;

    /** Days, hours and minutes as Prometheus counts them. */
    static final double DAY = 86_400;

    static final double MINUTE = 60;
    static final double PERCENT = 0.01;

    static void states(Family family, List<Part> parts, Vocabulary word, String well, Exposition out) {
        out.family(family);
        for (Part part : parts) {
            part.snapshot
                    .status(word.readingName())
                    .ifPresent(status -> state(status, well, out.row().label(part.label)));
        }
    }

    /** @param well the word for what is as it should be */
    static void state(Status status, String well, Exposition row) {
        row.label("state", word(status.health(), well))
                .label("word", cut(status.vendorWord()))
                .value(1);
    }

    static String word(Health health, String well) {
        return switch (health) {
            case OK -> well;
            case DEGRADED -> "degraded";
            case FAILED -> "failed";
            case UNKNOWN -> "unknown";
        };
    }

    static String cut(String word) {
        return Printable.cut(word.strip(), LONGEST_WORD);
    }

    /** A word alone, where health says nothing. */
    static void words(Family family, List<Part> parts, Vocabulary word, String label, Exposition out) {
        out.family(family);
        for (Part part : parts) {
            part.snapshot
                    .status(word.readingName())
                    .ifPresent(status -> out.row()
                            .label(part.label)
                            .label(label, cut(status.vendorWord()))
                            .value(1));
        }
    }

    static void levels(Family family, List<Part> parts, Vocabulary word, double factor, Exposition out) {
        out.family(family);
        for (Part part : parts) {
            part.snapshot.level(word.readingName()).stream()
                    .filter(Double::isFinite)
                    .forEach(level -> out.row().label(part.label).value(scaled(level, factor)));
        }
    }

    /** Percents are divided, not multiplied by a hundredth: 41 is 0.41 and not 0.41000000000000003. */
    static double scaled(double level, double factor) {
        return factor == PERCENT ? level / 100 : level * factor;
    }

    /** How a person finds it: slot or place within its controller. */
    String place() {
        return component.locations().stream()
                .map(Location::slot)
                .filter(slot -> !slot.isBlank())
                .findFirst()
                .orElse("");
    }
}
