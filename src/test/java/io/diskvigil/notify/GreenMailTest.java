package io.diskvigil.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.configuration.GreenMailConfiguration;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.diskvigil.incident.Delivery;
import io.diskvigil.notify.MailConfig.Encryption;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole SMTP server inside the test, in plain text and with TLS from the first byte. */
class GreenMailTest {
    /** The certificate in GreenMail's jar names no host, and a server that cannot be identified is refused. */
    @TempDir
    static Path keyDirectory;

    private static Path keys;

    @TempDir
    Path dir;

    @BeforeAll
    static void makeACertificateForLocalhost() throws Exception {
        keys = keyDirectory.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        keys.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(said).isZero();
        System.setProperty("greenmail.tls.keystore.file", keys.toString());
        System.setProperty("greenmail.tls.keystore.password", "changeit");
    }

    @AfterAll
    static void forgetIt() {
        System.clearProperty("greenmail.tls.keystore.file");
        System.clearProperty("greenmail.tls.keystore.password");
    }

    @Test
    void arrivesForEachRecipientWithBothPartsAndNoForeignHeader() throws Exception {
        GreenMail server =
                started(ServerSetup.PROTOCOL_SMTP, new GreenMailConfiguration().withDisabledAuthentication());
        try {
            var config = TestConfig.smtp(
                    TestConfig.server("127.0.0.1", server.getSmtp().getPort(), Encryption.NONE),
                    "a@example.org",
                    "b@example.org");

            Delivery delivery = new EmailNotifier(config, ZoneOffset.UTC).deliver("b1", List.of(Stories.hostile()));

            assertThat(delivery).isEqualTo(new Delivery.Delivered());
            assertThat(server.getReceivedMessages()).hasSize(2);
            MimeMessage mail = server.getReceivedMessages()[0];
            assertThat(mail.getHeader("Bcc")).isNull();
            assertThat(mail.getHeader("X-Evil")).isNull();
            assertThat(mail.getAllRecipients()).hasSize(2);
            assertThat(mail.getMessageID()).isEqualTo("<diskvigil-evil--Bcc--y-evil.example@nas1>");
            assertThat(new String(mail.getInputStream().readAllBytes()))
                    .doesNotContain("\u001b")
                    .doesNotContain("<script>alert(1)</script> Bcc: x@evil.example ?[31mred??? &amp; {stories}</");
        } finally {
            server.stop();
        }
    }

    @Test
    void authenticatesOverTlsAndChecksWhoTheServerIs() throws Exception {
        GreenMail server = started(
                ServerSetup.PROTOCOL_SMTPS, new GreenMailConfiguration().withUser("a@example.org", "lab", "secret"));
        try {
            var tls = TestConfig.server("localhost", server.getSmtps().getPort(), Encryption.TLS);
            Path password = password("secret");

            Delivery trusted = send(tls.auth("lab", password).trusting(certificate()));
            Delivery stranger = send(tls.auth("lab", password));
            Delivery wrong = send(tls.auth("lab", password("wrong")).trusting(certificate()));

            assertThat(trusted).isEqualTo(new Delivery.Delivered());
            assertThat(stranger).isInstanceOf(Delivery.Retryable.class);
            assertThat(stranger.toString()).contains("TLS failed at localhost:").contains("certification path");
            assertThat(wrong).isInstanceOf(Delivery.Retryable.class);
            assertThat(wrong.toString()).contains("AUTH failed at localhost:").contains("535");
            assertThat(server.getReceivedMessages()).hasSize(1);
        } finally {
            server.stop();
        }
    }

    @Test
    void refusesAServerWhoseCertificateNamesAnother() throws Exception {
        GreenMail server =
                started(ServerSetup.PROTOCOL_SMTPS, new GreenMailConfiguration().withDisabledAuthentication());
        try {
            var tls = TestConfig.server("127.0.0.1", server.getSmtps().getPort(), Encryption.TLS);

            Delivery delivery = send(tls.trusting(certificate()));

            assertThat(delivery).isInstanceOf(Delivery.Retryable.class);
            assertThat(delivery.toString())
                    .contains("TLS failed at 127.0.0.1:")
                    .contains("No subject alternative names");
            assertThat(server.getReceivedMessages()).isEmpty();
        } finally {
            server.stop();
        }
    }

    @Test
    void saysWhatIsWrongWithThePasswordFileWithoutItsContent() throws IOException {
        var smtp = TestConfig.server("127.0.0.1", 9, Encryption.NONE);
        Path open = password("topsecret");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(send(smtp.auth("lab", open)).toString())
                .startsWith("Retryable")
                .contains("readable by every user")
                .doesNotContain("topsecret");
        assertThat(send(smtp.auth("lab", password("\nsecond"))).toString()).contains("first line is empty");
        assertThat(send(smtp.auth("lab", dir.resolve("none"))).toString()).contains("no such file");
    }

    @Test
    void explainsEachStepOfATestMail() throws Exception {
        GreenMail server = started(
                ServerSetup.PROTOCOL_SMTPS, new GreenMailConfiguration().withUser("a@example.org", "lab", "secret"));
        try {
            var tls = TestConfig.server("localhost", server.getSmtps().getPort(), Encryption.TLS)
                    .trusting(certificate());

            TestMail.Report good = testMail(tls.auth("lab", password("secret")));
            TestMail.Report bad = testMail(tls.auth("lab", password("wrong")));

            assertThat(good.ok()).isTrue();
            assertThat(good.lines())
                    .anyMatch(line -> line.matches("auth +ok"))
                    .anyMatch(line -> line.matches("data +ok"));
            assertThat(bad.ok()).isFalse();
            assertThat(bad.lines())
                    .anyMatch(line -> line.matches("tls +ok"))
                    .anyMatch(line -> line.matches("auth +FAILED +535.*"))
                    .anyMatch(line -> line.startsWith("Next step: Check mail.smtp.user"));
            assertThat(server.getReceivedMessages()).hasSize(1);
        } finally {
            server.stop();
        }
    }

    private static TestMail.Report testMail(TestConfig.Server server) {
        return TestMail.send(
                TestConfig.smtp(server, "a@example.org"), Instant.parse("2026-06-01T10:00:00Z"), ZoneOffset.UTC);
    }

    private static Delivery send(TestConfig.Server server) {
        return new EmailNotifier(TestConfig.smtp(server, "a@example.org"), ZoneOffset.UTC)
                .deliver("b1", List.of(Stories.opened()));
    }

    private static GreenMail started(String protocol, GreenMailConfiguration configuration) {
        ServerSetup setup = new ServerSetup(0, "127.0.0.1", protocol).dynamicPort();
        setup.setServerStartupTimeout(30_000);
        var server = new GreenMail(setup);
        server.withConfiguration(configuration).start();
        return server;
    }

    private Path password(String text) throws IOException {
        Path file = Files.createTempFile(dir, "password", "");
        return Files.writeString(file, text + "\n");
    }

    /** The server's certificate, as a site with a private authority would put it into ca-file. */
    private Path certificate() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(keys)) {
            store.load(in, "changeit".toCharArray());
        }
        byte[] der = store.getCertificate("server").getEncoded();
        return Files.writeString(
                Files.createTempFile(dir, "ca", ".pem"),
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(der)
                        + "\n-----END CERTIFICATE-----\n");
    }
}
