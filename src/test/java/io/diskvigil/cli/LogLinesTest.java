package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Handler;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.handlers.ConsoleHandler;
import org.jboss.logmanager.handlers.QueueHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {
    @TempDir
    Path directory;

    private static String logged(boolean journal) {
        ConsoleHandler inner = new ConsoleHandler();
        QueueHandler outer = new QueueHandler();
        outer.addHandler(inner);
        LogLines.install(new Handler[] {outer}, journal);
        return inner.getFormatter()
                .format(new ExtLogRecord(Level.WARN, "serial A\n<0>forged\u001b[2J", LogLinesTest.class.getName()));
    }

    @Test
    void aLineOfAHandlerBehindAnotherBeginsWithItsPriorityInTheJournal() {
        assertThat(logged(true)).isEqualTo("<4>serial A <0>forged?[2J" + System.lineSeparator());
    }

    @Test
    void textOfADriveStartsNoLineOfItsOwn() {
        assertThat(logged(false)).isEqualTo("WARN  serial A <0>forged?[2J" + System.lineSeparator());
    }

    @Test
    void onlyTheStreamThatSystemdNamedIsTheJournal() throws IOException {
        Path file = Files.createFile(directory.resolve("stderr"));
        String named = Files.getAttribute(file, "unix:dev") + ":" + Files.getAttribute(file, "unix:ino");

        assertThat(LogLines.isJournal(named, file)).isTrue();
        assertThat(LogLines.isJournal("1:2", file)).isFalse();
        assertThat(LogLines.isJournal(null, file)).isFalse();
        assertThat(LogLines.isJournal(named, directory.resolve("closed"))).isFalse();
    }
}
