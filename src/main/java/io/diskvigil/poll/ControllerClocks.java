package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.EventMemory.Jump;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Controllers whose clocks moved by an hour lately, which makes their logs hard to read beside others. */
final class ControllerClocks implements Standing {
    static final String NAME = "controller-clock";
    private static final Duration TOLD = Duration.ofDays(1);

    private final Map<ComponentId, Moved> moved = new ConcurrentHashMap<>();
    private final Clock clock;

    private record Moved(Component controller, Jump jump) {}

    ControllerClocks(Clock clock) {
        this.clock = clock;
    }

    void put(Component controller, Optional<Jump> jump) {
        jump.ifPresentOrElse(
                one -> moved.put(controller.id(), new Moved(controller, one)), () -> moved.remove(controller.id()));
    }

    @Override
    public Set<String> rules() {
        return Set.of(NAME);
    }

    @Override
    public Optional<List<Finding>> of(ComponentId id) {
        return Optional.of(Optional.ofNullable(moved.get(id)).filter(this::isRecent).stream()
                .map(one -> finding(id, one.jump()))
                .toList());
    }

    @Override
    public Collection<Component> subjects() {
        return moved.values().stream()
                .filter(this::isRecent)
                .map(Moved::controller)
                .toList();
    }

    private boolean isRecent(Moved one) {
        return clock.instant().isBefore(one.jump().at().plus(TOLD));
    }

    private static Finding finding(ComponentId id, Jump jump) {
        String way = jump.seconds() > 0 ? "forward" : "back";
        return new Finding(
                NAME,
                id,
                "jump",
                Severity.NOTICE,
                0,
                "the controller's clock moved " + way + " by about an hour",
                new Evidence(
                        Vocabulary.CLOCK_OFFSET_SECONDS.readingName(),
                        "the controller's event log beside the host's clock",
                        "",
                        "",
                        jump.seconds() + " seconds against the host's clock",
                        Optional.of(jump.at())),
                "Either somebody set it, or the host went over to daylight saving time or back, and the controller did not"
                        + " follow. The times in its event log are by its own clock; Diskvigil reckons with the difference.",
                List.of("Set the controller's clock, or let it follow a time server if it can."),
                false);
    }
}
