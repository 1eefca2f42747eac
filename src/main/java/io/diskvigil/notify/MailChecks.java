package io.diskvigil.notify;

import io.diskvigil.model.Printable;
import io.diskvigil.notify.MailConfig.Encryption;
import io.diskvigil.notify.MailConfig.Transport;
import jakarta.mail.internet.AddressException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with the section {@code mail}, found without sending anything or asking the network. */
public final class MailChecks {
    private MailChecks() {}

    /** One line a problem: key, value, reason, next step; empty if mail can be tried as it is configured. */
    public static List<String> problems(MailConfig config) {
        List<String> problems = new ArrayList<>();
        if (config.transport() == Transport.NONE) {
            return problems;
        }
        addresses(config, problems);
        if (config.retryMax().toSeconds() < 15) {
            problems.add(
                    "mail.retry-max: " + config.retryMax().toSeconds() + "s: the first pause is 15s: give 15s or more");
        }
        if (config.groupWait().toSeconds() < 1) {
            problems.add("mail.group-wait: " + config.groupWait().toSeconds() + "s: too short: give 1s or more");
        }
        if (config.transport() == Transport.FILE) {
            if (config.directory().isEmpty()) {
                problems.add("mail.directory: (not set): transport file needs it: name a directory for the .eml files");
            }
            return problems;
        }
        smtp(config.smtp(), problems);
        return problems;
    }

    private static void addresses(MailConfig config, List<String> problems) {
        List<String> to = config.to().orElse(List.of());
        if (to.isEmpty()) {
            problems.add("mail.to: (not set): nobody would get the mail: list at least one address");
        }
        to.forEach(address -> address("mail.to", address, problems));
        config.from().ifPresent(address -> address("mail.from", address, problems));
    }

    private static void address(String key, String address, List<String> problems) {
        try {
            MailAddress.parse(address);
        } catch (AddressException e) {
            problems.add(key + ": '" + Printable.line(address) + "': not a mail address ("
                    + Printable.line(e.getMessage()) + "): write it as name@example.org");
        }
    }

    private static void smtp(MailConfig.Smtp smtp, List<String> problems) {
        if (smtp.host().isBlank()) {
            problems.add("mail.smtp.host: (empty): no server to send to: name the relay");
        }
        if (smtp.port() < 1 || smtp.port() > 65535) {
            problems.add("mail.smtp.port: " + smtp.port() + ": not a port: 25, 465 and 587 are usual");
        }
        if (smtp.timeout().toMillis() < 1 || smtp.timeout().toHours() >= 1) {
            problems.add("mail.smtp.timeout: " + smtp.timeout() + ": out of range: give 1s to 59m, such as 20s");
        }
        if (smtp.port() == 465 && smtp.encryption() != Encryption.TLS) {
            problems.add("mail.smtp.encryption: " + word(smtp)
                    + ": port 465 expects TLS from the first byte: set tls, or use port 587");
        }
        if (smtp.user().isPresent() && smtp.passwordFile().isEmpty()) {
            problems.add(
                    "mail.smtp.password-file: (not set): mail.smtp.user is set: name a file with the password as first line");
        }
        if (smtp.user().isEmpty() && smtp.passwordFile().isPresent()) {
            problems.add(
                    "mail.smtp.user: (not set): mail.smtp.password-file is set: name the user, or remove the file");
        }
        if (smtp.user().isPresent() && smtp.encryption() == Encryption.NONE && !isLoopback(smtp.host())) {
            problems.add(
                    "mail.smtp.encryption: none: the password would cross the network in plain text: set starttls or tls");
        }
        try {
            if (smtp.passwordFile().isPresent()) {
                PasswordFile.read(smtp.passwordFile().get());
            }
        } catch (IOException e) {
            problems.add("mail.smtp.password-file: " + smtp.passwordFile().get() + ": " + e.getMessage());
        }
        try {
            if (smtp.caFile().isPresent()) {
                TrustedRoots.with(smtp.caFile().get());
            }
        } catch (IOException e) {
            problems.add("mail.smtp.ca-file: " + smtp.caFile().get() + ": " + e.getMessage());
        }
    }

    private static String word(MailConfig.Smtp smtp) {
        return smtp.encryption().name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Literal addresses and localhost only: a check must not wait for DNS, nor trust it. */
    static boolean isLoopback(String host) {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        if (!host.matches("[0-9.]+|\\[?[0-9a-fA-F:]+\\]?")) {
            return false;
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
