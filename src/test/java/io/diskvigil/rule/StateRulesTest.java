package io.diskvigil.rule;

import static io.diskvigil.model.Severity.CRITICAL;
import static io.diskvigil.model.Severity.NOTICE;
import static io.diskvigil.model.Severity.WARNING;
import static io.diskvigil.rule.Story.START;
import static io.diskvigil.rule.Story.disk;
import static io.diskvigil.rule.Story.gauge;
import static io.diskvigil.rule.Story.nvme;
import static io.diskvigil.rule.Story.ssd;
import static io.diskvigil.rule.Story.unknownMedium;
import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Reading.EntryKind;
import io.diskvigil.model.Reading.LogEntry;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Target;
import io.diskvigil.model.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StateRulesTest {
    private static final String TEMPERATURE = "temperature_celsius";

    private static Attribute attribute(int id, boolean prefail, Trip trip) {
        return new Attribute(
                id, "Some_Name", OptionalLong.of(9), "9", 4, 4, OptionalInt.of(5), prefail, trip, "attribute " + id);
    }

    @Test
    void failedOverallHealthIsCriticalAndPassedSaysNothing() {
        assertThat(disk().day(0, new Status("smart_passed", "FAILED!", Health.FAILED, "smart_status"))
                        .severity("overall-health"))
                .isEqualTo(CRITICAL);
        assertThat(disk().day(0, new Status("smart_passed", "PASSED", Health.OK, "smart_status"))
                        .findings())
                .isEmpty();
        assertThat(disk().day(0, new Status("smart_passed", "HMM", Health.UNKNOWN, "smart_status"))
                        .severity("overall-health"))
                .isEqualTo(NOTICE);
    }

    @Test
    void onlyAPrefailAttributeBelowItsThresholdNowIsCritical() {
        assertThat(disk().day(0, attribute(5, true, Trip.NOW)).severity("attribute-threshold"))
                .isEqualTo(CRITICAL);
        assertThat(disk().day(0, attribute(9, false, Trip.NOW)).severity("attribute-threshold"))
                .isEqualTo(NOTICE);
        assertThat(disk().day(0, attribute(190, false, Trip.IN_THE_PAST)).severity("attribute-threshold"))
                .isEqualTo(NOTICE);
        assertThat(disk().day(0, attribute(1, true, Trip.IN_THE_PAST)).severity("attribute-threshold"))
                .isEqualTo(NOTICE);
        assertThat(disk().day(0, attribute(5, true, Trip.NEVER)).findings()).isEmpty();
        assertThat(disk().day(0, attribute(5, true, Trip.NOW))
                        .finding("attribute-threshold")
                        .summary())
                .isEqualTo("failing by the maker's own limit: attribute 5 Some_Name");
        assertThat(disk().day(0, attribute(5, true, Trip.NOW), attribute(1, true, Trip.NOW))
                        .findings())
                .extracting(Finding::fingerprint)
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "0,CRITICAL,spare",
        "1,WARNING,temperature",
        "2,CRITICAL,reliability",
        "3,CRITICAL,read-only",
        "4,CRITICAL,backup",
        "5,CRITICAL,persistent memory",
        "6,NOTICE,bit 6"
    })
    void eachNvmeWarningBitIsNamedAndGraded(int bit, Severity severity, String words) {
        Finding finding =
                nvme().day(0, gauge("nvme_critical_warning", 1 << bit)).finding("nvme-critical-warning");

        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.summary()).contains(words);
    }

    @Test
    void twoNvmeWarningBitsAreTwoFindings() {
        assertThat(nvme().day(0, gauge("nvme_critical_warning", 0b10001)).findings("nvme-critical-warning"))
                .extracting(Finding::subject)
                .containsExactly("nvme_critical_warning_bit_0", "nvme_critical_warning_bit_4");
        assertThat(nvme().day(0, gauge("nvme_critical_warning", 0)).findings()).isEmpty();
    }

    @Test
    void anNvmeWarningBitThatCameAndWentIsToldUntilItIsAccepted() {
        Story story = nvme().day(0, gauge("nvme_critical_warning", 0))
                .day(1, gauge("nvme_critical_warning", 0b1000))
                .day(2, gauge("nvme_critical_warning", 0));

        assertThat(story.finding("nvme-critical-warning")).satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(WARNING);
            assertThat(finding.subject()).isEqualTo("nvme_critical_warning_bit_3");
            assertThat(finding.summary())
                    .isEqualTo("NVMe warning was set on 2026-01-02, is clear again: medium is read-only");
            assertThat(finding.evidence().since()).contains(START.plus(Duration.ofDays(1)));
        });
        assertThat(story.day(400, gauge("nvme_critical_warning", 0)).findings()).hasSize(1);

        story.accept(401, "nvme_critical_warning").day(402, gauge("nvme_critical_warning", 0));
        assertThat(story.findings()).isEmpty();

        story.day(403, gauge("nvme_critical_warning", 0b1000));
        assertThat(story.severity("nvme-critical-warning")).isEqualTo(CRITICAL);
        assertThat(story.day(404, gauge("nvme_critical_warning", 0)).severity("nvme-critical-warning"))
                .isEqualTo(WARNING);
    }

    @Test
    void anNvmeWarningBitSetAtFirstSightIsRememberedToo() {
        Story story = nvme().day(0, gauge("nvme_critical_warning", 0b100)).day(1, gauge("nvme_critical_warning", 0));

        assertThat(story.finding("nvme-critical-warning").summary()).contains("2026-01-01", "reliability");
    }

    @Test
    void anNvmeWarningAcceptedWhileItIsSetIsNotToldWhenItClears() {
        Story story = nvme().day(0, gauge("nvme_critical_warning", 0b100)).accept(1, "nvme_critical_warning");

        assertThat(story.day(2, gauge("nvme_critical_warning", 0)).findings()).isEmpty();
    }

    @Test
    void theTemperatureBitOfNvmeIsNotRemembered() {
        Story story = nvme().day(0, gauge("nvme_critical_warning", 0)).day(1, gauge("nvme_critical_warning", 0b10));

        assertThat(story.severity("nvme-critical-warning")).isEqualTo(WARNING);
        assertThat(story.history().changes("nvme_critical_warning")).isEmpty();
        assertThat(story.day(2, gauge("nvme_critical_warning", 0)).findings()).isEmpty();
    }

    @Test
    void acceptingAllTakesAnNvmeWarningThatIsClearAgain() {
        Story story = nvme().day(0, gauge("nvme_critical_warning", 0))
                .day(1, gauge("nvme_critical_warning", 0b1))
                .day(2, gauge("nvme_critical_warning", 0));

        assertThat(story.history()
                        .acceptAll("seen", START.plus(Duration.ofDays(3)))
                        .baseline("nvme_critical_warning"))
                .get()
                .extracting(Past.Baseline::origin)
                .isEqualTo(Past.Origin.ACCEPTED);
    }

    @Test
    void spareIsJudgedByTheDrivesOwnThresholdOnly() {
        assertThat(nvme().day(0, gauge("available_spare_percent", 9, 10)).severity("available-spare"))
                .isEqualTo(CRITICAL);
        assertThat(nvme().day(0, gauge("available_spare_percent", 10, 10)).findings())
                .isEmpty();
        assertThat(nvme().day(0, gauge("available_spare_percent", 100, 100)).findings())
                .isEmpty();
        assertThat(nvme().day(0, gauge("available_spare_percent", 0, 0)).findings())
                .isEmpty();
        assertThat(nvme().day(0, gauge("available_spare_percent", 3)).findings())
                .isEmpty();
    }

    @Test
    void wearIsPlanningAndNotAnAlarm() {
        assertThat(ssd().day(0, gauge("wear_used_percent", 89)).findings()).isEmpty();
        assertThat(ssd().day(0, gauge("wear_used_percent", 90)).severity("wear"))
                .isEqualTo(NOTICE);
        Finding consumed = ssd().day(0, gauge("wear_used_percent", 100)).finding("wear");
        assertThat(consumed.severity()).isEqualTo(WARNING);
        assertThat(consumed.summary()).contains("rated endurance consumed").contains("plan replacement");
    }

    @Test
    void acceptedWearIsToldAgainTenPercentLater() {
        Story story = ssd().day(0, gauge("wear_used_percent", 101))
                .accept(1, "wear_used_percent")
                .day(2, gauge("wear_used_percent", 110));
        assertThat(story.findings()).isEmpty();
        assertThat(story.day(3, gauge("wear_used_percent", 111)).severity("wear"))
                .isEqualTo(WARNING);
    }

    @Test
    void anyLossOfHeliumIsCritical() {
        assertThat(disk().day(0, gauge("helium_level_percent", 100)).findings()).isEmpty();
        Story story = disk().day(0, gauge("helium_level_percent", 99));
        assertThat(story.severity("helium-level")).isEqualTo(CRITICAL);
        assertThat(story.finding("helium-level").level()).isEqualTo(1);

        story.accept(1, "helium_level_percent").day(2, gauge("helium_level_percent", 99));
        assertThat(story.findings()).isEmpty();
        assertThat(story.day(3, gauge("helium_level_percent", 98)).severity("helium-level"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void theDrivesOwnLimitComesBeforeTheLimitOfItsKind() {
        assertThat(disk().day(0, gauge(TEMPERATURE, 64, 65)).findings()).isEmpty();
        assertThat(disk().day(0, gauge(TEMPERATURE, 65, 65)).severity("temperature"))
                .isEqualTo(WARNING);
        assertThat(disk().day(0, gauge(TEMPERATURE, 75, 65)).severity("temperature"))
                .isEqualTo(CRITICAL);
        assertThat(nvme().day(0, gauge(TEMPERATURE, 80, 82)).findings()).isEmpty();
    }

    @Test
    void withoutALimitTheKindOfDriveDecides() {
        assertThat(disk().day(0, gauge(TEMPERATURE, 49)).findings()).isEmpty();
        assertThat(disk().day(0, gauge(TEMPERATURE, 50)).severity("temperature"))
                .isEqualTo(WARNING);
        assertThat(disk().day(0, gauge(TEMPERATURE, 60)).severity("temperature"))
                .isEqualTo(CRITICAL);
        assertThat(unknownMedium().day(0, gauge(TEMPERATURE, 50)).severity("temperature"))
                .isEqualTo(WARNING);
        assertThat(ssd().day(0, gauge(TEMPERATURE, 64)).findings()).isEmpty();
        assertThat(ssd().day(0, gauge(TEMPERATURE, 65)).severity("temperature")).isEqualTo(WARNING);
        assertThat(ssd().day(0, gauge(TEMPERATURE, 70)).severity("temperature")).isEqualTo(CRITICAL);
        assertThat(nvme().day(0, gauge(TEMPERATURE, 74)).findings()).isEmpty();
        assertThat(nvme().day(0, gauge(TEMPERATURE, 75)).severity("temperature"))
                .isEqualTo(WARNING);
        assertThat(nvme().day(0, gauge(TEMPERATURE, 85)).severity("temperature"))
                .isEqualTo(CRITICAL);
    }

    @Test
    void aSenselessLimitOrTemperatureIsNotJudged() {
        assertThat(disk().day(0, gauge(TEMPERATURE, 30, 25)).findings()).isEmpty();
        assertThat(disk().day(0, gauge(TEMPERATURE, 255)).findings()).isEmpty();
    }

    @Test
    void theLevelOfTemperatureIsCoarse() {
        assertThat(disk().day(0, gauge(TEMPERATURE, 51)).finding("temperature").level())
                .isEqualTo(50);
        assertThat(disk().day(0, gauge(TEMPERATURE, 54.9))
                        .finding("temperature")
                        .level())
                .isEqualTo(50);
        assertThat(disk().day(0, gauge(TEMPERATURE, 55)).finding("temperature").level())
                .isEqualTo(55);
    }

    @Test
    void mediumErrorsInTheDrivesLogAreANoticeAndHostErrorsNothing() {
        Story story = disk().day(
                        0,
                        new LogEntry(
                                "error_log", "1", Optional.of(START), "UNC at LBA 5", EntryKind.MEDIA, "error log"),
                        new LogEntry("error_log", "2", Optional.empty(), "ABRT", EntryKind.HOST, "error log"));

        assertThat(story.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("error-log");
            assertThat(finding.severity()).isEqualTo(NOTICE);
            assertThat(finding.level()).isEqualTo(1);
        });
    }

    @Test
    void aBadWordOfAnyVendorIsToldAndAnUnknownOneIsShown() {
        assertThat(disk().day(0, new Status("background_scan", "reassign failed", Health.FAILED, "log page 0x15"))
                        .finding("vendor-status"))
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(WARNING);
                    assertThat(finding.summary()).isEqualTo("background scan: reassign failed");
                });
        assertThat(disk().day(0, new Status("x", "Flurbed", Health.UNKNOWN, "y"))
                        .severity("vendor-status"))
                .isEqualTo(NOTICE);
        assertThat(disk().day(0, new Status("x", "Fine", Health.OK, "y")).findings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "SMART_UNSUPPORTED,WARNING,-d sat",
        "SMART_UNSUPPORTED,WARNING,smartctl.ignore",
        "SMART_DISABLED,WARNING,smartctl -s on",
        "NO_HEALTH_STATUS,WARNING,CAP_SYS_RAWIO",
        "VOLUME_ANSWERS,WARNING,controller",
        "VOLUME_ANSWERS,WARNING,smartctl.ignore",
        "LIMITED,NOTICE,-d sat",
        "VIRTUAL_DISK,NOTICE,host",
        "VIRTUAL_DISK,NOTICE,smartctl.ignore",
        "NOT_ASKED,NOTICE,smartctl -x",
        "SOMETHING_NEW,WARNING,smartctl -x"
    })
    void blindnessIsAFindingWithItsOwnAdvice(String word, Severity severity, String advice) {
        Story story = disk().day(0, new Status("visibility", word, Health.UNKNOWN, "smartctl"));

        Finding finding = story.finding("blindness");
        assertThat(finding.blind()).isTrue();
        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(String.join(" ", finding.advice())).contains(advice);
        assertThat(Verdict.of(story.findings())).isEqualTo(Verdict.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void aFailedProbeIsBlindAndGetsLoudAtTheThirdTime(Cause cause) {
        Component component = new Component(new ComponentId("X"), ComponentKind.DRIVE, Identity.unknown(), List.of());
        Failed failed = new Failed(new Target("smartctl", "/dev/sdb", "sat"), cause, "the tool's words");
        CannotRead rule = new CannotRead(Story.CONFIG.cannotRead());

        Finding second = rule.finding(component, failed, 2, 12);
        Finding third = rule.finding(component, failed, 3, 5);

        assertThat(second.severity()).isEqualTo(NOTICE);
        assertThat(third.severity()).isEqualTo(WARNING);
        assertThat(third.blind()).isTrue();
        assertThat(third.fingerprint()).isEqualTo(second.fingerprint());
        assertThat(third.summary()).startsWith("cannot read /dev/sdb[sat]: ");
        assertThat(third.advice()).isNotEmpty();
        assertThat(third.evidence().now()).isEqualTo("the tool's words (3 of the last 5 probes failed)");
        assertThat(rule.finding(component, failed, 1, 1).evidence().now()).endsWith("(the last probe failed)");
        assertThat(rule.finding(component, failed, 4, 4).evidence().now()).endsWith("(the last 4 probes failed)");
    }

    @Test
    void eachRuleHasItsOwnName() {
        assertThat(Rules.of(Story.CONFIG))
                .extracting(Rule::name)
                .doesNotHaveDuplicates()
                .hasSize(39);
    }

    @Test
    void theReferenceNamesEachRule() throws IOException {
        String reference = Files.readString(Path.of("docs/reference/rules.md"));

        assertThat(Rules.of(Story.CONFIG))
                .extracting(Rule::name)
                .allSatisfy(name -> assertThat(reference).contains("| `" + name + "` |"));
        assertThat(reference).contains("| `" + CannotRead.NAME + "` |", "| `" + LostSight.NAME + "` |");
    }
}
