package io.diskvigil.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Delivery;
import io.diskvigil.notify.MailConfig.Encryption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Against a real postfix with STARTTLS and AUTH, started by deploy/check.d/30-postfix, which also sets the properties. */
@EnabledIfSystemProperty(
        named = "diskvigil.postfix",
        matches = ".+:\\d+",
        disabledReason = "needs a real postfix: run deploy/check.d/30-postfix as root")
class PostfixTest {
    private final String id = UUID.randomUUID().toString();
    private final TestConfig.Server server = TestConfig.server("127.0.0.1", port(), Encryption.STARTTLS);
    private final Path ca = file("ca");

    @Test
    void arrivesExactlyOnceByStarttlsAndAuth() throws Exception {
        var config = TestConfig.smtp(
                server.auth(System.getProperty("diskvigil.postfix.user"), file("password"))
                        .trusting(ca),
                "root@localhost");

        Delivery delivery =
                new EmailNotifier(config, ZoneOffset.UTC).deliver(id, List.of(Stories.opened(), Stories.adopted()));

        assertThat(delivery).isEqualTo(new Delivery.Delivered());
        assertThat(timesInMailbox("Message-ID: <diskvigil-batch-" + id + "@nas1>"))
                .isEqualTo(1);
    }

    @Test
    void triesAgainWithAWrongPasswordAndNamesWhatTheServerSaid() {
        var config = TestConfig.smtp(
                server.auth(System.getProperty("diskvigil.postfix.user"), file("wrong-password"))
                        .trusting(ca),
                "root@localhost");

        Delivery delivery = new EmailNotifier(config, ZoneOffset.UTC).deliver(id, List.of(Stories.opened()));

        assertThat(delivery).isInstanceOf(Delivery.Retryable.class);
        assertThat(delivery.toString()).contains("AUTH failed at 127.0.0.1:" + port() + ": 535");
    }

    @Test
    void saysThatTheRelayWantsAuthentication() {
        Delivery delivery = new EmailNotifier(TestConfig.smtp(server.trusting(ca), "root@localhost"), ZoneOffset.UTC)
                .deliver(id, List.of(Stories.opened()));

        assertThat(delivery.toString()).startsWith("Rejected").contains("554 5.7.1");
    }

    @Test
    void doesNotTalkToAServerThatItCannotTrust() {
        Delivery delivery = new EmailNotifier(TestConfig.smtp(server, "root@localhost"), ZoneOffset.UTC)
                .deliver(id, List.of(Stories.opened()));

        assertThat(delivery.toString()).startsWith("Retryable").contains("TLS failed at 127.0.0.1:");
    }

    @Test
    void sendsATestMail() {
        var config = TestConfig.smtp(
                server.auth(System.getProperty("diskvigil.postfix.user"), file("password"))
                        .trusting(ca),
                "root@localhost");

        TestMail.Report report = TestMail.send(config, Instant.now(), ZoneOffset.UTC);

        assertThat(report.ok()).as("%s", report).isTrue();
    }

    /** Local delivery follows the 250 by some milliseconds. A duplicate would be there as soon as the first: both are in one queue. */
    private static long timesInMailbox(String line) throws Exception {
        Path mailbox = file("mailbox");
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (System.nanoTime() < deadline) {
            if (Files.exists(mailbox)) {
                long times =
                        Files.readString(mailbox).lines().filter(line::equals).count();
                if (times > 0) {
                    return times;
                }
            }
            Thread.onSpinWait();
        }
        return 0;
    }

    private static int port() {
        return Integer.parseInt(System.getProperty("diskvigil.postfix").replaceFirst(".*:", ""));
    }

    private static Path file(String which) {
        return Path.of(System.getProperty("diskvigil.postfix." + which));
    }
}
