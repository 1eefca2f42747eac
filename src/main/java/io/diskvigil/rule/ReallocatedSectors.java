package io.diskvigil.rule;

import static io.diskvigil.model.Vocabulary.GROWN_DEFECTS;
import static io.diskvigil.model.Vocabulary.REALLOCATED_SECTORS;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Sectors replaced by spares: a rise matters, a level ages. Backblaze 2013-16, failures a year by time since the last rise of
 * attribute 5: 174 % within 7 days, 51 % to 30 days, 21 % to 90 days, 10 % to 180 days, 6 % after a year; by level 5.6 % at
 * 1, 21 % at 10, 91 % from 500. Pinheiro, FAST'07: 14 times the failures within 60 days of the first reallocation.
 */
final class ReallocatedSectors implements Rule {
    private final RuleConfig.ReallocatedSectors config;
    private final RuleConfig.Fading fading;

    ReallocatedSectors(RuleConfig.ReallocatedSectors config, RuleConfig.Fading fading) {
        this.config = config;
        this.fading = fading;
    }

    @Override
    public String name() {
        return "reallocated-sectors";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Stream.of(REALLOCATED_SECTORS, GROWN_DEFECTS)
                .flatMap(word -> Count.of(snapshot, past, word).stream()
                        .flatMap(count -> finding(snapshot.component().id(), word, count).stream()))
                .toList();
    }

    private Optional<Finding> finding(ComponentId component, Vocabulary word, Count count) {
        if (count.standing() == 0) {
            return Optional.empty();
        }
        Optional<Severity> byLevel =
                Count.grade(count.level(), OptionalLong.of(config.warning()), OptionalLong.of(config.critical()));
        return Count.worst(Stream.concat(byLevel.stream(), byRise(count).stream()))
                .map(grade -> count.faded(grade, fading))
                .map(severity -> finding(component, word, count, severity));
    }

    private Optional<Severity> byRise(Count count) {
        if (!count.rose()) {
            return Optional.empty();
        }
        long burst = Rises.most(count.risesWithin(fading.warningAfter()), config.burstWindow());
        return Optional.of(burst >= config.burst() ? Severity.CRITICAL : Severity.WARNING);
    }

    private Finding finding(ComponentId component, Vocabulary word, Count count, Severity severity) {
        String summary = word == GROWN_DEFECTS
                ? count.summary("grown defect", "grown defects")
                : count.summary("reallocated sector", "reallocated sectors");
        return new Finding(
                name(),
                component,
                count.name(),
                severity,
                count.now(),
                summary,
                count.evidence(),
                meaning(count),
                advice(severity),
                false);
    }

    private static String meaning(Count count) {
        String what = "The drive has replaced bad places of its medium by spare ones. ";
        return what
                + (count.rose()
                        ? "It is the growth that counts: the longer it stands still, the less it means."
                        : "They were there when this drive was first seen; nobody can say how old they are."
                                + " It is growth from here on that counts.");
    }

    private static List<String> advice(Severity severity) {
        return switch (severity) {
            case NOTICE -> List.of("Nothing to do now. You will be told if the number grows.");
            case WARNING ->
                List.of(
                        "Make sure that the data on this drive has a backup or a healthy mirror.",
                        "Run a long self-test and look at pending sectors as well.",
                        "Have a replacement at hand; replace the drive if the number keeps growing.");
            case CRITICAL ->
                List.of(
                        "Check now that the data on this drive has a backup or a healthy mirror.",
                        "Replace the drive soon. In an array, let no other member be missing when you do.",
                        "If the level is old and known, accept it (diskvigil accept) and only growth will be told.");
        };
    }
}
