package io.diskvigil.poll;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Target;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.quartz.impl.StdSchedulerFactory;

/**
 * When which target is asked: one Quartz job a target and one a scan, in memory. Each target is asked as soon as it is
 * known, and from then on in a rhythm of its own, so that the probes of many drives spread over the interval.
 */
public final class PollSchedule implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(PollSchedule.class);
    private static final String TARGETS = "targets";
    private static final String SCANS = "scans";
    private static final String CHORES = "chores";
    private static final String SOON = "soon";
    private static final String LEADS = "leads";
    /** Scans and chores have threads of their own, so that they go on while every drive hangs. */
    private static final int CHORE_THREADS = 3;
    /** How soon it is seen that a drive in quarantine may be tried again. */
    private static final Duration RETRIES = Duration.ofSeconds(5);
    /** After a change of what the kernel lists: a drive that was just plugged in brings several names. */
    private static final Duration SETTLE = Duration.ofSeconds(2);
    /** Steps of this part of a whole, wrapped around, stay spread out however many they are. */
    private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

    private final List<VendorAdapter> adapters;
    private final Poller poller;
    private final Discovery discovery;
    private final Casebook casebook;
    private final PollConfig config;
    private final Scheduler polls;
    private final Scheduler chores;
    private final CountDownLatch firstScans;
    private final Set<String> busyPaths = ConcurrentHashMap.newKeySet();
    private final LookPace lookPace = new LookPace();
    private final Leads leads;
    private final AtomicLong watched = new AtomicLong();
    private final AtomicLong lastBeat = new AtomicLong(System.nanoTime());

    public PollSchedule(
            List<VendorAdapter> adapters,
            Poller poller,
            Discovery discovery,
            Casebook casebook,
            PollConfig config,
            int parallel) {
        this.adapters = List.copyOf(adapters);
        this.poller = poller;
        this.discovery = discovery;
        this.casebook = casebook;
        this.config = config;
        this.leads = new Leads(config.rescanInterval(), Clock.systemUTC());
        this.firstScans = new CountDownLatch(adapters.size());
        this.polls = scheduler("polls", parallel);
        this.chores = scheduler("chores", CHORE_THREADS);
    }

    public void start() {
        try {
            polls.start();
            chores.start();
            for (VendorAdapter adapter : adapters) {
                every(config.rescanInterval(), new JobKey(adapter.name(), SCANS), () -> scan(adapter));
            }
            // Proves that jobs still run: the watchdog is fed from it.
            every(Duration.ofSeconds(5), new JobKey("heartbeat", CHORES), () -> lastBeat.set(System.nanoTime()));
            every(RETRIES, new JobKey("retries", CHORES), () -> poller.due().forEach(this::now));
        } catch (SchedulerException e) {
            throw new IllegalStateException("start schedule: " + e.getMessage(), e);
        }
    }

    /**
     * To be called again and again: looks for drives when things have settled for a moment after a change, beside the regular looks.
     *
     * @param changed whether the kernel lists other drives than at the last call
     */
    public void scanAfter(boolean changed) {
        if (!lookPace.isDue(changed, poller.holdsScans(), Instant.now())) {
            return;
        }
        for (VendorAdapter adapter : adapters) {
            runAt(chores, new JobKey(adapter.name(), SCANS), Instant.now().plus(SETTLE));
        }
    }

    /** Whether every tool was asked once what there is. */
    public boolean isReady() {
        return firstScans.getCount() == 0;
    }

    /** How long ago a job last ran; the heartbeat job runs every 5 seconds. */
    public Duration sinceLastBeat() {
        return Duration.ofNanos(System.nanoTime() - lastBeat.get());
    }

    /** Starts no new job and waits for none: their commands are ended by the runner. */
    @Override
    public void close() {
        try {
            chores.shutdown(false);
            polls.shutdown(false);
        } catch (SchedulerException e) {
            LOG.warnf("stop schedule: %s", e.getMessage());
        }
    }

    private void scan(VendorAdapter adapter) {
        if (poller.holdsScans()) {
            LOG.infof("%s: no look for new drives while a tool hangs in the kernel", adapter.name());
            return;
        }
        discovery.look(adapter).forEach(target -> watch(adapter, target));
        firstScans.countDown();
    }

    private void watch(VendorAdapter adapter, Target target) {
        try {
            if (!polls.checkExists(key(target))) {
                LOG.infof("%s: watched", target.label());
                every(polls, config.interval(), phase(), key(target), () -> poll(adapter, target));
                polls.triggerJob(key(target));
            }
        } catch (SchedulerException e) {
            LOG.errorf("schedule %s: %s", target.label(), e.getMessage());
        }
    }

    /** When in the interval the next target is asked: else all of them are, for ever, in the moment after the scan. */
    private Duration phase() {
        double part = watched.incrementAndGet() * GOLDEN_RATIO % 1;
        return Duration.ofMillis((long) (part * config.interval().toMillis()));
    }

    /** Drives on one path are asked one after the other; those that wait hold no thread meanwhile. */
    private void poll(VendorAdapter adapter, Target target) {
        alone(target.path(), () -> poller.turn(adapter, target))
                .ifPresentOrElse(
                        turn -> turn.ifPresent(outcome -> {
                            forgetIfMoved(target, outcome);
                            follow(poller.leads(adapter, outcome));
                        }),
                        () -> soonAgain(target));
    }

    /** A lead by which a drive was seen before is watched like any other; the others are tried, each path by itself. */
    private void follow(List<Target> all) {
        Map<String, List<Target>> untried = new LinkedHashMap<>();
        for (Target lead : all) {
            if (isWatched(lead)) {
                continue;
            }
            if (casebook.isDoor(lead)) {
                adapter(lead).ifPresent(tool -> watch(tool, lead));
            } else if (leads.isDue(lead)) {
                untried.computeIfAbsent(lead.path(), ignored -> new ArrayList<>())
                        .add(lead);
            }
        }
        untried.forEach((path, some) -> once(new JobKey(path, LEADS), () -> tryOut(some)));
    }

    /** One after the other, up to one that hangs: the rest has its turn after the controller's next answer. */
    private void tryOut(List<Target> some) {
        for (Target lead : some) {
            Optional<VendorAdapter> tool = adapter(lead);
            if (tool.isEmpty()) {
                continue;
            }
            PollOutcome outcome = poller.tryLead(tool.get(), lead);
            if (leads.isWorthIt(lead, outcome)) {
                watch(tool.get(), lead);
            }
            if (outcome instanceof Failed failed && Quarantine.HANGS.contains(failed.cause())) {
                return;
            }
        }
    }

    private Optional<VendorAdapter> adapter(Target target) {
        return adapters.stream()
                .filter(adapter -> adapter.name().equals(target.adapter()))
                .findFirst();
    }

    private boolean isWatched(Target target) {
        try {
            return polls.checkExists(key(target));
        } catch (SchedulerException e) {
            LOG.errorf("look up schedule of %s: %s", target.label(), e.getMessage());
            return true;
        }
    }

    /** Runs work on a thread that may wait for a drive, now and once; not while it runs already. */
    private void once(JobKey key, Runnable work) {
        JobDetail job = JobBuilder.newJob(Work.class).withIdentity(key).build();
        job.getJobDataMap().put("work", work);
        try {
            if (!polls.checkExists(key)) {
                polls.scheduleJob(job, TriggerBuilder.newTrigger().startNow().build());
            }
        } catch (SchedulerException e) {
            LOG.errorf("schedule %s: %s", key, e.getMessage());
        }
    }

    private <T> Optional<T> alone(String path, Supplier<T> work) {
        if (!busyPaths.add(path)) {
            return Optional.empty();
        }
        try {
            return Optional.of(work.get());
        } finally {
            busyPaths.remove(path);
        }
    }

    private void forgetIfMoved(Target target, PollOutcome outcome) {
        if (outcome instanceof Failed failed
                && failed.cause() == Cause.DEVICE_UNREACHABLE
                && casebook.isElsewhere(outcome.target())) {
            LOG.infof("%s: its drive is seen elsewhere; watched there", target.label());
            unwatch(target);
            casebook.forget(outcome.target());
            poller.forget(target);
        }
    }

    /** One more run in a second. */
    private void soonAgain(Target target) {
        runAt(polls, key(target), Instant.now().plusSeconds(1));
    }

    /** One more run of a job, beside the regular ones; never two of them. */
    private static void runAt(Scheduler scheduler, JobKey job, Instant at) {
        TriggerKey soon = new TriggerKey(job.getName(), SOON);
        try {
            if (!scheduler.checkExists(soon) && scheduler.checkExists(job)) {
                scheduler.scheduleJob(TriggerBuilder.newTrigger()
                        .withIdentity(soon)
                        .forJob(job)
                        .startAt(Date.from(at))
                        .build());
            }
        } catch (SchedulerException e) {
            LOG.errorf("schedule %s again: %s", job, e.getMessage());
        }
    }

    private void now(Target target) {
        try {
            if (polls.checkExists(key(target))) {
                polls.triggerJob(key(target));
            }
        } catch (SchedulerException e) {
            LOG.errorf("schedule %s now: %s", target.label(), e.getMessage());
        }
    }

    private void unwatch(Target target) {
        try {
            polls.deleteJob(key(target));
        } catch (SchedulerException e) {
            LOG.errorf("unschedule %s: %s", target.label(), e.getMessage());
        }
    }

    private static JobKey key(Target target) {
        return new JobKey(target.adapter() + " " + target.label(), TARGETS);
    }

    /** Runs a chore of the daemon on the same schedule, from now on. Failures are logged, never fatal. */
    public void every(Duration interval, String name, Runnable chore) {
        try {
            every(interval, new JobKey(name, CHORES), chore);
        } catch (SchedulerException e) {
            throw new IllegalStateException("schedule %s: %s".formatted(name, e.getMessage()), e);
        }
    }

    private void every(Duration interval, JobKey key, Runnable work) throws SchedulerException {
        every(chores, interval, Duration.ZERO, key, work);
    }

    private static void every(Scheduler scheduler, Duration interval, Duration phase, JobKey key, Runnable work)
            throws SchedulerException {
        JobDetail job = JobBuilder.newJob(Work.class).withIdentity(key).build();
        job.getJobDataMap().put("work", work);
        scheduler.scheduleJob(
                job,
                TriggerBuilder.newTrigger()
                        .startAt(Date.from(Instant.now().plus(phase)))
                        .withSchedule(SimpleScheduleBuilder.simpleSchedule()
                                .withIntervalInMilliseconds(interval.toMillis())
                                .repeatForever()
                                .withMisfireHandlingInstructionNowWithRemainingCount())
                        .build());
    }

    /** Runs what was put beside it; never twice at once, however late it is. */
    @DisallowConcurrentExecution
    public static final class Work implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            try {
                ((Runnable) context.getJobDetail().getJobDataMap().get("work")).run();
            } catch (RuntimeException e) {
                // Quartz would log and go on; the same here, with the name of the job.
                LOG.errorf(e, "run job %s", context.getJobDetail().getKey());
            }
        }
    }

    private static Scheduler scheduler(String name, int threads) {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "diskvigil-" + name);
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        settings.setProperty("org.quartz.scheduler.makeSchedulerThreadDaemon", "true");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", String.valueOf(threads));
        settings.setProperty("org.quartz.threadPool.makeThreadsDaemons", "true");
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        try {
            return new StdSchedulerFactory(settings).getScheduler();
        } catch (SchedulerException e) {
            throw new IllegalStateException("create schedule: " + e.getMessage(), e);
        }
    }
}
