package io.diskvigil.cli;

import io.diskvigil.model.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtFormatter;
import org.jboss.logmanager.ExtHandler;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.formatters.PatternFormatter;

/**
 * One line an event: text of drives in a message can start no second line and drive no terminal. Under systemd each line
 * begins with its priority, as sd-daemon(3) has it.
 */
final class LogLines extends ExtFormatter {
    private final boolean journal;
    private final ExtFormatter trace;

    private LogLines(boolean journal, ExtFormatter trace) {
        this.journal = journal;
        this.trace = trace;
    }

    /** Puts this formatter on every handler of the root logger. */
    static void install() {
        Logger root = LogManager.getLogManager().getLogger("");
        install(root.getHandlers(), isJournal(System.getenv("JOURNAL_STREAM"), Path.of("/proc/self/fd/2")));
    }

    /** Also on what is behind them: the handler that Quarkus gives the root logger only passes on. */
    static void install(Handler[] handlers, boolean journal) {
        for (Handler handler : handlers) {
            handler.setFormatter(new LogLines(journal, new PatternFormatter("%e")));
            if (handler instanceof ExtHandler outer) {
                install(outer.getHandlers(), journal);
            }
        }
    }

    /**
     * Whether standard error still is what systemd.exec(5) says of it: a shell that a service started inherits the variable.
     *
     * @param stream device and inode, with a colon between them; null if systemd set nothing
     */
    static boolean isJournal(String stream, Path standardError) {
        if (stream == null) {
            return false;
        }
        try {
            return stream.equals(Files.getAttribute(standardError, "unix:dev") + ":"
                    + Files.getAttribute(standardError, "unix:ino"));
        } catch (IOException e) {
            // Closed, or no /proc: then nobody reads priorities either.
            return false;
        }
    }

    @Override
    public String format(ExtLogRecord record) {
        String stack = record.getThrown() == null ? "" : trace.format(record);
        String word = record.getLevel().intValue() >= Level.ERROR.intValue()
                ? "ERROR"
                : record.getLevel().intValue() >= Level.WARN.intValue()
                        ? "WARN"
                        : record.getLevel().getName();
        String prefix = journal ? priority(record) : "%-5s ".formatted(word);
        return prefix + Printable.line(formatMessage(record)) + System.lineSeparator() + stack;
    }

    private static String priority(ExtLogRecord record) {
        int level = record.getLevel().intValue();
        if (level >= Level.ERROR.intValue()) {
            return "<3>";
        }
        return level >= Level.WARN.intValue() ? "<4>" : level >= Level.INFO.intValue() ? "<6>" : "<7>";
    }
}
