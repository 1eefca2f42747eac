package io.diskvigil.poll;

import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.MachineDrive.Kind;
import io.diskvigil.poll.MachineDrive.Run;
import io.diskvigil.selftest.ArrayState;
import io.diskvigil.selftest.Arrays;
import io.diskvigil.selftest.Loads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A server of 24 drives behind four controllers and in eight redundancy groups, with bays that a hand can reach into. It
 * answers smartctl's command lines at the instant of its clock; see {@link SmartctlAnswers} for where their form is from.
 */
final class SimulatedMachine implements CommandRunner, Arrays, Loads {
    /** A place for a drive: its name under by-path, the controller that it hangs on, the array that expects its drive. */
    record Bay(String byPath, String controller, String group) {}

    /** Arrays that rebuild now. */
    final Set<String> rebuilding = new HashSet<>();

    private final Clock clock;
    private final Path byPath;
    private final Random random = new Random(7);
    private final Map<Bay, MachineDrive> bays = new LinkedHashMap<>();
    private final Map<String, Bay> names = new TreeMap<>();
    private final List<MachineDrive> everIn = new ArrayList<>();
    private boolean on = true;
    private Instant bootedAt;
    private int commands;
    private int changes;

    /** @param disk a directory whose {@code by-path} is kept as udev keeps that of {@code /dev/disk} */
    SimulatedMachine(Clock clock, Path disk) throws IOException {
        this.clock = clock;
        this.byPath = Files.createDirectories(disk.resolve("by-path"));
        this.bootedAt = clock.instant();
        for (int board = 0; board < 2; board++) {
            String controller = board == 0 ? "pci-0000:00:17.0-ata-%d" : "pci-0000:01:00.0-sas-phy%d-lun-0";
            fill(controller, 1, 3, "md" + board, Kind.HDD_4TB);
            fill(controller, 4, 3, "big" + board, Kind.HDD_16TB);
        }
        fill("pci-0000:02:00.0-sas-phy%d-lun-0", 1, 2, "sas0", Kind.SAS);
        fill("pci-0000:02:00.0-sas-phy%d-lun-0", 3, 2, "sas1", Kind.SAS);
        fill("pci-0000:02:00.0-sas-phy%d-lun-0", 5, 2, "flash", Kind.SSD);
        fill("pci-0000:03:00.0-ata-%d", 1, 2, "flash", Kind.SSD);
        fill("pci-0000:04:0%d.0-nvme-1", 1, 4, "fast", Kind.NVME);
        link();
    }

    private void fill(String byPath, int first, int count, String group, Kind kind) {
        for (int n = first; n < first + count; n++) {
            String path = byPath.formatted(n);
            Bay bay = new Bay(path, path.replaceFirst("-(ata|sas|nvme)-.*", ""), group);
            String serial = "%s%02d".formatted(kind.name().replace("_", ""), bays.size());
            put(bay, new MachineDrive(kind, serial, 20_000 + 137L * bays.size()));
        }
    }

    Path byPath() {
        return byPath;
    }

    List<Bay> bays() {
        return List.copyOf(bays.keySet());
    }

    MachineDrive in(Bay bay) {
        return bays.get(bay);
    }

    /** The bay of a drive that is in the machine. */
    Bay bay(MachineDrive drive) {
        return bays.entrySet().stream()
                .filter(entry -> entry.getValue() == drive)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** The nth drive of a kind, from 0, of those that are in the machine now. */
    MachineDrive drive(Kind kind, int n) {
        return bays.values().stream()
                .filter(drive -> drive != null && drive.kind == kind)
                .skip(n)
                .findFirst()
                .orElseThrow();
    }

    /** Such as {@code /dev/sdc}. */
    String nameOf(MachineDrive drive) {
        return names.entrySet().stream()
                .filter(entry -> bays.get(entry.getValue()) == drive)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** Every self-test that ended, of every drive that ever was in the machine. */
    List<Run> runs() {
        everIn.forEach(drive -> drive.settle(clock.instant()));
        return everIn.stream().flatMap(drive -> drive.runs.stream()).toList();
    }

    /** How many commands were answered or hung. */
    int commands() {
        return commands;
    }

    MachineDrive pull(Bay bay) {
        MachineDrive drive = bays.put(bay, null);
        names.values().remove(bay);
        if (on) {
            drive.powerOff(clock.instant());
        }
        link();
        return drive;
    }

    /** The kernel gives the first name that is free. */
    void put(Bay bay, MachineDrive drive) {
        bays.put(bay, drive);
        names.put(freeName(drive.kind), bay);
        if (!everIn.contains(drive)) {
            everIn.add(drive);
        }
        if (on) {
            drive.powerOn(clock.instant());
        }
        link();
    }

    boolean isOn() {
        return on;
    }

    void turnOff() {
        on = false;
        drives().forEach(drive -> drive.powerOff(clock.instant()));
    }

    /** The drives come up in an order of their own each time, and with it their names. */
    void turnOn() {
        on = true;
        bootedAt = clock.instant();
        names.clear();
        List<Bay> order = new ArrayList<>(bays.keySet());
        Collections.shuffle(order, random);
        for (Bay bay : order) {
            MachineDrive drive = bays.get(bay);
            if (drive != null) {
                drive.powerOn(clock.instant());
                names.put(freeName(drive.kind), bay);
            }
        }
        link();
    }

    /** Those that are in it now. */
    List<MachineDrive> drives() {
        return bays.values().stream().filter(drive -> drive != null).toList();
    }

    private String freeName(Kind kind) {
        for (int n = 0; ; n++) {
            String name = kind == Kind.NVME ? "/dev/nvme" + n : "/dev/sd" + (char) ('a' + n);
            if (!names.containsKey(name)) {
                return name;
            }
        }
    }

    /** Grows with each drive that comes or goes. */
    int changes() {
        return changes;
    }

    private void link() {
        changes++;
        try {
            try (DirectoryStream<Path> links = Files.newDirectoryStream(byPath)) {
                for (Path link : links) {
                    Files.delete(link);
                }
            }
            for (Map.Entry<String, Bay> entry : names.entrySet()) {
                Files.createSymbolicLink(byPath.resolve(entry.getValue().byPath()), Path.of(entry.getKey()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CommandResult run(Command command) throws CommandException {
        commands++;
        List<String> argv = command.argv();
        if (!on) {
            throw new IllegalStateException("asked while it is off: " + argv);
        }
        if (argv.contains("--scan-open") || argv.contains("--scan")) {
            String listed = names.entrySet().stream()
                    .map(entry -> SmartctlAnswers.listed(entry.getKey(), bays.get(entry.getValue())))
                    .collect(Collectors.joining(",", "\"devices\":[", "]"));
            return new CommandResult(0, SmartctlAnswers.json(argv, 0, List.of(), listed), "");
        }
        String name = argv.get(argv.size() - 1);
        Bay bay = names.get(name);
        if (bay == null) {
            String words = "Smartctl open device: %s failed: No such device".formatted(name);
            return new CommandResult(2, SmartctlAnswers.message(words), "");
        }
        MachineDrive drive = bays.get(bay);
        if (drive.hangs) {
            throw new CommandException(
                    Cause.TIMED_OUT,
                    "run %s on %s: no answer in %d s"
                            .formatted(argv.get(0), name, command.timeout().toSeconds()));
        }
        return answer(argv, name, drive, clock.instant());
    }

    /** As the kernel shows them: who rebuilds, and who lacks a member. */
    @Override
    public List<ArrayState> arrays() {
        return bays.keySet().stream()
                .map(Bay::group)
                .distinct()
                .map(this::array)
                .toList();
    }

    private ArrayState array(String group) {
        List<Bay> places =
                bays.keySet().stream().filter(bay -> bay.group().equals(group)).toList();
        Set<String> members = names.entrySet().stream()
                .filter(entry -> places.contains(entry.getValue()))
                .map(entry -> entry.getKey().startsWith("/dev/nvme") ? entry.getKey() + "n1" : entry.getKey())
                .collect(Collectors.toSet());
        boolean rebuilds = rebuilding.contains(group);
        boolean degraded = members.size() < places.size();
        String activity = rebuilds ? "rebuilds (41 %)" : degraded ? "degraded" : "";
        return new ArrayState(group, members, activity, rebuilds || degraded);
    }

    @Override
    public OptionalInt busyPercent(String devicePath) {
        return OptionalInt.of(3);
    }

    @Override
    public Duration sinceBoot() {
        return Duration.between(bootedAt, clock.instant());
    }

    private static CommandResult answer(List<String> argv, String name, MachineDrive drive, Instant now) {
        Optional<String> sleeper = after(argv, "-n").map(word -> word.replaceFirst("standby,?", ""));
        if (drive.asleep && sleeper.isPresent()) {
            int exit = sleeper.get().isEmpty() ? 2 : Integer.parseInt(sleeper.get());
            return new CommandResult(exit, SmartctlAnswers.asleep(argv, name, drive, exit), "");
        }
        drive.asleep = false;
        drive.settle(now);
        if (argv.contains("-X")) {
            drive.abort(now);
            return said(argv, name, drive, 0, "Self-testing aborted!");
        }
        Optional<String> test = after(argv, "-t");
        if (test.isPresent()) {
            return start(argv, name, drive, test.get(), now);
        }
        boolean all = argv.contains("-x") || argv.contains("-a");
        boolean log =
                all || argv.contains("selftest") || argv.contains("xselftest") || argv.contains("xselftest,selftest");
        return new CommandResult(
                0,
                SmartctlAnswers.json(
                        argv,
                        0,
                        List.of(),
                        SmartctlAnswers.device(name, drive),
                        all || argv.contains("-i") ? SmartctlAnswers.identity(drive) : "",
                        all || argv.contains("-A") ? SmartctlAnswers.health(drive, now) : "",
                        all || argv.contains("-c") ? SmartctlAnswers.capabilities(drive, now) : "",
                        log ? SmartctlAnswers.selfTestLog(drive, now) : ""),
                "");
    }

    private static CommandResult start(List<String> argv, String name, MachineDrive drive, String word, Instant now) {
        if (drive.running().isPresent()) {
            return said(argv, name, drive, 4, "Can't start self-test without aborting current test");
        }
        TestKind kind = TestKind.valueOf(word.toUpperCase(Locale.ROOT));
        boolean begun = drive.start(kind, now);
        return said(
                argv,
                name,
                drive,
                begun ? 0 : 4,
                begun ? begun(drive, kind) : "Drive 2 Is Not Available, self-test failed");
    }

    private static String begun(MachineDrive drive, TestKind test) {
        return switch (drive.kind) {
            case NVME -> "Self-test has begun";
            case SAS -> (test == TestKind.LONG ? "Extended" : "Short") + " Background Self Test has begun";
            case HDD_4TB, HDD_16TB, SSD ->
                "Testing has begun. Please wait %d minutes for test to complete."
                        .formatted(drive.kind.time(test).toMinutes());
        };
    }

    /** With plain JSON these words are lost, and only the exit status speaks; {@code --json=o} keeps them. */
    private static CommandResult said(List<String> argv, String name, MachineDrive drive, int exit, String line) {
        Optional<String> json =
                argv.stream().filter(word -> word.startsWith("--json")).findFirst();
        if (json.isEmpty()) {
            return new CommandResult(exit, line + "\n", "");
        }
        List<String> output = json.get().replace("--json", "").contains("o") ? List.of(line) : List.of();
        return new CommandResult(
                exit, SmartctlAnswers.json(argv, exit, output, SmartctlAnswers.device(name, drive)), "");
    }

    private static Optional<String> after(List<String> argv, String option) {
        int at = argv.indexOf(option);
        return at < 0 ? Optional.empty() : Optional.of(argv.get(at + 1));
    }
}
