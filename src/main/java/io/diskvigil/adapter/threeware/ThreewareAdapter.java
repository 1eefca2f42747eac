package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.RaidToolConfig;
import io.diskvigil.adapter.SelfTestReply;
import io.diskvigil.adapter.ToolPath;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** AMCC, 3ware and LSI controllers of the series 7000 to 9750 through {@code tw_cli}. */
public final class ThreewareAdapter implements VendorAdapter {
    static final String CONTROLLER = "controller";

    /** As the packages of 3ware, LSI and the distributions' helpers name it. */
    private static final List<String> NAMES = List.of(
            "tw_cli.x86_64",
            "tw_cli",
            "tw_cli.x86",
            "tw_cli64",
            "tw_cli_64",
            "tw_cli-9xxx",
            "tw-cli",
            "/opt/3ware/CLI/tw_cli",
            "/opt/AMCC/CLI/tw_cli",
            "/usr/local/AMCC/tw_cli");

    private static final String PREFIX = Scene.ADAPTER + ":";

    private final RaidToolConfig config;

    public ThreewareAdapter(RaidToolConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return Scene.ADAPTER;
    }

    private Optional<String> tool() {
        return config.watch() ? ToolPath.find(config.path(), NAMES).map(Object::toString) : Optional.empty();
    }

    @Override
    public Optional<Command> scan() {
        return tool().map(tool -> command(tool, "", Questions.LIST));
    }

    private Command command(String tool, String device, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of(tool));
        argv.addAll(arguments);
        return new Command(argv, device, config.timeout());
    }

    @Override
    public List<Machine.Controller> expected(Machine machine) {
        return config.watch() ? Doors.controllers(machine) : List.of();
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        return Reports.listed(scanned);
    }

    /** The scan shows every controller that there is. */
    @Override
    public Optional<Command> ask(Target target, Depth depth, List<Exchange> before) {
        // Where it is gone since the scan, to run it says so best.
        String tool = tool().orElse("/usr/sbin/tw_cli");
        return Questions.next(number(target), before).map(arguments -> command(tool, target.path(), arguments));
    }

    @Override
    public PollOutcome read(Target target, List<Exchange> talk, Instant at) {
        return Reports.read(target, number(target), talk, at);
    }

    @Override
    public Polled located(Polled answer, Machine machine) {
        return Doors.located(answer, machine);
    }

    @Override
    public List<Target> leads(Polled answer, Machine machine) {
        return Doors.leads(answer, machine, number(answer.target()));
    }

    @Override
    public SelfTestReply startReply(Target target, CommandResult result) {
        return new SelfTestReply.NotPossible("tw_cli starts no self-tests; smartctl -d 3ware,N does");
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        return Reports.recorded(text, at).map(Recording.Answer::new);
    }

    static Target target(int controller) {
        return new Target(Scene.ADAPTER, PREFIX + controller, CONTROLLER);
    }

    private static int number(Target target) {
        String number = target.path().startsWith(PREFIX) ? target.path().substring(PREFIX.length()) : "";
        if (!number.matches("\\d{1,3}")) {
            throw new IllegalArgumentException("ask controller: no number in '" + target.path() + "'");
        }
        return Integer.parseInt(number);
    }
}
