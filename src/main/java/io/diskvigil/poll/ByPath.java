package io.diskvigil.poll;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Finds the name under {@code /dev/disk/by-path} of a device: it follows the cabling, so a person finds the slot by it. The
 * links are read again when the directory has changed. Used by one thread at a time.
 */
public final class ByPath {
    private static final Logger LOG = Logger.getLogger(ByPath.class);

    private final Path directory;
    private FileTime readAt = FileTime.fromMillis(Long.MIN_VALUE);
    private Map<Path, String> links = Map.of();

    public ByPath(Path directory) {
        this.directory = directory;
    }

    /** The link that leads to the whole device at {@code path}; empty if there is none (containers, virtual machines). */
    String of(String path) {
        if (Files.isDirectory(directory)) {
            try {
                FileTime changed = Files.getLastModifiedTime(directory);
                if (!changed.equals(readAt)) {
                    links = read();
                    readAt = changed;
                }
            } catch (NoSuchFileException e) {
                // A link went while they were read: looked at again with the next probe.
                return "";
            } catch (IOException e) {
                LOG.debugf("read %s: %s", directory, e.getMessage());
                return "";
            }
        }
        return links.getOrDefault(Path.of(path), "");
    }

    private Map<Path, String> read() throws IOException {
        Map<Path, String> found = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            for (Path link : all) {
                if (Files.isSymbolicLink(link)) {
                    Path device =
                            directory.resolve(Files.readSymbolicLink(link)).normalize();
                    found.putIfAbsent(device, link.toString());
                }
            }
        }
        return found;
    }
}
