package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.rule.RuleConfig;
import io.diskvigil.selftest.Arrays;
import io.diskvigil.selftest.Decision;
import io.diskvigil.selftest.Loads;
import io.diskvigil.selftest.SelfTestConfig;
import io.diskvigil.selftest.SelfTestPlanner;
import io.diskvigil.selftest.Subject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Starts the self-tests that the planner wants, watches every one that runs, and reads back how it ended. Drives are waited for
 * by threads of its own, one thing at a time on each drive; {@link #tick} waits for none.
 */
public final class SelfTestDesk implements Witness {
    private static final Logger LOG = Logger.getLogger(SelfTestDesk.class);
    /** How often to call {@link #tick}. */
    public static final Duration PACE = Duration.ofSeconds(30);

    private static final int THREADS = 4;
    private static final int MOST_WAITING = 256;

    private final SelfTestConfig config;
    private final SelfTestPlanner planner;
    private final Subjects subjects;
    private final TestHands hands;
    private final Dossiers dossiers;
    private final TestJobs jobs;
    private final TestWishes wishes;
    private final TestReport report;
    private final LastKnown lastKnown;
    private final Clock clock;
    private final Executor threads;
    private final boolean firstStart;
    private final Set<ComponentId> newcomers = ConcurrentHashMap.newKeySet();
    private final Set<ComponentId> returned = ConcurrentHashMap.newKeySet();
    /** Held while it is decided who starts: two who decide at once would not see each other. */
    private final Object starting = new Object();

    private final Set<ComponentId> busy = ConcurrentHashMap.newKeySet();
    /** Tests that wait for a thread or are just being started: they count as running. */
    private final Map<ComponentId, TestKind> beginning = new ConcurrentHashMap<>();

    private final Map<ComponentId, Decision> decided = new ConcurrentHashMap<>();

    /**
     * Whom the desk works with.
     *
     * @param threads where drives are waited for; bounded
     */
    public record Colleagues(
            SelfTestPlanner planner,
            SelfTestMemory memory,
            SelfTestBoard board,
            Casebook casebook,
            LastKnown lastKnown,
            Executor threads) {}

    /** What the desk looks through and works with. */
    public record Tools(
            List<VendorAdapter> adapters,
            CommandRunner runner,
            Poller poller,
            Arrays arrays,
            Loads loads,
            RuleConfig.Temperature limits) {
        public Tools {
            adapters = List.copyOf(adapters);
        }
    }

    /** @param firstStart the daemon knows no drive from before */
    public SelfTestDesk(SelfTestConfig config, Colleagues with, Tools tools, Clock clock, boolean firstStart) {
        this.config = config;
        this.planner = with.planner();
        this.subjects = new Subjects(config, tools.limits(), tools.arrays(), tools.loads());
        this.hands = new TestHands(tools.adapters(), tools.runner(), tools.poller(), with.casebook(), with.lastKnown());
        this.lastKnown = with.lastKnown();
        this.clock = clock;
        this.threads = with.threads();
        this.firstStart = firstStart;
        this.dossiers = new Dossiers(with.memory(), clock);
        this.jobs = new TestJobs(hands, dossiers, with.casebook(), lastKnown, clock);
        this.report = new TestReport(planner, with.board(), clock);
        this.wishes = new TestWishes(with.memory(), jobs, dossiers, clock);
        with.casebook().heed(report.standing());
        with.casebook().show(this);
    }

    /** Threads to wait for drives on: few, because tests are few and looks are short. */
    public static ExecutorService threads() {
        return new ThreadPoolExecutor(
                THREADS, THREADS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), work -> {
                    Thread thread = new Thread(work, "self-tests");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    @Override
    public void saw(Snapshot view, boolean firstSight) {
        if (firstSight && view.component().kind() == ComponentKind.DRIVE) {
            newcomers.add(view.component().id());
        }
    }

    /** It owes its first tests again. */
    @Override
    public void returned(ComponentId drive) {
        returned.add(drive);
    }

    /** Writes what a restart shall not forget and was not important enough to be written at once. */
    public void flush() {
        dossiers.flush();
    }

    /** One round: notes what is known, starts what is due, looks after what runs. */
    public void tick() {
        Instant now = clock.instant();
        List<View> drives = drives();
        drives.forEach(view -> learn(view, now));
        synchronized (starting) {
            decide(subjects(drives, now), now);
        }
        for (View view : drives) {
            Component drive = view.component();
            running(drive.id())
                    .filter(run -> jobs.isLookDue(drive.id(), run))
                    .ifPresent(run -> occupied(drive, Optional.empty(), () -> jobs.watch(drive)));
        }
        publish();
    }

    private void decide(List<Subject> all, Instant now) {
        for (Subject subject : all) {
            planner.missed(subject, now, report.awakeSince())
                    .ifPresent(missed -> dossiers.updateLazily(subject.id(), tests -> tests.tallied(missed)));
        }
        for (Decision decision : planner.decide(all, now)) {
            decided.put(decision.drive(), decision);
            if (decision instanceof Decision.Start start) {
                begin(start);
            } else {
                dossiers.updateLazily(decision.drive(), tests -> tests.tallied(decision));
            }
        }
    }

    /** Answers what persons asked for; to be called every few seconds. */
    public void serve() {
        List<TestRequest> open = wishes.open();
        if (open.isEmpty()) {
            return;
        }
        List<View> drives = drives();
        drives.forEach(view -> learn(view, clock.instant()));
        for (TestRequest request : open) {
            Optional<View> view = drives.stream()
                    .filter(one -> one.component().id().equals(request.drive()))
                    .findFirst();
            synchronized (starting) {
                serve(request, view, subjects(drives, clock.instant()));
            }
        }
    }

    private void serve(TestRequest request, Optional<View> view, List<Subject> all) {
        Optional<Component> drive = view.map(View::component);
        if (drive.map(Component::id).filter(busy::contains).isPresent()) {
            // It waits until that is done: what is done may be this very request.
            return;
        }
        Optional<String> no = wishes.against(request, view, all);
        if (no.isPresent()) {
            wishes.refuse(request, no.get());
        } else {
            occupied(drive.orElseThrow(), TestWishes.begins(request), () -> wishes.carryOut(request, drive.get()));
        }
    }

    /** Those that were seen and are not gone. */
    private List<View> drives() {
        return lastKnown.components().stream()
                .filter(view -> view.component().kind() == ComponentKind.DRIVE)
                .filter(view -> view.snapshot().isPresent() || view.asleep())
                .filter(view -> !isGone(view))
                .toList();
    }

    /** Missing, replaced or decommissioned: nothing is promised to it, however well it was read before. */
    private boolean isGone(View view) {
        return lastKnown
                .life(view.component().id())
                .filter(life -> !life.state().isHere())
                .isPresent();
    }

    /** Takes up what the last answers tell of drives that are new, of passes, and of tests that others started. */
    private void learn(View view, Instant now) {
        Component drive = view.component();
        ComponentId id = drive.id();
        Optional<Snapshot> snapshot = view.snapshot();
        List<TestKind> owed = snapshot.map(this::owed).orElse(List.of());
        DriveTests tests = dossiers.update(
                id, known -> known == null ? DriveTests.fresh(now, owed) : owed.isEmpty() ? known : known.owing(owed));
        snapshot.map(TestLog::of).ifPresent(log -> {
            log.passes().forEach((kind, pass) -> dossiers.update(id, known -> known.passed(kind, pass, now)));
            dossiers.update(id, known -> known.notAhead(now));
            if (log.running().isPresent() && tests.ran().open().isEmpty() && !busy.contains(id)) {
                jobs.foreign(drive);
            }
        });
    }

    private List<TestKind> owed(Snapshot snapshot) {
        ComponentId id = snapshot.component().id();
        boolean back = returned.remove(id);
        if (newcomers.remove(id)) {
            return Commissioning.ofNew(snapshot, firstStart, config);
        }
        return back ? Commissioning.ofReturned(snapshot, config) : List.of();
    }

    private List<Subject> subjects(List<View> drives, Instant now) {
        Subjects.Machine machine = subjects.machine();
        return drives.stream()
                .flatMap(view -> dossiers
                        .of(view.component().id())
                        .map(tests -> subjects.of(
                                view, tests, machine, dealings(view.component().id()), now))
                        .stream())
                .toList();
    }

    private Subjects.Dealings dealings(ComponentId id) {
        return new Subjects.Dealings(hands.isReachable(id), jobs.rest(id), Optional.ofNullable(beginning.get(id)));
    }

    private Optional<OpenRun> running(ComponentId id) {
        return dossiers.of(id).flatMap(tests -> tests.ran().open());
    }

    private void begin(Decision.Start start) {
        lastKnown
                .component(start.drive())
                .map(View::component)
                .ifPresent(drive -> occupied(
                        drive, Optional.of(start.kind()), () -> jobs.start(drive, start.kind(), start.reason())));
    }

    private synchronized void publish() {
        List<View> drives = drives();
        List<Component> gone = lastKnown.components().stream()
                .filter(this::isGone)
                .map(View::component)
                .toList();
        report.publish(drives, gone, subjects(drives, clock.instant()), dossiers, decided);
    }

    /**
     * Does something with a drive on another thread, unless something is being done with it already.
     *
     * @param begins the test that is started by it
     */
    private void occupied(Component drive, Optional<TestKind> begins, Runnable work) {
        if (!busy.add(drive.id())) {
            return;
        }
        begins.ifPresent(kind -> beginning.put(drive.id(), kind));
        try {
            threads.execute(() -> {
                try {
                    work.run();
                } catch (RuntimeException e) {
                    LOG.errorf(e, "test %s", drive.id());
                } finally {
                    beginning.remove(drive.id());
                    busy.remove(drive.id());
                    // Decided before this was done: it may not be true any more.
                    decided.remove(drive.id());
                }
                publish();
            });
        } catch (RejectedExecutionException e) {
            // It ends, or every thread waits for a drive: the next round tries again.
            beginning.remove(drive.id());
            busy.remove(drive.id());
            LOG.debugf("test %s: no thread is free", drive.id());
        }
    }
}
