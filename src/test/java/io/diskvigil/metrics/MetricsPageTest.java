package io.diskvigil.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Outbox.Backlog;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.KnownFixture;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.poll.SelfTestBoard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsPageTest {
    static final Path GOLDEN = Path.of("src/test/resources/fixtures/metrics/page.txt");
    private static final Clock CLOCK = Clock.fixed(Machine.NOW, ZoneOffset.UTC);
    private static final Backlog BACKLOG = new Backlog(2, Optional.of(Machine.NOW.minusSeconds(90)), 1);

    private final AtomicLong nanos = new AtomicLong();
    private final SelfTestBoard tests = KnownFixture.board(Machine.tests());
    private final OwnMeters meters = new OwnMeters("1.2.3", CLOCK, () -> BACKLOG).database(() -> true);

    /** Delete the file to have it written anew, and read it before it is committed. */
    @Test
    void thePageOfAWholeMachineIsTheGoldenOne() throws IOException {
        String page = steady(text(page(Machine.known())));

        if (Files.notExists(GOLDEN)) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, page);
            throw new AssertionError("wrote " + GOLDEN + ": read it, then run again");
        }
        assertThat(page).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void aDriveThatHangsFromTheStartOnIsInQuarantineThoughNothingElseIsKnown() {
        LastKnown known = new LastKnown();
        View never = Machine.hanging();
        KnownFixture.put(known, never);
        KnownFixture.put(
                known,
                new TargetView(
                        new Target("smartctl", "/dev/sdz", "sat"),
                        Optional.of(never.component().id()),
                        Optional.of(Cause.TIMED_OUT),
                        "no end in 60 s",
                        Duration.ofSeconds(60),
                        Optional.empty()));

        assertThat(text(page(known)).lines().filter(line -> line.contains("NEVER_READ")))
                .containsExactly("diskvigil_quarantined{drive=\"NEVER_READ\"} 1");
    }

    @Test
    void promtoolHasNothingToSay(@TempDir Path folder) throws Exception {
        Path page = Files.write(folder.resolve("page"), page(Machine.known()).page());

        assertThat(Promtool.run(page, folder, "check", "metrics")).isEqualTo("exit 0");
    }

    /** A drive says the most of them; what is left, one of the other kinds of component. */
    @Test
    void everyCanonicalReadingMakesARow() {
        assertThat(Vocabulary.values())
                .allSatisfy(word -> assertThat(Arrays.stream(ComponentKind.values()))
                        .as(word.readingName())
                        .anyMatch(kind -> rows(kind, RaidMachine.reading(word)).size()
                                > rows(kind).size()));
    }

    private List<String> rows(ComponentKind kind, Reading... readings) {
        LastKnown known = new LastKnown();
        KnownFixture.put(known, RaidMachine.view(kind, "ONE", Identity.unknown(), List.of(), readings));
        return text(page(known))
                .lines()
                .filter(line -> line.startsWith("diskvigil_") && line.contains("ONE"))
                .filter(line -> !line.contains("_visible{"))
                .toList();
    }

    @Test
    void aVolumeTellsItsStateMembersAndRebuildAndADriveWhatItsVolumeCanLose() {
        assertThat(text(page(Machine.known())))
                .contains(
                        "diskvigil_volume_info{volume=\"AVAGO_SV1_volume-0\",controller=\"AVAGO_SV1\",level=\"RAID 5\",name=\"data\",device=\"/dev/sdr\"} 1\n",
                        "diskvigil_volume_state{volume=\"AVAGO_SV1_volume-0\",state=\"degraded\",word=\"Pdgd\"} 1\n",
                        "diskvigil_volume_redundancy_left{volume=\"AVAGO_SV1_volume-0\"} 0\n",
                        "diskvigil_volume_rebuild_ratio{volume=\"AVAGO_SV1_volume-0\"} 0.41\n",
                        "diskvigil_volume_members{volume=\"AVAGO_SV1_volume-0\",state=\"failed\"} 1\n",
                        "diskvigil_volume_members{volume=\"AVAGO_SV1_volume-0\",state=\"ok\"} 2\n",
                        "diskvigil_drive_volume_redundancy_left{drive=\"ST4000NM0023_Z1Z\"} 0\n",
                        "diskvigil_drive_member_state{drive=\"ST4000NM0023_Z1Z\",state=\"failed\",word=\"UBad\"} 1\n");
    }

    @Test
    void anUnknownWordIsAStateOfItsOwnAndHostileWordsAreEscaped() {
        assertThat(text(page(Machine.known())))
                .contains(
                        "diskvigil_fan_state{fan=\"AVAGO_SV1_fan-1-2\",state=\"unknown\",word=\"odd\\\"} 1\\nword\"} 1\n")
                .doesNotContain("diskvigil_volume_state{volume=\"AVAGO_SV1_volume-1\"");
    }

    @Test
    void theClockIsThatWhichTheControllerTellsElseTheOneThatItsEventsLetEstimate() {
        assertThat(text(page(Machine.known())).lines().filter(line -> line.contains("clock_offset_seconds{")))
                .containsExactly(
                        "diskvigil_controller_clock_offset_seconds{controller=\"AVAGO_SV1\"} 61.5",
                        "diskvigil_controller_clock_offset_seconds{controller=\"ARC-1210_Q1\"} -7200");
    }

    @Test
    void noSeriesStandsTwiceAndEachFamilyStandsTogether() {
        List<String> lines = text(page(Machine.known())).lines().toList();

        assertThat(lines.stream()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.substring(0, line.lastIndexOf(' '))))
                .doesNotHaveDuplicates();
        assertThat(lines.stream().filter(line -> line.startsWith("# TYPE "))).doesNotHaveDuplicates();
        String family = "";
        for (String line : lines) {
            if (line.startsWith("# HELP ")) {
                family = line.split(" ")[2];
            } else if (!line.startsWith("#")) {
                assertThat(line).matches("\\Q" + family + "\\E[{ ].*");
            }
        }
    }

    @Test
    void readingsVanishWithTheDriveButItStaysInSight() {
        // given a drive that is known only by what it was
        String page = text(page(Machine.known()));

        assertThat(page.lines().filter(line -> line.contains("WDC-WD40EFRX_WD-GONE")))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("diskvigil_drive_info{"),
                        line -> assertThat(line)
                                .isEqualTo("diskvigil_drive_state{drive=\"WDC-WD40EFRX_WD-GONE\",state=\"missing\"} 1"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "diskvigil_findings{component=\"WDC-WD40EFRX_WD-GONE\",kind=\"missing-drive\",severity=\"critical\"} 1"));
    }

    @Test
    void whatIsNotKnownHasNoRow() {
        String page = text(page(Machine.known()));

        assertThat(page)
                .doesNotContain("NaN")
                .doesNotContain("diskvigil_temperature_celsius{drive=\"Samsung")
                .doesNotContain("diskvigil_smart_passed{drive=\"Areca")
                .contains("diskvigil_visibility{drive=\"Areca-ARC-1680-VOL-00_0000001\"} 0\n")
                .doesNotContain("diskvigil_poll_last_success_timestamp_seconds{adapter=\"smartctl\",target=\"/dev/sdx")
                .contains("diskvigil_drive_asleep{drive=\"HGST-HUS724030ALA640_PN2FAKE\"} 1\n");
    }

    @Test
    void anEmptyMachineHasOnlyTheDaemonsOwnMeters() {
        assertThat(text(page(new LastKnown())).lines().filter(line -> line.startsWith("# TYPE diskvigil_drive")))
                .isEmpty();
        assertThat(text(page(new LastKnown()))).contains("diskvigil_build_info{");
    }

    @Test
    void numbersAreExactAndShort() {
        assertThat(Stream.of(0.0, -0.0, 38.5, 4.0e7, 0.1, 0.002, -1.25, 9.007199254740991e15, 1.0e-7, 1.0e20, 1.7e300)
                        .map(MetricsPageTest::number))
                .containsExactly(
                        "0",
                        "0",
                        "38.5",
                        "40000000",
                        "0.1",
                        "0.002",
                        "-1.25",
                        "9007199254740991",
                        "0.0000001",
                        "100000000000000000000",
                        "1.7E300");
        assertThat(Stream.of(0L, 9L, 10L, -10L, 9_007_199_254_740_993L, Long.MAX_VALUE, Long.MIN_VALUE)
                        .map(MetricsPageTest::number))
                .containsExactly(
                        "0", "9", "10", "-10", "9007199254740993", "9223372036854775807", "-9223372036854775808");
    }

    @Test
    void aScrapeTakesTheFinishedPageUntilItIsStale() {
        // given a page that was read once
        LastKnown known = new LastKnown();
        MetricsPage page = page(known);
        page.page();
        KnownFixture.put(known, hot(30));

        // when it is read again soon, then it is still the old one
        pass(Duration.ofSeconds(4));
        assertThat(text(page)).doesNotContain("diskvigil_temperature_celsius");

        // when it has become stale, then the scrape renders for itself
        pass(Duration.ofSeconds(2));
        assertThat(text(page)).contains("diskvigil_temperature_celsius{drive=\"M_S\"} 30\n");
    }

    @Test
    void theBackgroundRendersOnlyWhatChangedAtMostOnceASecond() {
        LastKnown known = new LastKnown();
        MetricsPage page = page(known);
        page.page();

        pass(Duration.ofSeconds(2));
        assertThat(page.renderIfDue()).as("nothing changed").isFalse();
        KnownFixture.put(known, hot(30));
        assertThat(page.renderIfDue()).as("changed").isTrue();
        KnownFixture.put(known, hot(31));
        pass(Duration.ofMillis(900));
        assertThat(page.renderIfDue()).as("too soon").isFalse();
        pass(Duration.ofMillis(100));
        assertThat(page.renderIfDue()).as("a second later").isTrue();
        assertThat(text(page)).contains("diskvigil_temperature_celsius{drive=\"M_S\"} 31\n");
    }

    @Test
    void theBackgroundRestsWhenNobodyReads() {
        LastKnown known = new LastKnown();
        MetricsPage page = page(known);
        KnownFixture.put(known, hot(30));
        assertThat(page.renderIfDue()).as("never read").isFalse();

        page.page();
        KnownFixture.put(known, hot(31));
        pass(Duration.ofMinutes(5));

        assertThat(page.renderIfDue()).as("not read for long").isFalse();
    }

    @Test
    void aSlowRenderIsFollowedByALongRest() {
        // given a clock that goes on by 100 ms at each look, so that each render seems to take at least that long
        LastKnown known = new LastKnown();
        MetricsPage page = new MetricsPage(known, tests, meters, () -> nanos.addAndGet(100_000_000));
        page.page();
        KnownFixture.put(known, hot(30));

        pass(Duration.ofSeconds(4));
        assertThat(page.renderIfDue()).as("2 % of the time would be passed").isFalse();
        pass(Duration.ofSeconds(2));
        assertThat(page.renderIfDue()).isTrue();
    }

    @Test
    void aPageThatIsBeingSentDoesNotChange() {
        // given a page that is open while newer ones are rendered over and over
        LastKnown known = new LastKnown();
        KnownFixture.put(known, hot(30));
        MetricsPage page = page(known);
        try (Page open = page.open()) {
            for (int celsius = 31; celsius < 35; celsius++) {
                KnownFixture.put(known, hot(celsius));
                pass(Duration.ofSeconds(2));
                assertThat(page.renderIfDue()).isTrue();
            }

            assertThat(new String(open.slice(0, open.length()), StandardCharsets.UTF_8))
                    .contains("diskvigil_temperature_celsius{drive=\"M_S\"} 30\n");
        }
        assertThat(text(page)).contains("diskvigil_temperature_celsius{drive=\"M_S\"} 34\n");
    }

    @Test
    void slicesOfAnySizeMakeTheSamePage() {
        MetricsPage page = page(Machine.known());
        try (Page open = page.open()) {
            byte[] whole = open.slice(0, open.length());
            for (int size : new int[] {1, 7, 1000, whole.length - 1, whole.length + 1}) {
                StringBuilder joined = new StringBuilder();
                for (int from = 0; from < whole.length; from += size) {
                    joined.append(new String(open.slice(from, size), StandardCharsets.ISO_8859_1));
                }
                assertThat(joined.toString()).isEqualTo(new String(whole, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private MetricsPage page(LastKnown known) {
        return new MetricsPage(known, tests, meters, nanos::get);
    }

    private static String text(MetricsPage page) {
        return new String(page.page(), StandardCharsets.UTF_8);
    }

    private static LastKnown.View hot(double celsius) {
        Reading reading = new Gauge("temperature_celsius", celsius, OptionalDouble.empty(), "");
        return Machine.drive(Machine.identity("M", "S", "ATA"), List.of(), reading);
    }

    @Test
    void aPageOfManyPiecesComesOutWholeAndAgainAfterClearing() {
        Exposition out = new Exposition(16);
        for (int rows : new int[] {20_000, 5, 30_000}) {
            StringBuilder expected = new StringBuilder("# HELP x y\n# TYPE x gauge\n");
            out.clear();
            out.family(Exposition.Family.gauge("x", "y"));
            for (int i = 0; i < rows; i++) {
                out.row().label("drive", "a name that is long enough").value(i);
                expected.append("x{drive=\"a name that is long enough\"} ")
                        .append(i)
                        .append('\n');
            }
            byte[] bytes = new byte[out.length()];
            for (int from = 0; from < bytes.length; from += 1001) {
                out.copy(from, bytes, from, Math.min(1001, bytes.length - from));
            }
            assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(expected.toString());
        }
    }

    private static String number(Number number) {
        Exposition out = new Exposition(4);
        out.family(Exposition.Family.gauge("x", "y")).row();
        if (number instanceof Double real) {
            out.value((double) real);
        } else {
            out.value(number.longValue());
        }
        byte[] bytes = new byte[out.length()];
        out.copy(0, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .skip(2)
                .findFirst()
                .orElseThrow()
                .substring(4);
    }

    /** What differs from run to run is set to a fixed value. */
    private static String steady(String page) {
        return page.replaceAll("(?m)^((process|jvm)_[^ ]+) .*$", "$1 0").replaceAll("java=\"[^\"]*\"", "java=\"17\"");
    }
}
