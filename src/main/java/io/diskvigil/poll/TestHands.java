package io.diskvigil.poll;

import io.diskvigil.adapter.SelfTestReply;
import io.diskvigil.adapter.SelfTestReply.AlreadyRunning;
import io.diskvigil.adapter.SelfTestReply.Asleep;
import io.diskvigil.adapter.SelfTestReply.NotPossible;
import io.diskvigil.adapter.SelfTestReply.Refused;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The only place where something is done to a drive: a self-test is started or ended. Waits for the drive, so it is used by
 * the desk's own threads; whatever happens, there is an answer.
 */
final class TestHands {
    private final List<VendorAdapter> adapters;
    private final CommandRunner runner;
    private final Poller poller;
    private final Casebook casebook;
    private final LastKnown lastKnown;

    TestHands(
            List<VendorAdapter> adapters, CommandRunner runner, Poller poller, Casebook casebook, LastKnown lastKnown) {
        this.adapters = List.copyOf(adapters);
        this.runner = runner;
        this.poller = poller;
        this.casebook = casebook;
        this.lastKnown = lastKnown;
    }

    /** A way to a drive that was open when it was last used. */
    private record Door(VendorAdapter adapter, Target target) {}

    /** @param before the drive's log as it was just before */
    record Answer(SelfTestReply reply, List<String> before) {}

    boolean isReachable(ComponentId id) {
        return lastKnown.isAnswering(id);
    }

    /** Reads what the drive says of its self-tests; empty if it does not answer now, which the normal path has told then. */
    Optional<Snapshot> look(Component drive) {
        for (Door door : doors(drive)) {
            if (poller.look(door.adapter(), door.target()) instanceof Polled) {
                return lastKnown.component(drive.id()).flatMap(View::snapshot);
            }
        }
        return Optional.empty();
    }

    /** Looks first, so that the log before is known and no test of others is in the way; then starts it by the first door that lets it through. */
    Answer start(Component drive, TestKind kind) {
        SelfTestReply reply = lastKnown.isAnswering(drive.id())
                ? new NotPossible("only its controller shows the drive, and starts no self-tests for us")
                : new SelfTestReply.Failed(Cause.DEVICE_UNREACHABLE, "no way to the drive is open");
        for (Door door : doors(drive)) {
            PollOutcome seen = poller.look(door.adapter(), door.target());
            if (!(seen instanceof Polled)) {
                reply = notAnswered(seen);
                continue;
            }
            Optional<Snapshot> view = lastKnown.component(drive.id()).flatMap(View::snapshot);
            List<String> before = view.map(TestLog::of).map(TestLog::marks).orElse(List.of());
            if (view.map(TestLog::of).flatMap(TestLog::running).isPresent()) {
                return new Answer(new AlreadyRunning(), before);
            }
            reply = door.adapter()
                    .startSelfTest(door.target(), kind)
                    .map(command -> run(door, command))
                    .orElseGet(() -> new NotPossible(door.adapter().name() + " starts no self-tests"));
            if (!(reply instanceof Refused || reply instanceof NotPossible)) {
                return new Answer(reply, before);
            }
        }
        return new Answer(reply, List.of());
    }

    /** Ends the test that runs; the next look shows whether it did. */
    Optional<String> stop(Component drive) {
        String why = "no way to the drive is open";
        for (Door door : doors(drive)) {
            Optional<Command> command = door.adapter().stopSelfTest(door.target());
            if (command.isEmpty()) {
                why = door.adapter().name() + " ends no self-tests";
                continue;
            }
            try {
                runner.run(command.get());
                return Optional.empty();
            } catch (CommandException e) {
                why = e.getMessage();
            }
        }
        return Optional.of(why);
    }

    private static SelfTestReply notAnswered(PollOutcome seen) {
        return seen instanceof Failed failed ? new SelfTestReply.Failed(failed.cause(), failed.detail()) : new Asleep();
    }

    private SelfTestReply run(Door door, Command command) {
        long begun = System.nanoTime();
        CommandResult result;
        try {
            result = runner.run(command);
        } catch (CommandException e) {
            tell(new Failed(door.target(), e.reason(), e.getMessage()), begun);
            return new SelfTestReply.Failed(e.reason(), e.getMessage());
        }
        return door.adapter().startReply(door.target(), result);
    }

    /** A drive that does not answer to a start does not answer: that is told like any probe that failed. */
    private void tell(Failed failed, long begun) {
        if (failed.cause() != Cause.STOPPED && failed.cause() != Cause.BUSY) {
            casebook.enter(failed, Depth.SELF_TESTS, Duration.ofNanos(System.nanoTime() - begun));
        }
    }

    /** Open ways first by the order in which the drive names them. */
    private List<Door> doors(Component drive) {
        return lastKnown.targets().stream()
                .filter(view -> view.failure().isEmpty()
                        && view.component().filter(drive.id()::equals).isPresent())
                .map(TargetView::target)
                .filter(ControllerDoors::isAsked)
                .sorted(Comparator.comparing(target -> order(drive, target)))
                .flatMap(target -> adapters.stream()
                        .filter(adapter -> adapter.name().equals(target.adapter()))
                        .map(adapter -> new Door(adapter, target)))
                .toList();
    }

    private static int order(Component drive, Target target) {
        for (int i = 0; i < drive.locations().size(); i++) {
            if (drive.locations().get(i).path().equals(target.path())
                    && drive.locations().get(i).type().equals(target.type())) {
                return i;
            }
        }
        return drive.locations().size();
    }
}
