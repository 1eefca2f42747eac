package io.diskvigil.exec;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.diskvigil.model.PollOutcome.Cause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * Says who may run now: in order of arrival, one command a device, a bounded number at once, none on a device where one
 * hangs. Who waits for a device holds none of the places.
 */
final class Admission {
    private final int places;
    private final Set<String> busy = new HashSet<>();
    private final Map<String, Hanging> hanging = new HashMap<>();
    private final List<Waiter> queue = new ArrayList<>();
    private int running;
    private boolean stopped;

    Admission(int places) {
        this.places = places;
    }

    /** Returns when the command may run, which it then must end with {@link #leave} or {@link #hang}. */
    void enter(Command command) throws CommandException {
        var waiter = new Waiter(command);
        synchronized (this) {
            queue.add(waiter);
            admit();
        }
        var interrupted = Optional.<InterruptedException>empty();
        try {
            waiter.called.await(command.timeout().toNanos(), NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            interrupted = Optional.of(e);
        }
        synchronized (this) {
            var neverCalled = queue.remove(waiter);
            if (waiter.refusal.isPresent()) {
                throw waiter.refusal.get();
            }
            if (interrupted.isPresent()) {
                if (waiter.admitted) {
                    leave(command);
                }
                throw new CommandException(
                        Cause.STOPPED, command.title() + ": interrupted before it began", interrupted.get());
            }
            if (neverCalled) {
                throw notAsked(command);
            }
        }
    }

    synchronized void leave(Command command) {
        running--;
        busy.remove(command.device());
        admit();
    }

    /** Gives the place back, but not the device. */
    synchronized void hang(Hanging survivor) {
        hanging.put(key(survivor.command()), survivor);
        leave(survivor.command());
    }

    /** From here on nobody enters. */
    synchronized void stop() {
        stopped = true;
        admit();
    }

    synchronized boolean stopped() {
        return stopped;
    }

    synchronized int running() {
        return running;
    }

    synchronized Set<String> hangingDevices() {
        hanging.values().removeIf(Hanging::gone);
        return hanging.values().stream()
                .map(survivor -> survivor.command().device())
                .filter(device -> !device.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    synchronized Optional<Hanging> hanging(String device) {
        hanging.values().removeIf(Hanging::gone);
        return hanging.values().stream()
                .filter(survivor -> survivor.command().device().equals(device))
                .findFirst();
    }

    private void admit() {
        var waiting = queue.iterator();
        while (waiting.hasNext()) {
            var waiter = waiting.next();
            var command = waiter.command;
            var refusal = refusal(command);
            if (refusal.isPresent()) {
                waiting.remove();
                waiter.refuse(refusal.get());
            } else if (running < places && !busy.contains(command.device())) {
                waiting.remove();
                running++;
                if (!command.device().isEmpty()) {
                    busy.add(command.device());
                }
                waiter.admit();
            }
        }
    }

    private Optional<CommandException> refusal(Command command) {
        if (stopped) {
            return Optional.of(shuttingDown(command));
        }
        var survivor = hanging.get(key(command));
        if (survivor != null && survivor.gone()) {
            hanging.remove(key(command));
            return Optional.empty();
        }
        return Optional.ofNullable(survivor).map(known -> known.refuse(command));
    }

    static CommandException shuttingDown(Command command) {
        return new CommandException(Cause.STOPPED, command.title() + ": the daemon is shutting down");
    }

    private CommandException notAsked(Command command) {
        var what = busy.contains(command.device())
                ? "for an earlier command on the same device to end"
                : "for its turn, as no more than %d commands run at once (exec.parallel)".formatted(places);
        return new CommandException(
                Cause.BUSY, "%s: waited %s %s".formatted(command.title(), Command.seconds(command.timeout()), what));
    }

    /** A command without a device, such as a scan, is held back by itself: else each new one would hang beside the last. */
    private static String key(Command command) {
        return command.device().isEmpty() ? command.argv().toString() : command.device();
    }

    /** One caller in the queue; called once, to run or to be refused. */
    private static final class Waiter {
        private final Command command;
        private final CountDownLatch called = new CountDownLatch(1);
        private boolean admitted;
        private Optional<CommandException> refusal = Optional.empty();

        Waiter(Command command) {
            this.command = command;
        }

        void admit() {
            admitted = true;
            called.countDown();
        }

        void refuse(CommandException why) {
            refusal = Optional.of(why);
            called.countDown();
        }
    }
}
