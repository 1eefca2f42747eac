package io.diskvigil.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notification;
import io.diskvigil.model.Change;
import io.diskvigil.model.Component;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.notify.MailConfig.Encryption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailPartsTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({
        "ST4000DM000-1F2168, ST4000DM000",
        "WDC WD40EFRX-68WT0N0, WD40EFRX",
        "HGST HUS724030ALS640, HUS724030ALS640",
        "Samsung SSD 970 EVO 1TB, Samsung SSD 970 EVO 1TB",
        "TOSHIBA MG08ACA16TE, MG08ACA16TE",
        "INTEL SSDSC2BB480G4, SSDSC2BB480G4"
    })
    void namesADriveByItsModelNumberAlone(String model, String shown) {
        var identity = new Identity(model, "S1", "", "", "ATA", Identity.Medium.UNKNOWN, OptionalLong.empty());
        var component = new Component(
                Stories.sdb().id(), Stories.sdb().kind(), identity, List.of(Location.of("/dev/sdb", "sat")));

        assertThat(DriveName.title(component)).isEqualTo("sdb " + shown + " S1");
    }

    @Test
    void keepsSubjectsShortPrintableAndHonestAboutWhatIsLeftOut() {
        var many = IntStream.range(0, 50).mapToObj(i -> Stories.opened()).toList();

        assertThat(MailSubject.of("nas1", many))
                .hasSizeLessThanOrEqualTo(150)
                .contains("more")
                .startsWith("[nas1] CRITICAL: 1 drive: sdb");
        assertThat(MailSubject.of(Stories.HOSTILE, List.of(Stories.hostile())))
                .hasSizeLessThanOrEqualTo(150)
                .matches("\\P{Cntrl}+")
                .doesNotContain("\u202e");
        assertThat(MailSubject.of("nas1", List.of(Stories.opened(), Stories.recovered())))
                .isEqualTo("[nas1] CRITICAL: 1 drive: sdb 24 pending sectors; sdb recovered");
        assertThat(MailSubject.of("nas1", List.of(Stories.opened(), Stories.calmer())))
                .isEqualTo("[nas1] CRITICAL: 1 drive: sdb 24 pending sectors; sdb calmer");
        assertThat(MailSubject.of("nas1", List.of(Stories.calmer(), Stories.calmer())))
                .startsWith("[nas1] calmer: ");
        assertThat(MailSubject.of("nas1", List.of(Stories.calmer(), Stories.recovered())))
                .startsWith("[nas1] RECOVERED: ");
    }

    @Test
    void leavesNoMarkupOfADriveInTheHtml() {
        String html = MailHtml.of(
                Stories.HOSTILE,
                Stories.HOSTILE,
                List.of(
                        MailStory.of(Stories.hostile(), Stories.HOSTILE, ZoneOffset.UTC),
                        MailStory.of(Stories.opened(), "nas1", ZoneOffset.UTC)));

        assertThat(html)
                .doesNotContain("<script")
                .contains("&lt;script&gt;")
                .contains("&amp;amp;")
                .contains("{stories}");
    }

    @Test
    void chartsTheLastTwelveChangesInProportion() {
        List<Change> doubling = LongStream.range(0, 15)
                .mapToObj(i -> new Change(Instant.EPOCH.plusSeconds(i * 86_400), (1L << i) / 2, 1L << i))
                .toList();

        List<String> chart = MailChart.of(doubling);

        assertThat(chart).hasSize(13).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(68));
        assertThat(chart.get(0)).isEqualTo("(3 earlier changes not shown)");
        assertThat(chart.get(1)).endsWith("|#");
        assertThat(chart.get(12))
                .startsWith("1970-01-15 00:00   8192 -> 16384 |")
                .hasSize(68);
        assertThat(MailChart.of(List.of(new Change(Instant.EPOCH, 8, 0))))
                .containsExactly("1970-01-01 00:00  8 -> 0 |");
    }

    @Test
    void writesOneWholeFileAMailAndTheSameFileAtASecondTry() throws IOException {
        var notifier = new EmailNotifier(TestConfig.file(dir), ZoneOffset.UTC);

        assertThat(notifier.deliver("b1", List.of(Stories.opened()))).isEqualTo(new Delivery.Delivered());
        assertThat(notifier.deliver("b1", List.of(Stories.opened()))).isEqualTo(new Delivery.Delivered());
        assertThat(notifier.deliver("b2", List.of(Stories.worsened()))).isEqualTo(new Delivery.Delivered());

        try (var files = Files.list(dir)) {
            assertThat(files.map(file -> file.getFileName().toString()).sorted())
                    .containsExactly("20260601T100000.000Z-OPENED-b1.eml", "20260604T123000.000Z-WORSENED-b2.eml");
        }
    }

    @Test
    void triesAgainWhereTheDirectoryCannotBeWritten() throws IOException {
        Path file = Files.createFile(dir.resolve("file"));

        assertThat(new EmailNotifier(TestConfig.file(file.resolve("mails")), ZoneOffset.UTC)
                        .deliver("b1", List.of(Stories.opened())))
                .isInstanceOf(Delivery.Retryable.class);
    }

    @Test
    void namesKeyValueReasonAndNextStepOfEachProblem() {
        var server = TestConfig.server("relay.example", 465, Encryption.NONE).auth("lab", dir.resolve("none"));

        List<String> problems =
                MailChecks.problems(TestConfig.smtp(server, "not an address").from("a@b\r\nBcc: c@d"));

        assertThat(problems)
                .anyMatch(p -> p.startsWith("mail.to: 'not an address': not a mail address"))
                .anyMatch(p -> p.startsWith("mail.from: 'a@b Bcc: c@d': not a mail address"))
                .anyMatch(p -> p.startsWith("mail.smtp.encryption: none: port 465 expects TLS"))
                .anyMatch(p -> p.startsWith("mail.smtp.encryption: none: the password would cross the network"))
                .anyMatch(p -> p.startsWith("mail.smtp.password-file: ") && p.contains("no such file"));
        assertThat(MailChecks.problems(TestConfig.smtp(TestConfig.server("127.0.0.1", 25, Encryption.NONE))))
                .containsExactly("mail.to: (not set): nobody would get the mail: list at least one address");
        assertThat(MailChecks.problems(TestConfig.file(dir).groupWait(Duration.ZERO)))
                .containsExactly("mail.group-wait: 0s: too short: give 1s or more");
        assertThat(MailChecks.problems(TestConfig.smtp(
                        TestConfig.server("localhost", 25, Encryption.NONE), "root", "Op <op@example.org>")))
                .isEmpty();
    }

    @Test
    void whatIsOnlyWorthKnowingIsToldAtLengthInAGroupIfItHasAdvice() {
        Notification plain = Stories.newDrive();
        Notification refused = Stories.refused();

        List<MailStory> stories = Stream.of(plain, refused)
                .map(one -> MailStory.of(one, "nas", ZoneOffset.UTC))
                .toList();

        assertThat(MailStory.whole(stories)).containsExactly(stories.get(1));
    }
}
