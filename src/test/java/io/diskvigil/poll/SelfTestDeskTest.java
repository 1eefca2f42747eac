package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.adapter.smartctl.FixedSmartctlConfig;
import io.diskvigil.adapter.smartctl.SmartctlAdapter;
import io.diskvigil.cli.Settings;
import io.diskvigil.cli.SettingsLoader;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Outbox.Batch;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Target;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.SimulatedDrive.Mood;
import io.diskvigil.poll.TestRun.Result;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.Rules;
import io.diskvigil.selftest.ArrayState;
import io.diskvigil.selftest.Loads;
import io.diskvigil.selftest.SelfTestPlanner;
import io.diskvigil.store.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way from the planner to the store and back, on one drive that answers as smartctl does. */
class SelfTestDeskTest {
    private static final Duration STEP = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final HandClock clock = new HandClock(Instant.parse("2026-03-02T00:30:00Z"));
    private final List<ArrayState> arrays = new ArrayList<>();
    private SimulatedDrive drive = SimulatedDrive.ata(clock);
    private Rig rig;

    @AfterEach
    void close() {
        if (rig != null) {
            rig.store.close();
        }
    }

    @Test
    void aNewDriveIsTestedInItsFirstNightsAndHowItIsThenIsKept() throws Exception {
        rig = new Rig(false);

        rig.live(Duration.ofHours(30));

        assertThat(drive.starts).startsWith("short", "long");
        assertThat(drive.asked.stream().flatMap(List::stream)).doesNotContain("force");
        assertThat(rig.runs()).extracting(TestRun::result).containsOnly(Result.PASSED);
        assertThat(rig.row().passed()).containsKeys(TestKind.SHORT, TestKind.LONG);
        assertThat(rig.row().owed()).isEmpty();
        assertThat(rig.store.selfTests().birthRecord(rig.id()).orElseThrow().lines())
                .anySatisfy(line -> assertThat(line).contains("Extended offline"));
        assertThat(rig.alerts()).isEmpty();
    }

    @Test
    void theProgressOfALongTestIsShownWithItsEnd() throws Exception {
        rig = new Rig(false);
        rig.liveUntil(() -> drive.starts.contains("long"), Duration.ofHours(30));
        Instant began = clock.instant();

        rig.live(Duration.ofMinutes(32));

        SelfTestBoard.Running running = rig.row().running().orElseThrow();
        assertThat(running.kind()).contains(TestKind.LONG);
        assertThat(running.donePercent()).hasValue(50);
        assertThat(Duration.between(began.plus(Duration.ofMinutes(60)), running.expectedEnd())
                        .abs())
                .isLessThan(Duration.ofMinutes(6));
        rig.live(Duration.ofMinutes(35));
        assertThat(rig.row().running()).isEmpty();
        assertThat(rig.view().snapshot().orElseThrow().readings())
                .as("the test that ran is not in view any more")
                .noneMatch(reading -> reading.key().equals("self_test/0"));
    }

    @Test
    void aFailureOpensAnIncidentWithItsAddressAndTheSameEntryIsNoNews() throws Exception {
        drive.mood = Mood.FAILS;
        rig = new Rig(false);

        rig.liveUntil(() -> !rig.runs().isEmpty(), Duration.ofHours(30));
        rig.live(Duration.ofMinutes(10));

        TestRun run = rig.runs().get(0);
        assertThat(run.result()).isEqualTo(Result.FAILED);
        assertThat(run.lba()).hasValue(SimulatedDrive.BAD_LBA);
        assertThat(rig.alerts())
                .extracting(Finding::summary)
                .anySatisfy(words -> assertThat(words).contains("LBA " + SimulatedDrive.BAD_LBA));
        int runs = rig.runs().size();
        drive.mood = Mood.WELL;
        rig = rig.restarted();
        rig.live(Duration.ofHours(3).plusMinutes(1));
        assertThat(rig.runs().stream().filter(r -> r.result() == Result.FAILED)).hasSize(runs);
    }

    @Test
    void threeAbortedTestsInARowAreAWarningAndAPassEndsIt() throws Exception {
        drive.mood = Mood.IS_RESET;
        rig = new Rig(false);

        rig.liveUntil(() -> rig.runs().size() == 2, Duration.ofDays(4));
        assertThat(rig.alerts()).isEmpty();
        rig.liveUntil(() -> rig.runs().size() == 3, Duration.ofDays(4));
        rig.live(Duration.ofMinutes(2));

        assertThat(rig.alerts()).extracting(Finding::rule).contains("self-test-aborted");
        drive.mood = Mood.WELL;
        rig.liveUntil(() -> rig.runs().get(0).result() == Result.PASSED, Duration.ofDays(2));
        rig.live(Duration.ofMinutes(2));
        assertThat(rig.findings()).extracting(Finding::rule).doesNotContain("self-test-aborted");
    }

    @Test
    void aTestThatDoesNotGetOnForThreeTimesItsTimeIsStuck() throws Exception {
        drive.mood = Mood.IS_STUCK;
        rig = new Rig(false);
        rig.liveUntil(() -> !drive.starts.isEmpty(), Duration.ofHours(30));

        rig.live(Duration.ofMinutes(5));
        assertThat(rig.alerts()).isEmpty();
        rig.live(Duration.ofMinutes(5));

        assertThat(rig.alerts()).extracting(Finding::rule).containsExactly("self-test-stuck");
    }

    @Test
    void aRefusalIsToldOnceAndNeitherAskedAgainNorCountedAsLate() throws Exception {
        drive.mood = Mood.REFUSES;
        rig = new Rig(false);

        rig.live(Duration.ofDays(3));

        assertThat(drive.starts).hasSize(1);
        assertThat(rig.told())
                .filteredOn(told -> told.reason() == Notification.Reason.NOTED
                        && !told.changed().get(0).rule().equals("new-drive"))
                .singleElement()
                .satisfies(told -> assertThat(told.changed().get(0).rule()).isEqualTo("self-test-refused"));
        assertThat(rig.row().possible()).isFalse();
        assertThat(rig.row().why()).contains("Drive 2 Is Not Available");
        assertThat(rig.findings()).extracting(Finding::rule).doesNotContain("self-test-deadline");
    }

    @Test
    void oneCommandThatWasAbortedIsNoRefusal() throws Exception {
        drive.mood = Mood.ABORTS_STARTS;
        rig = new Rig(false);
        rig.liveUntil(() -> drive.starts.size() == 1, Duration.ofHours(8));
        drive.mood = Mood.WELL;

        rig.live(Duration.ofHours(30));

        assertThat(rig.runs()).first().extracting(TestRun::result).isEqualTo(Result.PASSED);
        assertThat(rig.row().possible()).isTrue();
        assertThat(rig.told())
                .flatExtracting(Notification::changed)
                .extracting(Finding::rule)
                .doesNotContain("self-test-refused");
    }

    @Test
    void whatWasAbortedInTwoNightsIsARefusal() throws Exception {
        drive.mood = Mood.ABORTS_STARTS;
        rig = new Rig(false);

        rig.live(Duration.ofDays(4));

        assertThat(drive.starts).hasSize(2);
        assertThat(rig.told())
                .flatExtracting(Notification::changed)
                .extracting(Finding::rule)
                .containsOnlyOnce("self-test-refused");
        assertThat(rig.alerts()).isEmpty();
    }

    @Test
    void aDriveThatPassedTestsHereAndTakesNoneAnyMoreIsAWarning() throws Exception {
        rig = new Rig(false);
        rig.live(Duration.ofHours(30));
        drive.mood = Mood.ABORTS_STARTS;

        rig.live(Duration.ofDays(4));

        assertThat(rig.alerts()).extracting(Finding::rule).contains("self-test-aborted");
        assertThat(rig.row().possible()).isTrue();
    }

    @Test
    void aRefusalIsTriedAgainAfterThirtyDays() throws Exception {
        drive.mood = Mood.REFUSES;
        rig = new Rig(false);
        rig.live(Duration.ofHours(8));
        assertThat(drive.starts).hasSize(1);
        drive.mood = Mood.WELL;

        clock.now = clock.now.plus(Duration.ofDays(28));
        rig.live(Duration.ofHours(30));
        assertThat(drive.starts).hasSize(1);
        rig.live(Duration.ofDays(2));

        assertThat(rig.row().possible()).isTrue();
        assertThat(rig.runs()).first().extracting(TestRun::result).isEqualTo(Result.PASSED);
        assertThat(rig.alerts()).isEmpty();
    }

    @Test
    void aRefusalThatCouldNotBeToldIsToldLater() throws Exception {
        drive.mood = Mood.REFUSES;
        rig = new Rig(false);
        rig.poll();
        rig.desk.tick();
        rig.casebook.remind();
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + rig.state.resolve("diskvigil.db"));
                Statement statement = other.createStatement()) {
            statement.execute("CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END");
            rig.liveUntil(() -> !drive.starts.isEmpty(), Duration.ofHours(8));
            statement.execute("DROP TRIGGER full");
        }

        rig.live(Duration.ofHours(3));

        assertThat(rig.told())
                .flatExtracting(Notification::changed)
                .extracting(Finding::rule)
                .containsOnlyOnce("self-test-refused");
    }

    @Test
    void aStartThatFailedRestsForAnHourAndIsNamed() throws Exception {
        drive.mood = Mood.CLAIMS_ANOTHER;
        rig = new Rig(false);
        rig.liveUntil(() -> !drive.starts.isEmpty(), Duration.ofHours(8));

        rig.live(Duration.ofMinutes(50));

        assertThat(drive.starts).hasSize(1);
        assertThat(rig.row().why()).contains("another self-test runs already, which its log does not show");
        rig.live(Duration.ofMinutes(20));
        assertThat(drive.starts).hasSize(2);
    }

    @Test
    void theDaemonEndsWhileATestIsStartedAndBeginsAnew() throws Exception {
        drive.mood = Mood.IS_STOPPED_AT_STARTS;
        rig = new Rig(false);
        rig.poll();
        rig.desk.tick();
        assertThat(rig.ask("short", false).granted()).isFalse();
        assertThat(rig.lastKnown.targets())
                .allSatisfy(view -> assertThat(view.failure()).isEmpty());

        drive.mood = Mood.WELL;
        rig = rig.restarted();
        rig.live(Duration.ofHours(30));

        assertThat(rig.runs()).extracting(TestRun::result).containsOnly(Result.PASSED);
        assertThat(rig.row().owed()).isEmpty();
    }

    @Test
    void aDriveThatTravelledIsTestedForDamageFromThat() throws Exception {
        drive.knowsConveyance = true;
        drive.hours = 10;
        rig = new Rig(false);
        rig.live(Duration.ofHours(30));
        assertThat(drive.starts).startsWith("conveyance", "long");

        int before = drive.starts.size();
        rig.desk.returned(rig.id());
        rig.live(Duration.ofHours(30));

        assertThat(drive.starts.subList(before, drive.starts.size())).startsWith("conveyance", "long");
    }

    @Test
    void aDriveWithManyHoursDidNotTravel() throws Exception {
        drive.knowsConveyance = true;
        rig = new Rig(false);

        rig.live(Duration.ofHours(30));

        assertThat(drive.starts).startsWith("short", "long");
    }

    @Test
    void aDaemonThatWasAwayDoesNotTakeItForADriveThatIsStuck() throws Exception {
        rig = new Rig(false);
        rig.liveUntil(() -> drive.starts.contains("long"), Duration.ofHours(30));
        rig.live(Duration.ofMinutes(10));

        clock.now = clock.now.plus(Duration.ofHours(8));
        rig = rig.restarted();
        rig.poll();
        rig.desk.tick();
        rig.casebook.remind();
        rig.live(Duration.ofMinutes(10));

        assertThat(rig.told())
                .flatExtracting(Notification::changed)
                .extracting(Finding::rule)
                .doesNotContain("self-test-stuck");
        assertThat(rig.runs()).first().extracting(TestRun::result).isEqualTo(Result.PASSED);
    }

    @Test
    void anIncidentOfASleepingDriveIsNotOverBecauseTheDaemonRestarted() throws Exception {
        drive.celsius = 49;
        rig = new Rig(false);
        rig.live(Duration.ofDays(9));
        assertThat(rig.alerts()).extracting(Finding::rule).contains("self-test-deadline");
        rig.told();

        drive.asleep = true;
        rig = rig.restarted();
        rig.live(Duration.ofHours(2));

        assertThat(rig.view().asleep()).isTrue();
        assertThat(rig.told()).extracting(Notification::reason).doesNotContain(Notification.Reason.RECOVERED);
        assertThat(rig.alerts()).extracting(Finding::rule).contains("self-test-deadline");
    }

    @Test
    void aMachineThatIsOffInEachWindowIsToldNevertheless() throws Exception {
        rig = new Rig(true);
        for (int day = 0; day < 18; day++) {
            clock.now = Instant.parse("2026-03-02T08:00:00Z").plus(Duration.ofDays(day));
            rig = rig.restarted();
            rig.live(Duration.ofMinutes(30));
            if (day == 13) {
                assertThat(rig.alerts()).as("not before two weeks").noneMatch(SelfTestDeskTest::isLong);
            }
        }

        assertThat(rig.alerts())
                .filteredOn(SelfTestDeskTest::isLong)
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains("no window was used: the machine was off or the daemon restarted in it"));
    }

    private static boolean isLong(Finding finding) {
        return finding.rule().equals("self-test-deadline") && finding.subject().equals("long");
    }

    @Test
    void aPassFromAClockThatWasWrongDoesNotStandForYears() throws Exception {
        Instant right = clock.now;
        clock.now = right.plus(Duration.ofDays(3650));
        rig = new Rig(false);
        rig.live(Duration.ofHours(30));
        assertThat(rig.row().passed().get(TestKind.LONG)).isAfter(right.plus(Duration.ofDays(3650)));

        drive.hours += 24 * 3652;
        clock.now = right.plus(Duration.ofDays(2));
        rig = rig.restarted();
        int before = drive.starts.size();
        rig.live(Duration.ofDays(8));

        assertThat(drive.starts.subList(before, drive.starts.size())).contains("short", "long");
        assertThat(rig.row().passed().get(TestKind.LONG)).isBetween(right, clock.now);
    }

    @Test
    void aLookAtSelfTestsIsNoSecondReadingOfTheTemperature() throws Exception {
        rig = new Rig(false);
        rig.live(Duration.ofDays(4));
        assertThat(rig.ask("long", true).granted()).isTrue();
        clock.now = clock.now.plus(Duration.ofMinutes(15));
        drive.celsius = 44;
        rig.poll();

        clock.now = clock.now.plus(Duration.ofMinutes(3));
        int asked = drive.asked.size();
        rig.desk.tick();

        assertThat(drive.asked.size()).as("it was looked at").isGreaterThan(asked);
        assertThat(rig.findings()).extracting(Finding::rule).doesNotContain("temperature");
        rig.poll();
        assertThat(rig.findings()).extracting(Finding::rule).contains("temperature");
    }

    @Test
    void aStartThatWaitsForAThreadCountsAsRunning() throws Exception {
        arrays.add(new ArrayState("md0", Set.of("/dev/sda", "/dev/sdb"), "", false));
        List<Runnable> waiting = new ArrayList<>();
        rig = new Rig(false, directory.resolve("state"), waiting::add);
        rig.poll();
        rig.pollTwin();
        rig.desk.tick();
        List<ComponentId> both =
                rig.board.rows().stream().map(row -> row.drive().id()).toList();
        assertThat(both).hasSize(2);
        rig.store.selfTests().ask(both.get(0), "short", false, "alice", clock.instant());
        long second = rig.store.selfTests().ask(both.get(1), "short", false, "alice", clock.instant());

        rig.desk.serve();
        clock.now = clock.now.plus(Duration.ofHours(4));
        rig.desk.tick();

        assertThat(rig.store.selfTests().answer(second).orElseThrow().words()).contains("same array");
        assertThat(waiting).hasSize(1);
    }

    @Test
    void aTestGoesOnOverARestartOfTheDaemon() throws Exception {
        rig = new Rig(false);
        rig.liveUntil(() -> drive.starts.contains("long"), Duration.ofHours(30));
        rig.live(Duration.ofMinutes(10));

        rig = rig.restarted();
        rig.live(Duration.ofMinutes(60));

        assertThat(drive.starts.stream().filter("long"::equals)).hasSize(1);
        assertThat(rig.runs().get(0))
                .satisfies(run -> assertThat(run.result()).isEqualTo(Result.PASSED))
                .satisfies(run -> assertThat(run.ours()).isTrue())
                .satisfies(run -> assertThat(run.kind()).contains(TestKind.LONG));
    }

    @Test
    void aTestThatSomebodyElseStartedIsShownAndLeftAlone() throws Exception {
        drive.begin("long");
        rig = new Rig(false);

        rig.live(Duration.ofMinutes(55));

        assertThat(drive.starts).isEmpty();
        assertThat(rig.row().running().orElseThrow().ours()).isFalse();
        rig.live(Duration.ofMinutes(20));
        assertThat(rig.runs())
                .filteredOn(run -> !run.ours())
                .singleElement()
                .satisfies(run -> assertThat(run.kind()).contains(TestKind.LONG));
        assertThat(rig.row().passed()).containsKey(TestKind.LONG);
    }

    @Test
    void aDriveInServiceBeforeTheFirstStartOwesNothing() throws Exception {
        drive.log.add(drive.entry("long", 0, drive.hours - 30, -1));
        rig = new Rig(true);

        rig.poll();
        rig.desk.tick();

        assertThat(rig.row().owed()).isEmpty();
        assertThat(rig.row().passed().get(TestKind.LONG))
                .isEqualTo(clock.instant().minus(Duration.ofHours(30)));
    }

    @Test
    void aPassThatTheLogSpellsLikeTheLastOneCounts() throws Exception {
        drive.countsNoHours = true;
        rig = new Rig(false);

        rig.live(Duration.ofDays(4));

        assertThat(rig.row().passed().get(TestKind.SHORT))
                .isAfter(clock.instant().minus(Duration.ofHours(30)));
        assertThat(rig.findings()).extracting(Finding::rule).doesNotContain("self-test-deadline");
    }

    @Test
    void aPassDoesNotGetYoungerWhileTheMachineIsOff() throws Exception {
        drive.log.add(drive.entry("long", 0, drive.hours - 30, -1));
        rig = new Rig(true);
        rig.poll();
        rig.desk.tick();
        Instant passed = rig.row().passed().get(TestKind.LONG);

        drive.hours -= 24 * 10;
        clock.now = clock.now.plus(Duration.ofDays(10));
        rig = rig.restarted();
        rig.poll();
        rig.desk.tick();

        assertThat(rig.row().passed().get(TestKind.LONG)).isEqualTo(passed);
    }

    @Test
    void nvmeNeedsSmartctl74() throws Exception {
        drive = new SimulatedDrive(clock, "NVMe", 3);
        rig = new Rig(false);
        rig.live(Duration.ofHours(8));

        assertThat(drive.starts).isEmpty();
        assertThat(rig.row().possible()).isFalse();
        assertThat(rig.row().why()).contains("7.4");
        assertThat(rig.ask("short", false).words()).contains("7.4");
    }

    @Test
    void nvmeAndSasDrivesAreTestedLikeOthers() throws Exception {
        for (String protocol : List.of("NVMe", "SCSI")) {
            drive = new SimulatedDrive(clock, protocol, 4);
            rig = new Rig(false, directory.resolve(protocol));

            rig.live(Duration.ofHours(30));

            assertThat(rig.runs()).as(protocol).extracting(TestRun::result).containsOnly(Result.PASSED);
            assertThat(rig.row().passed()).as(protocol).containsKeys(TestKind.SHORT, TestKind.LONG);
            rig.store.close();
            rig = null;
        }
    }

    @Test
    void aPersonIsRefusedWhileTheArrayRebuildsUnlessHeInsists() throws Exception {
        arrays.add(new ArrayState("md0", Set.of("/dev/sda"), "rebuilds (41 %)", true));
        rig = new Rig(false);
        rig.poll();
        rig.desk.tick();

        assertThat(rig.ask("short", false))
                .satisfies(answer -> assertThat(answer.granted()).isFalse())
                .satisfies(answer -> assertThat(answer.words()).contains("md0 rebuilds (41 %)", "--despite"));
        assertThat(rig.ask("short", true).granted()).isTrue();
        assertThat(rig.ask("long", true).words()).contains("runs already");
        assertThat(rig.ask("stop", false).granted()).isTrue();
        assertThat(rig.runs()).singleElement().extracting(TestRun::result).isEqualTo(Result.STOPPED);
        assertThat(rig.ask("stop", false).granted()).isFalse();
    }

    @Test
    void aRequestThatWaitedTooLongStartsNothing() throws Exception {
        rig = new Rig(false);
        rig.poll();
        rig.desk.tick();
        long number = rig.store.selfTests().ask(rig.id(), "short", false, "alice", clock.instant());

        clock.now = clock.now.plus(Duration.ofMinutes(3));
        rig.desk.serve();

        assertThat(rig.store.selfTests().answer(number).orElseThrow().granted()).isFalse();
        assertThat(drive.starts).isEmpty();
    }

    @Test
    void aStartThatTimesOutIsADriveThatDoesNotAnswer() throws Exception {
        drive.mood = Mood.HANGS_AT_STARTS;
        rig = new Rig(false);
        rig.poll();
        rig.desk.tick();

        assertThat(rig.ask("short", false).granted()).isFalse();

        assertThat(rig.lastKnown.targets())
                .singleElement()
                .satisfies(view -> assertThat(view.failure()).contains(Cause.TIMED_OUT));
    }

    @Test
    void aHotDriveWaitsAndTheReasonIsShown() throws Exception {
        drive.celsius = 49;
        rig = new Rig(false);

        rig.live(Duration.ofHours(3));

        assertThat(drive.starts).isEmpty();
        assertThat(rig.row().why()).contains("49 °C");
    }

    private static final class HandClock extends Clock {
        private Instant now;

        HandClock(Instant start) {
            now = start;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private record Quiet() implements Loads {
        @Override
        public OptionalInt busyPercent(String devicePath) {
            return OptionalInt.of(3);
        }

        @Override
        public Duration sinceBoot() {
            return Duration.ofDays(3);
        }
    }

    /** A daemon of one drive, moved by hand. */
    private final class Rig {
        private final Settings settings = SettingsLoader.load(Optional.empty());
        private final Path state;
        private final SqliteStore store;
        private final LastKnown lastKnown = new LastKnown();
        private final SelfTestBoard board = new SelfTestBoard();
        private final Casebook casebook;
        private final Poller poller;
        private final VendorAdapter adapter = new SmartctlAdapter(FixedSmartctlConfig.empty());
        private final SelfTestDesk desk;
        private Instant polled = Instant.EPOCH;

        Rig(boolean firstStart) throws Exception {
            this(firstStart, directory.resolve("state"));
        }

        Rig(boolean firstStart, Path state) throws Exception {
            this(firstStart, state, Runnable::run);
        }

        Rig(boolean firstStart, Path state, Executor threads) throws Exception {
            this.state = state;
            Path links = Files.createDirectories(directory.resolve("by-path"));
            Path link = links.resolve("pci-0000:00:17.0-ata-1");
            if (!Files.isSymbolicLink(link)) {
                Files.createSymbolicLink(link, Path.of("/dev/sda"));
            }
            store = SqliteStore.open(state, Duration.ZERO, Duration.ofMinutes(15), Duration.ofDays(7), clock);
            casebook = new Casebook(
                    new Inventory(store.components()),
                    Rules.of(settings.rules()),
                    new CannotRead(settings.rules().cannotRead()),
                    new IncidentPolicy(new TestConfigs.Incidents()),
                    store,
                    new Presence(store, lastKnown, settings.inventory(), clock),
                    lastKnown,
                    new ByPath(links),
                    new TestConfigs.Polls(Duration.ofMinutes(5)),
                    clock);
            poller = new Poller(drive, () -> Machine.UNKNOWN, casebook, clock);
            desk = new SelfTestDesk(
                    settings.selfTest(),
                    new SelfTestDesk.Colleagues(
                            new SelfTestPlanner(settings.selfTest(), ZoneOffset.UTC),
                            store.selfTests(),
                            board,
                            casebook,
                            lastKnown,
                            threads),
                    new SelfTestDesk.Tools(
                            List.of(adapter),
                            drive,
                            poller,
                            () -> arrays,
                            new Quiet(),
                            settings.rules().temperature()),
                    clock,
                    firstStart);
        }

        Rig restarted() throws Exception {
            desk.flush();
            store.close();
            return new Rig(false, state);
        }

        void poll() {
            String type = drive.protocolType();
            poller.poll(adapter, new Target("smartctl", "/dev/sda", type));
            polled = clock.instant();
        }

        /** Another drive of the same kind. */
        void pollTwin() {
            Poller twin = new Poller(
                    command -> {
                        CommandResult answer = drive.run(command);
                        return new CommandResult(
                                answer.exitStatus(), answer.stdout().replace("\"S1\"", "\"S2\""), "");
                    },
                    () -> Machine.UNKNOWN,
                    casebook,
                    clock);
            twin.poll(adapter, new Target("smartctl", "/dev/sdb", "sat"));
        }

        void live(Duration time) {
            liveUntil(() -> false, time);
        }

        void liveUntil(java.util.function.BooleanSupplier done, Duration most) {
            Instant end = clock.instant().plus(most);
            while (clock.instant().isBefore(end) && !done.getAsBoolean()) {
                if (!clock.instant().isBefore(polled.plus(Duration.ofMinutes(5)))) {
                    poll();
                    casebook.remind();
                }
                desk.tick();
                casebook.remind();
                clock.now = clock.now.plus(STEP);
            }
        }

        io.diskvigil.store.SelfTestTables.Answer ask(String what, boolean despite) {
            long number = store.selfTests().ask(id(), what, despite, "alice", clock.instant());
            desk.serve();
            return store.selfTests().answer(number).orElseThrow();
        }

        LastKnown.View view() {
            return lastKnown.components().get(0);
        }

        ComponentId id() {
            return view().component().id();
        }

        SelfTestBoard.Row row() {
            return board.rows().get(0);
        }

        List<TestRun> runs() {
            return store.components().isEmpty() ? List.of() : store.selfTests().runs(id(), 100);
        }

        List<Finding> findings() {
            return view().findings();
        }

        List<Finding> alerts() {
            return findings().stream()
                    .filter(finding -> finding.severity() != Severity.NOTICE)
                    .toList();
        }

        List<Notification> told() {
            List<Notification> all = new ArrayList<>();
            Optional<Batch> batch = store.next(clock.instant(), 1000);
            while (batch.isPresent()) {
                all.addAll(batch.get().notifications());
                store.delivered(batch.get(), clock.instant());
                batch = store.next(clock.instant(), 1000);
            }
            return all;
        }
    }
}
