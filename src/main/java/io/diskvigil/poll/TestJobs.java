package io.diskvigil.poll;

import io.diskvigil.adapter.SelfTestReply;
import io.diskvigil.adapter.SelfTestReply.AlreadyRunning;
import io.diskvigil.adapter.SelfTestReply.Failed;
import io.diskvigil.adapter.SelfTestReply.NotPossible;
import io.diskvigil.adapter.SelfTestReply.Refused;
import io.diskvigil.adapter.SelfTestReply.Started;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.DriveTests.Pass;
import io.diskvigil.poll.DriveTests.Refusal;
import io.diskvigil.poll.LastKnown.View;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/** What is done with one drive and waits for it: starting a test, ending it, looking how far it is. For one thread a drive. */
final class TestJobs {
    private static final Logger LOG = Logger.getLogger(TestJobs.class);
    /** A start of which nothing is known, or that found the drive asleep, is not tried again before. */
    private static final Duration AGAIN = Duration.ofHours(1);

    private final TestHands hands;
    private final Dossiers dossiers;
    private final Casebook casebook;
    private final LastKnown lastKnown;
    private final Clock clock;
    private final Map<ComponentId, Rest> rests = new ConcurrentHashMap<>();
    private final Map<ComponentId, Instant> lookedAt = new ConcurrentHashMap<>();

    TestJobs(TestHands hands, Dossiers dossiers, Casebook casebook, LastKnown lastKnown, Clock clock) {
        this.hands = hands;
        this.dossiers = dossiers;
        this.casebook = casebook;
        this.lastKnown = lastKnown;
        this.clock = clock;
    }

    /** How a wish ended, in words for who has it. */
    record Result(boolean granted, String words) {}

    /** A pause after a start that came to nothing. */
    private record Rest(Instant until, String words) {}

    /** Why no test is started on it for a while, in the words of the last answer; empty if nothing is against one. */
    Optional<String> rest(ComponentId id) {
        return Optional.ofNullable(rests.get(id))
                .filter(rest -> clock.instant().isBefore(rest.until()))
                .map(Rest::words);
    }

    boolean isLookDue(ComponentId id, OpenRun run) {
        Instant last = lookedAt.get(id);
        return last == null || !clock.instant().isBefore(last.plus(run.pause()));
    }

    /** @param why for the log */
    Result start(Component drive, TestKind kind, String why) {
        TestHands.Answer answer = hands.start(drive, kind);
        Instant now = clock.instant();
        lookedAt.put(drive.id(), now);
        SelfTestReply reply = answer.reply();
        if (reply instanceof Started started) {
            return begun(drive, kind, why, started, answer, now);
        }
        if (reply instanceof AlreadyRunning) {
            foreign(drive);
            String words = "another self-test runs already";
            if (dossiers.of(drive.id()).flatMap(tests -> tests.ran().open()).isEmpty()) {
                rest(drive, words + ", which its log does not show", now);
            }
            return new Result(false, words);
        }
        if (reply instanceof Refused refused) {
            refused(drive, kind, refused, now);
            return new Result(false, "refused: " + refused.words());
        }
        String words = reply instanceof NotPossible impossible
                ? impossible.why()
                : reply instanceof Failed failed ? failed.detail() : "it sleeps, and no drive is woken for a test";
        rest(drive, words, now);
        boolean ending = reply instanceof Failed failed && failed.cause() == Cause.STOPPED;
        if (!ending) {
            LOG.infof("%s (%s): %s self-test not started: %s", drive.place(), drive.id(), kind.word(), words);
        }
        return new Result(false, words);
    }

    private Result begun(
            Component drive, TestKind kind, String why, Started started, TestHands.Answer answer, Instant now) {
        View view = lastKnown.component(drive.id()).orElseGet(() -> View.nothing(drive));
        dossiers.update(drive.id(), known -> {
            Duration estimate = Estimates.of(kind, view, known, started.estimate());
            return known.started(kind, OpenRun.begun(Optional.of(kind), now, true, estimate, answer.before()));
        });
        OpenRun run =
                dossiers.of(drive.id()).flatMap(tests -> tests.ran().open()).orElseThrow();
        String words = "%s self-test started, should take %s".formatted(kind.word(), Estimates.words(run.estimate()));
        LOG.infof("%s (%s): %s (%s)", drive.place(), drive.id(), words, why);
        return new Result(true, words);
    }

    /** Takes note of a test that runs although nobody here started it. */
    void foreign(Component drive) {
        lastKnown
                .component(drive.id())
                .ifPresent(view -> view.snapshot()
                        .map(TestLog::of)
                        .ifPresent(log -> log.running().ifPresent(running -> foreign(view, log, running))));
    }

    private void foreign(View view, TestLog log, Reading.SelfTest running) {
        Component drive = view.component();
        Instant now = clock.instant();
        Optional<TestKind> kind = TestKind.of(running.kind());
        if (dossiers.of(drive.id()).flatMap(tests -> tests.ran().open()).isPresent()) {
            return;
        }
        dossiers.update(drive.id(), known -> {
            Duration estimate = Estimates.of(kind.orElse(TestKind.LONG), view, known, Optional.empty());
            return known.opened(
                    OpenRun.begun(kind, now, false, estimate, log.marks()).seen(running.remainingPercent(), now));
        });
        LOG.infof("%s (%s): a self-test runs that somebody else started; it is left alone", drive.place(), drive.id());
    }

    private void rest(Component drive, String words, Instant now) {
        rests.put(drive.id(), new Rest(now.plus(AGAIN), "the last start failed: " + words));
    }

    private void refused(Component drive, TestKind kind, Refused refused, Instant now) {
        Optional<DriveTests> tests = dossiers.of(drive.id());
        Optional<Refusal> before = tests.flatMap(DriveTests::refusal);
        boolean again = before.filter(old -> old.isOlder(now, drive)).isPresent();
        boolean passedHere = tests.filter(DriveTests::everPassedHere).isPresent();
        if (passedHere || !again && !refused.forGood()) {
            notTaken(drive, kind, refused.words(), before.filter(old -> old.isOf(drive)), now);
            return;
        }
        boolean told = before.filter(old -> old.firm() && old.isOf(drive)).isPresent();
        // First told, then kept: a repeat is better than a loss.
        if (told || casebook.note(drive, SelfTestFindings.refused(drive, kind, refused.words()))) {
            Refusal firm = Refusal.of(refused.words(), now, drive, true);
            dossiers.update(drive.id(), known -> known.with(Optional.of(firm)));
        } else {
            rest(drive, "refused: " + refused.words(), now);
        }
    }

    /** It may be of the moment: tried again in the next window, and told when it goes on. */
    private void notTaken(Component drive, TestKind kind, String words, Optional<Refusal> before, Instant now) {
        TestRun run = new TestRun(
                Optional.of(kind),
                now,
                now,
                TestRun.Result.ABORTED,
                "not started: " + words,
                OptionalLong.empty(),
                OptionalLong.empty(),
                true);
        // When it was said first is kept: by that another night is known.
        Refusal said = before.orElseGet(() -> Refusal.of(words, now, drive, false));
        dossiers.update(drive.id(), known -> known.notTaken(kind, run, said));
        dossiers.add(drive.id(), run);
        LOG.warnf("%s (%s): %s self-test not started: %s", drive.place(), drive.id(), kind.word(), words);
    }

    Result stop(Component drive) {
        if (dossiers.of(drive.id()).flatMap(tests -> tests.ran().open()).isEmpty()) {
            return new Result(false, "no self-test runs");
        }
        dossiers.update(
                drive.id(),
                known -> known.ran()
                        .open()
                        .map(run -> known.opened(run.stoppedByAPerson()))
                        .orElse(known));
        Optional<String> trouble = hands.stop(drive);
        if (trouble.isPresent()) {
            return new Result(false, trouble.get());
        }
        watch(drive);
        boolean runsOn = dossiers.of(drive.id())
                .flatMap(tests -> tests.ran().open())
                .filter(run -> run.silent() == 0)
                .isPresent();
        return runsOn
                ? new Result(false, "the drive was told to end it and runs on")
                : new Result(true, "self-test ended");
    }

    void watch(Component drive) {
        Optional<Snapshot> view = hands.look(drive);
        Instant now = clock.instant();
        lookedAt.put(drive.id(), now);
        Optional<OpenRun> open =
                dossiers.of(drive.id()).flatMap(tests -> tests.ran().open());
        if (view.isPresent() && open.isPresent()) {
            RunWatch.Sight sight = RunWatch.look(open.get(), view.get(), now);
            sight.goesOn().ifPresent(run -> goesOn(drive, open.get(), run, now));
            sight.ended().ifPresent(run -> ended(view.get(), run));
        }
    }

    private void goesOn(Component drive, OpenRun before, OpenRun run, Instant now) {
        dossiers.update(drive.id(), known -> known.opened(run));
        RunWatch.step(before, run)
                .ifPresent(done -> LOG.infof(
                        "%s (%s): %s self-test %d %% done, should end at %s",
                        drive.place(),
                        drive.id(),
                        SelfTestFindings.name(run.kind()),
                        done,
                        run.expectedEnd(now).truncatedTo(ChronoUnit.SECONDS)));
    }

    private void ended(Snapshot view, TestRun run) {
        Component drive = view.component();
        boolean owed = dossiers.of(drive.id())
                .filter(tests -> !tests.promised().owed().isEmpty())
                .isPresent();
        DriveTests after =
                dossiers.update(drive.id(), known -> passed(known, view, run).ended(run));
        dossiers.add(drive.id(), run);
        tell(drive, run);
        if (owed && after.promised().owed().isEmpty()) {
            dossiers.keepBirthRecord(
                    drive.id(),
                    new SelfTestMemory.BirthRecord(
                            view.takenAt(),
                            view.readings().stream().map(Reading::line).toList()));
            LOG.infof("%s (%s): its first tests are done; how it is now is kept", drive.place(), drive.id());
        }
    }

    /** The daemon saw it end: that is more exact than the hours in the log. */
    private static DriveTests passed(DriveTests known, Snapshot view, TestRun run) {
        if (run.result() != TestRun.Result.PASSED || run.kind().isEmpty()) {
            return known;
        }
        TestKind kind = run.kind().get();
        String entry = Optional.ofNullable(TestLog.of(view).passes().get(kind))
                .map(Pass::entry)
                .orElse("");
        return known.sawPass(kind, new Pass(run.ended(), entry), run.ended());
    }

    private static void tell(Component drive, TestRun run) {
        String words = "%s self-test %s%s%s"
                .formatted(
                        SelfTestFindings.name(run.kind()),
                        run.result().name().toLowerCase(Locale.ROOT),
                        run.result() == TestRun.Result.PASSED ? "" : ": " + run.words(),
                        run.lba().isPresent()
                                ? ", first error at LBA " + run.lba().getAsLong()
                                : "");
        if (run.result() == TestRun.Result.FAILED) {
            LOG.warnf("%s (%s): %s", drive.place(), drive.id(), words);
        } else {
            LOG.infof("%s (%s): %s", drive.place(), drive.id(), words);
        }
    }
}
