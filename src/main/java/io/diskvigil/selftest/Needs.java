package io.diskvigil.selftest;

import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Decision.Wait;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one drive needs in the window that is open, whatever the others do. */
final class Needs {
    private static final List<TestKind> PROMISED = List.of(TestKind.SHORT, TestKind.LONG);

    private final SelfTestConfig config;
    private final Calendar calendar;

    Needs(SelfTestConfig config, Calendar calendar) {
        this.config = config;
        this.calendar = calendar;
    }

    /**
     * @param due the test to run tonight, if the drive is ready for it
     * @param instead why none is started now; also beside a test whose minute has not come
     */
    record Answer(Optional<Due> due, Optional<Wait> instead) {}

    Answer of(Subject subject, Optional<Night> open, Instant now) {
        if (!config.enabled()) {
            return wait(subject, Cause.DISABLED, "self-tests are switched off (self-test.enabled)");
        }
        if (subject.untestable().isPresent()) {
            return wait(subject, Cause.UNTESTABLE, subject.untestable().get());
        }
        if (subject.able().isEmpty()) {
            return wait(subject, Cause.UNTESTABLE, "the drive has no self-tests");
        }
        if (open.isEmpty()) {
            return closed(subject, now);
        }
        Night night = open.get();
        List<Due> tonight = tonight(subject, night);
        if (tonight.isEmpty() && subject.running().isPresent()) {
            return wait(subject, Cause.RUNNING, runs(subject.running().get()));
        }
        if (tonight.isEmpty()) {
            return wait(subject, Cause.NOT_DUE, later(subject, night.date()));
        }
        List<Due> untried = tonight.stream()
                .filter(due -> !triedIn(night, subject, due.kind()))
                .toList();
        Due due = untried.isEmpty() ? tonight.get(0) : untried.get(0);
        List<TestKind> ready = (untried.isEmpty() ? tonight : untried)
                .stream()
                        .filter(other -> !other.from().isAfter(now))
                        .map(Due::kind)
                        .toList();
        if (subject.running().isPresent()) {
            return running(subject, ready, night);
        }
        if (untried.isEmpty()) {
            return held(
                    subject,
                    ready,
                    night,
                    Cause.TRIED,
                    due.kind().word() + " test was started tonight and did not pass; again in the next window");
        }
        if (!subject.obstacles().isEmpty()) {
            String words = subject.obstacles().stream().map(Obstacle::words).collect(Collectors.joining(", "));
            return held(
                    subject, ready, night, Cause.of(subject.obstacles().get(0).kind()), words);
        }
        if (due.from().isAfter(now)) {
            long minutes = now.until(due.from(), ChronoUnit.MINUTES) + 1;
            String words = "%s test tonight, in %d min".formatted(due.kind().word(), minutes);
            return new Answer(
                    Optional.of(due),
                    Optional.of(new Wait(subject.id(), Cause.NOT_DUE, words, List.of(), Optional.of(night.date()))));
        }
        return new Answer(Optional.of(due), Optional.empty());
    }

    /** What is to run in this window, most urgent first. A drive that is new owes one test after the other. */
    private List<Due> tonight(Subject subject, Night night) {
        Optional<TestKind> owed = config.commissioning()
                ? subject.commissioning().stream()
                        .filter(subject.able()::contains)
                        .findFirst()
                : Optional.empty();
        if (owed.isPresent()) {
            return List.of(new Due(subject, owed.get(), true, Instant.MIN, night.opens()));
        }
        return PROMISED.stream()
                .filter(kind -> calendar.promised(subject, kind))
                .filter(kind -> !calendar.due(subject, kind).isAfter(night.date()))
                .map(kind -> new Due(
                        subject,
                        kind,
                        false,
                        calendar.deadline(subject, kind).orElseThrow().at(),
                        calendar.preferred(subject, kind, night)))
                // The quick one first: it costs minutes, and a long one may be aborted.
                .sorted(Comparator.comparing(Due::isLong))
                .toList();
    }

    private static boolean triedIn(Night night, Subject subject, TestKind kind) {
        Instant tried = subject.tried().get(kind);
        return tried != null && !tried.isBefore(night.opens());
    }

    /** A test of ours that runs tonight is no reason why another one is late. */
    private static Answer running(Subject subject, List<TestKind> ready, Night night) {
        Subject.Running running = subject.running().orElseThrow();
        List<TestKind> held = running.ours()
                ? List.of()
                : ready.stream()
                        .filter(kind -> running.kind()
                                .filter(other -> other.covers(kind))
                                .isEmpty())
                        .toList();
        return held(subject, held, night, Cause.RUNNING, runs(running));
    }

    private static String runs(Subject.Running running) {
        return "%s test runs%s"
                .formatted(
                        running.kind().map(TestKind::word).orElse("a"),
                        running.ours() ? "" : ", which somebody else started");
    }

    private Answer closed(Subject subject, Instant now) {
        if (subject.running().isPresent()) {
            return wait(subject, Cause.RUNNING, runs(subject.running().get()));
        }
        Night next = calendar.window().firstFrom(now);
        List<Due> then = tonight(subject, next);
        return then.isEmpty()
                ? wait(subject, Cause.NOT_DUE, later(subject, next.date()))
                : wait(
                        subject,
                        Cause.OUTSIDE_WINDOW,
                        then.get(0).kind().word() + " test waits for the window that opens at " + config.windowStart());
    }

    private String later(Subject subject, LocalDate night) {
        String words = PROMISED.stream()
                .filter(kind -> calendar.promised(subject, kind))
                .flatMap(kind -> Stream.of(kind.word() + " test " + when(calendar.due(subject, kind), night)))
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "nothing is promised for what this drive can run" : words;
    }

    private static String when(LocalDate due, LocalDate night) {
        long days = ChronoUnit.DAYS.between(night, due);
        return days == 1 ? "in the next night" : "in %d nights (%s)".formatted(days, due);
    }

    private static Answer wait(Subject subject, Cause cause, String words) {
        return new Answer(
                Optional.empty(), Optional.of(new Wait(subject.id(), cause, words, List.of(), Optional.empty())));
    }

    private static Answer held(Subject subject, List<TestKind> held, Night night, Cause cause, String words) {
        return new Answer(
                Optional.empty(), Optional.of(new Wait(subject.id(), cause, words, held, Optional.of(night.date()))));
    }
}
