package io.diskvigil.poll;

import io.diskvigil.inventory.InventoryConfig;
import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.Life.State;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.inventory.Lives;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.poll.Ledger.LedgerException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Who is there: follows each drive from its first sight through moves, absence and return, and finds those that are missing.
 * Used under the casebook's lock.
 */
public final class Presence implements Standing {
    private static final Logger LOG = Logger.getLogger(Presence.class);
    /** A drive that is decommissioned before it is pulled may go on answering for so long. */
    private static final Duration TO_PULL = Duration.ofDays(1);

    private static final Duration LONG_AWAY = Duration.ofDays(1);

    private final LifeLedger ledger;
    private final LastKnown lastKnown;
    private final Clock clock;
    private final Lives lives;
    private final Absences absences;
    private final Map<Target, String> firmware = new HashMap<>();
    /** Told first, kept then: a crash between may repeat a mail and loses none. */
    private final Map<ComponentId, Map<String, Tale>> untold = new LinkedHashMap<>();

    private final Set<ComponentId> unintroduced = new HashSet<>();
    private final Map<ComponentId, Tale> endings = new LinkedHashMap<>();

    /** Something to tell once about a drive. */
    record Tale(Component component, Finding notice) {}

    public Presence(LifeLedger ledger, LastKnown lastKnown, InventoryConfig config, Clock clock) {
        this.ledger = ledger;
        this.lastKnown = lastKnown;
        this.clock = clock;
        this.lives = new Lives(ledger.lives());
        this.absences = new Absences(config, clock.instant());
        lives.all().forEach(lastKnown::put);
    }

    /**
     * @param doors where it answered this time
     * @return whether it was away for so long that it may have been anywhere
     */
    boolean sighted(Target target, Component drive, List<Location> doors) {
        if (drive.kind() != ComponentKind.DRIVE) {
            return false;
        }
        Instant now = clock.instant();
        ComponentId id = drive.id();
        absences.shown(target, id, now);
        Optional<Life> before = lives.of(id);
        Life life = lives.seen(drive, doors, now);
        if (before.isEmpty()) {
            unintroduced.add(id);
        } else if (!isLeaving(life, now)) {
            firmware(target, drive, before.get());
            back(before.get());
        }
        lives.all().stream()
                .filter(other -> other.state() == State.MISSING)
                .forEach(other -> lives.inPlaceOf(other).ifPresent(instead -> replaced(other, instead)));
        publish(id);
        return before.filter(known ->
                        !known.state().isHere() && !now.isBefore(known.since().plus(LONG_AWAY)))
                .isPresent();
    }

    private void back(Life before) {
        boolean away = !before.state().isHere();
        lives.here(before.id(), State.PRESENT, away ? LifeFindings.away(before) : "", clock.instant());
        if (before.state() == State.REPLACED || before.state() == State.DECOMMISSIONED) {
            endings.remove(before.id());
            lives.of(before.id()).ifPresent(life -> tell(life.component(), LifeFindings.returned(life)));
        }
    }

    /** Two doors may spell it differently: it is compared with what the same door said, or the same kind of door. */
    private void firmware(Target target, Component drive, Life before) {
        String now = drive.identity().firmware();
        String old = firmware.put(target, now);
        if (now.isEmpty() || now.equals(before.firmware()) || now.equals(old)) {
            return;
        }
        boolean sameDoor = old != null
                || drive.identity()
                        .protocol()
                        .equals(before.component().identity().protocol());
        boolean cut = now.contains(before.firmware()) || before.firmware().contains(now);
        if (sameDoor && !cut) {
            tell(drive, LifeFindings.firmwareChanged(drive, before.firmware()));
        }
        if (sameDoor) {
            lives.firmware(drive.id(), now, clock.instant());
        }
    }

    /** Decommissioned while it was here, and not pulled yet. */
    private static boolean isLeaving(Life life, Instant now) {
        return life.state() == State.DECOMMISSIONED
                && life.status().before().isHere()
                && now.isBefore(life.since().plus(TO_PULL));
    }

    /** What is to be told of a drive at first sight, as long as it was not. */
    Optional<Finding> introduction(Snapshot view) {
        return unintroduced.contains(view.component().id()) ? Optional.of(Adoption.of(view)) : Optional.empty();
    }

    void introduced(ComponentId id) {
        unintroduced.remove(id);
    }

    /**
     * Somebody sleeps there.
     *
     * @param known who was last seen through this target
     * @return who it is, as far as can be said
     */
    Optional<Component> asleep(Target target, Optional<Component> known, String byPath) {
        Location door = new Location(target.path(), target.type(), "", byPath);
        Optional<Life> there = byPath.isEmpty() ? Optional.empty() : lives.at(byPath);
        Optional<Component> sleeper = there.map(Life::component).or(() -> known);
        boolean sure = there.isPresent()
                || sleeper.filter(drive -> isSure(target, drive.id())).isPresent();
        if (!sure) {
            absences.sleeper(target);
            return sleeper;
        }
        ComponentId id = sleeper.orElseThrow().id();
        Instant now = clock.instant();
        absences.shown(target, id, now);
        lives.of(id).filter(life -> life.state().isHere()).ifPresent(life -> {
            lives.seen(life.component(), List.of(door), life.lastSeen());
            lives.here(id, State.ASLEEP, "", now);
            publish(id);
        });
        return sleeper;
    }

    /** It answered there in this run, or a controller counts the place. */
    private boolean isSure(Target target, ComponentId id) {
        return firmware.containsKey(target) && absences.isKnownHere(id) || Location.isCounted(target.type());
    }

    void failed(Target target, Component drive, Cause cause) {
        Optional<Life> known = lives.of(drive.id());
        if (known.isEmpty() || cause == Cause.TOOL_MISSING || cause == Cause.TOOL_TOO_OLD) {
            return;
        }
        absences.failed(target, drive.id(), cause);
        if (known.get().state().isHere() && !isSeenElsewhere(target, drive.id())) {
            lives.here(drive.id(), State.UNREADABLE, "", clock.instant());
        }
        lookForAbsent();
        publish(drive.id());
    }

    private boolean isSeenElsewhere(Target target, ComponentId id) {
        return lastKnown.targets().stream()
                .anyMatch(view -> !view.target().equals(target)
                        && view.failure().isEmpty()
                        && view.component().filter(id::equals).isPresent());
    }

    void scanned(String adapter, boolean worked) {
        absences.scanned(adapter, worked);
    }

    void forget(Target target, Optional<Component> drive) {
        absences.forget(target);
        firmware.remove(target);
        drive.ifPresent(gone -> {
            lives.left(gone.id(), List.of(Location.of(target.path(), target.type())), clock.instant());
            publish(gone.id());
        });
    }

    /** Once a minute: what persons did beside the daemon, and who is overdue. */
    void look() {
        try {
            ledger.livesChangedElsewhere().ifPresent(others -> others.forEach(this::adopt));
        } catch (LedgerException e) {
            LOG.debugf("look for decommissioned drives: %s", e.getMessage());
        }
        lookForAbsent();
    }

    private void adopt(Life kept) {
        Optional<Life> here = lives.of(kept.id());
        boolean news = kept.state() == State.DECOMMISSIONED
                && here.filter(life -> life.state() != State.DECOMMISSIONED
                                && !life.status().before().equals(State.DECOMMISSIONED))
                        .isPresent();
        if (news) {
            lives.adopt(kept.id(), kept.status());
            LOG.infof("%s: decommissioned %s", kept.id(), kept.status().why());
            endings.put(kept.id(), new Tale(here.get().located(), LifeFindings.decommissioned(kept)));
            publish(kept.id());
        }
    }

    private void lookForAbsent() {
        Instant now = clock.instant();
        BiPredicate<Life, Instant> gone = (life, at) -> absences.isGone(life.id(), at);
        for (Life life : here(gone, now)) {
            if (!lives.of(life.id()).filter(l -> l.state().isHere()).isPresent()) {
                continue;
            }
            Optional<Life> instead = lives.inPlaceOf(life);
            String controller = LifeFindings.controllerOf(life);
            List<Life> together = controller.isEmpty() ? List.of() : together(controller, now);
            if (instead.isPresent()) {
                replaced(life, instead.get());
            } else if (isControllerLost(controller, together)) {
                together.forEach(one -> missing(one, controller));
            } else {
                missing(life, "");
            }
        }
    }

    private List<Life> here(BiPredicate<Life, Instant> which, Instant now) {
        return lives.all().stream()
                .filter(life -> life.state().isHere() && which.test(life, now))
                .toList();
    }

    private List<Life> together(String controller, Instant now) {
        return here((life, at) -> absences.isGoing(life.id(), at), now).stream()
                .filter(life -> LifeFindings.controllerOf(life).equals(controller))
                .filter(life -> lives.inPlaceOf(life).isEmpty())
                .toList();
    }

    /** Logical units of one drive are one drive. */
    private boolean isControllerLost(String controller, List<Life> together) {
        long drives = together.stream()
                .map(life -> life.component().identity().serial())
                .distinct()
                .count();
        return drives > 1 || (drives == 1 && !lostWith(controller).isEmpty());
    }

    private void missing(Life life, String controller) {
        lives.gone(life.id(), State.MISSING, "", controller, clock.instant());
        publish(life.id());
    }

    private void replaced(Life gone, Life instead) {
        lives.gone(gone.id(), State.REPLACED, LifeFindings.standsInPlace(instead), "", clock.instant());
        Life now = lives.of(gone.id()).orElseThrow();
        LOG.infof("%s: %s", gone.id(), LifeFindings.replaced(now).summary());
        endings.put(gone.id(), new Tale(now.located(), LifeFindings.replaced(now)));
        publish(gone.id());
    }

    /** Whether the drive concerns anybody: not if it was replaced or decommissioned and did not come back. */
    boolean expects(ComponentId id) {
        return lives.of(id).map(life -> life.state().isExpected()).orElse(true);
    }

    boolean isMissing(ComponentId id) {
        return lives.of(id).filter(life -> life.state() == State.MISSING).isPresent();
    }

    /** Every drive that is missing, told by itself or with its controller. */
    List<Component> missing() {
        return lives.all().stream()
                .filter(life -> life.state() == State.MISSING)
                .map(Life::located)
                .toList();
    }

    /** The drive as a person finds it: where it is, or was last. */
    Component located(Component drive) {
        return drive.locations().isEmpty()
                ? lives.of(drive.id()).map(Life::located).orElse(drive)
                : drive;
    }

    private void tell(Component component, Finding notice) {
        untold.computeIfAbsent(component.id(), ignored -> new LinkedHashMap<>())
                .put(notice.rule(), new Tale(component, notice));
    }

    /** What is to be told once and was not yet. */
    List<Tale> untold() {
        return untold.values().stream()
                .flatMap(tales -> tales.values().stream())
                .toList();
    }

    void told(Tale tale) {
        untold.computeIfPresent(tale.component().id(), (id, tales) -> {
            tales.remove(tale.notice().rule());
            return tales.isEmpty() ? null : tales;
        });
    }

    /** Drives whose story ends, with the reason; each until {@link #ended}. */
    List<Tale> endings() {
        return List.copyOf(endings.values());
    }

    void ended(Tale ending) {
        endings.remove(ending.component().id());
    }

    /** Keeps what changed, but for what has to be told first. */
    void keep() {
        for (Map.Entry<ComponentId, List<LifeEvent>> one : lives.unkept().entrySet()) {
            ComponentId id = one.getKey();
            if (untold.containsKey(id) || unintroduced.contains(id)) {
                continue;
            }
            if (ledger.keep(lives.of(id).orElseThrow(), one.getValue())) {
                lives.kept(id);
                one.getValue().forEach(event -> LOG.infof("%s: %s: %s", id, event.kind(), event.line()));
            }
        }
    }

    private void publish(ComponentId id) {
        lives.of(id).ifPresent(lastKnown::put);
    }

    @Override
    public Set<String> rules() {
        return Set.of(LifeFindings.MISSING, LifeFindings.CONTROLLER_LOST, LifeFindings.RETURNED);
    }

    @Override
    public Optional<List<Finding>> of(ComponentId id) {
        Optional<Life> known = lives.of(id);
        if (known.isEmpty()) {
            return Optional.of(controllers().stream()
                    .filter(controller -> LifeFindings.controllerId(controller).equals(id))
                    .map(controller -> LifeFindings.controllerLost(controller, lostWith(controller)))
                    .toList());
        }
        Life life = known.get();
        if (life.state() == State.MISSING) {
            return Optional.of(life.status().lostWith().isEmpty() ? List.of(LifeFindings.missing(life)) : List.of());
        }
        return life.state().isHere() && !absences.isKnownHere(id)
                ? Optional.empty()
                : Optional.of(
                        LifeFindings.returned(life, clock.instant()).stream().toList());
    }

    @Override
    public Collection<Component> subjects() {
        Stream<Component> alone = lives.all().stream()
                .filter(life -> life.state() == State.MISSING
                        && life.status().lostWith().isEmpty())
                .map(Life::located);
        return Stream.concat(alone, controllers().stream().map(LifeFindings::controller))
                .toList();
    }

    private Set<String> controllers() {
        Set<String> lost = new LinkedHashSet<>();
        lives.all().forEach(life -> lost.add(life.status().lostWith()));
        lost.remove("");
        return lost;
    }

    private List<Life> lostWith(String controller) {
        List<Life> lost = new ArrayList<>(lives.all());
        lost.removeIf(life -> life.state() != State.MISSING
                || controller.isEmpty()
                || !life.status().lostWith().equals(controller));
        return lost;
    }
}
