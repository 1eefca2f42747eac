package io.diskvigil.poll;

import io.diskvigil.model.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * How much the host has used a block device, from {@code /sys/block/NAME/stat}. The kernel keeps it in memory, so reading it
 * touches no drive, and it does not count the commands by which tools ask drives (blk_do_io_stat() leaves pass-through out).
 */
final class HostUse {
    private static final Logger LOG = Logger.getLogger(HostUse.class);
    private static final Pattern DEVICE = Pattern.compile("/dev/([a-z][a-z0-9]*)");
    /** Fields of Documentation/block/stat.rst, from 0: reads, sectors, writes, sectors, in flight, discards, sectors, flushes. */
    private static final int[] FIELDS = {0, 2, 4, 6, 8, 11, 13, 15};

    private final Path sysBlock;

    HostUse(Path sysBlock) {
        this.sysBlock = sysBlock;
    }

    /**
     * A text that stays the same as long as the host does not use the device.
     *
     * @param type a type with a comma reaches one drive of many behind the device: then the device's use says nothing of it
     * @return empty if it is not known
     */
    Optional<String> of(String path, String type) {
        var device = DEVICE.matcher(path);
        if (Location.isCounted(type) || !device.matches()) {
            return Optional.empty();
        }
        Path stat = sysBlock.resolve(device.group(1)).resolve("stat");
        if (!Files.exists(stat)) {
            return Optional.empty();
        }
        try {
            return Optional.of(counts(Files.readString(stat).strip().split("\\s+")));
        } catch (IOException e) {
            // Gone since the look before: then nobody knows, and it is asked in the usual rhythm.
            LOG.debugf("read %s: %s", stat, e.getMessage());
            return Optional.empty();
        }
    }

    private static String counts(String[] words) {
        StringBuilder counts = new StringBuilder();
        for (int field : FIELDS) {
            // Kernels before 4.18 have no discards, those before 5.5 no flushes.
            counts.append(field < words.length ? words[field] : "").append(' ');
        }
        return counts.toString();
    }
}
