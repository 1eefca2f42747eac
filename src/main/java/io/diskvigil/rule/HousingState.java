package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.stream.Stream;

/**
 * Enclosures, their fans and power supplies. A supply that is lost is a WARNING: the drives run on the other one, or nothing
 * would be told any more.
 */
final class HousingState implements Rule {
    @Override
    public String name() {
        return "housing-state";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Stream.of(Vocabulary.FAN_STATE, Vocabulary.SUPPLY_STATE, Vocabulary.ENCLOSURE_STATE)
                .flatMap(word -> snapshot.status(word.readingName()).stream()
                        .filter(status -> status.health() != Health.OK)
                        .map(status -> finding(snapshot, past, word, status)))
                .toList();
    }

    private Finding finding(Snapshot snapshot, Past past, Vocabulary word, Status status) {
        boolean known = status.health() != Health.UNKNOWN;
        return new Finding(
                name(),
                snapshot.component().id(),
                status.name(),
                known ? Severity.WARNING : Severity.NOTICE,
                status.health() == Health.FAILED ? 1 : 0,
                (known ? "" : "in a state that is not known: ") + status.vendorWord(),
                new Evidence(status.name(), status.source(), "", "", status.vendorWord(), past.since(status.name())),
                meaning(word),
                advice(snapshot.component().kind()),
                false);
    }

    private static String meaning(Vocabulary word) {
        if (word == Vocabulary.FAN_STATE) {
            return "A fan that stands or slows lets the drives behind it grow warm; the other fans make up for a while.";
        }
        return word == Vocabulary.SUPPLY_STATE
                ? "The drives run on what is left of the power supplies. When that one fails, or its line, all of them go at"
                        + " once, which a volume may not survive."
                : "The enclosure reports that something in it is not well: a fan, a power supply, a sensor or its door.";
    }

    private static List<String> advice(ComponentKind kind) {
        return kind == ComponentKind.POWER_SUPPLY
                ? List.of(
                        "See whether it still has power: cable, socket, fuse, the UPS behind it.",
                        "Replace the supply; most can be changed while the machine runs. Pull the right one.")
                : List.of(
                        "Look at the enclosure: its lights tell which part it is.",
                        "Watch the temperature of its drives until the part is replaced.");
    }
}
