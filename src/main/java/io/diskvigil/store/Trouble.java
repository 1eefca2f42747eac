package io.diskvigil.store;

import io.diskvigil.poll.Ledger.LedgerException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteException;

/** Says what SQLite's result codes (sqlite.org/rescode.html) mean for a person: what, why, and what to do. */
final class Trouble {
    private Trouble() {}

    /** @param verb what was tried: open, read or write */
    static LedgerException of(String verb, Path file, SQLException cause) {
        String code =
                cause instanceof SQLiteException sqlite ? sqlite.getResultCode().name() : "";
        return new LedgerException("%s %s: %s".formatted(verb, file, explain(code, file, cause)), cause);
    }

    static LedgerException damaged(String verb, Path file, String detail) {
        return new LedgerException("%s %s: %s".formatted(verb, file, damaged(file, detail)), null);
    }

    private static String explain(String code, Path file, SQLException cause) {
        if (code.startsWith("SQLITE_FULL")) {
            return "database or disk is full; free space on its file system";
        }
        if (code.startsWith("SQLITE_READONLY")) {
            return "it or its file system is read-only; remount it writable, or run as the user that owns it";
        }
        if (code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_PERM") || code.startsWith("SQLITE_AUTH")) {
            return "cannot be opened; check that the file and its directory belong to the user that runs this";
        }
        if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
            return "another program keeps it locked; see who with: fuser -v " + file;
        }
        if (code.startsWith("SQLITE_NOTADB")) {
            return damaged(file, "file is not a database");
        }
        if (code.startsWith("SQLITE_CORRUPT")) {
            return damaged(file, "database is damaged");
        }
        if (code.startsWith("SQLITE_IOERR")) {
            return "input/output error (%s); look at the kernel log: the disk below it may be failing".formatted(code);
        }
        return cause.getMessage();
    }

    private static String damaged(Path file, String detail) {
        return "%s; stop the daemon, keep the file for rescue and begin anew: mv %s %s.damaged; rm -f %s-wal %s-shm"
                .formatted(detail, file, file, file, file);
    }
}
