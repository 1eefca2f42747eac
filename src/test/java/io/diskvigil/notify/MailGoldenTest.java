package io.diskvigil.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Notification;
import jakarta.mail.BodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimeUtility;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole mails as files to read: headers that matter, then the text part. Written anew with -Dgolden.update=true. */
class MailGoldenTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/mail");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    static Stream<Arguments> mails() {
        return Stream.of(
                Arguments.of("opened", List.of(Stories.opened())),
                Arguments.of("worsened", List.of(Stories.worsened())),
                Arguments.of("reminded", List.of(Stories.reminded())),
                Arguments.of("recovered", List.of(Stories.recovered())),
                Arguments.of("calmer", List.of(Stories.calmer())),
                Arguments.of("partly-calmer", List.of(Stories.partlyCalmer())),
                Arguments.of("replaced", List.of(Stories.replaced())),
                Arguments.of(
                        "database",
                        List.of(Emergency.alarm(
                                "write /var/lib/diskvigil/diskvigil.db: database or disk is full; free space on its file system",
                                Stories.OPENED,
                                Stories.host()))),
                Arguments.of("placed", List.of(Stories.placed())),
                Arguments.of("missing", List.of(Stories.missing())),
                Arguments.of("returned", List.of(Stories.returned())),
                Arguments.of("new-drive", List.of(Stories.newDrive())),
                Arguments.of("firmware-changed", List.of(Stories.firmwareChanged())),
                Arguments.of("many-new-drives", Stories.manyNewDrives()),
                Arguments.of("new-drive-in-a-group", List.of(Stories.newDrive(), Stories.blind())),
                Arguments.of("adopted", List.of(Stories.adopted())),
                Arguments.of("blind", List.of(Stories.blind())),
                Arguments.of("hostile", List.of(Stories.hostile())),
                Arguments.of("raid-read-errors", List.of(RaidStories.readErrors())),
                Arguments.of("raid-degraded", List.of(RaidStories.degraded())),
                Arguments.of("raid-unprotected-cache", List.of(RaidStories.unprotected())),
                Arguments.of("raid-weak-member", List.of(RaidStories.degraded(), RaidStories.weakMember())),
                Arguments.of("group", List.of(Stories.adopted(), Stories.blind(), Stories.opened())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mails")
    void readsAsTheGoldenFileSays(String name, List<Notification> batch) throws Exception {
        var config = TestConfig.file(Path.of("/unused"));

        MimeMessage message = MailMessage.of(config, BERLIN, "b42", batch).message();
        String actual = headers(message) + "\n" + part(message, 0).getContent();

        Path golden = FIXTURES.resolve(name + ".txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, actual);
            Files.writeString(
                    Path.of("target", "mail-" + name + ".html"),
                    part(message, 1).getContent().toString());
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
        assertThat(message.getContentType()).startsWith("multipart/alternative");
        assertThat(part(message, 0).getContentType()).isEqualTo("text/plain; charset=UTF-8");
        assertThat(part(message, 1).getContentType()).isEqualTo("text/html; charset=UTF-8");
        assertThat(part(message, 0).getHeader("Content-Transfer-Encoding")).containsExactly("quoted-printable");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mails")
    void keepsTo72ColumnsButForSingleLongWordsAndCommands(String name, List<Notification> batch) throws Exception {
        MimeMessage message = MailMessage.of(TestConfig.file(Path.of("/unused")), BERLIN, "b42", batch)
                .message();

        assertThat(part(message, 0).getContent().toString().lines().filter(line -> line.length() > 72))
                .allSatisfy(
                        line -> assertThat(line)
                                .containsPattern(
                                        "^  (   debugfs|by-path|read it|light it|  diskvigil accept|diskvigil accept|(serial|WWN) +<script>)|^HISTORY OF <script>"));
    }

    private static String headers(MimeMessage message) throws Exception {
        var text = new StringBuilder();
        for (String name : List.of(
                "From",
                "To",
                "Subject",
                "Date",
                "Message-ID",
                "In-Reply-To",
                "References",
                "Auto-Submitted",
                "Importance",
                "X-Priority",
                "X-Diskvigil-Severity",
                "X-Diskvigil-Reason")) {
            String[] values = message.getHeader(name);
            if (values != null) {
                // The date is an instant; its spelling follows the zone of the machine.
                String value =
                        name.equals("Date") ? message.getSentDate().toInstant().toString() : values[0];
                text.append(name)
                        .append(": ")
                        .append(MimeUtility.decodeText(MimeUtility.unfold(value)))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static BodyPart part(MimeMessage message, int index) throws Exception {
        return ((MimeMultipart) message.getContent()).getBodyPart(index);
    }
}
