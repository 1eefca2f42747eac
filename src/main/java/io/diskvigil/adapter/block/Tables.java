package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Mapping;
import io.diskvigil.adapter.block.BlockLayer.Segment;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.CommandRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of device-mapper devices, by {@code dmsetup table}; it shows no keys unless told to. */
final class Tables {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    // 0 204800 linear 8:2 2048
    private static final Pattern LINE = Pattern.compile("(\\d{1,18}) (\\d{1,18}) (\\S+)(?: (.*))?");

    private final Sysfs sys;
    private final CommandRunner runner;

    Tables(Sysfs sys, CommandRunner runner) {
        this.sys = sys;
        this.runner = runner;
    }

    Mapping of(String name, String uuid, String number) {
        Optional<Path> tool = Tools.find(sys.root(), "dmsetup");
        String[] parts = number.split(":");
        if (tool.isEmpty() || parts.length != 2) {
            return new Mapping(name, uuid, Optional.empty(), "dmsetup is not installed");
        }
        // By number: the kernel's name may hold what the command would take for something else.
        List<String> argv = List.of(tool.get().toString(), "table", "-j", parts[0], "-m", parts[1]);
        try {
            CommandResult result = runner.run(new Command(argv, "", TIMEOUT));
            return result.exitStatus() == 0
                    ? new Mapping(name, uuid, Optional.of(segments(result.stdout())), "")
                    : new Mapping(name, uuid, Optional.empty(), "dmsetup table ended with " + result.exitStatus());
        } catch (CommandException e) {
            return new Mapping(name, uuid, Optional.empty(), e.getMessage());
        }
    }

    static List<Segment> segments(String table) {
        List<Segment> segments = new ArrayList<>();
        table.lines().forEach(line -> {
            Matcher parts = LINE.matcher(line.strip());
            if (parts.matches()) {
                segments.add(new Segment(
                        Long.parseLong(parts.group(1)),
                        Long.parseLong(parts.group(2)),
                        parts.group(3),
                        parts.group(4) == null
                                ? List.of()
                                : List.of(parts.group(4).split(" "))));
            }
        });
        return segments;
    }
}
