package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Content;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is on a device by its signature: from udev's records, which cost nothing, else from blkid for a person who asks. A daemon
 * does not run blkid: it reads the device, which may wake its drives, or hang beside another tool that hangs on one of them.
 */
final class Signatures {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Sysfs sys;
    private final Optional<CommandRunner> runner;

    /** @param runner empty if no device may be read */
    Signatures(Sysfs sys, Optional<CommandRunner> runner) {
        this.sys = sys;
        this.runner = runner;
    }

    /** @param probe whether it is worth to read the device where udev does not know it */
    Content of(String number, String path, boolean probe) {
        Optional<String> udev = sys.text(sys.root().resolve("run/udev/data").resolve("b" + number));
        if (udev.isPresent()) {
            return content(udev.get(), "E:");
        }
        return probe && runner.isPresent() ? blkid(runner.get(), path) : Content.UNKNOWN;
    }

    private Content blkid(CommandRunner runner, String path) {
        Optional<Path> tool = Tools.find(sys.root(), "blkid");
        if (tool.isEmpty()) {
            return Content.UNKNOWN;
        }
        try {
            List<String> argv = List.of(tool.get().toString(), "-p", "-o", "udev", path);
            return content(runner.run(new Command(argv, path, TIMEOUT)).stdout(), "");
        } catch (CommandException e) {
            // Then it is not known what is there, which the answer says.
            return Content.UNKNOWN;
        }
    }

    // E:ID_FS_TYPE=ext4
    private static Content content(String lines, String prefix) {
        Map<String, String> values = new HashMap<>();
        lines.lines()
                .filter(line -> line.startsWith(prefix + "ID_") && line.contains("="))
                .forEach(line -> values.put(
                        line.substring(prefix.length(), line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
        return new Content(
                values.getOrDefault("ID_FS_TYPE", ""),
                values.getOrDefault("ID_FS_UUID", ""),
                values.getOrDefault("ID_FS_LABEL", ""),
                values.getOrDefault("ID_PART_TABLE_TYPE", ""),
                true);
    }
}
