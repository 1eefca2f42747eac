package io.diskvigil.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Everything about the configuration file. */
@Command(
        name = "config",
        description = "Looks at the configuration.",
        mixinStandardHelpOptions = true,
        subcommands = ConfigCommand.Check.class)
final class ConfigCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return Main.USAGE;
    }

    /** Reads the file as the daemon would, and says what is wrong with it. */
    @Command(
            name = "check",
            description = "Reads the configuration as the daemon would.",
            mixinStandardHelpOptions = true)
    static final class Check implements Callable<Integer> {
        @ParentCommand
        ConfigCommand parent;

        @Override
        public Integer call() throws SettingsException {
            parent.main.settings();
            parent.spec
                    .commandLine()
                    .getOut()
                    .println(parent.main
                            .config
                            .map(file -> file + ": good")
                            .orElse(SettingsLoader.DEFAULT_FILE + ": good, or absent and all at its default"));
            return 0;
        }
    }
}
