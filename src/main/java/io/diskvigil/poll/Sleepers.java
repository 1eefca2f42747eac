package io.diskvigil.poll;

import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.LastKnown.Rest;
import io.diskvigil.selftest.Window;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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

    /** Within a day there is a window, and a drive that may be woken has been. */
    private static final Duration CHANCE = Duration.ofDays(1);

    private final LastKnown lastKnown;
    private final PollConfig.Asleep config;
    private final Window window;
    private final Clock clock;
    private final Map<ComponentId, Component> asleep = new HashMap<>();
    private final Set<ComponentId> awake = new HashSet<>();
    private final Map<ComponentId, Instant> wokenAt = new HashMap<>();

    /**
     * @param remembered when each of them last answered, before this start of the daemon
     * @param window in which a drive may be woken
     */
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

    private boolean isTold(ComponentId id, Instant now) {
        Duration patience =
                switch (config.then()) {
                    case TELL -> config.checkAfter();
                    case WAKE -> config.checkAfter().plus(CHANCE);
                };
        return unchecked(id, now).compareTo(patience) >= 0;
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
            return Optional.of(isTold(id, now) ? List.of(finding(id, now)) : List.of());
        }
        // Awake, it is checked. Not even that is known of one that fails or was not asked yet.
        return awake.contains(id) ? Optional.of(List.of()) : Optional.empty();
    }

    @Override
    public synchronized Collection<Component> subjects() {
        Instant now = clock.instant();
        return asleep.values().stream()
                .filter(component -> isTold(component.id(), now))
                .toList();
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
                meaning(),
                advice(),
                true);
    }

    private String meaning() {
        return switch (config.then()) {
            case TELL ->
                "The drive sleeps, and Diskvigil does not wake it to ask how it is. A fault that came since would not be known.";
            case WAKE ->
                "The drive sleeps. It should have been woken in the window of self-tests, and was not read all the same: it did not wake, or"
                        + " the machine was off in that window. A fault that came since would not be known.";
        };
    }

    private List<String> advice() {
        String byHand = "Use the drive, or read it once by hand, which wakes it: smartctl -x DEVICE.";
        String longer = "If it may sleep for longer, raise poll.asleep.check-after.";
        return switch (config.then()) {
            case TELL ->
                List.of(
                        byHand,
                        "To have it woken once in the window of self-tests, set poll.asleep.then to wake.",
                        longer);
            case WAKE ->
                List.of(
                        byHand,
                        "If the machine is off at night, set self-test.window-start and window-end to hours in which it runs.",
                        longer);
        };
    }
}
