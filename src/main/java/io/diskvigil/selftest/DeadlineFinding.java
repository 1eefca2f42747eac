package io.diskvigil.selftest;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Words for a drive that has not passed its test in time. */
final class DeadlineFinding {
    /** A short test matters less: it is told as a warning when so many of its periods have gone by. */
    private static final int PERIODS = 7;

    private DeadlineFinding() {}

    static Finding of(
            Calendar calendar, Subject subject, Deadline deadline, Optional<Instant> passed, Tally tally, Instant now) {
        TestKind kind = deadline.kind();
        Window window = calendar.window();
        String last = passed.map(at -> "last passed on " + window.date(at))
                .orElse("never passed since first sight on " + window.date(subject.since()));
        String why = tally.windows() == 0 ? "no window was used while it was due" : tally.words();
        boolean grave = kind == TestKind.LONG
                || now.isAfter(deadline.at().plus(deadline.period().multipliedBy(PERIODS)));
        return new Finding(
                Promise.DEADLINE,
                subject.id(),
                kind.word(),
                grave ? Severity.WARNING : Severity.NOTICE,
                0,
                "%s self-test overdue since %s: %s".formatted(kind.word(), window.date(deadline.at()), why),
                new Evidence(
                        "self_test", "self-test log", "", "", kind.word() + ": " + last, Optional.of(deadline.at())),
                "A %s test is promised within %s; %s. Damage in places that nobody reads stays unseen until then."
                        .formatted(kind.word(), days(deadline.period()), last),
                advice(subject, kind, tally),
                false);
    }

    private static List<String> advice(Subject subject, TestKind kind, Tally tally) {
        List<String> advice = new ArrayList<>();
        advice.add(against(tally.mostOften().orElse(Cause.MISSED)));
        advice.add("Run it now at a quiet time: diskvigil selftest %s %s".formatted(subject.id(), kind.word()));
        return advice;
    }

    private static String against(Cause cause) {
        return switch (cause) {
            case ARRAY -> "Let the array finish, or repair it; tests go on by themselves afterwards.";
            case HOT -> "Improve the cooling of this slot.";
            case BUSY -> "Move the window to a quieter time: self-test.window-start and self-test.window-end.";
            case ASLEEP -> "Let the drive be awake in the window, or wake it for its tests.";
            case UNREADABLE -> "Find out why the drive does not answer: diskvigil status.";
            case JUST_BOOTED -> "Start the machine well before the window.";
            case START_FAILED -> "Find out why no test starts: diskvigil selftests, and the log of the daemon.";
            case MISSED ->
                "Leave the machine on in the window, or move the window: self-test.window-start and self-test.window-end.";
            case TRIED -> "Look for what ends the tests: resets, spin-down, another tool that starts tests.";
            case RUNNING -> "Look for who else starts tests: smartd, cron, the controller.";
            case GROUP, CONTROLLER, SHORT_FIRST ->
                "Give the tests more room: self-test.per-controller, or a longer window or period.";
            case DISABLED, UNTESTABLE, NOT_DUE, OUTSIDE_WINDOW -> "See what is planned: diskvigil plan.";
        };
    }

    private static String days(Duration period) {
        return period.toDays() + (period.toDays() == 1 ? " day" : " days");
    }
}
