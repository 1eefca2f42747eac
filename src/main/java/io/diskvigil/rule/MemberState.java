package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.OptionalDouble;

/** What the controller has decided about a drive: it saw the commands fail, so its word weighs more than the drive's own. */
final class MemberState implements Rule {
    @Override
    public String name() {
        return "member-state";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() != ComponentKind.DRIVE) {
            return List.of();
        }
        return snapshot.status(Vocabulary.MEMBER_STATE.readingName()).stream()
                .filter(status -> status.health() != Health.OK)
                .map(status -> new Finding(
                        name(),
                        snapshot.component().id(),
                        status.name(),
                        status.health() == Health.FAILED ? Severity.CRITICAL : Severity.WARNING,
                        status.health() == Health.FAILED ? 1 : 0,
                        summary(status),
                        new Evidence(
                                status.name(), status.source(), "", "", status.vendorWord(), past.since(status.name())),
                        meaning(snapshot, status.health()),
                        advice(snapshot, status.health()),
                        false))
                .toList();
    }

    private static String summary(Status status) {
        return switch (status.health()) {
            case FAILED -> "out of service by the controller: " + status.vendorWord();
            case DEGRADED -> "the controller warns of it: " + status.vendorWord();
            case OK, UNKNOWN -> "in a state that is not known: " + status.vendorWord();
        };
    }

    private static String meaning(Snapshot snapshot, Health health) {
        OptionalDouble left = snapshot.level(Vocabulary.VOLUME_REDUNDANCY_LEFT.readingName());
        String volume = left.isEmpty() ? "" : " Of its volume " + VolumeState.mayFail((long) left.getAsDouble()) + ".";
        return switch (health) {
            case FAILED -> "The controller does not use this drive any more, or it is gone." + volume;
            case DEGRADED -> "The controller still uses this drive, but expects it to fail." + volume;
            case OK, UNKNOWN ->
                "The controller has a word for this drive that this program does not know. It is taken as trouble until"
                        + " somebody has looked." + volume;
        };
    }

    private static List<String> advice(Snapshot snapshot, Health health) {
        return switch (health) {
            case FAILED ->
                List.of(
                        "See that a fresh backup of its volume exists before anything is pulled.",
                        Slot.advice(snapshot),
                        "Replace it by a drive at least as large. If no rebuild starts by itself, make the new drive a hot"
                                + " spare with the controller's tool.",
                        "Do not put the same drive back into the volume: what made it fail once does so again.");
            case DEGRADED ->
                List.of(
                        "See that a fresh backup of its volume exists.",
                        "Replace the drive soon, as long as the volume can still do without it.",
                        Slot.advice(snapshot));
            case OK, UNKNOWN ->
                List.of(
                        "Look the word up in the controller's manual, and look at the drive with the controller's tool.",
                        Slot.advice(snapshot));
        };
    }
}
