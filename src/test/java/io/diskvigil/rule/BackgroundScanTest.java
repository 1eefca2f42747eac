package io.diskvigil.rule;

import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.disk;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.EntryKind;
import io.diskvigil.model.Reading.LogEntry;
import io.diskvigil.model.Severity;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackgroundScanTest {
    private static final String PREFIX = "scsi_background_scan_";

    @ParameterizedTest
    @CsvSource({
        "reassign_failed,CRITICAL,2 bad blocks could not be reassigned",
        "needs_write,WARNING,2 unreadable blocks wait for a write",
        "reassigned,NOTICE,2 bad blocks were reassigned (background scan)",
        "recovered,NOTICE,2 weak blocks were rewritten (background scan)",
        "other,NOTICE,'2 blocks found by the background scan, state not known'"
    })
    void whatBecameOfABlockDecides(String fate, Severity severity, String summary) {
        Finding finding = disk().day(0, count(PREFIX + fate, 2)).finding("background-scan");

        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.summary()).isEqualTo(summary);
        assertThat(finding.level()).isEqualTo(2);
        assertThat(finding.subject()).isEqualTo(PREFIX + fate);
    }

    @ParameterizedTest
    @CsvSource({
        "reassign_failed,8760,CRITICAL",
        "reassign_failed,8761,WARNING",
        "needs_write,8760,WARNING",
        "needs_write,8761,NOTICE"
    })
    void whatIsOpenForAYearOfPowerOnTimeWeighsLess(String fate, long age, Severity expected) {
        Story story = disk().day(
                        0,
                        count(PREFIX + fate, 1),
                        count(PREFIX + fate + "_at_hours", 1000),
                        count("power_on_hours", 1000 + age));

        assertThat(story.severity("background-scan")).isEqualTo(expected);
        assertThat(story.finding("background-scan").evidence().now()).isEqualTo("1, the newest at 1000 power-on hours");
    }

    @Test
    void theEntriesThemselvesAreNotToldTwice() {
        var entry = new LogEntry(
                PREFIX + "result", "1", Optional.empty(), "LBA 1", EntryKind.MEDIA, "SCSI background scan log");

        assertThat(disk().day(0, entry, count(PREFIX + "recovered", 1)).findings())
                .extracting(Finding::rule)
                .containsExactly("background-scan");
    }
}
