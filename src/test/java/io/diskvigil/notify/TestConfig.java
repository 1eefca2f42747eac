package io.diskvigil.notify;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A MailConfig as a value: what a test does not name is as the shipped default, but the host is called {@code nas1}. */
record TestConfig(
        Transport transport,
        Optional<String> from,
        Optional<List<String>> to,
        Optional<String> hostName,
        Optional<Path> directory,
        Duration groupWait,
        Duration retryMax,
        Server smtp)
        implements MailConfig {

    record Server(
            String host,
            int port,
            Encryption encryption,
            Optional<String> user,
            Optional<Path> passwordFile,
            Optional<Path> caFile,
            Duration timeout)
            implements Smtp {
        Server auth(String name, Path password) {
            return new Server(host, port, encryption, Optional.of(name), Optional.of(password), caFile, timeout);
        }

        Server trusting(Path ca) {
            return new Server(host, port, encryption, user, passwordFile, Optional.of(ca), timeout);
        }
    }

    static Server server(String host, int port, Encryption encryption) {
        return new Server(
                host, port, encryption, Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(5));
    }

    static TestConfig smtp(Server server, String... to) {
        return new TestConfig(
                Transport.SMTP,
                Optional.of("diskvigil@nas1.example"),
                Optional.of(List.of(to)),
                Optional.of("nas1"),
                Optional.empty(),
                Duration.ofSeconds(30),
                Duration.ofMinutes(15),
                server);
    }

    static TestConfig file(Path directory) {
        return new TestConfig(
                Transport.FILE,
                Optional.of("diskvigil@nas1.example"),
                Optional.of(List.of("admin@example.org")),
                Optional.of("nas1"),
                Optional.of(directory),
                Duration.ofSeconds(30),
                Duration.ofMinutes(15),
                server("localhost", 25, Encryption.NONE));
    }

    TestConfig groupWait(Duration wait) {
        return new TestConfig(transport, from, to, hostName, directory, wait, retryMax, smtp);
    }

    TestConfig from(String sender) {
        return new TestConfig(transport, Optional.of(sender), to, hostName, directory, groupWait, retryMax, smtp);
    }
}
