package io.diskvigil.rule;

import static io.diskvigil.model.Vocabulary.CONTROLLER_MEDIA_ERRORS;
import static io.diskvigil.model.Vocabulary.CONTROLLER_MEDIA_EVENTS;
import static io.diskvigil.model.Vocabulary.GROWN_DEFECTS;
import static io.diskvigil.model.Vocabulary.MEDIA_ERRORS;
import static io.diskvigil.model.Vocabulary.MEMBER_STATE;
import static io.diskvigil.model.Vocabulary.OFFLINE_UNCORRECTABLE_SECTORS;
import static io.diskvigil.model.Vocabulary.OFFLINE_UNCORRECTABLE_VALUE_LOSS;
import static io.diskvigil.model.Vocabulary.PENDING_SECTORS;
import static io.diskvigil.model.Vocabulary.PENDING_SECTORS_VALUE_LOSS;
import static io.diskvigil.model.Vocabulary.PREDICTIVE_FAILURES;
import static io.diskvigil.model.Vocabulary.REALLOCATED_SECTORS;
import static io.diskvigil.model.Vocabulary.REALLOCATED_SECTORS_VALUE_LOSS;
import static io.diskvigil.model.Vocabulary.REBUILD_PERCENT;
import static io.diskvigil.model.Vocabulary.REPORTED_UNCORRECTABLE_ERRORS;
import static io.diskvigil.model.Vocabulary.REPORTED_UNCORRECTABLE_VALUE_LOSS;
import static io.diskvigil.model.Vocabulary.UNCORRECTED_ERRORS;
import static io.diskvigil.model.Vocabulary.VOLUME_REDUNDANCY_LEFT;
import static io.diskvigil.model.Vocabulary.VOLUME_STATE;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A member of a degraded volume that has errors of its own: the rebuild must read all of it. It outranks the volume's own
 * finding, because whoever reads that first pulls a drive. What is wrong with it is graded by the other rules as well; here it
 * is enough that it is there.
 */
final class WeakMember implements Rule {
    private static final int TOLD_FIRST = 1;

    /** They stand for sectors that cannot be read now, accepted or not. */
    private static final List<Vocabulary> UNREADABLE = List.of(PENDING_SECTORS, OFFLINE_UNCORRECTABLE_SECTORS);
    /** Errors that count as long as nobody has accepted them. */
    private static final List<Vocabulary> ERRORS = List.of(
            REPORTED_UNCORRECTABLE_ERRORS,
            UNCORRECTED_ERRORS,
            MEDIA_ERRORS,
            PREDICTIVE_FAILURES,
            PENDING_SECTORS_VALUE_LOSS,
            OFFLINE_UNCORRECTABLE_VALUE_LOSS,
            REPORTED_UNCORRECTABLE_VALUE_LOSS);
    /** Numbers that may be old: they count while they are young, or as long as nobody can say how old they are. */
    private static final List<Vocabulary> RECENT = List.of(CONTROLLER_MEDIA_ERRORS, CONTROLLER_MEDIA_EVENTS);
    /** Spares were used: only growth counts. */
    private static final List<Vocabulary> RISEN =
            List.of(REALLOCATED_SECTORS, GROWN_DEFECTS, REALLOCATED_SECTORS_VALUE_LOSS);

    /** Words of drives that hold no valid part of the volume: its spares, and the one that is being written. */
    private static final Pattern INACTIVE =
            Pattern.compile("spare|\\b[dg]hs\\b|rebuild|\\brbld\\b|cop[iy]|unconfigured|free|jbod|pass");

    private final RuleConfig.WeakMember config;

    WeakMember(RuleConfig.WeakMember config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "weak-member";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() != ComponentKind.DRIVE || !isActive(snapshot) || !isDegraded(snapshot)) {
            return List.of();
        }
        List<Count> counts = weaknesses(snapshot, past);
        if (!counts.isEmpty()) {
            Count first = counts.get(0);
            return List.of(finding(
                    snapshot,
                    counts.stream().mapToLong(Count::now).sum(),
                    first.evidence(),
                    counts.stream().map(WeakMember::words).collect(Collectors.joining(", "))));
        }
        return DriveEvents.of(snapshot, past)
                .media(config.eventWindow())
                .map(event -> finding(
                        snapshot,
                        1,
                        new Evidence(event.event().name(), event.event().source(), "", "", "", event.at()),
                        event.words()))
                .stream()
                .toList();
    }

    private static boolean isActive(Snapshot drive) {
        return drive.gauge(REBUILD_PERCENT.readingName()).isEmpty()
                && drive.status(MEMBER_STATE.readingName())
                        .filter(state -> state.health() == Health.OK)
                        .filter(state -> !INACTIVE.matcher(state.vendorWord().toLowerCase(Locale.ROOT))
                                .find())
                        .isPresent();
    }

    private static boolean isDegraded(Snapshot drive) {
        return drive.status(VOLUME_STATE.readingName())
                .filter(state -> state.health() == Health.DEGRADED || state.health() == Health.FAILED)
                .isPresent();
    }

    private List<Count> weaknesses(Snapshot snapshot, Past past) {
        return Stream.of(
                        counts(snapshot, past, UNREADABLE, count -> count.now() > 0),
                        counts(snapshot, past, ERRORS, count -> count.standing() > 0),
                        counts(snapshot, past, RECENT, this::isYoung),
                        counts(snapshot, past, RISEN, count -> count.roseWithin(config.recent())))
                .flatMap(stream -> stream)
                .toList();
    }

    private static Stream<Count> counts(Snapshot snapshot, Past past, List<Vocabulary> words, Predicate<Count> weak) {
        return words.stream()
                .flatMap(word ->
                        ValueLoss.isMisread(snapshot, word) ? Stream.empty() : Count.of(snapshot, past, word).stream())
                .filter(weak);
    }

    private boolean isYoung(Count count) {
        return count.standing() > 0 && count.quiet().compareTo(config.recent()) < 0;
    }

    private static String words(Count count) {
        return count.name().endsWith("value_loss")
                ? count.name().replace("_value_loss", "").replace('_', ' ') + " by their value"
                : count.now() + " " + count.name().replace('_', ' ');
    }

    private Finding finding(Snapshot snapshot, long level, Evidence evidence, String weakness) {
        OptionalDouble left = snapshot.level(VOLUME_REDUNDANCY_LEFT.readingName());
        Optional<String> may = left.isEmpty() || left.getAsDouble() < 1
                ? Optional.empty()
                : Optional.of(VolumeState.mayFail((long) left.getAsDouble()));
        String serial = snapshot.component().identity().serial();
        return new Finding(
                name(),
                snapshot.component().id(),
                VOLUME_STATE.readingName(),
                Severity.CRITICAL,
                level,
                "weak member of a degraded volume",
                new Evidence(
                        evidence.reading(),
                        evidence.source(),
                        evidence.baseline(),
                        evidence.before(),
                        weakness,
                        evidence.since()),
                "The volume needs every sector of this drive to rebuild the one that was lost, and this drive has trouble"
                        + " reading its own. The rebuild may stop at it, or drop it, and the volume with it."
                        + may.map(words -> " By the volume's redundancy " + words + ".")
                                .orElse(" Nothing stands in for it: what it cannot read is lost."),
                List.of(
                        "Back up this volume now, the most precious data first, before any drive is replaced.",
                        "Do not pull this drive, and none but the failed one: the volume lives on it.",
                        "It sits in %s%s: leave it there."
                                .formatted(Slot.of(snapshot), serial.isEmpty() ? "" : ", serial " + serial),
                        "If the rebuild has not begun: copy the data off first; reading it gently strains the drive less than"
                                + " a rebuild.",
                        "Replace this drive, too, when the rebuild is through and the volume is whole again; not before."),
                false,
                TOLD_FIRST);
    }
}
