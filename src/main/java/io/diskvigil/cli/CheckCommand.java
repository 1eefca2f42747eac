package io.diskvigil.cli;

import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.HostReader;
import io.diskvigil.exec.ZtExecCommandRunner;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Life;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Verdict;
import io.diskvigil.poll.OneRound;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import io.diskvigil.rule.Rules;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import io.diskvigil.web.Outline;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Asks everything once and says how it is, as a monitoring plugin does. Changes nothing, tells nobody. */
@Command(
        name = "check",
        description = "Polls everything once: one line a component; exits 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN.",
        exitCodeOnInvalidInput = ExitStatus.UNKNOWN,
        exitCodeOnExecutionException = ExitStatus.UNKNOWN,
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    static final String NO_DRIVE =
            "no drive found; if there are some, name them in the configuration (smartctl.drives)";

    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws SettingsException, IOException {
        Settings settings = main.settings();
        Clock clock = Clock.systemUTC();
        List<VendorAdapter> adapters = Adapters.watched(settings);
        Path scratch = Files.createTempDirectory("diskvigil-check");
        try (ZtExecCommandRunner runner = new ZtExecCommandRunner(settings.exec(), scratch, clock);
                Past past = Past.open(settings)) {
            OneRound round = new OneRound(
                    runner, new HostReader(Path.of("/")), clock, settings.exec().parallel(), ZoneId.systemDefault());
            return print(round.ask(adapters, past.inventory()), past, Rules.of(settings.rules()));
        } finally {
            Scratch.delete(scratch);
        }
    }

    private int print(OneRound.Answers answers, Past past, List<Rule> rules) {
        PrintWriter out = spec.commandLine().getOut();
        List<Judged> judged = answers.snapshots().stream()
                .map(snapshot -> Judged.of(snapshot, past.history(snapshot), rules))
                .sorted(Comparator.comparing(Judged::verdict).reversed())
                .toList();
        for (Judged one : judged) {
            out.println(Printable.line("%s: %s%s"
                    .formatted(
                            one.verdict(),
                            who(one),
                            one.findings().isEmpty() ? "" : ": " + Finding.summaries(one.findings()))));
        }
        answers.failures()
                .forEach(failed -> out.println(Printable.line("UNKNOWN: %s: cannot be read: %s (%s)"
                        .formatted(failed.target().label(), failed.detail(), failed.cause()))));
        answers.asleep().forEach(target -> out.println(Printable.line("OK: %s: asleep".formatted(target.label()))));
        List<Life> missing = past.missing(judged);
        missing.forEach(life -> out.println(Printable.line("WARNING: %s %s: missing since %s, last at %s"
                .formatted(
                        life.component().identity().model(),
                        life.component().identity().serial(),
                        life.since().truncatedTo(ChronoUnit.SECONDS),
                        life.place()))));
        if (judged.isEmpty() && answers.failures().isEmpty() && answers.asleep().isEmpty() && missing.isEmpty()) {
            out.println("UNKNOWN: " + NO_DRIVE);
        }
        Verdict worst = Stream.of(
                        judged.stream().map(Judged::verdict),
                        missing.stream().map(life -> Verdict.WARNING),
                        answers.failures().stream().map(failed -> Verdict.UNKNOWN))
                .flatMap(Function.identity())
                .reduce(Verdict::worseOf)
                .orElse(answers.asleep().isEmpty() ? Verdict.UNKNOWN : Verdict.OK);
        return ExitStatus.of(worst);
    }

    /** Where and who it is, and behind a controller how it stands. */
    private static String who(Judged one) {
        Component component = one.component();
        String outline = Outline.of(one.snapshot());
        return Stream.of(
                                component.place(),
                                component.kind() == ComponentKind.DRIVE
                                        ? ""
                                        : component
                                                .kind()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', ' '),
                                component.identity().model(),
                                component.identity().serial())
                        .filter(text -> !text.isBlank())
                        .collect(Collectors.joining(" "))
                + (outline.isEmpty() ? "" : ", " + outline);
    }

    /** What the daemon's database knows of before, if there is one that this user may read; else first sight. */
    private record Past(Optional<SqliteStore> store) implements AutoCloseable {
        static Past open(Settings settings) {
            return new Past(StateDirectory.withDatabase(settings.store()).map(SqliteStore::openReadOnly));
        }

        /** With the components of the daemon, so that ids are the same. */
        Inventory inventory() {
            return new Inventory(store.map(SqliteStore::components).orElse(List.of()));
        }

        History history(Snapshot snapshot) {
            return store.map(s -> s.history(snapshot.component().id())).orElseGet(() -> History.NONE);
        }

        /** Those that the daemon misses and that did not answer now either. */
        List<Life> missing(List<Judged> answered) {
            return store.map(SqliteStore::lives).orElse(List.of()).stream()
                    .filter(life -> life.state() == Life.State.MISSING)
                    .filter(life -> answered.stream()
                            .noneMatch(one -> one.component().id().equals(life.id())))
                    .toList();
        }

        @Override
        public void close() {
            store.ifPresent(SqliteStore::close);
        }
    }
}
