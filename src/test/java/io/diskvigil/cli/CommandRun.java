package io.diskvigil.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** One call of the program, without a process: how it ended and what it said. */
record CommandRun(int status, String out, String err) {
    static CommandRun of(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int status = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new CommandRun(status, out.toString(), err.toString());
    }

    static Path script(Path file, String code) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + code);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
