package io.diskvigil.adapter.areca;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.RaidToolConfig;
import io.diskvigil.adapter.ToolPath;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Areca RAID controllers through their command line, cli64: volumes, drives, sensors, and the event log that tells first. */
public final class ArecaAdapter implements VendorAdapter {
    static final String NAME = "areca";

    /** PCI vendor id. */
    private static final String VENDOR = "17d3";

    private static final List<String> TOOLS = List.of(
            "cli64",
            "areca_cli64",
            "cli32",
            "areca_cli32",
            "areca_cli",
            "areca-cli",
            "/opt/areca/cli64",
            "/opt/areca/cli32",
            "/root/cli64");
    private static final String CONTROLLER = "controller";
    // smartctl(8): areca,N with N from 1 to 24; areca,N/E with N from 1 to 128 and E from 1 to 8
    private static final Pattern PASS_THROUGH = Pattern.compile("areca,(\\d{1,3})(?:/(\\d{1,3}))?");

    private final RaidToolConfig config;

    public ArecaAdapter(RaidToolConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return NAME;
    }

    private Optional<Questions> questions() {
        return config.watch()
                ? ToolPath.find(config.path(), TOOLS).map(tool -> new Questions(tool, config.timeout()))
                : Optional.empty();
    }

    @Override
    public Optional<Command> scan() {
        return questions().map(Questions::list);
    }

    @Override
    public List<Machine.Controller> expected(Machine machine) {
        return config.watch() ? controllers(machine) : List.of();
    }

    private static List<Machine.Controller> controllers(Machine machine) {
        return machine.controllers().stream()
                .filter(controller -> controller.vendor().equals(VENDOR))
                .toList();
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        AnswerReader reader = new AnswerReader();
        reader.read(scanned.stdout().isBlank() ? scanned.stderr() : scanned.stdout(), 0);
        Told told = reader.told();
        if (!told.isAreca()) {
            throw new IllegalArgumentException("scan for controllers: not the answer of an Areca command line");
        }
        return listed(told);
    }

    private static List<Target> listed(Told told) {
        return told.controllers.keySet().stream()
                .map(number -> new Target(NAME, NAME + ":" + number, CONTROLLER))
                .toList();
    }

    @Override
    public Optional<Command> ask(Target target, Depth depth, List<Exchange> before) {
        // A tool that went away between two turns is asked by its usual name: to run it says so best.
        return questions()
                .orElseGet(() -> new Questions(config.path().orElse(Path.of("/usr/sbin/cli64")), config.timeout()))
                .next(target, before);
    }

    @Override
    public PollOutcome read(Target target, List<Exchange> talk, Instant at) {
        return Talking.read(target, talk, at);
    }

    /** The list of the tool says nothing of PCI addresses: with two controllers nobody knows which is which. */
    @Override
    public Polled located(Polled answer, Machine machine) {
        List<Machine.Controller> here = controllers(machine);
        long told = answer.snapshots().stream()
                .filter(snapshot -> snapshot.component().kind() == ComponentKind.CONTROLLER)
                .count();
        if (here.size() != 1 || told != 1) {
            return answer;
        }
        Map<String, String> disks = here.get(0).disks();
        return new Polled(
                answer.target(),
                answer.snapshots().stream()
                        .map(snapshot -> located(snapshot, disks))
                        .toList());
    }

    private static Snapshot located(Snapshot snapshot, Map<String, String> disks) {
        Component component = snapshot.component();
        return snapshot.readings(Reading.Fact.class)
                .filter(fact ->
                        component.kind() == ComponentKind.VOLUME && fact.name().equals(Volumes.ADDRESS))
                .map(fact -> disks.get(fact.text()))
                .filter(Objects::nonNull)
                .findFirst()
                .map(disk -> {
                    List<Location> locations = new ArrayList<>(component.locations());
                    locations.add(Location.of(disk, "block"));
                    return snapshot.of(component.withLocations(locations));
                })
                .orElse(snapshot);
    }

    /** Which node belongs to which controller nobody tells, so that each is tried for each drive. */
    @Override
    public List<Target> leads(Polled answer, Machine machine) {
        List<String> nodes = controllers(machine).stream()
                .flatMap(controller -> controller.nodes().stream())
                .toList();
        return answer.snapshots().stream()
                .map(Snapshot::component)
                .filter(component -> component.kind() == ComponentKind.DRIVE)
                .flatMap(component -> component.locations().stream())
                .map(Location::type)
                .filter(ArecaAdapter::passesThrough)
                .distinct()
                .flatMap(type -> nodes.stream().map(node -> new Target("smartctl", node, type)))
                .toList();
    }

    private static boolean passesThrough(String type) {
        Matcher matcher = PASS_THROUGH.matcher(type);
        if (!matcher.matches()) {
            return false;
        }
        int slot = Integer.parseInt(matcher.group(1));
        return matcher.group(2) == null
                ? slot >= 1 && slot <= 24
                : slot >= 1 && slot <= 128 && Integer.parseInt(matcher.group(2)) <= 8;
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        AnswerReader reader = new AnswerReader();
        reader.read(text, 0);
        Told told = reader.told();
        if (!told.isAreca()) {
            return Optional.empty();
        }
        if (told.holdsOnlyTheList()) {
            return Optional.of(new Recording.Listing(listed(told)));
        }
        told.addDetailed();
        Target target = new Target(NAME, "recording", CONTROLLER);
        Instant takenAt = Events.newest(told).orElse(at);
        return Optional.of(new Recording.Answer(new Polled(target, new Picture(told, target, takenAt).recorded())));
    }
}
