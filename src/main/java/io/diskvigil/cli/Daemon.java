package io.diskvigil.cli;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.block.BlockReader;
import io.diskvigil.adapter.host.HostReader;
import io.diskvigil.adapter.mdraid.MdReader;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.exec.ZtExecCommandRunner;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.Notifier;
import io.diskvigil.incident.Outbox.Backlog;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Known;
import io.diskvigil.metrics.MetricsPage;
import io.diskvigil.metrics.OwnMeters;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.notify.Courier;
import io.diskvigil.notify.EmailNotifier;
import io.diskvigil.notify.Emergency;
import io.diskvigil.notify.MailConfig;
import io.diskvigil.notify.NoMail;
import io.diskvigil.poll.ByPath;
import io.diskvigil.poll.Casebook;
import io.diskvigil.poll.Discovery;
import io.diskvigil.poll.DiskLoads;
import io.diskvigil.poll.EventBook;
import io.diskvigil.poll.HotPlug;
import io.diskvigil.poll.IdleDrives;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.Ledger.LedgerException;
import io.diskvigil.poll.MdArrays;
import io.diskvigil.poll.PollSchedule;
import io.diskvigil.poll.Poller;
import io.diskvigil.poll.Presence;
import io.diskvigil.poll.Quarantine;
import io.diskvigil.poll.Sectors;
import io.diskvigil.poll.SelfTestBoard;
import io.diskvigil.poll.SelfTestDesk;
import io.diskvigil.poll.Sleepers;
import io.diskvigil.poll.Turns;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.Rules;
import io.diskvigil.selftest.SelfTestConfig;
import io.diskvigil.selftest.SelfTestPlanner;
import io.diskvigil.selftest.Window;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import io.diskvigil.web.PlanDocument;
import io.diskvigil.web.Routes;
import io.diskvigil.web.SelfTestDocument;
import io.diskvigil.web.StatusDocument;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** All rooms put together, and the order in which they start and end. The one place where all of them are known. */
final class Daemon implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Daemon.class);
    private static final int MOST_HOUSEKEEPING = 1000;
    /** A look at what lies at a bad sector may wait for two tools, each ended after 5 seconds. */
    private static final Duration SECTOR_PATIENCE = Duration.ofSeconds(15);

    private static final Duration REMINDERS = Duration.ofMinutes(1);
    private static final Duration CHORES = Duration.ofSeconds(5);
    /** A schedule that has not run its 5-second heartbeat for so long stands still. */
    private static final Duration STANDSTILL = Duration.ofSeconds(30);

    private final Settings settings;
    private final Clock clock = Clock.systemUTC();
    private final Path state;
    private final SqliteStore store;
    private final ZtExecCommandRunner runner;
    private final Casebook casebook;
    private final EventBook events;
    private final PollSchedule schedule;
    private final DiskLoads loads = new DiskLoads(Path.of("/"), System::nanoTime);
    private final Courier courier;
    /** The way past the database, for the day when that cannot be written. */
    private final Optional<Emergency> emergency;

    private final ExecutorService testing = SelfTestDesk.threads();
    private final SelfTestDesk desk;

    private final MetricsPage metrics;
    private final Routes routes;
    private final SystemdNotify systemd;
    private final AtomicReference<Backlog> backlog;

    Daemon(Settings settings) throws IOException {
        this.settings = settings;
        state = StateDirectory.of(settings.store());
        store = SqliteStore.open(
                state,
                settings.mail().groupWait(),
                settings.mail().retryMax(),
                settings.store().samples(),
                clock);
        backlog = new AtomicReference<>(store.backlog(clock.instant()));
        runner = new ZtExecCommandRunner(settings.exec(), state.resolve("run"), clock);
        OwnMeters meters = new OwnMeters(BuildInfo.version(), clock, backlog::get);
        CommandRunner counted = meters.counting(runner);
        LastKnown lastKnown = new LastKnown();
        List<Known> remembered = store.components();
        casebook = new Casebook(
                new Inventory(remembered),
                Rules.of(settings.rules()),
                new CannotRead(settings.rules().cannotRead()),
                new IncidentPolicy(settings.incident()),
                store,
                new Presence(store, lastKnown, settings.inventory(), clock),
                lastKnown,
                new ByPath(Path.of("/dev/disk/by-path")),
                settings.poll(),
                clock);
        events = new EventBook(store.eventMemory(), lastKnown, settings.poll(), ZoneId.systemDefault(), clock);
        casebook.keepEvents(events);
        BlockReader blocks = new BlockReader(Path.of("/"), counted);
        casebook.tellPlaces(new Sectors(blocks::place, SECTOR_PATIENCE, clock));
        meters.database(() -> casebook.ledgerTrouble().isEmpty());
        List<VendorAdapter> adapters = Adapters.watched(settings);
        HostReader machine = new HostReader(Path.of("/"));
        Poller poller = new Poller(counted, machine, casebook, turns(remembered, lastKnown), clock);
        SelfTestBoard board = new SelfTestBoard();
        SelfTestPlanner planner = new SelfTestPlanner(settings.selfTest(), ZoneId.systemDefault());
        desk = new SelfTestDesk(
                settings.selfTest(),
                new SelfTestDesk.Colleagues(planner, store.selfTests(), board, casebook, lastKnown, testing),
                new SelfTestDesk.Tools(
                        adapters,
                        counted,
                        poller,
                        new MdArrays(new MdReader(Path.of("/"))),
                        loads,
                        settings.rules().temperature()),
                clock,
                remembered.isEmpty());
        schedule = new PollSchedule(
                adapters,
                poller,
                new Discovery(counted, machine, casebook),
                casebook,
                settings.poll(),
                settings.exec().parallel());
        courier = new Courier(store, notifier(meters), settings.mail().retryMax(), clock);
        emergency = settings.mail().transport() == MailConfig.Transport.NONE
                ? Optional.empty()
                : Optional.of(new Emergency(
                        new EmailNotifier(settings.mail(), ZoneId.systemDefault()), clock, Casebook.HOST));
        metrics = new MetricsPage(lastKnown, board, meters);
        StatusDocument.Daemon self = new StatusDocument.Daemon(hostName(), BuildInfo.version(), clock.instant());
        routes = new Routes(
                metrics,
                new StatusDocument(lastKnown, backlog::get, self, clock),
                new SelfTestDocument(board, clock),
                new PlanDocument(planner, board::subjects, () -> components(board), clock),
                schedule::isReady);
        systemd = new SystemdNotify(state.resolve("run"), clock);
    }

    private static Map<ComponentId, Component> components(SelfTestBoard board) {
        return board.rows().stream()
                .map(SelfTestBoard.Row::drive)
                .collect(Collectors.toMap(Component::id, Function.identity()));
    }

    void routes(Router router) {
        routes.register(router);
    }

    /** Says first what it is: before this, while it is put together, log lines have no priority for the journal yet. */
    void start() {
        LOG.infof("diskvigil %s, state in %s", BuildInfo.version(), state);
        if (settings.mail().transport() == MailConfig.Transport.NONE) {
            LOG.warn(
                    "no mail is sent: mail.transport is none; what is found shows on /metrics, in status and in this log only");
        }
        metrics.start();
        courier.start();
        schedule.start();
        schedule.every(CHORES, "backlog", () -> backlog.set(store.backlog(clock.instant())));
        schedule.every(DiskLoads.EVERY, "loads", loads::sample);
        schedule.every(REMINDERS, "reminders", casebook::remind);
        schedule.every(SelfTestDesk.PACE, "self-tests", desk::tick);
        schedule.every(CHORES, "self-test-requests", desk::serve);
        HotPlug hotPlug = new HotPlug(Path.of("/sys"));
        schedule.every(CHORES, "hot plug", () -> {
            boolean changed = hotPlug.changed();
            if (changed) {
                LOG.info("the kernel lists other drives than before: looking for them");
            }
            schedule.scanAfter(changed);
        });
        emergency.ifPresent(
                way -> schedule.every(Duration.ofMinutes(1), "emergency", () -> way.tell(casebook.ledgerTrouble())));
        schedule.every(Duration.ofHours(1), "housekeeping", this::housekeep);
    }

    /** The schedule runs and HTTP is open: only now is the daemon what it says that it is. */
    void listening() {
        systemd.ready(() -> schedule.sinceLastBeat().compareTo(STANDSTILL) < 0 && courier.isAlive());
        LOG.infof(
                "metrics on http://%s:%d/metrics",
                settings.http().host(), settings.http().port());
    }

    /** Bounded work a step, so that polls get their turn between the steps. */
    private void housekeep() {
        for (int step = 0; step < MOST_HOUSEKEEPING && store.housekeep(clock.instant()); step++) {
            Thread.yield();
        }
        events.housekeep();
    }

    /** Ends what starts things first, what they need last. */
    @Override
    public void close() {
        systemd.close();
        schedule.close();
        testing.shutdown();
        runner.close();
        courier.close();
        metrics.close();
        try {
            desk.flush();
            store.close();
        } catch (LedgerException e) {
            LOG.errorf("end: %s: what was not written yet is lost", e.getMessage());
        }
        LOG.info("ended");
    }

    /** Who hangs or sleeps, beside what is read. */
    private Turns turns(List<Known> remembered, LastKnown lastKnown) {
        SelfTestConfig tests = settings.selfTest();
        Sleepers sleepers = new Sleepers(
                remembered,
                lastKnown,
                settings.poll().asleep(),
                new Window(tests.windowStart(), tests.windowEnd(), ZoneId.systemDefault()),
                clock);
        Quarantine quarantine = new Quarantine(runner::survivor, settings.poll(), clock);
        casebook.heed(quarantine);
        casebook.heed(sleepers);
        casebook.show(sleepers);
        IdleDrives idle = new IdleDrives(Path.of("/sys/block"), lastKnown, settings.poll(), clock);
        return new Turns(quarantine, idle, sleepers);
    }

    /** What only goes to the log counts as no delivery. */
    private Notifier notifier(OwnMeters meters) {
        if (settings.mail().transport() == MailConfig.Transport.NONE) {
            return new NoMail();
        }
        return meters.counting(new EmailNotifier(settings.mail(), ZoneId.systemDefault()));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
