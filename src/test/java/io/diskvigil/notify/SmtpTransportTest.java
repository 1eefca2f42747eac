package io.diskvigil.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Delivery;
import io.diskvigil.notify.MailConfig.Encryption;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmtpTransportTest {
    private static EmailNotifier notifier(int port, String... to) {
        return new EmailNotifier(
                TestConfig.smtp(TestConfig.server("127.0.0.1", port, Encryption.NONE), to), ZoneOffset.UTC);
    }

    private static Delivery send(EmailNotifier notifier) {
        return notifier.deliver("b1", List.of(Stories.opened()));
    }

    @ParameterizedTest
    @CsvSource({
        "(greeting), 421 4.3.2 too many connections, Retryable, GREETING",
        "(greeting), 554 5.7.1 no service, Retryable, GREETING",
        "MAIL, 451 4.3.0 try later, Retryable, SENDER",
        "MAIL, 553 5.1.8 sender refused, Rejected, SENDER",
        "MAIL, 530 5.7.0 authentication required, Retryable, AUTH",
        "RCPT, 450 4.2.1 greylisted, Retryable, RECIPIENT",
        "RCPT, 552 5.2.2 mailbox full, Retryable, RECIPIENT",
        "RCPT, 550 5.1.1 no such user, Rejected, RECIPIENT",
        "DATA, 451 4.3.0 try later, Retryable, DATA",
        "DATA, 554 5.5.1 not now and never, Rejected, DATA",
        "(message), 452 4.3.1 disk full, Retryable, DATA",
        "(message), 554 5.7.1 looks like spam, Rejected, DATA"
    })
    void mapsWhatTheServerSaysToAVerdictThatNamesServerStepAndWords(
            String command, String answer, String verdict, String step) throws IOException {
        try (var server = new ScriptedSmtpServer(Map.of(command, answer))) {
            Delivery delivery = send(notifier(server.port(), "a@example.org"));

            assertThat(delivery.getClass().getSimpleName()).as("%s", delivery).isEqualTo(verdict);
            assertThat(delivery.toString())
                    .contains(step + " failed at 127.0.0.1:" + server.port())
                    .contains(
                            answer.startsWith("421") || command.equals("(greeting)") ? answer.substring(0, 3) : answer);
        }
    }

    @Test
    void triesAgainWhereNobodyListens() throws IOException {
        int port;
        try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }

        assertThat(send(notifier(port, "a@example.org")))
                .isInstanceOfSatisfying(
                        Delivery.Retryable.class,
                        retryable -> assertThat(retryable.why())
                                .contains("CONNECT failed at 127.0.0.1:" + port)
                                .contains("Connection refused"));
    }

    @Test
    void triesAgainWhereTheNameIsUnknown() {
        var config = TestConfig.smtp(TestConfig.server("no-such-host.invalid", 25, Encryption.NONE), "a@example.org");

        assertThat(send(new EmailNotifier(config, ZoneOffset.UTC)))
                .isInstanceOfSatisfying(
                        Delivery.Retryable.class,
                        retryable -> assertThat(retryable.why()).contains("RESOLVE failed at no-such-host.invalid:25"));
    }

    @Test
    void givesUpWaitingAfterTheTimeOutAndTriesAgain() throws IOException {
        try (var server = new ScriptedSmtpServer(Map.of("MAIL", ScriptedSmtpServer.HANG))) {
            var impatient = new TestConfig.Server(
                    "127.0.0.1",
                    server.port(),
                    Encryption.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofMillis(300));

            Delivery delivery = send(new EmailNotifier(TestConfig.smtp(impatient, "a@example.org"), ZoneOffset.UTC));

            assertThat(delivery).isInstanceOf(Delivery.Retryable.class);
            assertThat(delivery.toString())
                    .contains("127.0.0.1:" + server.port())
                    .containsIgnoringCase("timed out");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"(greeting)", "EHLO", "RCPT", "(message)"})
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endsAnExchangeThatTricklesAndTriesAgain(String command) throws Exception {
        try (var server = new ScriptedSmtpServer(Map.of(command, ScriptedSmtpServer.TRICKLE))) {
            var config =
                    TestConfig.smtp(TestConfig.server("127.0.0.1", server.port(), Encryption.NONE), "a@example.org");
            Mail mail = MailMessage.of(config, ZoneOffset.UTC, "b1", List.of(Stories.opened()));

            Delivery delivery = new SmtpTransport(config, Duration.ofSeconds(1)).send(mail);

            assertThat(delivery)
                    .isEqualTo(new Delivery.Retryable(
                            "talk to 127.0.0.1:" + server.port() + ": not done within 1 s; the connection was closed"));
        }
    }

    @Test
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endsAHandshakeThatTakesTooLong() throws Exception {
        // Connections are taken by the kernel, and nobody ever answers.
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var patient = new TestConfig.Server(
                    "127.0.0.1",
                    silent.getLocalPort(),
                    Encryption.TLS,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofMinutes(1));
            var config = TestConfig.smtp(patient, "a@example.org");
            Mail mail = MailMessage.of(config, ZoneOffset.UTC, "b1", List.of(Stories.opened()));

            Delivery delivery = new SmtpTransport(config, Duration.ofMillis(300)).send(mail);

            assertThat(delivery.toString()).startsWith("Retryable").contains("the connection was closed");
        }
    }

    @Test
    void limitsAnExchangeToTenTimeOutsAndNoLessThanTwoMinutes() {
        var config = TestConfig.smtp(TestConfig.server("127.0.0.1", 25, Encryption.NONE), "a@example.org");

        assertThat(SmtpDeadline.limit(config)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void insistsOnStarttls() throws IOException {
        try (var server = new ScriptedSmtpServer(Map.of())) {
            var config = TestConfig.smtp(
                    TestConfig.server("127.0.0.1", server.port(), Encryption.STARTTLS), "a@example.org");

            Delivery delivery = send(new EmailNotifier(config, ZoneOffset.UTC));

            assertThat(delivery).isInstanceOf(Delivery.Retryable.class);
            assertThat(delivery.toString()).contains("TLS failed at").contains("STARTTLS is required");
            assertThat(server.commands("MAIL")).isEmpty();
        }
    }

    @Test
    void neitherLosesTheMailForTheRefusedNorRepeatsItForTheAccepted() throws IOException {
        try (var server = new ScriptedSmtpServer(Map.of("RCPT TO:<b@", "450 4.2.1 greylisted"))) {
            EmailNotifier notifier = notifier(server.port(), "a@example.org", "b@example.org");

            Delivery first = send(notifier);
            server.answer("RCPT TO:<b@", "250 ok");
            Delivery second = send(notifier);

            assertThat(first).isInstanceOf(Delivery.Retryable.class);
            assertThat(first.toString()).contains("450 4.2.1 greylisted").contains("taken for a@example.org");
            assertThat(second).isEqualTo(new Delivery.Delivered());
            assertThat(server.commands("RCPT TO:<a@")).hasSize(1);
            assertThat(server.commands("RCPT TO:<b@")).hasSize(2);
        }
    }

    @Test
    void sendsToTheOthersAndKeepsTheRefusalVisible() throws IOException {
        try (var server = new ScriptedSmtpServer(Map.of("RCPT TO:<b@", "550 5.1.1 no such user"))) {
            Delivery delivery = send(notifier(server.port(), "a@example.org", "b@example.org"));

            assertThat(delivery).isInstanceOf(Delivery.Rejected.class);
            assertThat(delivery.toString())
                    .contains("refused for b@example.org (550 5.1.1 no such user)")
                    .contains("taken for a@example.org");
            assertThat(server.commands("DATA")).hasSize(1);
        }
    }

    @Test
    void triesAgainForTheRefusedAloneUntilTheyAreTaken() throws IOException {
        try (var server = new ScriptedSmtpServer(
                Map.of("RCPT TO:<b@", "550 5.1.1 no such user", "RCPT TO:<c@", "451 4.3.0 later"))) {
            EmailNotifier notifier = notifier(server.port(), "a@example.org", "b@example.org", "c@example.org");

            Delivery first = send(notifier);
            server.answer("RCPT TO:<c@", "250 ok");
            Delivery second = send(notifier);
            Delivery third = send(notifier);
            server.answer("RCPT TO:<b@", "250 ok");
            Delivery fourth = send(notifier);

            assertThat(first).isInstanceOf(Delivery.Retryable.class);
            assertThat(second).isInstanceOf(Delivery.Rejected.class);
            assertThat(second.toString()).contains("refused for b@example.org").contains("c@example.org");
            assertThat(third).isInstanceOf(Delivery.Rejected.class);
            assertThat(fourth).isEqualTo(new Delivery.Delivered());
            assertThat(server.commands("RCPT TO:<a@")).hasSize(1);
            assertThat(server.commands("RCPT TO:<b@")).hasSize(4);
            assertThat(server.commands("RCPT TO:<c@")).hasSize(2);
        }
    }
}
