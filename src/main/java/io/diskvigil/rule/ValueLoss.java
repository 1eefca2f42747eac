package io.diskvigil.rule;

import static io.diskvigil.model.Vocabulary.OFFLINE_UNCORRECTABLE_SECTORS;
import static io.diskvigil.model.Vocabulary.OFFLINE_UNCORRECTABLE_VALUE_LOSS;
import static io.diskvigil.model.Vocabulary.PENDING_SECTORS;
import static io.diskvigil.model.Vocabulary.PENDING_SECTORS_VALUE_LOSS;
import static io.diskvigil.model.Vocabulary.REALLOCATED_SECTORS;
import static io.diskvigil.model.Vocabulary.REALLOCATED_SECTORS_VALUE_LOSS;
import static io.diskvigil.model.Vocabulary.REPORTED_UNCORRECTABLE_ERRORS;
import static io.diskvigil.model.Vocabulary.REPORTED_UNCORRECTABLE_VALUE_LOSS;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Attributes of which only the normalised value gets through a controller: how far it fell says less than the raw number, and
 * says it late, but it is all there is. Where the same attribute's raw number is known as well, that one is judged instead.
 */
final class ValueLoss implements Rule {
    /** The highest value of drives (Samsung) that count down from 252: the step to 253 is no loss. */
    private static final int BEST_OF_SAMSUNG = 252;

    private static final String SECTORS = PENDING_SECTORS_VALUE_LOSS.readingName();

    /** One attribute: the loss, what has its raw number, and its id. */
    private record Kind(Vocabulary loss, Vocabulary raw, int attribute, String words) {}

    private static final Kind REALLOCATED =
            new Kind(REALLOCATED_SECTORS_VALUE_LOSS, REALLOCATED_SECTORS, 5, "reallocated sectors");
    private static final Kind REPORTED =
            new Kind(REPORTED_UNCORRECTABLE_VALUE_LOSS, REPORTED_UNCORRECTABLE_ERRORS, 187, "uncorrectable errors");
    private static final Kind PENDING = new Kind(PENDING_SECTORS_VALUE_LOSS, PENDING_SECTORS, 197, "pending sectors");
    private static final Kind OFFLINE = new Kind(
            OFFLINE_UNCORRECTABLE_VALUE_LOSS, OFFLINE_UNCORRECTABLE_SECTORS, 198, "offline uncorrectable sectors");

    private static final List<Kind> KINDS = List.of(REALLOCATED, REPORTED, PENDING, OFFLINE);

    private final RuleConfig.ValueLoss config;
    private final RuleConfig.Fading fading;

    ValueLoss(RuleConfig.ValueLoss config, RuleConfig.Fading fading) {
        this.config = config;
        this.fading = fading;
    }

    /** Whether a reading is such a loss, but says nothing: its raw number is known, or its value is as good as ever. */
    static boolean isMisread(Snapshot snapshot, Vocabulary word) {
        return KINDS.stream()
                .filter(kind -> kind.loss() == word)
                .anyMatch(kind -> snapshot.counter(kind.raw().readingName()).isPresent()
                        || snapshot.readings(Attribute.class)
                                .anyMatch(attribute ->
                                        attribute.id() == kind.attribute() && attribute.value() == BEST_OF_SAMSUNG));
    }

    @Override
    public String name() {
        return "value-loss";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        Optional<Count> reallocated = count(snapshot, past, REALLOCATED);
        Optional<Count> reported = count(snapshot, past, REPORTED);
        Optional<Count> pending = count(snapshot, past, PENDING);
        Optional<Count> offline = count(snapshot, past, OFFLINE);
        List<Count> unreadable =
                Stream.of(pending, offline).flatMap(Optional::stream).toList();
        // As combined-defects has it: two kinds confirm each other, and while one grows that is urgent.
        long kinds = Stream.of(reallocated, reported, unreadable.stream().findFirst())
                .filter(Optional::isPresent)
                .count();
        boolean combined = kinds >= 2
                && Stream.of(reallocated, reported, pending, offline)
                        .flatMap(Optional::stream)
                        .anyMatch(count -> count.roseWithin(config.recent()));
        List<Finding> findings = new ArrayList<>();
        if (!unreadable.isEmpty()) {
            boolean growing = unreadable.stream().anyMatch(count -> count.roseWithin(config.recent()));
            boolean urgent = growing || combined || unreadable.size() == 2;
            findings.add(finding(snapshot, urgent ? Severity.CRITICAL : Severity.WARNING, unreadable, SECTORS));
        }
        reported.ifPresent(count ->
                findings.add(finding(snapshot, raised(reported(count), combined), List.of(count), count.name())));
        reallocated.ifPresent(count ->
                findings.add(finding(snapshot, raised(reallocated(count), combined), List.of(count), count.name())));
        return findings;
    }

    private static Optional<Count> count(Snapshot snapshot, Past past, Kind kind) {
        return isMisread(snapshot, kind.loss())
                ? Optional.empty()
                : Count.of(snapshot, past, kind.loss()).filter(count -> count.standing() > 0);
    }

    private static Severity raised(Severity severity, boolean combined) {
        return combined && severity == Severity.WARNING ? Severity.CRITICAL : severity;
    }

    /** Seagate counts the value of 187 down by one an error, so its loss is graded as that number. */
    private Severity reported(Count count) {
        boolean many = count.level() >= config.reportedCritical()
                || Rises.most(count.risesWithin(fading.warningAfter()), config.burstWindow()) >= config.burst();
        return count.faded(many ? Severity.CRITICAL : Severity.WARNING, fading);
    }

    private Severity reallocated(Count count) {
        boolean told = count.rose() || count.level() >= config.reallocatedWarning();
        return count.faded(told ? Severity.WARNING : Severity.NOTICE, fading);
    }

    private Finding finding(Snapshot snapshot, Severity severity, List<Count> counts, String subject) {
        String words = counts.stream().map(count -> words(snapshot, count)).collect(Collectors.joining(", "));
        Count first = counts.get(0);
        Evidence evidence = first.evidence();
        return new Finding(
                name(),
                snapshot.component().id(),
                subject,
                severity,
                counts.stream().mapToLong(Count::now).sum(),
                words,
                counts.size() == 1
                        ? evidence
                        : new Evidence(
                                evidence.reading(),
                                counts.stream()
                                        .map(count -> count.reading().source())
                                        .collect(Collectors.joining("; ")),
                                evidence.baseline(),
                                evidence.before(),
                                evidence.now(),
                                evidence.since()),
                "Through this controller only the normalised value of the attribute can be seen, not the number of sectors behind"
                        + " it. Such a value falls late, after many of them, and its threshold later still: the controller's"
                        + " \"OK\" means only that it is not there yet.",
                advice(snapshot, severity),
                false);
    }

    private static String words(Snapshot snapshot, Count count) {
        Kind kind = KINDS.stream()
                .filter(one -> one.loss().readingName().equals(count.name()))
                .findFirst()
                .orElseThrow();
        String value = snapshot.readings(Attribute.class)
                .filter(attribute -> attribute.id() == kind.attribute())
                .findFirst()
                .map(attribute -> " down to %d of %d".formatted(attribute.value(), attribute.value() + count.now()))
                .orElse(", " + count.now() + " below its best");
        return "value of " + kind.words() + value;
    }

    private static List<String> advice(Snapshot snapshot, Severity severity) {
        String raw =
                "Try to read the raw numbers with smartctl through the controller (-d areca,N or 3ware,N or megaraid,N).";
        return switch (severity) {
            case NOTICE -> List.of("Nothing to do now. You will be told if it falls further.", raw);
            case WARNING ->
                List.of(
                        "See now that its volume is whole and has a fresh backup.",
                        raw,
                        "Start the controller's check of the volume, and replace the drive if the value falls further.",
                        Slot.advice(snapshot));
            case CRITICAL ->
                List.of(
                        "See now that its volume is whole and has a fresh backup.",
                        "Replace the drive. Do not wait for the controller to call it failed.",
                        Slot.advice(snapshot),
                        raw);
        };
    }
}
