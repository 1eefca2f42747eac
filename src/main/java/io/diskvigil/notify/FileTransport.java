package io.diskvigil.notify;

import io.diskvigil.incident.Delivery;
import jakarta.mail.MessagingException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes each mail as one {@code .eml} file, whole and on disk before it has its name. The name comes from the mail alone, so
 * a mail that is written again after a crash takes its own place.
 */
final class FileTransport implements MailTransport {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path directory;

    FileTransport(Path directory) {
        this.directory = directory;
    }

    @Override
    public Delivery send(Mail mail) {
        String name = STAMP.format(mail.at()) + "-" + mail.reason() + "-"
                + mail.batchId().replaceAll("[^A-Za-z0-9-]", "-");
        Path temporary = directory.resolve("." + name + ".tmp");
        try {
            Files.createDirectories(directory);
            write(mail, temporary);
            Files.move(
                    temporary,
                    directory.resolve(name + ".eml"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
                entry.force(true);
            }
            return new Delivery.Delivered();
        } catch (IOException | MessagingException e) {
            return new Delivery.Retryable("write mail to " + directory + ": " + e);
        }
    }

    private static void write(Mail mail, Path file) throws IOException, MessagingException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            var out = new BufferedOutputStream(Channels.newOutputStream(channel));
            mail.message().writeTo(out);
            out.flush();
            channel.force(true);
        }
    }
}
