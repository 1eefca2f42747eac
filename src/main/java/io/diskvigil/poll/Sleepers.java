package io.diskvigil.poll;

import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.LastKnown.Rest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Knows since when drives sleep and when they were last read, and tells of those that nobody has checked for long. */
public final class Sleepers implements Standing, Witness {
    /** The name in findings. */
    public static final String NAME = "not-checked";

    private final LastKnown lastKnown;
    private final PollConfig.Asleep config;
    private final Window window;
    private final Clock clock;
    private final Map<ComponentId, Component> asleep = new HashMap<>();
    private final Set<ComponentId> awake = new HashSet<>();
    private final Map<ComponentId, Instant> wokenAt = new HashMap<>();

    /**
     * Local times of day between which a drive may be woken.
     *
     * @param end not in it; if it lies before the start, the window spans midnight
     */
    public record Window(LocalTime start, LocalTime end, ZoneId zone) {
        boolean holds(Instant at) {
            LocalTime time = at.atZone(zone).toLocalTime();
            boolean afterStart = !time.isBefore(start);
            boolean beforeEnd = time.isBefore(end);
            return start.isBefore(end) ? afterStart && beforeEnd : afterStart || beforeEnd;
        }
    }

    /** @param remembered when each of them last answered, before this start of the daemon */
    public Sleepers(
            Collection<Known> remembered, LastKnown lastKnown, PollConfig.Asleep config, Window window, Clock clock) {
        this.lastKnown = lastKnown;
        this.config = config;
        this.window = window;
        this.clock = clock;
        remembered.forEach(known ->
                lastKnown.put(known.component().id(), new Rest(Optional.empty(), Optional.of(known.lastSeen()))));
    }

    /** The last probe found it asleep. */
    synchronized void sleeps(Component component) {
        ComponentId id = component.id();
        asleep.put(id, component);
        awake.remove(id);
        Rest rest = lastKnown.rest(id);
        if (rest.asleepSince().isEmpty()) {
            lastKnown.put(id, new Rest(Optional.of(clock.instant()), rest.lastRead()));
        }
    }

    /** It answers. */
    synchronized void wakes(Component component) {
        asleep.remove(component.id());
        awake.add(component.id());
    }

    /** The last probe failed: whether it sleeps is not known. */
    synchronized void unclear(Component component) {
        ComponentId id = component.id();
        asleep.remove(id);
        awake.remove(id);
        lastKnown.put(id, new Rest(Optional.empty(), lastKnown.rest(id).lastRead()));
    }

    @Override
    public synchronized void saw(Snapshot view, boolean firstSight) {
        ComponentId id = view.component().id();
        wakes(view.component());
        wokenAt.remove(id);
        lastKnown.put(id, new Rest(Optional.empty(), Optional.of(view.takenAt())));
    }

    /** Whether it may be woken now, by the configuration; who is told so, does it. */
    synchronized boolean wake(Component component) {
        ComponentId id = component.id();
        Instant now = clock.instant();
        boolean may = config.then() == PollConfig.Then.WAKE
                && asleep.containsKey(id)
                && isNotChecked(id, now)
                && window.holds(now)
                && !now.isBefore(wokenAt.getOrDefault(id, Instant.EPOCH).plus(config.checkAfter()));
        if (may) {
            wokenAt.put(id, now);
        }
        return may;
    }

    private boolean isNotChecked(ComponentId id, Instant now) {
        return unchecked(id, now).compareTo(config.checkAfter()) >= 0;
    }

    /** Of a drive that was never read, since it is known to sleep. */
    private Duration unchecked(ComponentId id, Instant now) {
        Rest rest = lastKnown.rest(id);
        return rest.lastRead()
                .or(rest::asleepSince)
                .map(since -> Duration.between(since, now))
                .orElse(Duration.ZERO);
    }

    @Override
    public Set<String> rules() {
        return Set.of(NAME);
    }

    @Override
    public synchronized Optional<List<Finding>> of(ComponentId id) {
        Instant now = clock.instant();
        if (asleep.containsKey(id)) {
            return Optional.of(
                    config.then() == PollConfig.Then.TELL && isNotChecked(id, now)
                            ? List.of(finding(id, now))
                            : List.of());
        }
        // Awake, it is checked. Not even that is known of one that fails or was not asked yet.
        return awake.contains(id) ? Optional.of(List.of()) : Optional.empty();
    }

    @Override
    public synchronized Collection<Component> subjects() {
        Instant now = clock.instant();
        return config.then() == PollConfig.Then.TELL
                ? asleep.values().stream()
                        .filter(component -> isNotChecked(component.id(), now))
                        .toList()
                : List.of();
    }

    private Finding finding(ComponentId id, Instant now) {
        Rest rest = lastKnown.rest(id);
        String read = rest.lastRead()
                .map(at -> "last read at " + at.truncatedTo(ChronoUnit.MINUTES))
                .orElse("never read");
        String asleepSince = rest.asleepSince()
                .map(at -> ", asleep at every probe since " + at.truncatedTo(ChronoUnit.MINUTES))
                .orElse("");
        return new Finding(
                NAME,
                id,
                "asleep",
                Severity.WARNING,
                0,
                "asleep, not checked for %d days".formatted(unchecked(id, now).toDays()),
                new Evidence("", "", "", "", read + asleepSince, rest.lastRead().or(rest::asleepSince)),
                "The drive sleeps, and Diskvigil does not wake it to ask how it is. A fault that came since would not be known.",
                List.of(
                        "Use the drive, or read it once by hand, which wakes it: smartctl -x DEVICE.",
                        "To have it woken once in the window of self-tests, set poll.asleep.then to wake.",
                        "If it may sleep for longer, raise poll.asleep.check-after."),
                true);
    }
}
