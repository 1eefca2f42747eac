package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Decision.Start;
import io.diskvigil.selftest.Decision.Wait;
import io.diskvigil.selftest.Limits.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is tested now, among all drives: what each drive needs comes from {@link Needs}, what they share from {@link Limits}. */
final class Turns {
    private final SelfTestConfig config;
    private final Calendar calendar;
    private final Needs needs;

    Turns(SelfTestConfig config, Calendar calendar) {
        this.config = config;
        this.calendar = calendar;
        needs = new Needs(config, calendar);
    }

    List<Decision> decide(Collection<Subject> subjects, Instant now) {
        Optional<Night> open = calendar.window().open(now);
        Map<ComponentId, Decision> decided = new HashMap<>();
        List<Due> tonight = new ArrayList<>();
        for (Subject subject : subjects) {
            Needs.Answer answer = needs.of(subject, open, now);
            answer.due().ifPresent(tonight::add);
            answer.instead().ifPresent(wait -> decided.put(subject.id(), wait));
        }
        if (!tonight.isEmpty()) {
            tonight.sort(Due.ORDER);
            share(tonight, subjects, open.orElseThrow(), now, decided);
        }
        return subjects.stream().map(subject -> decided.get(subject.id())).toList();
    }

    private void share(
            List<Due> tonight,
            Collection<Subject> subjects,
            Night night,
            Instant now,
            Map<ComponentId, Decision> decided) {
        Limits taken = taken(subjects, night, false);
        // Whoever can have no turn before the window closes keeps nobody waiting.
        Limits forTheNight = taken(subjects, night, true);
        List<Due> pending = new ArrayList<>(tonight.stream()
                .filter(due -> forTheNight.against(due.subject()).isEmpty())
                .toList());
        for (Due due : tonight) {
            if (due.from().isAfter(now) && !isWaitedFor(due, tonight, taken, now)) {
                continue;
            }
            Optional<Hold> hold = taken.against(due.subject())
                    .or(() -> reserved(due, pending, taken))
                    .or(() -> tooLate(due, night, now));
            decided.put(due.subject().id(), hold.isPresent() ? wait(due, hold.get(), night) : start(due, night));
            if (hold.isEmpty()) {
                taken.take(due.subject());
                pending.remove(due);
            }
        }
    }

    /** Nobody waits for the minute of another: if a test whose minute has come must let this one go first, this one goes now. */
    private static boolean isWaitedFor(Due due, List<Due> tonight, Limits taken, Instant now) {
        return due.isLong()
                && tonight.stream()
                        .anyMatch(other -> other != due
                                && other.isLong()
                                && !other.from().isAfter(now)
                                && due.goesBefore(other)
                                && taken.excludes(other.subject(), due.subject()));
    }

    private Limits taken(Collection<Subject> subjects, Night night, boolean allNight) {
        Limits limits = new Limits(config.perController());
        subjects.stream()
                .filter(subject -> subject.running().isPresent())
                .filter(subject -> !allNight || runsUntil(subject).isAfter(night.closes()))
                .forEach(limits::take);
        return limits;
    }

    private Instant runsUntil(Subject subject) {
        Subject.Running running = subject.running().orElseThrow();
        return running.began().plus(calendar.estimate(subject, running.kind().orElse(TestKind.LONG)));
    }

    /** A long test would block others until morning: it starts only when those that go before it have had their turn. */
    private static Optional<Hold> reserved(Due due, List<Due> pending, Limits taken) {
        if (!due.isLong()) {
            return Optional.empty();
        }
        return pending.stream()
                .filter(other ->
                        other != due && other.goesBefore(due) && taken.excludes(due.subject(), other.subject()))
                .findFirst()
                .map(other -> new Hold(
                        other.isLong()
                                ? due.subject()
                                                .controller()
                                                .equals(other.subject().controller())
                                        ? Cause.CONTROLLER
                                        : Cause.GROUP
                                : Cause.SHORT_FIRST,
                        "the %s test of %s goes first"
                                .formatted(other.kind().word(), other.subject().id())));
    }

    /** A long test that would take one window more from the short ones than if it began on time waits for tomorrow, if it can. */
    private Optional<Hold> tooLate(Due due, Night night, Instant now) {
        Instant tomorrow = calendar.window().on(night.date().plusDays(1)).closes();
        Duration estimate = calendar.estimate(due.subject(), due.kind());
        boolean alone =
                due.subject().groups().isEmpty() && due.subject().controller().isEmpty();
        boolean last = tomorrow.plus(estimate).isAfter(due.deadline());
        return due.isLong()
                        && !alone
                        && !last
                        && calendar.windowsTaken(night, now, estimate)
                                > calendar.windowsTaken(night, calendar.afterQuick(night), estimate)
                ? Optional.of(new Hold(Cause.SHORT_FIRST, "started so late it would last through the next window"))
                : Optional.empty();
    }

    private static Decision start(Due due, Night night) {
        String why = due.commissioning() ? "new drive" : "due";
        return new Start(due.subject().id(), due.kind(), night.date(), why);
    }

    private static Decision wait(Due due, Hold hold, Night night) {
        return new Wait(due.subject().id(), hold.cause(), hold.words(), List.of(due.kind()), Optional.of(night.date()));
    }
}
