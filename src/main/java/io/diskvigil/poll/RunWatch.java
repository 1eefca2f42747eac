package io.diskvigil.poll;

import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.TestKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What a look at a running test shows: how far it is, or how it ended. Pure. */
final class RunWatch {
    private RunWatch() {}

    /** What was seen: the test goes on, or its end. One of the two is there. */
    record Sight(Optional<OpenRun> goesOn, Optional<TestRun> ended) {}

    /** @param view with the answer to a probe that read the self-tests after the run began */
    static Sight look(OpenRun run, Snapshot view, Instant now) {
        TestLog log = TestLog.of(view);
        Optional<SelfTest> running = log.running();
        if (running.isPresent()) {
            return goesOn(run.seen(running.get().remainingPercent(), now));
        }
        List<SelfTest> fresh = log.since(run.before());
        Optional<SelfTest> entry = fresh.stream()
                .filter(test -> run.kind().isEmpty()
                        || TestKind.of(test.kind()).equals(run.kind())
                        || TestKind.of(test.kind()).isEmpty())
                .findFirst();
        if (entry.isPresent()) {
            return new Sight(Optional.empty(), Optional.of(ended(run, entry.get(), now)));
        }
        OpenRun silent = run.notSeen();
        return silent.isLost() ? new Sight(Optional.empty(), Optional.of(lost(run, now))) : goesOn(silent);
    }

    private static Sight goesOn(OpenRun run) {
        return new Sight(Optional.of(run), Optional.empty());
    }

    private static TestRun ended(OpenRun run, SelfTest entry, Instant now) {
        return new TestRun(
                run.kind().or(() -> TestKind.of(entry.kind())),
                run.began(),
                now,
                result(run, entry),
                entry.vendorWord(),
                entry.lba(),
                entry.hours(),
                run.ours());
    }

    private static TestRun.Result result(OpenRun run, SelfTest entry) {
        return switch (entry.result()) {
            case PASSED -> TestRun.Result.PASSED;
            case ABORTED -> run.stopping() ? TestRun.Result.STOPPED : TestRun.Result.ABORTED;
            case FAILED_READ, FAILED_HARDWARE, FAILED_UNKNOWN -> TestRun.Result.FAILED;
            case RUNNING, UNKNOWN -> TestRun.Result.UNKNOWN;
        };
    }

    private static TestRun lost(OpenRun run, Instant now) {
        return new TestRun(
                run.kind(),
                run.began(),
                now,
                run.stopping() ? TestRun.Result.STOPPED : TestRun.Result.LOST,
                "it runs no more, and the drive's log does not tell of it",
                OptionalLong.empty(),
                OptionalLong.empty(),
                run.ours());
    }

    /** The step of ten percent done that was reached between two looks; empty if none. */
    static OptionalInt step(OpenRun before, OpenRun after) {
        if (after.remaining().isEmpty()) {
            return OptionalInt.empty();
        }
        int was = before.remaining().isPresent() ? (100 - before.remaining().getAsInt()) / 10 : 0;
        int is = (100 - after.remaining().getAsInt()) / 10;
        return is > was ? OptionalInt.of(is * 10) : OptionalInt.empty();
    }
}
