package io.diskvigil.cli;

import io.diskvigil.model.Printable;
import io.diskvigil.notify.TestMail;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Proves the way that a mail takes, or says where it ends. */
@Command(
        name = "test-mail",
        description = "Sends a test mail through the configured way and explains what fails.",
        mixinStandardHelpOptions = true)
final class TestMailCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws SettingsException {
        TestMail.Report report = TestMail.send(main.settings().mail(), Instant.now(), ZoneId.systemDefault());
        report.lines().forEach(line -> spec.commandLine().getOut().println(Printable.line(line)));
        return report.ok() ? 0 : 1;
    }
}
