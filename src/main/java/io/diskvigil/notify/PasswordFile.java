package io.diskvigil.notify;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/** A secret in a file: the first line, read anew at each use, so that a mended file works without a restart. */
final class PasswordFile {
    private PasswordFile() {}

    /** @throws IOException with a line for a person if it cannot be read, is empty, or is open to everybody */
    static String read(Path file) throws IOException {
        String what = "read mail.smtp.password-file " + file + ": ";
        String line;
        try {
            var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view != null) {
                var permissions = view.readAttributes().permissions();
                if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
                    throw new IOException("readable by every user (mode " + PosixFilePermissions.toString(permissions)
                            + "): chmod 600 it");
                }
            }
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                line = reader.readLine();
            }
        } catch (java.nio.file.NoSuchFileException e) {
            throw new IOException(what + "no such file", e);
        } catch (java.nio.file.AccessDeniedException e) {
            throw new IOException(what + "permission denied", e);
        } catch (IOException e) {
            throw new IOException(what + e.getMessage(), e);
        }
        if (line == null || line.isBlank()) {
            throw new IOException(what + "its first line is empty");
        }
        return line;
    }
}
