package io.diskvigil.poll;

import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells which drives may be asked less often because nobody uses them: each probe may put off the moment when such a drive
 * falls asleep. Safe for use by many threads.
 */
public final class IdleDrives {
    private final HostUse use;
    private final LastKnown lastKnown;
    private final PollConfig config;
    private final Clock clock;
    private final Map<Target, Probe> probes = new ConcurrentHashMap<>();

    private record Probe(Instant at, String use) {}

    /** @param sysBlock where the kernel shows block devices, {@code /sys/block} */
    public IdleDrives(Path sysBlock, LastKnown lastKnown, PollConfig config, Clock clock) {
        this.use = new HostUse(sysBlock);
        this.lastKnown = lastKnown;
        this.config = config;
        this.clock = clock;
    }

    /** The target was asked just now. */
    void asked(Target target) {
        use.of(target.path(), target.type())
                .ifPresentOrElse(
                        now -> probes.put(target, new Probe(clock.instant(), now)), () -> probes.remove(target));
    }

    /** Whether this turn is left out. What is in doubt is asked. */
    boolean rests(Target target) {
        Probe last = probes.get(target);
        // Half an interval early, as turns come a little early or late.
        Duration early = config.interval().dividedBy(2);
        return last != null
                && clock.instant()
                        .isBefore(last.at().plus(config.idleInterval()).minus(early))
                && isWell(target)
                && use.of(target.path(), target.type()).equals(Optional.of(last.use()));
    }

    private boolean isWell(Target target) {
        return lastKnown
                .target(target)
                .filter(view -> view.failure().isEmpty())
                .flatMap(TargetView::component)
                .flatMap(lastKnown::component)
                .filter(view -> view.component().identity().medium() == Medium.ROTATING)
                .filter(view -> view.findings().stream()
                        .noneMatch(finding -> finding.severity().isAlert()))
                .filter(view -> !isTesting(view))
                .isPresent();
    }

    private static boolean isTesting(View view) {
        return view.snapshot()
                .map(Snapshot::readings)
                .map(readings -> readings.stream()
                        .anyMatch(
                                reading -> reading instanceof SelfTest test && test.result() == SelfTestResult.RUNNING))
                .orElse(false);
    }
}
