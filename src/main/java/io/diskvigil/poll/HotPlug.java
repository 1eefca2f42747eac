package io.diskvigil.poll;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * Notices that the kernel found or lost a drive, by the names that it lists: no device is opened, and no udev is needed. Used
 * by one thread at a time.
 */
public final class HotPlug {
    private static final Logger LOG = Logger.getLogger(HotPlug.class);
    private static final List<String> LISTS = List.of("block", "class/nvme", "class/scsi_generic");
    /** Block devices that are no drives, and come and go with images and containers. */
    private static final Pattern NO_DRIVE = Pattern.compile("(?:loop|ram|zram|dm-|md|zd|nbd|rbd|drbd|sr|fd)\\d.*");

    private final Path sys;
    private Set<String> before;

    /** @param sys such as {@code /sys} */
    public HotPlug(Path sys) {
        this.sys = sys;
        this.before = names();
    }

    /** Whether there are other names than the last time. */
    public boolean changed() {
        Set<String> now = names();
        boolean changed = !now.equals(before);
        before = now;
        return changed;
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (String list : LISTS) {
            Path directory = sys.resolve(list);
            if (Files.isDirectory(directory)) {
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                    for (Path entry : entries) {
                        String name = entry.getFileName().toString();
                        if (!NO_DRIVE.matcher(name).matches()) {
                            names.add(list + "/" + name);
                        }
                    }
                } catch (IOException e) {
                    // The regular look for drives goes on without it.
                    LOG.debugf("list %s: %s", directory, e.getMessage());
                }
            }
        }
        return names;
    }
}
