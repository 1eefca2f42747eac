package io.diskvigil.rule;

import static io.diskvigil.model.Vocabulary.REBUILD_MINUTES_LEFT;
import static io.diskvigil.model.Vocabulary.REBUILD_PERCENT;
import static io.diskvigil.model.Vocabulary.VOLUME_REDUNDANCY_LEFT;
import static io.diskvigil.model.Vocabulary.VOLUME_STATE;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A volume that has lost drives. What is left of its redundancy decides what a person may do next, so it is said first; while
 * a rebuild runs the drive is already replaced, and waiting is all there is to do. On a drive the same readings only say where
 * it belongs.
 */
final class VolumeState implements Rule {
    /** No level has more drives to spare than this, so a lower number is a higher level. */
    private static final int MOST_REDUNDANCY = 100;

    @Override
    public String name() {
        return "volume-state";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() != ComponentKind.VOLUME) {
            return List.of();
        }
        return snapshot.status(VOLUME_STATE.readingName()).stream()
                .filter(status -> status.health() != Health.OK)
                .map(status -> switch (status.health()) {
                    case FAILED -> failed(snapshot, past, status);
                    case DEGRADED -> degraded(snapshot, past, status);
                    case OK, UNKNOWN -> unknown(snapshot, past, status);
                })
                .toList();
    }

    private Finding failed(Snapshot snapshot, Past past, Status status) {
        return finding(
                snapshot,
                past,
                status,
                Severity.CRITICAL,
                MOST_REDUNDANCY + 1,
                "failed (" + status.vendorWord() + "), data may be lost",
                "More drives are gone than the volume can do without: what it held cannot be read as it stands. Often one of"
                        + " them only lost its link or power, and its data is still there." + members(snapshot),
                List.of(
                        "Do not power-cycle the machine, do not create, initialise or delete a volume, do not swap drives around:"
                                + " each of these can make final what may still be mended.",
                        "Write down the state of every drive and the controller's event log before anything else.",
                        "Look which drive left last: cable, backplane and power first. A drive that comes back may be brought in"
                                + " again by the controller's own recovery (foreign configuration, rescue, force online).",
                        "If the data matters and there is no backup, stop here and ask a data recovery service."));
    }

    private Finding degraded(Snapshot snapshot, Past past, Status status) {
        OptionalDouble left = snapshot.level(VOLUME_REDUNDANCY_LEFT.readingName());
        String may = left.isEmpty() ? "" : ", " + mayFail((long) left.getAsDouble());
        OptionalDouble percent = snapshot.level(REBUILD_PERCENT.readingName());
        long level = left.isEmpty() ? missing(snapshot) : MOST_REDUNDANCY - (long) left.getAsDouble();
        boolean none = left.isPresent() && left.getAsDouble() < 1;
        if (percent.isPresent()) {
            return finding(
                    snapshot,
                    past,
                    status,
                    Severity.WARNING,
                    level,
                    "rebuilding, %.0f %%%s%s".formatted(percent.getAsDouble(), estimate(snapshot), may),
                    "A drive has taken the place of the one that was lost, and its content is being written from the others."
                            + " Until that is done the volume is less protected than it should be." + members(snapshot),
                    List.of(
                            "Pull no drive, and do not shut the machine down while it runs.",
                            "See that a fresh backup exists: a rebuild reads every sector of the remaining drives, and finds"
                                    + " the ones that cannot be read.",
                            "Keep heavy load away if it can wait."));
        }
        return finding(
                snapshot,
                past,
                status,
                Severity.CRITICAL,
                level,
                "degraded" + may,
                (none
                                ? "The volume works, but nothing protects it any more: the next drive that fails, and each"
                                        + " sector that cannot be read, loses data."
                                : "The volume works, but with less protection than it should have.")
                        + " No rebuild runs."
                        + members(snapshot),
                List.of(
                        "See that a fresh backup of this volume exists before anything else.",
                        "Pull no drive but the one that failed: compare slot and serial, and light its LED.",
                        "Replace the failed drive by one at least as large. If no rebuild starts by itself, make the new drive"
                                + " a hot spare with the controller's tool.",
                        "Look at the other members first: one with errors of its own may not survive the rebuild."));
    }

    private Finding unknown(Snapshot snapshot, Past past, Status status) {
        return finding(
                snapshot,
                past,
                status,
                Severity.WARNING,
                0,
                "in a state that is not known: " + status.vendorWord(),
                "The controller has a word for this volume that this program does not know. It is taken as trouble until"
                        + " somebody has looked." + members(snapshot),
                List.of(
                        "Look the word up in the controller's manual, and look at the volume with the controller's tool."));
    }

    private Finding finding(
            Snapshot snapshot,
            Past past,
            Status status,
            Severity severity,
            long level,
            String summary,
            String meaning,
            List<String> advice) {
        return new Finding(
                name(),
                snapshot.component().id(),
                status.name(),
                severity,
                level,
                summary,
                new Evidence(status.name(), status.source(), "", "", status.vendorWord(), past.since(status.name())),
                meaning,
                advice,
                false);
    }

    static String mayFail(long left) {
        return left < 1 ? "no further drive may fail" : left + " more drive" + (left == 1 ? "" : "s") + " may fail";
    }

    private static String estimate(Snapshot snapshot) {
        OptionalDouble minutes = snapshot.level(REBUILD_MINUTES_LEFT.readingName());
        if (minutes.isEmpty() || minutes.getAsDouble() <= 0) {
            return "";
        }
        long left = Math.round(minutes.getAsDouble());
        return left < 90 ? ", about " + left + " min left" : ", about " + Math.round(left / 60.0) + " h left";
    }

    /** A sentence on the places that are empty or bad; none if the tool tells no members. */
    private static String members(Snapshot snapshot) {
        String bad = gone(snapshot)
                .map(member -> "member " + member.number() + " ("
                        + (member.slot().isEmpty() ? "" : member.slot() + ", ") + member.vendorWord() + ")")
                .collect(Collectors.joining(", "));
        return bad.isEmpty() ? "" : " Not in service: " + bad + ".";
    }

    private static long missing(Snapshot snapshot) {
        return gone(snapshot).count();
    }

    private static Stream<Member> gone(Snapshot snapshot) {
        return snapshot.readings(Member.class)
                .filter(member -> member.health() == Health.FAILED || member.health() == Health.UNKNOWN);
    }
}
