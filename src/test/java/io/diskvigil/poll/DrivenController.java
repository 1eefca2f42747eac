package io.diskvigil.poll;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.cli.Settings;
import io.diskvigil.cli.SettingsLoader;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Outbox.Batch;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Target;
import io.diskvigil.notify.EmailNotifier;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.Rules;
import io.diskvigil.selftest.Window;
import io.diskvigil.store.SqliteStore;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The daemon beside a machine with a RAID controller: the simulators of deploy/demo/raid are run for real, smartctl is answered
 * here, the database and the mails are real files, and a test moves the clock.
 */
final class DrivenController implements CommandRunner, AutoCloseable {
    private static final Path TOOLS = Path.of("deploy/demo/raid").toAbsolutePath();
    private static final int MOST_IN_A_MAIL = 1000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** What smartctl says, by its arguments behind the tool's name. */
    interface Smartctl {
        CommandResult answer(List<String> arguments);
    }

    private final DrivenClock clock;
    private final Path directory;
    private final Settings settings;
    private final Smartctl smartctl;
    private final Machine machine;
    private final List<VendorAdapter> adapters;
    private final EmailNotifier notifier;
    private final List<Notification> told = new ArrayList<>();
    private final Map<Target, Instant> nextPoll = new LinkedHashMap<>();
    private final LastKnown lastKnown = new LastKnown();
    private final SqliteStore store;
    private final Casebook casebook;
    private final Poller poller;
    private final Discovery discovery;
    private final Leads leads;
    private Instant nextScan = Instant.MIN;

    /** @param tool the adapter whose simulator is there, such as {@code areca}, and the script's name */
    DrivenController(DrivenClock clock, Path directory, String tool, String script, Machine machine, Smartctl smartctl)
            throws Exception {
        this.clock = clock;
        this.directory = directory;
        this.machine = machine;
        this.smartctl = smartctl;
        Path yaml = Files.writeString(directory.resolve("diskvigil.yaml"), """
                mail: {transport: file, directory: %s, from: diskvigil@example.org, to: [admin@example.org]}
                %s: {path: %s}
                self-test: {enabled: false}
                poll: {interval: 15m}
                """.formatted(
                        directory.resolve("mails"), tool, TOOLS.resolve(script)));
        settings = SettingsLoader.load(Optional.of(yaml));
        adapters = Adapters.watched(settings);
        notifier = new EmailNotifier(settings.mail(), clock.getZone());
        store = SqliteStore.open(
                directory,
                settings.mail().groupWait(),
                settings.mail().retryMax(),
                settings.store().samples(),
                clock);
        casebook = new Casebook(
                new Inventory(store.components()),
                Rules.of(settings.rules()),
                new CannotRead(settings.rules().cannotRead()),
                new IncidentPolicy(settings.incident()),
                store,
                new Presence(store, lastKnown, settings.inventory(), clock),
                lastKnown,
                new ByPath(directory.resolve("no-by-path")),
                settings.poll(),
                clock);
        casebook.keepEvents(new EventBook(store.eventMemory(), lastKnown, settings.poll(), clock.getZone(), clock));
        poller = new Poller(this, () -> machine, casebook, turns(), clock);
        discovery = new Discovery(this, () -> machine, casebook);
        leads = new Leads(settings.poll().rescanInterval(), clock);
    }

    private Turns turns() {
        Window never = new Window(
                settings.selfTest().windowStart(), settings.selfTest().windowEnd(), clock.getZone());
        return new Turns(
                new Quarantine(device -> Optional.empty(), settings.poll(), clock),
                new IdleDrives(directory.resolve("no-sys-block"), lastKnown, settings.poll(), clock),
                new Sleepers(store.components(), lastKnown, settings.poll().asleep(), never, clock));
    }

    /** Lets time pass, a poll every quarter of an hour. */
    void live(Duration time) {
        Instant end = clock.instant().plus(time);
        while (clock.instant().isBefore(end)) {
            step();
            clock.advance(settings.poll().interval());
        }
    }

    private void step() {
        Instant now = clock.instant();
        if (!now.isBefore(nextScan)) {
            for (VendorAdapter adapter : adapters) {
                discovery.look(adapter).forEach(target -> nextPoll.putIfAbsent(target, now));
            }
            nextScan = now.plus(settings.poll().rescanInterval());
        }
        for (Target target : List.copyOf(nextPoll.keySet())) {
            VendorAdapter adapter = adapter(target);
            poller.turn(adapter, target).ifPresent(outcome -> follow(adapter, outcome));
        }
        casebook.remind();
        deliver(now);
    }

    /** As the schedule does. */
    private void follow(VendorAdapter adapter, PollOutcome outcome) {
        for (Target lead : poller.leads(adapter, outcome)) {
            if (!nextPoll.containsKey(lead)
                    && leads.isDue(lead)
                    && leads.isWorthIt(lead, poller.tryLead(adapter(lead), lead))) {
                nextPoll.put(lead, clock.instant());
            }
        }
    }

    private VendorAdapter adapter(Target target) {
        return adapters.stream()
                .filter(one -> one.name().equals(target.adapter()))
                .findFirst()
                .orElseThrow();
    }

    private void deliver(Instant now) {
        for (Optional<Batch> batch = store.next(now, MOST_IN_A_MAIL);
                batch.isPresent();
                batch = store.next(now, MOST_IN_A_MAIL)) {
            List<Notification> together = batch.get().notifications();
            if (!(notifier.deliver(batch.get().id(), together) instanceof Delivery.Delivered)) {
                throw new IllegalStateException("mail not written");
            }
            told.addAll(together);
            store.delivered(batch.get(), now);
        }
    }

    /** One line a notification: what was told of whom, by which rules, in the order of telling, without introductions. */
    List<String> told() {
        return told.stream()
                .filter(one -> one.reason() != Notification.Reason.NOTED)
                .map(one -> "%s %s %s %s: %s"
                        .formatted(
                                one.reason(),
                                one.severity(),
                                one.component().kind(),
                                one.component().identity().serial(),
                                one.changed().stream().map(Finding::rule).toList()))
                .toList();
    }

    List<Notification> notifications() {
        return List.copyOf(told);
    }

    LastKnown lastKnown() {
        return lastKnown;
    }

    /** The mails as they were written, oldest first. */
    List<String> mails() {
        try (Stream<Path> files = Files.list(directory.resolve("mails"))) {
            List<String> mails = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                mails.add(Files.readString(file));
            }
            return mails;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The plain part of a mail, head and all, as a reader shows it. */
    String text(int mail) {
        try {
            MimeMessage message = new MimeMessage(
                    null, new ByteArrayInputStream(mails().get(mail).getBytes(StandardCharsets.UTF_8)));
            return "Subject: " + message.getSubject() + "\n\n"
                    + ((MimeMultipart) message.getContent()).getBodyPart(0).getContent();
        } catch (MessagingException | IOException e) {
            throw new IllegalStateException("read mail " + mail, e);
        }
    }

    /** Time passes, and the daemon does nothing. */
    void wait(Duration time) {
        clock.advance(time);
    }

    /** Something happens to the machine: {@code tell} and its words to the simulator. */
    void tell(String script, String... words) throws CommandException {
        List<String> argv = new ArrayList<>(List.of(TOOLS.resolve(script).toString(), "tell"));
        argv.addAll(List.of(words));
        CommandResult result = process(argv);
        if (result.exitStatus() != 0) {
            throw new IllegalStateException("tell " + List.of(words) + ": " + result);
        }
    }

    @Override
    public CommandResult run(Command command) throws CommandException {
        return command.argv().get(0).endsWith("smartctl")
                ? smartctl.answer(command.argv().subList(1, command.argv().size()))
                : process(command.argv());
    }

    private CommandResult process(List<String> argv) throws CommandException {
        try {
            Path stderr = Files.createTempFile(directory, "stderr", "");
            ProcessBuilder builder = new ProcessBuilder(argv).redirectError(stderr.toFile());
            builder.environment()
                    .put("DISKVIGIL_DEMO", directory.resolve("demo").toString());
            builder.environment()
                    .put("DISKVIGIL_DEMO_NOW", Long.toString(clock.instant().getEpochSecond()));
            builder.environment().put("TZ", clock.getZone().getId());
            builder.environment().put("LC_ALL", "C");
            Process process = builder.start();
            process.getOutputStream().close();
            String stdout;
            try (InputStream in = process.getInputStream()) {
                stdout = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new CommandException(Cause.TIMED_OUT, "run " + argv);
            }
            String said = Files.readString(stderr);
            Files.delete(stderr);
            return new CommandResult(process.exitValue(), stdout, said);
        } catch (IOException e) {
            throw new CommandException(Cause.TOOL_MISSING, "run " + argv + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Cause.STOPPED, "run " + argv, e);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
