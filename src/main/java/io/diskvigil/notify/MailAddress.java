package io.diskvigil.notify;

import io.diskvigil.model.Printable;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Who a mail comes from and goes to, and what this host is called. */
final class MailAddress {
    private MailAddress() {}

    /** One address as RFC 822 has it; a local name such as {@code root} is one too. */
    static InternetAddress parse(String text) throws AddressException {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new AddressException("control character in the address");
        }
        InternetAddress[] parsed = InternetAddress.parse(text, true);
        if (parsed.length != 1 || parsed[0].isGroup()) {
            throw new AddressException("expected exactly one address");
        }
        return parsed[0];
    }

    static InternetAddress from(MailConfig config) throws AddressException {
        return parse(config.from().orElseGet(() -> "diskvigil@" + domain(config)));
    }

    static InternetAddress[] recipients(MailConfig config) throws AddressException {
        List<String> to = config.to().orElse(List.of());
        var parsed = new InternetAddress[to.size()];
        for (int i = 0; i < parsed.length; i++) {
            parsed[i] = parse(to.get(i));
        }
        return parsed;
    }

    static String hostName(MailConfig config) {
        return Printable.line(config.hostName().filter(name -> !name.isBlank()).orElseGet(MailAddress::systemName));
    }

    /** The host name as the right side of an address or a Message-ID. */
    static String domain(MailConfig config) {
        String domain = hostName(config).replaceAll("[^A-Za-z0-9.-]+", "-").replaceAll("^[.-]+|[.-]+$", "");
        return domain.isEmpty() ? "localhost" : domain;
    }

    /** Asked of the kernel: InetAddress.getLocalHost may wait for DNS. */
    private static String systemName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            String name = System.getenv("HOSTNAME");
            return name == null || name.isBlank() ? "localhost" : name;
        }
    }
}
