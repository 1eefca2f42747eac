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

/** What is on a device by its signature: from udev's records, which cost nothing, else from blkid. */
final class Signatures {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Sysfs sys;
    private final CommandRunner runner;

    Signatures(Sysfs sys, CommandRunner runner) {
        this.sys = sys;
        this.runner = runner;
    }

    /** @param probe whether the device may be read where udev does not know it */
    Content of(String number, String path, boolean probe) {
        Optional<String> udev = sys.text(sys.root().resolve("run/udev/data").resolve("b" + number));
        if (udev.isPresent()) {
            return content(udev.get(), "E:");
        }
        return probe ? blkid(path) : Content.NONE;
    }

    private Content blkid(String path) {
        Optional<Path> tool = Tools.find(sys.root(), "blkid");
        if (tool.isEmpty()) {
            return Content.NONE;
        }
        try {
            List<String> argv = List.of(tool.get().toString(), "-p", "-o", "udev", path);
            return content(runner.run(new Command(argv, path, TIMEOUT)).stdout(), "");
        } catch (CommandException e) {
            // Then it is not known what is there, which the answer says.
            return Content.NONE;
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
                values.getOrDefault("ID_PART_TABLE_TYPE", ""));
    }
}
