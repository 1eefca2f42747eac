package io.diskvigil.cli;

import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Accepts what a drive's counters say now: from here on only growth counts. Written down with who, when and why. */
@Command(
        name = "accept",
        description = "Accepts the present values of a drive's counters as its baseline.",
        exitCodeOnExecutionException = Main.USAGE,
        mixinStandardHelpOptions = true)
final class AcceptCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DRIVE", description = "id, serial or device path, as status shows them")
    String drive;

    @Parameters(
            index = "1",
            paramLabel = "READING",
            arity = "0..1",
            description = "such as reallocated_sectors; default: all")
    Optional<String> reading = Optional.empty();

    @Option(names = "--reason", required = true, description = "why this is acceptable; kept in the audit")
    String reason;

    @Override
    public Integer call() throws SettingsException {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("--reason is empty; say why, for the one who reads the audit later");
        }
        Path directory = StateDirectory.of(main.settings().store());
        try (SqliteStore store = SqliteStore.openBeside(directory)) {
            ComponentId id = find(store.components());
            String who = Optional.ofNullable(System.getenv("SUDO_USER")).orElse(System.getProperty("user.name"));
            store.accept(id, reading, who, reason, Clock.systemUTC().instant())
                    .forEach(row -> spec.commandLine()
                            .getOut()
                            .printf(
                                    "%s: baseline of %s moved from %d to %d%n",
                                    row.component(), row.reading(), row.oldValue(), row.newValue()));
        }
        return 0;
    }

    private ComponentId find(List<Known> known) {
        List<Component> matching = known.stream()
                .map(Known::component)
                .filter(component -> component.id().value().equals(drive)
                        || component.identity().serial().equalsIgnoreCase(drive)
                        || component.locations().stream()
                                .anyMatch(at -> at.path().equals(drive)))
                .toList();
        if (matching.size() == 1) {
            return matching.get(0).id();
        }
        String ids = String.join(
                ", ",
                (matching.isEmpty() ? known.stream().map(Known::component) : matching.stream())
                        .map(component -> component.id().value())
                        .toList());
        throw new IllegalArgumentException(
                matching.isEmpty()
                        ? "no drive '%s' is known; known are: %s".formatted(drive, ids)
                        : "'%s' means several drives; name one by its id: %s".formatted(drive, ids));
    }
}
