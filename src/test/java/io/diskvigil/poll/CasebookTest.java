package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.incident.Incident;
import io.diskvigil.incident.IncidentPolicy;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.inventory.Inventory;
import io.diskvigil.inventory.Known;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome.Asleep;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.rule.CannotRead;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Past;
import io.diskvigil.rule.Rule;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CasebookTest {
    private static final Target SDA = new Target("smartctl", "/dev/sda", "sat");
    private static final Target BUS = new Target("smartctl", "/dev/bus/0", "megaraid,3");
    private static final ComponentId DISK = new ComponentId("ST4000DM000_Z300FAKE");

    private final TestClock clock = new TestClock();
    private final TestLedger ledger = new TestLedger();
    private final TestLives lives = new TestLives();
    private final LastKnown lastKnown = new LastKnown();
    private final List<Rule> rules = new ArrayList<>(List.of(new PendingAbove()));
    private Casebook casebook = casebook();

    @Test
    void aSelfTestSeenOnlyByTheFullProbeIsNotForgottenByCheapOnes() {
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"), new Counter("power_cycles", 9, "x"));

        enter(Depth.CHEAP, SDA, new Counter("power_cycles", 10, "x"));
        enter(Depth.CHEAP, SDA, new Counter("power_cycles", 10, "x"));

        assertThat(told()).containsExactly(Reason.OPENED);
        assertThat(lastKnown
                        .component(DISK)
                        .orElseThrow()
                        .snapshot()
                        .orElseThrow()
                        .count("pending_sectors"))
                .hasValue(3);
    }

    @Test
    void afterARestartOnlyAFullProbeMayClose() {
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));
        casebook = casebook();

        enter(Depth.CHEAP, SDA, new Counter("power_cycles", 10, "x"));
        enter(Depth.CHEAP, SDA, new Counter("power_cycles", 10, "x"));
        assertThat(told()).containsExactly(Reason.OPENED);

        enter(Depth.FULL, SDA, new Counter("pending_sectors", 0, "attribute 197"));
        enter(Depth.CHEAP, SDA, new Counter("pending_sectors", 0, "attribute 197"));
        assertThat(told()).containsExactly(Reason.OPENED, Reason.RECOVERED);
    }

    @Test
    void aDriveThatCannotBeReadIsToldAfterAFewFailuresAndKeepsItsIncident() {
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));

        for (int i = 0; i < 3; i++) {
            casebook.enter(new Failed(SDA, Cause.TIMED_OUT, "no answer in 60 s"), Depth.CHEAP, Duration.ZERO);
        }

        assertThat(told()).containsExactly(Reason.OPENED, Reason.WORSENED);
        assertThat(last().changed()).extracting(Finding::blind).containsExactly(true);
        assertThat(last().standing()).extracting(Finding::subject).contains("pending_sectors");
        assertThat(lastKnown.target(SDA).orElseThrow().failure()).contains(Cause.TIMED_OUT);
    }

    @Test
    void aTimeOutIsToldByTheQuarantineAloneAndIsOverWithGoodAnswers() {
        Quarantine quarantine =
                new Quarantine(device -> Optional.empty(), new TestConfigs.Polls(Duration.ofMinutes(5)), clock);
        casebook.heed(quarantine);
        enter(Depth.FULL, SDA, new Counter("power_cycles", 1, "x"));

        for (int i = 0; i < 5; i++) {
            Failed failed = new Failed(SDA, Cause.TIMED_OUT, "no answer in 60 s");
            quarantine.note(SDA, failed, casebook.behind(SDA));
            casebook.enter(failed, Depth.CHEAP, Duration.ZERO);
        }
        assertThat(told()).containsExactly(Reason.OPENED);
        assertThat(last().changed()).extracting(Finding::rule).containsExactly("quarantined");
        assertThat(lastKnown.component(DISK).orElseThrow().findings())
                .extracting(Finding::rule)
                .containsExactly("quarantined");

        for (int i = 0; i < 3; i++) {
            quarantine.note(SDA, new Polled(SDA, List.of()), casebook.behind(SDA));
            enter(Depth.CHEAP, SDA, new Counter("power_cycles", 1, "x"));
        }
        assertThat(told()).containsExactly(Reason.OPENED, Reason.RECOVERED);
        assertThat(lastKnown.component(DISK).orElseThrow().findings()).isEmpty();
    }

    @Test
    void aScanThatHangsIsStillToldAsOneThatCannotBeRead() {
        casebook.heed(new Quarantine(device -> Optional.empty(), new TestConfigs.Polls(Duration.ofMinutes(5)), clock));

        for (int i = 0; i < 3; i++) {
            casebook.enter(
                    new Failed(Discovery.account("smartctl"), Cause.TIMED_OUT, "no end in 60 s"),
                    Depth.FULL,
                    Duration.ZERO);
        }

        assertThat(last().component().kind()).isEqualTo(ComponentKind.HOST);
    }

    @Test
    void aGoodDoorDoesNotHideThatTheOtherOneFails() {
        enter(Depth.FULL, SDA, new Counter("power_cycles", 1, "x"));
        enter(Depth.FULL, BUS, new Counter("power_cycles", 1, "x"));

        for (int i = 0; i < 10; i++) {
            casebook.enter(new Failed(BUS, Cause.TIMED_OUT, "no answer in 60 s"), Depth.CHEAP, Duration.ZERO);
            enter(Depth.CHEAP, SDA, new Counter("power_cycles", 1, "x"));
        }

        assertThat(told()).containsExactly(Reason.OPENED);
    }

    @Test
    void aDriveThatTookTheSlotOfAnotherIsReadWholeAtOnce() {
        enter(Depth.FULL, SDA, new Counter("power_cycles", 1, "x"));

        enter(Depth.CHEAP, SDA, drive("ST4000DM000_NEWONE", "NEWONE", SDA), new Counter("power_cycles", 1, "x"));

        assertThat(casebook.depth(SDA)).isEqualTo(Depth.FULL);
    }

    @Test
    void aDoorThatClosesTakesNoReadingsAwayThatAnotherShows() {
        enter(Depth.FULL, SDA, new Counter("power_cycles", 1, "x"));
        enter(Depth.FULL, BUS, new Counter("power_cycles", 1, "x"));

        casebook.enter(new Failed(BUS, Cause.DEVICE_UNREACHABLE, "no such device"), Depth.CHEAP, Duration.ZERO);

        assertThat(lastKnown.component(DISK).orElseThrow().snapshot()).isPresent();
    }

    @Test
    void aSleepingDriveKeepsWhatWasKnown() {
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));

        casebook.enter(new Asleep(SDA), Depth.CHEAP, Duration.ZERO);

        var view = lastKnown.component(DISK).orElseThrow();
        assertThat(view.asleep()).isTrue();
        assertThat(view.snapshot()).isPresent();
        assertThat(told()).containsExactly(Reason.OPENED);
    }

    @Test
    void aTargetThatNobodyKnewIsToldAndClosedWhenItAnswers() {
        for (int i = 0; i < 3; i++) {
            casebook.enter(
                    new Failed(SDA, Cause.PERMISSION_DENIED, "open: permission denied"), Depth.FULL, Duration.ZERO);
        }
        enter(Depth.FULL, SDA, new Counter("power_cycles", 1, "x"));
        enter(Depth.CHEAP, SDA, new Counter("power_cycles", 1, "x"));

        assertThat(told()).containsExactly(Reason.OPENED, Reason.RECOVERED);
        assertThat(lastKnown.components())
                .extracting(view -> view.component().id())
                .containsExactly(DISK);
    }

    @Test
    void aDecisionThatCouldNotBeWrittenIsTakenAgain() {
        ledger.broken = true;
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));
        assertThat(casebook.ledgerTrouble()).contains("disk is full");

        ledger.broken = false;
        enter(Depth.CHEAP, SDA, new Counter("pending_sectors", 3, "attribute 197"));

        assertThat(told()).containsExactly(Reason.OPENED);
        assertThat(casebook.ledgerTrouble()).isEmpty();
    }

    @Test
    void whatIsWrittenLaterDoesNotSayThatTheDatabaseIsWell() {
        ledger.broken = true;
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));
        ledger.broken = false;
        ledger.lazy = true;

        enter(Depth.FULL, BUS, new Counter("power_cycles", 1, "x"));
        assertThat(casebook.ledgerTrouble()).contains("disk is full");

        ledger.lazy = false;
        enter(Depth.CHEAP, BUS, new Counter("power_cycles", 1, "x"));
        assertThat(casebook.ledgerTrouble()).isEmpty();
    }

    @Test
    void aDriveThatNoLongerShowsItsCountersIsNotTakenForRecovered() {
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 24, "attribute 197"));

        for (int i = 0; i < 10; i++) {
            enter(Depth.FULL, SDA, new Counter("power_cycles", 9, "x"));
        }

        assertThat(told()).containsExactly(Reason.OPENED, Reason.WORSENED);
        assertThat(last().changed()).extracting(Finding::rule).containsExactly("lost-sight");
        assertThat(last().standing()).extracting(Finding::subject).contains("pending_sectors");
    }

    @Test
    void aFullProbeThatFailsLeavesTheCheapOneToTellWhatItCan() {
        enter(Depth.FULL, SDA, new Counter("power_cycles", 1, "x"));
        clock.now = clock.now.plus(Duration.ofHours(6));
        assertThat(casebook.depth(SDA)).isEqualTo(Depth.FULL);

        casebook.enter(new Failed(SDA, Cause.TIMED_OUT, "no answer in 60 s"), Depth.FULL, Duration.ZERO);

        assertThat(casebook.depth(SDA)).isEqualTo(Depth.CHEAP);
        clock.now = clock.now.plus(Duration.ofHours(1));
        assertThat(casebook.depth(SDA)).isEqualTo(Depth.FULL);
    }

    @Test
    void aLinkThatFailsEveryThirdTimeIsToldOnce() {
        for (int i = 1; i <= 36; i++) {
            if (i % 3 == 0) {
                casebook.enter(new Failed(SDA, Cause.TIMED_OUT, "no answer in 60 s"), Depth.CHEAP, Duration.ZERO);
            } else {
                enter(i == 1 ? Depth.FULL : Depth.CHEAP, SDA, new Counter("power_cycles", 1, "x"));
            }
        }

        assertThat(told()).containsExactly(Reason.OPENED);
        assertThat(last().changed()).extracting(Finding::blind).containsExactly(true);
    }

    @Test
    void aMissingToolIsOneFaultOfTheHostNotOneOfEachDrive() {
        enter(Depth.FULL, SDA, new Counter("power_cycles", 1, "x"));

        for (Target target : List.of(SDA, BUS, new Target("smartctl", "/dev/sdc", "sat"))) {
            casebook.enter(
                    new Failed(target, Cause.TOOL_MISSING, "run smartctl: no such file"), Depth.CHEAP, Duration.ZERO);
        }

        assertThat(told()).containsExactly(Reason.OPENED);
        assertThat(last().component().kind()).isEqualTo(ComponentKind.HOST);
    }

    @Test
    void anOpenIncidentIsInSightAndRemindedOfThoughItsDriveIsNotThereAfterARestart() {
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));
        lastKnown.drop(DISK);

        casebook = casebook();
        assertThat(lastKnown.component(DISK).orElseThrow().findings())
                .extracting(Finding::subject)
                .containsExactly("pending_sectors");
        clock.now = clock.now.plus(Duration.ofDays(1));
        casebook.remind();

        assertThat(told()).containsExactly(Reason.OPENED, Reason.REMINDED);
    }

    @Test
    void aRuleThatFailsIsToldAndTheOthersStillJudge() {
        rules.add(0, new Broken());
        casebook = casebook();

        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));

        assertThat(last().changed()).extracting(Finding::rule).containsExactly("rule-failed", "pending");
    }

    @Test
    void theStoryOfADriveEndsWhenAnotherOneStandsInItsPlace() {
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));

        enter(Depth.CHEAP, SDA, drive("ST4000DM000_NEWONE", "NEWONE", SDA), new Counter("power_cycles", 1, "x"));
        casebook.remind();
        assertThat(told()).containsExactly(Reason.OPENED);

        clock.now = clock.now.plus(Duration.ofMinutes(31));
        casebook.remind();
        assertThat(told()).containsExactly(Reason.OPENED, Reason.RECOVERED);
        assertThat(last().standing()).extracting(Finding::rule).containsExactly("replaced");
        assertThat(lastKnown.component(DISK)).isEmpty();
    }

    @Test
    void aDriveWhoseDeviceNameMerelyShiftedKeepsItsIncident() {
        Target sdb = new Target("smartctl", "/dev/sdb", "sat");
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));

        enter(Depth.CHEAP, SDA, drive("ST4000DM000_OTHER1", "OTHER1", SDA), new Counter("power_cycles", 1, "x"));
        enter(Depth.FULL, sdb, new Counter("pending_sectors", 3, "attribute 197"));
        clock.now = clock.now.plus(Duration.ofHours(1));
        casebook.remind();

        assertThat(told()).containsExactly(Reason.OPENED);
    }

    @Test
    void aDatabaseThatCannotBeReadIsNotTakenForFirstSight() {
        enter(Depth.FULL, SDA, new Counter("pending_sectors", 3, "attribute 197"));

        ledger.unreadable = true;
        enter(Depth.CHEAP, SDA, new Counter("pending_sectors", 4, "attribute 197"));
        ledger.unreadable = false;

        assertThat(ledger.history(DISK)
                        .baseline("pending_sectors")
                        .orElseThrow()
                        .value())
                .isEqualTo(3);
        assertThat(lastKnown
                        .component(DISK)
                        .orElseThrow()
                        .snapshot()
                        .orElseThrow()
                        .count("pending_sectors"))
                .hasValue(4);
        assertThat(casebook.ledgerTrouble()).contains("input/output error");
    }

    @Test
    void aDriveShowsItsRecordsOfTheControllersLogThroughEachOfItsDoors() {
        Target controller = new Target("areca", "areca:1", "controller");
        Target passThrough = new Target("smartctl", "/dev/sg2", "areca,2");
        casebook.keepEvents(new EventBook(
                new TestEvents(), lastKnown, new TestConfigs.Polls(Duration.ofMinutes(5)), ZoneOffset.UTC, clock));
        Component place = drive(DISK.value(), "Z300FAKE", new Target("areca", "areca:1", "areca,2"));
        Component board = new Component(
                new ComponentId("ARC-1680_Y123"),
                ComponentKind.CONTROLLER,
                Identity.unknown(),
                List.of(Location.of("areca:1", "controller")));

        clock.now = clock.now.plusSeconds(60);
        Snapshot log = new Snapshot(board, clock.now, List.of(record("1", "areca,2"), record("2", "")));
        // The controller may come first in its answer.
        casebook.enter(
                new Polled(controller, List.of(log, new Snapshot(place, clock.now, List.of()))),
                Depth.FULL,
                Duration.ZERO);
        assertThat(shown(DISK)).extracting(Reading.Event::recordId).containsExactly("1");
        assertThat(shown(board.id())).extracting(Reading.Event::recordId).containsExactly("2");

        enter(Depth.FULL, passThrough, new Counter("power_cycles", 1, "x"));
        enter(Depth.CHEAP, passThrough, new Counter("power_cycles", 1, "x"));

        assertThat(shown(DISK)).extracting(Reading.Event::recordId).containsExactly("1");
        assertThat(ledger.history(DISK)
                        .baseline("controller_media_events")
                        .orElseThrow()
                        .value())
                .isEqualTo(1);
    }

    private List<Reading.Event> shown(ComponentId id) {
        return lastKnown
                .component(id)
                .orElseThrow()
                .snapshot()
                .orElseThrow()
                .readings(Reading.Event.class)
                .toList();
    }

    private Reading.Event record(String id, String place) {
        return new Reading.Event(
                "event",
                id,
                Optional.of(LocalDateTime.ofInstant(clock.now.minusSeconds(90), ZoneOffset.UTC)),
                Optional.empty(),
                place,
                "Reading Error",
                Reading.EventKind.READ_ERROR,
                Health.DEGRADED,
                "event info");
    }

    private void enter(Depth depth, Target target, Reading... readings) {
        enter(depth, target, drive(DISK.value(), "Z300FAKE", target), readings);
    }

    private void enter(Depth depth, Target target, Component component, Reading... readings) {
        clock.now = clock.now.plusSeconds(60);
        casebook.enter(
                new Polled(target, List.of(new Snapshot(component, clock.now, List.of(readings)))),
                depth,
                Duration.ZERO);
    }

    private static Component drive(String id, String serial, Target target) {
        return new Component(
                new ComponentId(id),
                ComponentKind.DRIVE,
                new Identity("ST4000DM000", serial, "", "", "ATA", Identity.Medium.ROTATING, OptionalLong.empty()),
                List.of(Location.of(target.path(), target.type())));
    }

    private List<Reason> told() {
        return ofIncidents().stream().map(Notification::reason).toList();
    }

    private Notification last() {
        return ofIncidents().get(ofIncidents().size() - 1);
    }

    /** That a drive is new is told by itself. */
    private List<Notification> ofIncidents() {
        return ledger.told.stream()
                .filter(notification -> notification.reason() != Reason.NOTED)
                .toList();
    }

    private Casebook casebook() {
        return new Casebook(
                new Inventory(ledger.components()),
                rules,
                new CannotRead(() -> 3),
                new IncidentPolicy(new TestConfigs.Incidents()),
                ledger,
                new Presence(lives, lastKnown, new TestLives.Config(), clock),
                lastKnown,
                new ByPath(Path.of("/nonexistent")),
                new TestConfigs.Polls(Duration.ofMinutes(5)),
                clock);
    }

    /** A rule with a fault of its own. */
    private record Broken() implements Rule {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public List<Finding> evaluate(Snapshot snapshot, Past past) {
            throw new IllegalStateException("division by zero");
        }
    }

    /** The smallest rule that makes an alert. */
    private record PendingAbove() implements Rule {
        @Override
        public String name() {
            return "pending";
        }

        @Override
        public List<Finding> evaluate(Snapshot snapshot, Past past) {
            return snapshot.counter("pending_sectors").filter(c -> c.raw() > 0).stream()
                    .map(c -> new Finding(
                            name(),
                            snapshot.component().id(),
                            c.name(),
                            Severity.WARNING,
                            c.raw(),
                            c.raw() + " pending",
                            Evidence.of(c, String.valueOf(c.raw())),
                            "",
                            List.of(),
                            false))
                    .toList();
        }
    }

    /** Keeps all in memory, and can be broken. */
    private static final class TestLedger implements Ledger {
        private final Map<ComponentId, History> histories = new HashMap<>();
        private final Map<ComponentId, Incident> open = new HashMap<>();
        private final List<Notification> told = new ArrayList<>();
        private boolean broken;
        private boolean lazy;
        private boolean unreadable;

        @Override
        public List<Known> components() {
            return List.of();
        }

        @Override
        public List<Incident> openIncidents() {
            return List.copyOf(open.values());
        }

        @Override
        public History history(ComponentId id) {
            if (unreadable) {
                throw new LedgerException("read test ledger: input/output error", null);
            }
            return histories.getOrDefault(id, History.NONE);
        }

        @Override
        public boolean commit(Entry entry) {
            if (broken) {
                throw new LedgerException("write test ledger: disk is full", null);
            }
            histories.put(entry.component().id(), entry.after());
            entry.decision()
                    .incident()
                    .ifPresentOrElse(
                            incident -> open.put(entry.component().id(), incident),
                            () -> open.remove(entry.component().id()));
            entry.decision().notification().ifPresent(told::add);
            return !lazy;
        }
    }

    private static final class TestClock extends Clock {
        private Instant now = Instant.parse("2026-11-30T12:00:00Z");

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
}
