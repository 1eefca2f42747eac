package io.diskvigil.rule;

import io.diskvigil.model.Change;
import io.diskvigil.model.Nearest;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The past of one component as an immutable value: observing gives a new one. Safe to share between threads. */
public final class History implements Past {
    /** A component never seen. */
    public static final History NONE = new History(Map.of(), Instant.EPOCH);

    /** Counts of sectors that wait for a rewrite: a write heals them, and then they go down. */
    private static final Set<Vocabulary> HEALING = Set.of(
            Vocabulary.PENDING_SECTORS,
            Vocabulary.OFFLINE_UNCORRECTABLE_SECTORS,
            Vocabulary.PENDING_SECTORS_VALUE_LOSS,
            Vocabulary.OFFLINE_UNCORRECTABLE_VALUE_LOSS);

    /** States whose beginning is remembered. */
    private static final Set<Vocabulary> STATES = EnumSet.of(
            Vocabulary.MEMBER_STATE,
            Vocabulary.VOLUME_STATE,
            Vocabulary.CONTROLLER_STATE,
            Vocabulary.WRITE_CACHE,
            Vocabulary.CACHE_PROTECTION,
            Vocabulary.BATTERY_STATE,
            Vocabulary.BATTERY_LEARN_CYCLE,
            Vocabulary.FAN_STATE,
            Vocabulary.SUPPLY_STATE,
            Vocabulary.ENCLOSURE_STATE);
    /** Of these, those that are told only as long as they last: their absence is a state as well. */
    private static final Set<Vocabulary> PASSING = EnumSet.of(Vocabulary.BATTERY_LEARN_CYCLE);

    /** They go up when a drive was switched on or spun up: then it is cold. */
    private static final Set<Vocabulary> STARTS = Set.of(Vocabulary.POWER_CYCLES, Vocabulary.START_STOPS);

    private static final Pattern NUMBERS = Pattern.compile("[0-9][0-9.,:/-]*");

    private final Map<String, Track> tracks;
    /** The end of all windows: when the last snapshot was taken. */
    private final Instant at;

    private History(Map<String, Track> tracks, Instant at) {
        this.tracks = tracks;
        this.at = at;
    }

    public static History of(Collection<Track> tracks) {
        return NONE.with(tracks);
    }

    /** One a reading name, sorted by name. */
    public List<Track> tracks() {
        return List.copyOf(tracks.values());
    }

    public Optional<Track> track(String name) {
        return Optional.ofNullable(tracks.get(name));
    }

    /** These tracks in place of those of the same name. */
    public History with(Collection<Track> others) {
        Map<String, Track> merged = new TreeMap<>(tracks);
        others.forEach(track -> merged.put(track.name(), track));
        Instant latest = others.stream()
                .map(Track::lastAt)
                .max(Comparator.naturalOrder())
                .filter(at::isBefore)
                .orElse(at);
        return new History(merged, latest);
    }

    /** Notes what the snapshot shows: first sights, dated changes, restarts, temperatures learned. */
    public History observe(Snapshot snapshot) {
        Map<String, Track> next = new TreeMap<>(tracks);
        Instant now = snapshot.takenAt();
        snapshot.readings(Counter.class)
                .forEach(counter -> Vocabulary.of(counter.name())
                        .ifPresent(word -> next.merge(
                                counter.name(),
                                Track.firstSight(counter.name(), counter.source(), counter.raw(), now),
                                (known, fresh) -> known.seen(counter, now, word.isDated(), HEALING.contains(word)))));
        boolean startedAnew = STARTS.stream().anyMatch(word -> risen(word.readingName(), next));
        snapshot.readings(Gauge.class)
                .filter(gauge -> Double.isFinite(gauge.value()))
                .forEach(gauge -> Vocabulary.of(gauge.name())
                        .ifPresent(word ->
                                next.put(gauge.name(), level(next.get(gauge.name()), gauge, word, now, startedAnew))));
        STATES.forEach(word ->
                state(next.get(word.readingName()), snapshot, word).ifPresent(track -> next.put(track.name(), track)));
        return new History(next, now);
    }

    private static Optional<Track> state(Track known, Snapshot snapshot, Vocabulary word) {
        Optional<Status> told = snapshot.status(word.readingName());
        if (told.isEmpty() && !(PASSING.contains(word) && known != null)) {
            return Optional.empty();
        }
        // Numbers in a state move while it stays the same: "learning, 37 %".
        String state = told.map(status -> status.health() + " "
                        + NUMBERS.matcher(status.vendorWord()).replaceAll("#"))
                .orElse("");
        String source = told.map(Status::source).orElseGet(() -> known.source());
        return Optional.of(
                known == null
                        ? Track.state(word.readingName(), source, state, snapshot.takenAt())
                        : known.seen(state, source, snapshot.takenAt()));
    }

    private boolean risen(String name, Map<String, Track> next) {
        return tracks.containsKey(name)
                && next.get(name).last() > tracks.get(name).last();
    }

    private static Track level(Track known, Gauge gauge, Vocabulary word, Instant now, boolean startedAnew) {
        long floor = (long) Math.floor(gauge.value());
        long value = word == Vocabulary.NVME_CRITICAL_WARNING ? NvmeCriticalWarning.latching(floor) : floor;
        Track before = known != null ? known : Track.firstSight(gauge.name(), gauge.source(), value, now);
        String learned = word == Vocabulary.TEMPERATURE_CELSIUS
                ? Habit.parse(before.learned())
                        .add(now, gauge.value(), startedAnew)
                        .packed()
                : "";
        return before.seen(gauge, value, now, word.isDated(), learned);
    }

    /**
     * Takes the present value of a reading as accepted: it is silent until it grows. Of a reading that is missing now, the
     * last value and its absence are accepted, until it is seen again.
     *
     * @param reason why, in the operator's words
     * @throws IllegalArgumentException if this component has no such reading; the message names the nearest one
     */
    public History accept(String reading, String reason, Instant when) {
        if (reading.equals(Vocabulary.TEMPERATURE_CELSIUS.readingName())) {
            throw new IllegalArgumentException(
                    "accept temperature_celsius: it has limits in the configuration, not a baseline");
        }
        Track track = tracks.get(reading);
        if (track != null && isState(track)) {
            throw new IllegalArgumentException(
                    "accept " + reading + ": it is a state, not a count; a state stands until it changes");
        }
        if (track == null) {
            throw new IllegalArgumentException("accept " + reading + ": no such reading here"
                    + nearest(reading)
                            .map(name -> ", did you mean " + name + "?")
                            .orElse("; nothing of this component was ever read"));
        }
        Map<String, Track> next = new TreeMap<>(tracks);
        next.put(reading, track.accepted(reason, when));
        return new History(next, at);
    }

    /** {@link #accept} for each defect counter, and the NVMe warning bits, above zero or there before it healed. */
    public History acceptAll(String reason, Instant when) {
        List<String> names = tracks.values().stream()
                .filter(track ->
                        Vocabulary.of(track.name()).filter(Vocabulary::isDated).isPresent())
                .filter(track -> track.last() > 0 || track.cleared().isPresent())
                .map(Track::name)
                .toList();
        History next = this;
        for (String name : names) {
            next = next.accept(name, reason, when);
        }
        return next;
    }

    /**
     * The tracks that must be written, given what was written: a new baseline or a dated change at once; what moves at
     * each poll (hours, bytes, temperatures) when its written copy is a day old. Afterwards
     * {@code written.with(changed)} is what stands written.
     */
    public List<Track> changedSince(History written) {
        return tracks.values().stream()
                .filter(track -> {
                    Track before = written.tracks.get(track.name());
                    return before == null || track.worthWriting(before);
                })
                .toList();
    }

    @Override
    public Optional<Baseline> baseline(String name) {
        return track(name).map(Track::baseline);
    }

    @Override
    public Optional<Change> lastRise(String name) {
        return rises(name).reduce((earlier, later) -> later);
    }

    @Override
    public long risenWithin(String name, Duration window) {
        return rises(name)
                .filter(rise -> !rise.at().isBefore(at.minus(window)))
                .mapToLong(rise -> rise.to() - rise.from())
                .sum();
    }

    @Override
    public int risesWithin(String name, Duration window) {
        return (int) rises(name)
                .filter(rise -> !rise.at().isBefore(at.minus(window)))
                .count();
    }

    @Override
    public Optional<Instant> cleared(String name) {
        return track(name).flatMap(Track::cleared);
    }

    @Override
    public OptionalDouble median(String name) {
        return habit(name).map(habit -> habit.median(at)).orElse(OptionalDouble.empty());
    }

    @Override
    public OptionalDouble spread(String name) {
        return habit(name).map(habit -> habit.spread(at)).orElse(OptionalDouble.empty());
    }

    @Override
    public OptionalDouble previous(String name) {
        return habit(name).flatMap(Habit::recent).map(Recent::previous).orElse(OptionalDouble.empty());
    }

    @Override
    public double risenLately(String name, Duration settled) {
        return habit(name)
                .flatMap(Habit::recent)
                .map(recent -> recent.risen(settled))
                .orElse(0.0);
    }

    private Optional<Habit> habit(String name) {
        return track(name).map(track -> Habit.parse(track.learned()));
    }

    @Override
    public Optional<Instant> since(String name) {
        return track(name).filter(History::isState).map(Track::baseline).map(Baseline::at);
    }

    @Override
    public List<Change> changes(String name) {
        return track(name).map(Track::changes).orElse(List.of());
    }

    private Stream<Change> rises(String name) {
        return track(name).map(track -> Rises.since(track.baseline(), track.changes())).stream()
                .flatMap(List::stream);
    }

    private Optional<String> nearest(String word) {
        return Nearest.to(
                word,
                tracks.keySet().stream()
                        .filter(name -> !name.equals(Vocabulary.TEMPERATURE_CELSIUS.readingName()))
                        .filter(name -> !isState(tracks.get(name)))
                        .toList());
    }

    private static boolean isState(Track track) {
        return Vocabulary.of(track.name())
                .filter(word -> word.form() == Vocabulary.Form.STATUS)
                .isPresent();
    }
}
