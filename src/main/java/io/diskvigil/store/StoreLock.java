package io.diskvigil.store;

import io.diskvigil.poll.Ledger.LedgerException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second daemon off the same directory. The kernel releases it when the process dies, however it dies. */
final class StoreLock implements AutoCloseable {
    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    static StoreLock take(Path directory) {
        Path file = directory.resolve("diskvigil.lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new LedgerException(
                        "lock %s: another diskvigil daemon uses this directory; stop it, or give this one its own store.directory"
                                .formatted(file),
                        null);
            }
            return new StoreLock(channel);
        } catch (IOException e) {
            throw new LedgerException(
                    "lock %s: %s; check that the directory belongs to the user that runs this".formatted(file, e), e);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // Held by this very process: as taken as by another.
            return false;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new LedgerException("unlock store: " + e.getMessage(), e);
        }
    }
}
