package io.diskvigil.notify;

import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How mail leaves: the section {@code mail} of diskvigil.yaml. */
public interface MailConfig {
    /** What takes the mail. With NONE nothing is sent, and the log says so at every start. */
    enum Transport {
        SMTP,
        FILE,
        NONE
    }

    /** How the connection to the server is protected. */
    enum Encryption {
        /** Plain text; refused together with a user name, unless the server is on loopback. */
        NONE,
        /** STARTTLS, required: no mail goes out without. */
        STARTTLS,
        /** TLS from the first byte (SMTPS). */
        TLS
    }

    @WithDefault("none")
    Transport transport();

    /** Sender; empty: diskvigil@ this host. */
    Optional<String> from();

    /** Recipients. */
    Optional<List<String>> to();

    /** Name of this host in subjects; empty: the name that the system gives. */
    Optional<String> hostName();

    /** Directory for transport {@code file}: one {@code .eml} a mail, written whole before it gets its name. */
    Optional<Path> directory();

    Smtp smtp();

    /** How long the first notification waits for others, so that many drives at once become one mail. */
    @WithDefault("30s")
    Duration groupWait();

    /** Longest pause between two tries to deliver; the pauses double from 15 s up to it. */
    @WithDefault("15m")
    Duration retryMax();

    /** The server that takes the mail. */
    interface Smtp {
        @WithDefault("localhost")
        String host();

        /** 25 for a local relay, 587 with STARTTLS, 465 with TLS. */
        @WithDefault("25")
        int port();

        @WithDefault("none")
        Encryption encryption();

        Optional<String> user();

        /** File with the password as its first line, readable by this program's user alone. */
        Optional<Path> passwordFile();

        /** File with PEM certificates to trust, beside those of the system; for a relay with a certificate of its own. */
        Optional<Path> caFile();

        /** Limit for connecting, for each answer and for each write. */
        @WithDefault("20s")
        Duration timeout();
    }
}
