package io.diskvigil.rule;

import static io.diskvigil.model.Reading.SelfTestResult.ABORTED;
import static io.diskvigil.model.Reading.SelfTestResult.FAILED_HARDWARE;
import static io.diskvigil.model.Reading.SelfTestResult.FAILED_READ;
import static io.diskvigil.model.Reading.SelfTestResult.FAILED_UNKNOWN;
import static io.diskvigil.model.Reading.SelfTestResult.PASSED;
import static io.diskvigil.model.Reading.SelfTestResult.RUNNING;
import static io.diskvigil.model.Reading.SelfTestResult.UNKNOWN;
import static io.diskvigil.model.Severity.CRITICAL;
import static io.diskvigil.model.Severity.NOTICE;
import static io.diskvigil.model.Severity.WARNING;
import static io.diskvigil.rule.Story.count;
import static io.diskvigil.rule.Story.disk;
import static io.diskvigil.rule.Story.nvme;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SelfTestsTest {
    private static SelfTest test(int number, String kind, SelfTestResult result, long hours) {
        return new SelfTest(
                "self_test",
                number,
                kind,
                result,
                result.name().toLowerCase(Locale.ROOT),
                OptionalLong.of(hours),
                result == FAILED_READ ? OptionalLong.of(123456789) : OptionalLong.empty(),
                OptionalInt.empty(),
                "self-test log");
    }

    @Test
    void aReadFailureIsAWarningThatNamesTheSector() {
        var finding = disk().day(0, count("power_on_hours", 1000), test(1, "Short offline", FAILED_READ, 990))
                .finding("self-test");

        assertThat(finding.severity()).isEqualTo(WARNING);
        assertThat(finding.summary()).isEqualTo("self-test failed at LBA 123456789");
        assertThat(finding.level()).isEqualTo(1);
    }

    @Test
    void aRepeatedReadFailureIsCritical() {
        var finding = disk().day(
                        0,
                        count("power_on_hours", 1000),
                        test(1, "Short offline", FAILED_READ, 990),
                        test(2, "Extended offline", FAILED_READ, 900))
                .finding("self-test");

        assertThat(finding.severity()).isEqualTo(CRITICAL);
        assertThat(finding.level()).isEqualTo(2);
    }

    @Test
    void aReadFailureWithDefectiveSectorsIsCritical() {
        assertThat(disk().day(0, count("pending_sectors", 1), test(1, "Short offline", FAILED_READ, 990))
                        .severity("self-test"))
                .isEqualTo(CRITICAL);
        assertThat(disk().day(0, count("reallocated_sectors", 1), test(1, "Short offline", FAILED_READ, 990))
                        .severity("self-test"))
                .isEqualTo(CRITICAL);
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILED_HARDWARE", "FAILED_UNKNOWN"})
    void anyOtherFailureIsCriticalAtOnce(SelfTestResult result) {
        assertThat(disk().day(0, test(1, "Short offline", result, 990)).severity("self-test"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void aLaterPassedTestOfTheSameOrALongerKindClosesAFailure() {
        assertThat(disk().day(0, test(1, "Short offline", PASSED, 1000), test(2, "Short captive", FAILED_READ, 990))
                        .findings())
                .isEmpty();
        assertThat(disk().day(
                                0,
                                test(1, "Extended offline", PASSED, 1000),
                                test(2, "Short offline", FAILED_READ, 990),
                                test(3, "Conveyance offline", FAILED_HARDWARE, 980))
                        .findings())
                .isEmpty();
        assertThat(disk().day(0, test(1, "Background long", PASSED, 1000), test(2, "Foreground long", FAILED_READ, 9))
                        .findings())
                .isEmpty();
    }

    @Test
    void aShorterOrEarlierPassedTestClosesNothing() {
        assertThat(disk().day(0, test(1, "Short offline", PASSED, 1000), test(2, "Extended offline", FAILED_READ, 990))
                        .severity("self-test"))
                .isEqualTo(WARNING);
        assertThat(disk().day(0, test(1, "Short offline", FAILED_READ, 1000), test(2, "Short offline", PASSED, 990))
                        .severity("self-test"))
                .isEqualTo(WARNING);
        assertThat(disk().day(
                                0,
                                test(1, "Selective offline", PASSED, 1000),
                                test(2, "Extended offline", FAILED_READ, 9))
                        .severity("self-test"))
                .isEqualTo(WARNING);
    }

    @Test
    void abortedTestsNeverSpeakAgainstTheDrive() {
        assertThat(disk().day(0, test(1, "Short offline", ABORTED, 1000), test(2, "Short offline", ABORTED, 990))
                        .findings())
                .isEmpty();
        var finding = disk().day(
                        0,
                        test(0, "Short offline", RUNNING, 1001),
                        test(1, "Short offline", ABORTED, 1000),
                        test(2, "Short offline", ABORTED, 990),
                        test(3, "Short offline", ABORTED, 980))
                .finding("self-test");
        assertThat(finding.severity()).isEqualTo(NOTICE);
        assertThat(finding.subject()).isEqualTo("self_test_aborted");
    }

    @Test
    void anUnknownResultIsShown() {
        assertThat(disk().day(0, test(1, "Short offline", UNKNOWN, 1000)).severity("self-test"))
                .isEqualTo(NOTICE);
    }

    @Test
    void anOldFailureThatNothingConfirmsIsANotice() {
        assertThat(disk().day(0, count("power_on_hours", 20_000), test(1, "Short offline", FAILED_READ, 11_239))
                        .severity("self-test"))
                .isEqualTo(NOTICE);
        assertThat(disk().day(0, count("power_on_hours", 20_000), test(1, "Short offline", FAILED_READ, 11_240))
                        .severity("self-test"))
                .isEqualTo(WARNING);
        assertThat(disk().day(
                                0,
                                count("power_on_hours", 20_000),
                                count("pending_sectors", 1),
                                test(1, "Short offline", FAILED_READ, 100))
                        .severity("self-test"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void theHourStampWrapsAt65536() {
        // 70,000 hours show as 4,464: the test is ten hours old, not seven years.
        assertThat(disk().day(0, count("power_on_hours", 70_010), test(1, "Short offline", FAILED_READ, 4_464))
                        .severity("self-test"))
                .isEqualTo(WARNING);
        assertThat(disk().day(0, count("power_on_hours", 70_010), test(1, "Short offline", FAILED_READ, 60_000))
                        .severity("self-test"))
                .isEqualTo(NOTICE);
        // NVMe keeps 64 bits.
        assertThat(nvme().day(0, count("power_on_hours", 70_010), test(1, "Short", FAILED_UNKNOWN, 4_464))
                        .severity("self-test"))
                .isEqualTo(NOTICE);
    }

    @Test
    void theLogsOrderTellsHowOftenTheStampWrapped() {
        // Newest first: a test that would be younger than the one above it is a whole wrap older.
        Story story = disk().day(
                        0,
                        count("power_on_hours", 140_000),
                        test(1, "Extended offline", PASSED, 60_000),
                        test(2, "Short offline", FAILED_READ, 61_000));
        assertThat(SelfTestLog.of(story.last()).ages())
                .containsEntry(1, 140_000L - 65_536 - 60_000)
                .containsEntry(2, 140_000L - 61_000);
    }

    @Test
    void aStampAFewHoursAheadOfTheCounterIsNew() {
        assertThat(disk().day(0, count("power_on_hours", 1_000), test(1, "Short offline", FAILED_READ, 1_001))
                        .severity("self-test"))
                .isEqualTo(WARNING);
    }

    @Test
    void withoutPowerOnHoursAFailureIsTakenAsNew() {
        assertThat(disk().day(0, test(1, "Short offline", FAILED_READ, 3)).severity("self-test"))
                .isEqualTo(WARNING);
    }
}
