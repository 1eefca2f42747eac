package io.diskvigil.adapter.block;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads what the kernel tells of block devices, below a root that is {@code /} but in tests. Whatever cannot be read is empty:
 * devices come and go while one looks, and a container shows only some of it. Asks no drive.
 */
public final class Sysfs {
    private static final Pattern PARTITION = Pattern.compile("(.*\\d)p\\d+|(.*\\D)\\d+");
    private static final Pattern NVME = Pattern.compile("nvme\\d+");
    private static final Pattern NAMESPACE = Pattern.compile("(nvme\\d+)(?:c\\d+)?(n\\d+)");

    private final Path root;

    public Sysfs(Path root) {
        this.root = root;
    }

    Path root() {
        return root;
    }

    /** Where a whole disk or any other device that is no partition is described. */
    public Path block(String name) {
        return root.resolve("sys/block").resolve(name);
    }

    /** Names of all devices that are no partitions; empty if they cannot be listed. */
    public List<String> blocks() {
        return list(root.resolve("sys/block"));
    }

    /** Without line end. */
    public Optional<String> text(Path file) {
        try {
            return Optional.of(
                    Files.readString(file, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException e) {
            // Gone, not there on this kernel, or hidden: the caller knows what it means that it is not known.
            return Optional.empty();
        }
    }

    public OptionalLong number(Path file) {
        return text(file)
                .filter(text -> text.matches("\\d{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** Names in a directory, sorted. */
    public List<String> list(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** The device of a kernel name: {@code cciss!c0d0} is {@code /dev/cciss/c0d0}. */
    public static String path(String name) {
        return "/dev/" + name.replace('!', '/');
    }

    /** Where a device or a partition is described. */
    public Optional<Path> describes(String name) {
        if (Files.isDirectory(block(name))) {
            return Optional.of(block(name));
        }
        return whole(name).map(disk -> block(disk).resolve(name)).filter(Files::isDirectory);
    }

    /** The device that a partition lies on, or the device itself; empty if the kernel shows neither. */
    public Optional<String> disk(String name) {
        return Files.isDirectory(block(name)) ? Optional.of(name) : whole(name);
    }

    private Optional<String> whole(String partition) {
        Matcher parts = PARTITION.matcher(partition);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String disk = parts.group(1) == null ? parts.group(2) : parts.group(1);
        return Optional.of(disk).filter(name -> Files.isDirectory(block(name).resolve(partition)));
    }

    /**
     * The block devices behind a path as tools name it: a disk, a link to one, an NVMe controller (all its namespaces), a SCSI
     * generic device. Empty where there is none, as behind a RAID controller.
     */
    public List<String> disks(String devicePath) {
        String name = followed(devicePath).replaceFirst("^/dev/", "").replace('/', '!');
        if (NVME.matcher(name).matches()) {
            return list(root.resolve("sys/class/nvme").resolve(name)).stream()
                    .map(NAMESPACE::matcher)
                    .filter(Matcher::matches)
                    .map(parts -> parts.group(1) + parts.group(2))
                    .filter(namespace -> Files.isDirectory(block(namespace)))
                    .distinct()
                    .toList();
        }
        if (name.matches("sg\\d+")) {
            return list(root.resolve("sys/class/scsi_generic").resolve(name).resolve("device/block"));
        }
        return name.matches("[A-Za-z0-9!_-]+") && Files.isDirectory(block(name)) ? List.of(name) : List.of();
    }

    private String followed(String devicePath) {
        try {
            Path inRoot = root.resolve(devicePath.replaceFirst("^/+", ""));
            return "/" + root.toRealPath().relativize(inRoot.toRealPath());
        } catch (IOException e) {
            return devicePath;
        }
    }
}
