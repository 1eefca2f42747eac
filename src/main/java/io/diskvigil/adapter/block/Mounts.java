package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Mount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is mounted where, as this process sees it (proc(5), /proc/pid/mountinfo). */
final class Mounts {
    // 26 1 254:0 / /srv/my\040data rw,relatime shared:1 - ext4 /dev/vda rw,discard
    private static final Pattern LINE =
            Pattern.compile("\\d+ \\d+ (\\d+:\\d+) (\\S+) (\\S+) \\S+(?: \\S+)*? - (\\S+) (\\S+).*");
    /** File systems without a device number of their own that no network brings. */
    private static final Set<String> LOCAL =
            Set.of("btrfs", "bcachefs", "zfs", "overlay", "tmpfs", "ramfs", "rootfs", "devtmpfs", "proc", "sysfs");

    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

    private final Path root;

    Mounts(Path root) {
        this.root = root;
    }

    /** Without block sizes: no file system is asked. Empty if they cannot be read. */
    List<Mount> read() {
        List<Mount> mounts = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(root.resolve("proc/self/mountinfo"), StandardCharsets.ISO_8859_1)) {
                Matcher parts = LINE.matcher(line);
                if (parts.matches()) {
                    mounts.add(new Mount(
                            parts.group(1),
                            plain(parts.group(2)),
                            plain(parts.group(3)),
                            parts.group(4),
                            plain(parts.group(5)),
                            OptionalLong.empty()));
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return mounts;
    }

    /**
     * The same mounts, with the block size of those of the devices with these numbers. A file system that a network brings may
     * hang for ever, so none is touched on the way either; where one is in the way, the block size is left open.
     */
    List<Mount> sized(List<Mount> mounts, Set<String> numbers) {
        return mounts.stream()
                .map(mount ->
                        numbers.contains(mount.number()) && mounts.stream().noneMatch(other -> isInTheWay(other, mount))
                                ? mount.sized(blockSize(mount.number(), mount.point()))
                                : mount)
                .toList();
    }

    private static boolean isInTheWay(Mount other, Mount mount) {
        boolean above = other.point().equals("/") || (mount.point() + "/").startsWith(other.point() + "/");
        return above && other.number().startsWith("0:") && !LOCAL.contains(other.type());
    }

    /** White space and backslash are written in octal; names are bytes, mostly UTF-8. */
    static String plain(String escaped) {
        String bytes = ESCAPED.matcher(escaped)
                .replaceAll(one -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(one.group(1), 8))));
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Of the file system with this number, and not of what hides it here (systemd's ProtectHome mounts something over it). */
    private OptionalLong blockSize(String number, String point) {
        Path there = root.resolve(point.replaceFirst("^/+", ""));
        try {
            return Files.isReadable(there) && number.equals(number((Long) Files.getAttribute(there, "unix:dev")))
                    ? OptionalLong.of(Files.getFileStore(there).getBlockSize())
                    : OptionalLong.empty();
        } catch (IOException | UnsupportedOperationException | java.nio.file.InvalidPathException e) {
            return OptionalLong.empty();
        }
    }

    /** As glibc packs it (makedev(3)). */
    static String number(long device) {
        long major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
        long minor = (device & 0xff) | ((device >>> 12) & ~0xffL);
        return major + ":" + minor;
    }
}
