package io.diskvigil.poll;

import io.diskvigil.exec.Survivor;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Keeps targets that hang apart: they are tried again after one interval, then after pauses that double, and not at all while
 * a killed tool survives on their device. It alone tells of time-outs; all other failures are told as "cannot read".
 */
public final class Quarantine implements Standing {
    /** The name in findings. */
    public static final String NAME = Hang.RULE;

    private static final Logger LOG = Logger.getLogger(Quarantine.class);
    /** Why a probe failed whose command did not come to an end. */
    public static final Set<Cause> HANGS = Set.of(Cause.TIMED_OUT, Cause.STILL_HANGING);

    private final Function<String, Optional<Survivor>> survivors;
    private final Duration interval;
    private final Duration longest;
    private final Clock clock;
    private final Map<Target, Hang> hangs = new HashMap<>();
    /** Who was asked since the start and came back: of anybody else nothing is over. */
    private final Set<ComponentId> heard = new HashSet<>();

    /** @param survivors what hangs on a device; asked often, so it must not wait */
    public Quarantine(Function<String, Optional<Survivor>> survivors, PollConfig config, Clock clock) {
        this.survivors = survivors;
        this.interval = config.interval();
        this.longest = config.quarantineMax();
        this.clock = clock;
    }

    /** Whether the failure is of the kind that is told here and nowhere else. A scan has no drive that could be kept apart. */
    static boolean tells(Failed failed) {
        return HANGS.contains(failed.cause()) && !failed.target().type().equals(Discovery.SCAN);
    }

    /** Whether it may be asked now; who is told so, asks, and then notes what came of it. */
    synchronized boolean begin(Target target) {
        Hang hang = hangs.get(target);
        if (hang == null || hang.answers()) {
            // If another one's tool hangs on the same path, the runner refuses, and that is told of this one too.
            return true;
        }
        if (!isDue(hang, survivors.apply(target.path()))) {
            return false;
        }
        hang.begin(clock.instant(), interval);
        return true;
    }

    /** Those to be asked now although their regular turn may be far. */
    synchronized List<Target> due() {
        return hangs.entrySet().stream()
                .filter(entry -> !entry.getValue().answers())
                .filter(entry ->
                        isDue(entry.getValue(), survivors.apply(entry.getKey().path())))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether a tool hangs in the kernel: a scan would touch that drive as well. */
    synchronized boolean holdsScans() {
        return hangs.keySet().stream()
                .map(Target::path)
                .distinct()
                .anyMatch(path -> survivors.apply(path).isPresent());
    }

    private boolean isDue(Hang hang, Optional<Survivor> survivor) {
        hang.look(survivor, clock.instant(), interval);
        return hang.isDue(clock.instant());
    }

    /**
     * @param target as it is asked by the schedule; the outcome may speak of another way in
     * @param component who stands behind the target, as far as it is known
     */
    synchronized void note(Target target, PollOutcome outcome, Component component) {
        Instant now = clock.instant();
        Hang hang = hangs.get(target);
        if (outcome instanceof Failed failed && HANGS.contains(failed.cause())) {
            if (hang == null || hang.answers()) {
                LOG.warnf("%s: hangs: %s", target.label(), failed.detail());
            }
            hang = hang == null ? new Hang(target, now) : hang;
            hangs.put(target, hang);
            hang.failed(failed, component, survivors.apply(target.path()), now, interval, longest);
            return;
        }
        if (outcome instanceof Failed failed && (failed.cause() == Cause.STOPPED || failed.cause() == Cause.BUSY)) {
            Optional.ofNullable(hang).ifPresent(one -> one.notAsked(now, interval));
            return;
        }
        heard.add(component.id());
        if (hang != null) {
            if (!hang.answers()) {
                LOG.infof("%s: comes to an end again after %d failed tries", target.label(), hang.failures());
            }
            if (hang.ended(component)) {
                hangs.remove(target);
            }
        }
    }

    synchronized void forget(Target target) {
        hangs.remove(target);
    }

    @Override
    public Set<String> rules() {
        return Set.of(NAME);
    }

    @Override
    public synchronized Optional<List<Finding>> of(ComponentId id) {
        List<Finding> findings = new ArrayList<>();
        boolean undecided = !heard.contains(id);
        for (Hang hang : hangs.values()) {
            if (hang.component().id().equals(id)) {
                hang.finding().ifPresent(findings::add);
                undecided = undecided || !hang.answers();
            }
        }
        return findings.isEmpty() && undecided ? Optional.empty() : Optional.of(List.copyOf(findings));
    }

    @Override
    public synchronized Collection<Component> subjects() {
        return hangs.values().stream()
                .filter(hang -> hang.finding().isPresent())
                .map(Hang::component)
                .distinct()
                .toList();
    }
}
