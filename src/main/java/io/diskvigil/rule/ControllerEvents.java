package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.DriveEvents.Dated;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the controller's event log says of one drive. The controller sees each command fail and mends the sector from the other
 * members, so that the drive's own counters may stay at zero: then the log is the only trace, comparable to a scan error, after
 * which drives failed 39 times as often within 60 days (Pinheiro, FAST'07). How many in which time is judgement: Areca's manual
 * calls a single one "maybe noise or HDD unstable".
 */
final class ControllerEvents implements Rule {
    private static final Set<EventKind> FAILURES = EnumSet.of(EventKind.DRIVE_FAILED, EventKind.PREDICTIVE_FAILURE);
    private static final Set<EventKind> REPAIRS = EnumSet.of(EventKind.DRIVE_INSERTED, EventKind.REBUILD_DONE);

    private final RuleConfig.ControllerEvents config;
    private final RuleConfig.LinkErrors link;
    private final RuleConfig.Fading fading;

    ControllerEvents(RuleConfig.ControllerEvents config, RuleConfig.LinkErrors link, RuleConfig.Fading fading) {
        this.config = config;
        this.link = link;
        this.fading = fading;
    }

    @Override
    public String name() {
        return "controller-events";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() != ComponentKind.DRIVE) {
            return List.of();
        }
        DriveEvents events = DriveEvents.of(snapshot, past);
        return Stream.of(failure(snapshot, events), media(snapshot, past, events), link(snapshot, events))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> media(Snapshot snapshot, Past past, DriveEvents events) {
        List<Dated> all = events.of(DriveEvents.MEDIA);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        int burst = DriveEvents.most(events.within(DriveEvents.MEDIA, fading.warningAfter()), config.criticalWindow());
        List<Dated> unfaded = events.within(DriveEvents.MEDIA, fading.noticeAfter());
        Severity severity = burst >= config.critical()
                ? Severity.CRITICAL
                : DriveEvents.most(unfaded, config.warningWindow()) >= config.warning()
                        ? Severity.WARNING
                        : Severity.NOTICE;
        String counter = Vocabulary.CONTROLLER_MEDIA_EVENTS.readingName();
        Optional<Count> count = Count.of(snapshot, past, Vocabulary.CONTROLLER_MEDIA_EVENTS);
        Dated newest = all.get(all.size() - 1);
        String often = severity == Severity.CRITICAL
                ? ", " + (burst == all.size() ? "all" : burst + " of them") + " within "
                        + words(config.criticalWindow())
                : "";
        return Optional.of(new Finding(
                name(),
                snapshot.component().id(),
                counter,
                severity,
                Math.max(all.size(), count.map(Count::standing).orElse(0L)),
                Count.number(all.size(), kind(all) + " error", kind(all) + " errors") + " in the controller's log"
                        + often,
                new Evidence(
                        count.isPresent() ? counter : newest.event().name(),
                        newest.event().source(),
                        count.filter(Count::accepted)
                                .map(known -> Long.toString(known.baseline().value()))
                                .orElse(""),
                        "",
                        newest.words(),
                        newest.at()),
                "The drive failed to read or write a sector, and the controller answered from the other members and wrote the"
                        + " sector anew. So the host noticed nothing, and the drive's own pending count may stay at 0, its"
                        + " SMART status at OK: this log is the only trace. Trust the controller.",
                advice(snapshot, severity),
                false));
    }

    private static String kind(List<Dated> events) {
        boolean read = events.stream().anyMatch(one -> one.event().kind() == EventKind.READ_ERROR);
        boolean write = events.stream().anyMatch(one -> one.event().kind() == EventKind.WRITE_ERROR);
        return read && write ? "read and write" : read ? "read" : "write";
    }

    private static List<String> advice(Snapshot snapshot, Severity severity) {
        return switch (severity) {
            case NOTICE ->
                List.of(
                        "Nothing to do now: a single one may be noise. You will be told if more follow.",
                        "Start the controller's check of the volume (patrol read, verify); it reads all sectors and mends them.");
            case WARNING ->
                List.of(
                        "See now that its volume is whole and has a fresh backup.",
                        "Start the controller's check of the volume (patrol read, verify); count how many errors it adds.",
                        "Have a replacement at hand.",
                        Slot.advice(snapshot));
            case CRITICAL ->
                List.of(
                        "See now that the volume is whole: no other member may be failed or rebuilding.",
                        "Make a fresh backup, then replace the drive. Do not wait for its SMART status to change.",
                        Slot.advice(snapshot),
                        "After the rebuild let the controller check the volume (patrol read, verify).");
        };
    }

    /** Of a drive that was replaced, or taken back and rebuilt, since, the old failure is over. */
    private Optional<Finding> failure(Snapshot snapshot, DriveEvents events) {
        Optional<Health> state =
                snapshot.status(Vocabulary.MEMBER_STATE.readingName()).map(status -> status.health());
        boolean toldByState = state.equals(Optional.of(Health.FAILED));
        boolean toldByCount =
                snapshot.count(Vocabulary.PREDICTIVE_FAILURES.readingName()).orElse(0) > 0;
        Optional<Instant> repaired = state.equals(Optional.of(Health.OK))
                ? events.of(REPAIRS).stream().reduce((one, two) -> two).flatMap(Dated::at)
                : Optional.empty();
        List<Dated> open = events.of(FAILURES).stream()
                .filter(one -> one.event().kind() == EventKind.DRIVE_FAILED ? !toldByState : !toldByCount)
                .filter(one -> repaired.isEmpty()
                        || one.at().filter(repaired.get()::isBefore).isPresent())
                .toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Dated newest = open.get(open.size() - 1);
        boolean predicted = newest.event().kind() == EventKind.PREDICTIVE_FAILURE;
        return Optional.of(new Finding(
                name(),
                snapshot.component().id(),
                "drive_failed",
                faded(newest, events.now()),
                open.size(),
                predicted ? "the controller's log says that it will fail" : "the controller's log says that it failed",
                evidence(newest),
                predicted
                        ? "The drive passed a limit of its own maker and told the controller so. Few failing drives ever say it:"
                                + " take it seriously."
                        : "The controller gave up on this drive, and nothing in its log says that it was replaced or rebuilt"
                                + " since.",
                List.of(
                        "See that the volume has a fresh backup.",
                        predicted
                                ? "Replace the drive soon, as long as the volume can still do without it."
                                : "Look at the state of the drive and of its volume with the controller's tool.",
                        Slot.advice(snapshot)),
                false));
    }

    private Severity faded(Dated newest, Instant now) {
        Duration quiet = newest.at().map(at -> Duration.between(at, now)).orElse(fading.noticeAfter());
        return quiet.compareTo(fading.noticeAfter()) >= 0
                ? Severity.NOTICE
                : quiet.compareTo(fading.warningAfter()) >= 0 ? Severity.WARNING : Severity.CRITICAL;
    }

    private Optional<Finding> link(Snapshot snapshot, DriveEvents events) {
        List<Dated> recent = events.within(DriveEvents.LINK, fading.noticeAfter());
        if (recent.isEmpty()) {
            return Optional.empty();
        }
        List<Dated> week = events.within(DriveEvents.LINK, link.window());
        long days = week.stream()
                .map(one -> one.at().orElseThrow().atOffset(ZoneOffset.UTC).toLocalDate())
                .distinct()
                .count();
        boolean repeated = days >= link.days() || DriveEvents.most(week, Duration.ofHours(1)) >= link.perHour();
        // A drive that cannot read answers late, too: then the medium is told, and this goes beside it.
        boolean alone = events.media(link.window()).isEmpty();
        Severity severity = repeated && alone ? Severity.WARNING : Severity.NOTICE;
        return Optional.of(new Finding(
                name(),
                snapshot.component().id(),
                "link",
                severity,
                recent.size(),
                Count.number(recent.size(), "link error or time-out", "link errors or time-outs")
                        + " in the controller's log",
                evidence(recent.get(recent.size() - 1)),
                "Commands to the drive were damaged on the way or not answered in time, and none of its sectors is said to be"
                        + " bad. That is a cable, connector, backplane or power, or a drive without a limit for its own"
                        + " retries (TLER, ERC); seldom the medium.",
                severity == Severity.NOTICE
                        ? List.of("Nothing to do now. You will be told if it goes on.")
                        : List.of(
                                "Look whether other drives on the same cable, backplane or power supply show the same: then"
                                        + " the fault lies there.",
                                "Reseat the drive and both ends of its cable; then replace the cable or try another slot.",
                                Slot.advice(snapshot)),
                false));
    }

    private static Evidence evidence(Dated newest) {
        return new Evidence(newest.event().name(), newest.event().source(), "", "", newest.words(), newest.at());
    }

    private static String words(Duration window) {
        return window.toHours() <= 48 ? window.toHours() + " hours" : window.toDays() + " days";
    }
}
