package io.diskvigil.store;

import io.diskvigil.poll.Ledger.LedgerException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The database file: where it lies, how it is made, and whether it is whole. */
final class StoreFile {
    /** Larger files are not read whole at start: that would hold up the first poll for seconds. */
    private static final long MOST_CHECKED_BYTES = 64L << 20;

    private StoreFile() {}

    static Path in(Path directory) {
        return directory.resolve(SqliteStore.FILE);
    }

    /** The file, made for its owner alone if there is none. */
    static Path make(Path directory) {
        Path file = in(directory);
        try {
            StateDirectory.makePrivate(directory);
            if (!Files.exists(file)) {
                // SQLite gives its other files the same rights.
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (FileAlreadyExistsException e) {
            throw new LedgerException("make %s: %s is in the way".formatted(directory, e.getFile()), e);
        } catch (IOException e) {
            throw new LedgerException(
                    "make %s: %s; give another store.directory, or run as a user that may write there"
                            .formatted(file, e),
                    e);
        }
        return file;
    }

    static void check(Database database) {
        long size = database.file().toFile().length();
        if (size <= MOST_CHECKED_BYTES) {
            String verdict = database.read(() -> database.first("PRAGMA quick_check(1)", row -> row.getString(1)))
                    .orElse("no answer");
            if (!verdict.equals("ok")) {
                throw Trouble.damaged(
                        "check",
                        database.file(),
                        "database is damaged (" + verdict.lines().findFirst().orElse("") + ")");
            }
        }
    }
}
