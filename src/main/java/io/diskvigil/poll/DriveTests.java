package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Decision;
import io.diskvigil.selftest.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** All that is remembered of one drive's self-tests. */
public record DriveTests(Promised promised, Ran ran, Optional<Refusal> refusal) {
    /**
     * What stands to the promise.
     *
     * @param since when it began for this drive
     * @param passed the newest pass of each kind
     * @param tried when each kind was last started here
     * @param tallies what held each kind back since it last passed
     * @param owed tests that a new drive still owes, in order
     */
    public record Promised(
            Instant since,
            Map<TestKind, Pass> passed,
            Map<TestKind, Instant> tried,
            Map<TestKind, Tally> tallies,
            List<TestKind> owed) {
        public Promised {
            passed = Map.copyOf(passed);
            tried = Map.copyOf(tried);
            tallies = Map.copyOf(tallies);
            owed = List.copyOf(owed);
        }
    }

    /**
     * A pass.
     *
     * @param entry the mark of its entry in the drive's log: the same entry means the same pass, however its age is reckoned
     */
    public record Pass(Instant at, String entry) {}

    /**
     * What ran here.
     *
     * @param took how long the last one of each kind took that ran to its end
     * @param abortedInARow tests of ours that were aborted, since the last one that was not
     */
    public record Ran(Optional<OpenRun> open, Optional<TestRun> last, Map<TestKind, Duration> took, int abortedInARow) {
        public Ran {
            took = Map.copyOf(took);
        }
    }

    /**
     * The drive or its controller said no. A firm one counts for 30 days, as long as firmware and doors are the same.
     *
     * @param doors paths and types through which it was tried
     * @param firm it was said in another night as well, or in words that leave no doubt
     */
    public record Refusal(String words, Instant at, String firmware, String doors, boolean firm) {
        private static final Duration COUNTS = Duration.ofDays(30);
        /** What is said so much later is said in another night. */
        private static final Duration ANOTHER_NIGHT = Duration.ofHours(12);

        static Refusal of(String words, Instant at, Component drive, boolean firm) {
            return new Refusal(words, at, drive.identity().firmware(), doors(drive), firm);
        }

        boolean counts(Instant now, Component drive) {
            return firm && now.isBefore(lapses()) && !isAhead(at, now) && isOf(drive);
        }

        /** Whether it was said for the first time in an earlier night than now, by the drive as it is. */
        boolean isOlder(Instant now, Component drive) {
            return isOf(drive) && (firm || !now.isBefore(at.plus(ANOTHER_NIGHT)));
        }

        /** From then on a test is tried again. */
        Instant lapses() {
            return at.plus(COUNTS);
        }

        /** Whether the drive is as it was when it refused: then a person has been told. */
        boolean isOf(Component drive) {
            return firmware.equals(drive.identity().firmware()) && doors.equals(doors(drive));
        }

        private static String doors(Component drive) {
            return drive.locations().stream()
                    // The kernel's names change with each start of the machine, the cabling does not.
                    .map(at -> (at.byPath().isEmpty() ? at.path() : at.byPath()) + "[" + at.type() + "]")
                    .sorted()
                    .collect(Collectors.joining(" "));
        }
    }

    static DriveTests fresh(Instant since, List<TestKind> owed) {
        return new DriveTests(
                new Promised(since, Map.of(), Map.of(), Map.of(), owed),
                new Ran(Optional.empty(), Optional.empty(), Map.of(), 0),
                Optional.empty());
    }

    /** A pass that the log tells of; an entry that is known already does not get younger because the drive was off. */
    DriveTests passed(TestKind kind, Pass pass, Instant now) {
        Pass known = promised.passed().get(kind);
        boolean same = known != null && known.entry().equals(pass.entry()) && !isAhead(known.at(), now);
        return same ? this : sawPass(kind, pass, now);
    }

    /** A pass that was watched: another one although the log may spell it like the last, as of drives that count no hours. */
    DriveTests sawPass(TestKind kind, Pass pass, Instant now) {
        Pass known = promised.passed().get(kind);
        if (known != null && !pass.at().isAfter(known.at()) && !isAhead(known.at(), now)) {
            return this;
        }
        Map<TestKind, Pass> passed = with(promised.passed(), kind, pass);
        Map<TestKind, Tally> tallies = new EnumMap<>(TestKind.class);
        promised.tallies().forEach((other, tally) -> {
            if (!kind.covers(other)) {
                tallies.put(other, tally);
            }
        });
        return with(new Promised(promised.since(), passed, promised.tried(), tallies, promised.owed()));
    }

    /** Without dates from a clock that was wrong: what lies ahead is taken to be of now, and a try not to have been. */
    DriveTests notAhead(Instant now) {
        Map<TestKind, Pass> passed = new EnumMap<>(TestKind.class);
        promised.passed()
                .forEach(
                        (kind, pass) -> passed.put(kind, isAhead(pass.at(), now) ? new Pass(now, pass.entry()) : pass));
        Map<TestKind, Instant> tried = new EnumMap<>(TestKind.class);
        promised.tried().forEach((kind, at) -> {
            if (!isAhead(at, now)) {
                tried.put(kind, at);
            }
        });
        Instant since = isAhead(promised.since(), now) ? now : promised.since();
        Promised sane = new Promised(since, passed, tried, promised.tallies(), promised.owed());
        return sane.equals(promised) ? this : with(sane);
    }

    /** Clocks of two machines may differ, or a drive's hours be rounded up. */
    private static boolean isAhead(Instant at, Instant now) {
        return at.isAfter(now.plus(Duration.ofDays(1)));
    }

    /** A start that the drive did not take, for now: tried, and as if it had been aborted. */
    DriveTests notTaken(TestKind kind, TestRun run, Refusal said) {
        return ended(run).tried(kind, run.began()).with(Optional.of(said));
    }

    /** Whether a test that was started here ever ran to its end and passed. */
    boolean everPassedHere() {
        return !ran.took().isEmpty();
    }

    DriveTests started(TestKind kind, OpenRun run) {
        return opened(run).tried(kind, run.began()).with(Optional.empty());
    }

    private DriveTests tried(TestKind kind, Instant at) {
        return with(new Promised(
                promised.since(),
                promised.passed(),
                with(promised.tried(), kind, at),
                promised.tallies(),
                promised.owed()));
    }

    DriveTests opened(OpenRun run) {
        return with(new Ran(Optional.of(run), ran.last(), ran.took(), ran.abortedInARow()));
    }

    DriveTests ended(TestRun run) {
        boolean whole = run.result() == TestRun.Result.PASSED
                && run.ours()
                && run.kind().isPresent();
        Map<TestKind, Duration> took =
                whole ? with(ran.took(), run.kind().get(), Duration.between(run.began(), run.ended())) : ran.took();
        int aborted = run.result() == TestRun.Result.PASSED || run.result() == TestRun.Result.FAILED
                ? 0
                : run.ours() && isAborted(run.result()) ? ran.abortedInARow() + 1 : ran.abortedInARow();
        DriveTests ended = with(new Ran(Optional.empty(), Optional.of(run), took, aborted));
        boolean finished = run.result() == TestRun.Result.PASSED || run.result() == TestRun.Result.FAILED;
        return finished && run.kind().isPresent() ? ended.paid(run.kind().get()) : ended;
    }

    private static boolean isAborted(TestRun.Result result) {
        return result == TestRun.Result.ABORTED || result == TestRun.Result.LOST;
    }

    /** A new drive no longer owes what it has run, whether or not it passed: a failure is told by itself. */
    private DriveTests paid(TestKind kind) {
        List<TestKind> owed = new ArrayList<>(promised.owed());
        owed.remove(kind);
        return owing(owed);
    }

    DriveTests owing(List<TestKind> owed) {
        return with(new Promised(promised.since(), promised.passed(), promised.tried(), promised.tallies(), owed));
    }

    DriveTests tallied(Decision decision) {
        List<TestKind> held = decision instanceof Decision.Wait wait ? wait.held() : List.of();
        Map<TestKind, Tally> tallies = promised.tallies();
        for (TestKind kind : held) {
            Tally before = tallies.getOrDefault(kind, Tally.none());
            tallies = with(tallies, kind, before.with(decision));
        }
        return tallies.equals(promised.tallies())
                ? this
                : with(new Promised(promised.since(), promised.passed(), promised.tried(), tallies, promised.owed()));
    }

    DriveTests with(Optional<Refusal> other) {
        return new DriveTests(promised, ran, other);
    }

    private DriveTests with(Promised other) {
        return new DriveTests(other, ran, refusal);
    }

    private DriveTests with(Ran other) {
        return new DriveTests(promised, other, refusal);
    }

    private static <V> Map<TestKind, V> with(Map<TestKind, V> map, TestKind kind, V value) {
        Map<TestKind, V> copy = new EnumMap<>(TestKind.class);
        copy.putAll(map);
        copy.put(kind, value);
        return copy;
    }
}
