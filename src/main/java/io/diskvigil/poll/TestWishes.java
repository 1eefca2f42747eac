package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.poll.Ledger.LedgerException;
import io.diskvigil.selftest.Obstacle;
import io.diskvigil.selftest.Subject;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jboss.logging.Logger;

/** What persons want of the desk: whether it may be done, and its answer. */
final class TestWishes {
    private static final Logger LOG = Logger.getLogger(TestWishes.class);

    private final SelfTestMemory memory;
    private final TestJobs jobs;
    private final Dossiers dossiers;
    private final Clock clock;

    TestWishes(SelfTestMemory memory, TestJobs jobs, Dossiers dossiers, Clock clock) {
        this.memory = memory;
        this.jobs = jobs;
        this.dossiers = dossiers;
        this.clock = clock;
    }

    List<TestRequest> open() {
        try {
            return memory.requests();
        } catch (LedgerException e) {
            // Polls tell of the same trouble, once; who asked is told by the command that it got no answer.
            LOG.debugf("read requests for self-tests: %s", e.getMessage());
            return List.of();
        }
    }

    /** Why it is not done; empty if it is. */
    Optional<String> against(TestRequest request, Optional<View> view, List<Subject> all) {
        if (clock.instant().isAfter(request.at().plus(TestRequest.PATIENCE))) {
            return Optional.of("nobody got to it in time; ask again");
        }
        if (view.isEmpty() || dossiers.of(request.drive()).isEmpty()) {
            return Optional.of("the drive was not read yet, or is gone");
        }
        if (request.what().equals(TestRequest.STOP)) {
            return Optional.empty();
        }
        Optional<Subject> subject =
                all.stream().filter(one -> one.id().equals(request.drive())).findFirst();
        return subject.flatMap(one -> against(one, request.despite(), all));
    }

    private static Optional<String> against(Subject drive, boolean despite, List<Subject> all) {
        if (drive.running().isPresent()) {
            return Optional.of("a self-test runs already");
        }
        Optional<String> obstacle = drive.obstacles().stream()
                // A person may try again at once.
                .filter(one -> one.kind() != Obstacle.Kind.START_FAILED)
                .filter(one -> !despite || one.kind() == Obstacle.Kind.ASLEEP || one.kind() == Obstacle.Kind.UNREADABLE)
                .map(one -> one.words() + hint(one.kind()))
                .findFirst();
        if (obstacle.isPresent() || despite) {
            return obstacle;
        }
        return all.stream()
                .filter(other ->
                        other.running().isPresent() && other.groups().stream().anyMatch(drive.groups()::contains))
                .findFirst()
                .map(other -> "%s of the same array is being tested; to test both at once, give --despite"
                        .formatted(other.id()));
    }

    private static String hint(Obstacle.Kind kind) {
        return switch (kind) {
            case ASLEEP -> "; no drive is woken for a test: read something from it first";
            case UNREADABLE, START_FAILED -> "";
            case HOT, BUSY, ARRAY, JUST_BOOTED -> "; to start it nevertheless, give --despite";
        };
    }

    void refuse(TestRequest request, String why) {
        answer(request, new TestJobs.Result(false, why));
    }

    /** The test that a request is to start; empty for one that ends a test. */
    static Optional<TestKind> begins(TestRequest request) {
        return request.what().equals(TestRequest.STOP) ? Optional.empty() : kind(request);
    }

    /** On a thread that may wait for the drive. */
    void carryOut(TestRequest request, Component drive) {
        TestJobs.Result result = request.what().equals(TestRequest.STOP)
                ? jobs.stop(drive)
                : kind(request)
                        .map(kind -> jobs.start(drive, kind, "asked for by " + request.who()))
                        .orElseGet(() -> new TestJobs.Result(false, "no such test: " + request.what()));
        answer(request, result);
    }

    private static Optional<TestKind> kind(TestRequest request) {
        for (TestKind kind : TestKind.values()) {
            if (kind.word().equals(request.what().toLowerCase(Locale.ROOT))) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private void answer(TestRequest request, TestJobs.Result result) {
        try {
            memory.answer(request, result.granted(), result.words());
        } catch (LedgerException e) {
            LOG.errorf("answer the request of %s for %s: %s", request.who(), request.drive(), e.getMessage());
        }
    }
}
