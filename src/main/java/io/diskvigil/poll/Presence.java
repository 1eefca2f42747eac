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
import io.diskvigil.model.Target;
import io.diskvigil.poll.Ledger.LedgerException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final Tales tales = new Tales();
    private final Firmwares firmwares;
    private final LostControllers controllers;

    public Presence(LifeLedger ledger, LastKnown lastKnown, InventoryConfig config, Clock clock) {
        this.ledger = ledger;
        this.lastKnown = lastKnown;
        this.clock = clock;
        this.lives = new Lives(ledger.lives());
        this.absences = new Absences(config, clock.instant());
        this.controllers = new LostControllers(lives, absences);
        this.firmwares = new Firmwares(lives, tales, clock);
        lives.all().forEach(lastKnown::put);
        // A person may have ended their stories while the daemon was down, or a crash came before that was done.
        lives.all().stream()
                .filter(life -> !life.state().isExpected())
                .forEach(life -> tales.end(life.located(), LifeFindings.gone(life)));
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
            tales.begin(id);
        } else if (!isLeaving(life, now)) {
            firmwares.note(target, drive, before.get());
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
            tales.ended(before.id());
            lives.of(before.id()).ifPresent(life -> tales.tell(life.component(), LifeFindings.returned(life)));
        }
    }

    /** Decommissioned while it was here, and not pulled yet. */
    private static boolean isLeaving(Life life, Instant now) {
        return life.state() == State.DECOMMISSIONED
                && life.status().before().isHere()
                && now.isBefore(life.since().plus(TO_PULL));
    }

    /**
     * Who stands behind a door at which nobody tells a name: the cabling is asked first, then the memory of the device's
     * name, which the next boot may give to another drive.
     *
     * @param remembered who was last seen behind a door of this name
     */
    Optional<Component> behind(Location door, Optional<Component> remembered) {
        return lives.at(door)
                .map(life -> life.component().withLocations(Cabling.inFront(door, life.component())))
                .or(() -> remembered.filter(drive -> !Cabling.isElsewhere(drive, door) && isAround(drive.id())));
    }

    /** Whoever is expected, or not pulled yet, or closes its doors in this run. */
    private boolean isAround(ComponentId id) {
        return expects(id)
                || absences.isKnownHere(id)
                || lives.of(id).filter(life -> isLeaving(life, clock.instant())).isPresent();
    }

    /**
     * Somebody sleeps there.
     *
     * @param sleeper who it is, as far as can be said
     */
    void asleep(Target target, Location door, Optional<Component> sleeper) {
        boolean sure = lives.at(door).isPresent()
                || sleeper.filter(drive -> isSure(target, drive.id())).isPresent();
        if (!sure) {
            absences.sleeper(target);
            return;
        }
        ComponentId id = sleeper.orElseThrow().id();
        Instant now = clock.instant();
        absences.shown(target, id, now);
        lives.of(id).filter(life -> life.state().isHere()).ifPresent(life -> {
            lives.seen(life.component(), List.of(door), life.lastSeen());
            lives.here(id, State.ASLEEP, "", now);
            publish(id);
        });
    }

    /** It answered there in this run, or a controller counts the place. */
    private boolean isSure(Target target, ComponentId id) {
        return firmwares.hasAnswered(target) && absences.isKnownHere(id) || Location.isCounted(target.type());
    }

    void failed(Target target, Location door, Component drive, Cause cause) {
        Optional<Life> known = lives.of(drive.id());
        if (known.isEmpty() || cause == Cause.TOOL_MISSING || cause == Cause.TOOL_TOO_OLD) {
            return;
        }
        absences.failed(target, drive.id(), cause);
        if (known.get().state().isHere()
                && cause != Cause.DEVICE_UNREACHABLE
                && lives.at(door).filter(life -> life.id().equals(drive.id())).isPresent()) {
            lives.seen(known.get().component(), List.of(door), known.get().lastSeen());
        }
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

    /** A tool that does not show its controllers hides nobody if nobody was ever seen by it. */
    void scanned(String adapter, boolean worked) {
        boolean hidesNobody = !adapter.equals(Discovery.READS_DRIVES)
                && lives.all().stream()
                        .flatMap(life -> life.places().stream())
                        .noneMatch(at -> at.path().startsWith(adapter + ":"));
        absences.scanned(adapter, worked || hidesNobody);
    }

    void notMissed(String adapter) {
        absences.notAwaited(adapter);
    }

    /** Successive answers without it, after which something is missing. */
    int patience() {
        return absences.patience();
    }

    int misses(Target door) {
        return absences.misses(door);
    }

    /** The doors of a controller behind which drives were seen, or looked for, in this run. */
    Stream<Target> doors(Target controller) {
        return absences.doors().filter(door -> ControllerDoors.leadsTo(controller, door));
    }

    /** What was taken for a drive is a volume of a controller, as long as that shows it. */
    void isVolume(Target target, Component ghost, String words) {
        Optional<Life> life = lives.of(ghost.id()).filter(one -> one.state().isExpected());
        if (life.isPresent()) {
            absences.forget(target);
            firmwares.forget(target);
            lives.gone(ghost.id(), State.REPLACED, "is " + words, "", clock.instant());
            tales.end(life.get().located(), LifeFindings.volume(ghost, words));
            publish(ghost.id());
        }
    }

    void forget(Target target, Optional<Component> drive) {
        absences.forget(target);
        firmwares.forget(target);
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
                && here.filter(life -> life.state() != State.DECOMMISSIONED && !isBackFrom(kept, life))
                        .isPresent();
        if (news) {
            lives.adopt(kept.id(), kept.status());
            LOG.infof("%s: decommissioned %s", kept.id(), kept.status().why());
            tales.end(here.get().located(), LifeFindings.decommissioned(kept));
            publish(kept.id());
        }
    }

    /** That it came back from there is merely not kept yet. */
    private static boolean isBackFrom(Life kept, Life here) {
        return here.status().before() == State.DECOMMISSIONED && !kept.since().isAfter(here.since());
    }

    private void lookForAbsent() {
        Instant now = clock.instant();
        List<Life> gone = lives.all().stream()
                .filter(life -> life.state().isHere() && absences.isGone(life.id(), now))
                .toList();
        for (Life life : gone) {
            if (!lives.of(life.id()).filter(l -> l.state().isHere()).isPresent()) {
                continue;
            }
            Optional<Life> instead = lives.inPlaceOf(life);
            String controller = LifeFindings.controllerOf(life);
            List<Life> together = controllers.together(controller, now);
            if (instead.isPresent()) {
                replaced(life, instead.get());
            } else if (controllers.isLost(controller, together)) {
                together.forEach(one -> missing(one, controller));
            } else {
                missing(life, "");
            }
        }
    }

    private void missing(Life life, String controller) {
        lives.gone(life.id(), State.MISSING, "", controller, clock.instant());
        publish(life.id());
    }

    private void replaced(Life gone, Life instead) {
        lives.gone(gone.id(), State.REPLACED, LifeFindings.standsInPlace(instead), "", clock.instant());
        Life now = lives.of(gone.id()).orElseThrow();
        LOG.infof("%s: %s", gone.id(), LifeFindings.replaced(now).summary());
        tales.end(now.located(), LifeFindings.replaced(now));
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

    /** What is to be told of them. */
    Tales tales() {
        return tales;
    }

    /** Who stood in a place that a controller counts; before anybody was seen there, whoever was the first. */
    EventBook.Occupants occupants() {
        return new EventBook.Occupants() {
            @Override
            public Optional<ComponentId> at(String path, String place, Instant when) {
                return lives.at(path, place, when);
            }

            @Override
            public Optional<ComponentId> firstAfter(String path, String place, Instant when) {
                return lives.firstAfter(path, place, when);
            }
        };
    }

    /** Keeps what changed, but for what has to be told first. */
    void keep() {
        for (Map.Entry<ComponentId, List<LifeEvent>> one : lives.unkept().entrySet()) {
            ComponentId id = one.getKey();
            if (tales.isOwed(id)) {
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
            return Optional.of(controllers.lost().stream()
                    .filter(controller -> LifeFindings.controllerId(controller).equals(id))
                    .map(controller -> LifeFindings.controllerLost(controller, controllers.drives(controller)))
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
        return Stream.concat(alone, controllers.lost().stream().map(LifeFindings::controller))
                .toList();
    }
}
