package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Mount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is mounted where, as this process sees it (proc(5), /proc/pid/mountinfo). */
final class Mounts {
    // 26 1 254:0 / /srv/my\040data rw,relatime shared:1 - ext4 /dev/vda rw,discard
    private static final Pattern LINE =
            Pattern.compile("\\d+ \\d+ (\\d+:\\d+) (\\S+) (\\S+) \\S+(?: \\S+)*? - (\\S+) (\\S+).*");
    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

    private final Path root;

    Mounts(Path root) {
        this.root = root;
    }

    /** Empty if they cannot be read. */
    List<Mount> read() {
        List<Mount> mounts = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(root.resolve("proc/self/mountinfo"), StandardCharsets.ISO_8859_1)) {
                Matcher parts = LINE.matcher(line);
                if (parts.matches()) {
                    String point = plain(parts.group(3));
                    mounts.add(new Mount(
                            parts.group(1),
                            plain(parts.group(2)),
                            point,
                            parts.group(4),
                            plain(parts.group(5)),
                            blockSize(parts.group(1), point)));
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return mounts;
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
    private static String number(long device) {
        long major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
        long minor = (device & 0xff) | ((device >>> 12) & ~0xffL);
        return major + ":" + minor;
    }
}
