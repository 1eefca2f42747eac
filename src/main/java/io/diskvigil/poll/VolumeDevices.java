package io.diskvigil.poll;

import io.diskvigil.inventory.Inventory;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Block devices that are volumes of a controller. A tool that reads drives finds them as well, and sees nothing, or numbers
 * that the controller made up: as long as the controller shows the volume, that is no blind drive. Used under the casebook's
 * lock.
 */
final class VolumeDevices {
    private static final Logger LOG = Logger.getLogger(VolumeDevices.class);
    /** As smartctl's answers are read: a volume by its name, or by numbers that no drive has. */
    private static final String VOLUME_ANSWERS = "VOLUME_ANSWERS";

    private final Parts parts;
    private final Inventory inventory;
    private final Presence presence;
    private final Set<Target> known = new HashSet<>();
    private final Set<Target> waiting = new HashSet<>();

    VolumeDevices(Parts parts, Inventory inventory, Presence presence) {
        this.parts = parts;
        this.inventory = inventory;
        this.presence = presence;
    }

    /**
     * The volume of which this outcome speaks, so that it is not to be judged. A hang is: it says something of the controller.
     */
    Optional<Component> volume(PollOutcome outcome) {
        Target target = outcome.target();
        boolean hangs = outcome instanceof Failed failed && Quarantine.HANGS.contains(failed.cause());
        Optional<Component> volume = hangs ? Optional.empty() : parts.volumeAt(target.path());
        if (volume.isEmpty()) {
            if (known.remove(target)) {
                LOG.infof("%s: no controller shows it as a volume any more: judged as a drive", target.label());
            }
            return volume;
        }
        String words = words(volume.get());
        if (known.add(target)) {
            LOG.infof("%s: is %s; its controller tells how it is", target.label(), words);
        }
        ghost(outcome).ifPresent(drive -> presence.isVolume(target, drive, words));
        return volume;
    }

    /** Its controller may not have been asked yet after the start: who says that it is a volume is judged at the second time. */
    boolean mayTurnOut(Polled polled) {
        return polled.snapshots().stream()
                        .flatMap(answer -> answer.status(Vocabulary.VISIBILITY.readingName()).stream())
                        .anyMatch(seen -> seen.vendorWord().equals(VOLUME_ANSWERS))
                && waiting.add(polled.target());
    }

    /** The drive for which the volume was taken, before the controller told. */
    private Optional<Component> ghost(PollOutcome outcome) {
        return outcome instanceof Polled polled
                ? polled.snapshots().stream()
                        .map(Snapshot::component)
                        .flatMap(
                                seen -> inventory
                                        .like(seen)
                                        .filter(drive -> drive.identity()
                                                .model()
                                                .equals(seen.identity().model()))
                                        .stream())
                        .filter(drive -> drive.kind() == ComponentKind.DRIVE)
                        .findFirst()
                : Optional.empty();
    }

    private String words(Component volume) {
        String controller = volume.locations().stream()
                .filter(at -> !ControllerDoors.isNode(at.path()))
                .map(at -> at.path())
                .findFirst()
                .orElse("its controller");
        return "volume %s of %s"
                .formatted(volume.identity().model(), controller)
                .replace("  ", " ");
    }
}
