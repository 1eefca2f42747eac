package io.diskvigil.poll;

import io.diskvigil.exec.Survivor;
import io.diskvigil.model.Component;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** One target that hangs, or hung a short while ago. Used under the lock of its {@link Quarantine}. */
final class Hang {
    static final String RULE = "quarantined";

    /** Good answers in a row after which it is forgotten that a target ever hung. */
    private static final int FORGOTTEN_AFTER = 12;
    /** One time-out is a busy moment; it is told at the second. */
    private static final int TOLD_AT = 2;

    private final Target target;
    private Instant since;
    private Component component;
    private Failed last;
    private Optional<Survivor> survivor = Optional.empty();
    private Instant triedAt;
    private Instant nextAt;
    private boolean asking;
    private int failures;
    private int times;
    private int answers = FORGOTTEN_AFTER;

    Hang(Target target, Instant since) {
        this.target = target;
        this.since = since;
        this.triedAt = since;
        this.nextAt = since;
    }

    void failed(
            Failed failed,
            Component behind,
            Optional<Survivor> left,
            Instant now,
            Duration interval,
            Duration longest) {
        if (answers > 0) {
            // It answered in between: another hang, with pauses that begin anew.
            since = now;
            failures = 0;
            times++;
            answers = 0;
        }
        component = behind;
        last = failed;
        survivor = left;
        failures++;
        // Counted from the begin of the try: it took a whole time-out.
        Instant begun = asking ? triedAt : now;
        triedAt = begun;
        nextAt = begun.plus(pause(interval, longest));
        asking = false;
    }

    private Duration pause(Duration interval, Duration longest) {
        Duration pause = interval.multipliedBy(1L << Math.min(failures - 1, 20));
        Duration most = longest.compareTo(interval) < 0 ? interval : longest;
        return pause.compareTo(most) < 0 ? pause : most;
    }

    /** The tool came to an end, whatever it said. Tells whether the hang can be forgotten. */
    boolean ended(Component behind) {
        component = behind;
        survivor = Optional.empty();
        asking = false;
        answers++;
        return answers >= FORGOTTEN_AFTER;
    }

    void notAsked(Instant now, Duration interval) {
        asking = false;
        nextAt = now.plus(interval);
    }

    /** Once the killed tool is gone, the next try need not wait for the end of a long pause. */
    void look(Optional<Survivor> now, Instant at, Duration interval) {
        if (survivor.isPresent() && now.isEmpty()) {
            Instant soon = triedAt.plus(interval).isAfter(at) ? triedAt.plus(interval) : at;
            nextAt = soon.isBefore(nextAt) ? soon : nextAt;
        }
        survivor = now;
    }

    /** The next try is an interval away even if nothing is ever heard of this one. */
    void begin(Instant now, Duration interval) {
        asking = true;
        triedAt = now;
        nextAt = now.plus(interval);
    }

    boolean isDue(Instant now) {
        return survivor.isEmpty() && !now.isBefore(nextAt);
    }

    boolean answers() {
        return answers > 0;
    }

    int failures() {
        return failures;
    }

    Component component() {
        return component;
    }

    /** A target that hung once is well with its first answer; one that hangs again and again only after many. */
    Optional<Finding> finding() {
        boolean hangsNow = !answers() && (failures >= TOLD_AT || survivor.isPresent());
        return hangsNow || times >= TOLD_AT ? Optional.of(told()) : Optional.empty();
    }

    private Finding told() {
        return new Finding(
                RULE,
                component.id(),
                target.label(),
                Severity.WARNING,
                0,
                answers()
                        ? "%s hung %d times lately".formatted(target.label(), times)
                        : "%s hangs: no answer since %s".formatted(target.label(), minute(since)),
                new Evidence(target.label(), target.adapter(), "", "", state(), Optional.of(since)),
                ControllerDoors.isController(target)
                        ? "The controller, or a drive behind it that holds it up, does not answer in time. Nothing new is known about it,"
                                + " its volumes and its drives meanwhile; what was wrong before stays open."
                        : "The drive, or what leads to it, does not answer in time. Nothing new is known about it meanwhile; what was"
                                + " wrong before stays open. The other drives are read as ever.",
                survivor.isPresent() ? STUCK : slow(),
                true);
    }

    private String state() {
        String tries = "%d %s since %s (%s)"
                .formatted(failures, failures == 1 ? "failed try" : "failed tries", minute(since), last.detail());
        if (answers()) {
            return tries + "; it answers now";
        }
        return tries
                + survivor.map(left -> "; " + left.words() + ": nothing is sent to the device until it is gone")
                        .orElseGet(() -> "; next try after " + minute(nextAt));
    }

    private static String minute(Instant at) {
        return at.truncatedTo(ChronoUnit.MINUTES).toString();
    }

    private static final List<String> STUCK = List.of(
            "Look in the kernel log: the drive or its controller does not answer the kernel either.",
            "Nothing more is sent to the device until the command ends, and no new drives are looked for; often only a reset or"
                    + " reboot ends it.",
            "Check that the data on this drive has a healthy mirror before you reboot.");

    private List<String> slow() {
        return ControllerDoors.isController(target)
                ? List.of(
                        "Look in the kernel log for resets and time-outs of the controller and of drives behind it.",
                        "Run its tool by hand, as root. If it is merely slow, raise " + target.adapter() + ".timeout.")
                : List.of(
                        "Look in the kernel log for resets and time-outs of this device: a drive that hangs may be failing.",
                        "Check cable, backplane and power. Other drives that hang too point to the controller.",
                        "Try it by hand: smartctl -i DEVICE. If the drive is merely slow, raise smartctl.timeout.");
    }
}
