package io.diskvigil.adapter.megaraid;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.RaidToolConfig;
import io.diskvigil.adapter.ToolPath;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.adapter.megaraid.megacli.MegaCli;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.Target;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * LSI, Broadcom and Dell MegaRAID controllers through whichever of their command lines is installed. It has no leads, because
 * {@code smartctl --scan-open} lists the drives behind these controllers itself.
 */
public final class MegaraidAdapter implements VendorAdapter {
    /** mpi3mr is that of the 9600 series, RAID controllers and HBAs; only the former say that they are RAID. */
    private static final Set<String> DRIVERS = Set.of("megaraid_sas", "megaraid_mbox", "mpi3mr");

    private final RaidToolConfig config;
    private final Dialect storcli = new Storcli();
    private final Dialect megacli = new MegaCli();

    public MegaraidAdapter(RaidToolConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return Dialect.ADAPTER;
    }

    /** The name of what is found decides how it is spoken to. */
    private Optional<Found> found() {
        return config.watch() ? path().map(this::found) : Optional.empty();
    }

    private Optional<Path> path() {
        return ToolPath.find(
                config.path(),
                Stream.concat(storcli.tools().stream(), megacli.tools().stream())
                        .toList());
    }

    private Found found(Path path) {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        boolean old = name.contains("megacli") || name.contains("cmdtool2");
        return new Found(old ? megacli : storcli, new Dialect.Tool(path.toString(), config.timeout()));
    }

    @Override
    public Optional<Command> scan() {
        return found().map(one -> one.dialect().scan(one.tool()));
    }

    /** HBAs without RAID run under mpt3sas and are shown by newer tools only: they are missed by nobody. */
    @Override
    public List<Machine.Controller> expected(Machine machine) {
        return config.watch()
                ? machine.controllers().stream()
                        .filter(one -> DRIVERS.contains(one.driver()))
                        .toList()
                : List.of();
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        return found().map(one -> one.dialect().targets(scanned)).orElse(List.of());
    }

    @Override
    public Optional<Command> ask(Target target, Depth depth, List<Exchange> before) {
        Found one = needed();
        return one.dialect().ask(one.tool(), target, depth, before);
    }

    @Override
    public PollOutcome read(Target target, List<Exchange> talk, Instant at) {
        Found one = needed();
        return one.dialect().read(one.tool(), target, talk, at);
    }

    /** A tool that was removed since the scan: to run it says so best. */
    private Found needed() {
        return found().orElseGet(() -> found(config.path().orElse(Path.of("/usr/sbin/storcli64"))));
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        return storcli.recognise(text, at).or(() -> megacli.recognise(text, at));
    }

    private record Found(Dialect dialect, Dialect.Tool tool) {}
}
