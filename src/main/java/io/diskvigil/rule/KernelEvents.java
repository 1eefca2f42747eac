package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.rule.DriveEvents.Dated;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the kernel's log says of a drive, an array, a file system or a controller. Other than in a controller's log, an error
 * here was mended by nobody: it reached a file system or a program. So a single sector is a WARNING.
 */
final class KernelEvents implements Rule {
    private static final Set<EventKind> GONE = EnumSet.of(EventKind.DRIVE_FAILED, EventKind.DRIVE_REMOVED);
    private static final Set<EventKind> VOLUME = EnumSet.of(EventKind.VOLUME_DEGRADED, EventKind.VOLUME_FAILED);
    /** Bursts within an hour, or days within the window of link errors. */
    private static final int REPEATED = 3;

    private final RuleConfig.KernelEvents config;
    private final RuleConfig.LinkErrors link;
    private final RuleConfig.Fading fading;

    KernelEvents(RuleConfig.KernelEvents config, RuleConfig.LinkErrors link, RuleConfig.Fading fading) {
        this.config = config;
        this.link = link;
        this.fading = fading;
    }

    @Override
    public String name() {
        return "kernel-events";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        DriveEvents events = DriveEvents.ofKernel(snapshot);
        if (events.events().isEmpty()) {
            return List.of();
        }
        if (snapshot.component().kind() != ComponentKind.DRIVE) {
            return Stream.of(volume(snapshot, events), others(snapshot, events), unknown(snapshot, events))
                    .flatMap(Optional::stream)
                    .toList();
        }
        return Stream.of(
                        gone(snapshot, events),
                        predicted(snapshot, events),
                        medium(snapshot, events),
                        link(snapshot, events),
                        volume(snapshot, events),
                        unknown(snapshot, events))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> medium(Snapshot snapshot, DriveEvents events) {
        List<Dated> all = events.within(DriveEvents.MEDIA, fading.noticeAfter());
        List<Dated> lost = with(all, Health.FAILED);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        int burst = DriveEvents.most(recent(lost, events, fading.warningAfter()), config.criticalWindow());
        List<Dated> week = recent(all, events, link.window());
        Severity severity = burst >= config.critical()
                ? Severity.CRITICAL
                : !recent(lost, events, fading.warningAfter()).isEmpty() || days(week) >= link.days()
                        ? Severity.WARNING
                        : Severity.NOTICE;
        List<Dated> told = lost.isEmpty() ? all : lost;
        return Optional.of(finding(
                snapshot,
                "kernel_medium",
                severity,
                told,
                Count.number(told.size(), "read or write error", "read or write errors") + " in the kernel's log",
                lost.isEmpty()
                        ? "The drive failed to read or write, and the array or file system above mended it from another copy."
                        : "The drive failed to read or write, and the error reached the file system or the array: data may be"
                                + " lost, or redundancy is.",
                severity == Severity.NOTICE
                        ? List.of("Nothing to do now. You will be told if more follow.")
                        : List.of(
                                "See that there is a fresh backup of what lies on this drive.",
                                "Start a long self-test, and look at its pending and reallocated sectors.",
                                severity == Severity.CRITICAL
                                        ? "Replace the drive. " + Slot.advice(snapshot)
                                        : "Have a replacement at hand. " + Slot.advice(snapshot))));
    }

    private Optional<Finding> gone(Snapshot snapshot, DriveEvents events) {
        List<Dated> all = events.within(GONE, fading.warningAfter());
        List<Dated> lost = with(all, Health.FAILED);
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        snapshot,
                        "kernel_drive_lost",
                        lost.isEmpty() ? Severity.NOTICE : Severity.CRITICAL,
                        lost.isEmpty() ? all : lost,
                        lost.isEmpty() ? "the kernel's log says that it was removed" : "the kernel gave this drive up",
                        lost.isEmpty()
                                ? "The drive went away without errors before: mostly somebody pulled it or switched it off."
                                : "The drive answered no more, or an array or driver stopped using it. Nothing reads or writes it"
                                        + " until somebody looks.",
                        List.of(
                                "See whether the drive is still shown, and the state of the array that it belongs to.",
                                "Check its cable, backplane and power; a power cycle may bring it back for a backup.",
                                Slot.advice(snapshot))));
    }

    private Optional<Finding> predicted(Snapshot snapshot, DriveEvents events) {
        List<Dated> all = events.within(EnumSet.of(EventKind.PREDICTIVE_FAILURE), fading.noticeAfter());
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        snapshot,
                        "kernel_predicted",
                        Severity.CRITICAL,
                        all,
                        "the drive told the kernel that it will fail",
                        "The drive passed a limit of its own maker. Few failing drives ever say it: take it seriously.",
                        List.of("Make a fresh backup, then replace the drive. " + Slot.advice(snapshot))));
    }

    private Optional<Finding> link(Snapshot snapshot, DriveEvents events) {
        List<Dated> all = events.within(DriveEvents.LINK, fading.warningAfter());
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Severity severity = repeated(all, events) ? Severity.WARNING : Severity.NOTICE;
        return Optional.of(finding(
                snapshot,
                "kernel_link",
                severity,
                all,
                Count.number(all.size(), "link error or time-out", "link errors or time-outs") + " in the kernel's log",
                "Commands were damaged on the way or not answered in time. That is a cable, connector, backplane, controller or"
                        + " power; or a drive that tries a bad sector for longer than the kernel waits.",
                severity == Severity.NOTICE
                        ? List.of("Nothing to do now. You will be told if it goes on.")
                        : List.of(
                                "Look whether other drives on the same cable, backplane or power supply show the same: then the"
                                        + " fault lies there.",
                                "Reseat the drive and both ends of its cable; then replace the cable or try another slot.",
                                Slot.advice(snapshot))));
    }

    private Optional<Finding> volume(Snapshot snapshot, DriveEvents events) {
        List<Dated> all = with(events.within(VOLUME, fading.warningAfter()), Health.FAILED).stream()
                .filter(one -> one.event().kind() == EventKind.VOLUME_FAILED || !isRebuilt(one, events))
                .toList();
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        finding(
                                snapshot,
                                "kernel_volume",
                                Severity.CRITICAL,
                                all,
                                "the kernel's log: " + last(all).event().text(),
                                "An array lost a member, or a file system could not be written or read, or found itself damaged.",
                                List.of(
                                        "Look whether it is still mounted and writable, and which programs stopped.",
                                        "Read what the drives below it say, and mend those first.",
                                        "Check the file system (fsck, scrub) only when its drives are well and a backup exists.")));
    }

    /** A rebuild that ended well after it. */
    private static boolean isRebuilt(Dated one, DriveEvents events) {
        int place = events.events().indexOf(one);
        return events.events().stream()
                .skip(place + 1L)
                .anyMatch(later -> later.event().kind() == EventKind.REBUILD_DONE);
    }

    private Optional<Finding> others(Snapshot snapshot, DriveEvents events) {
        Set<EventKind> kinds = EnumSet.complementOf(EnumSet.of(EventKind.HOUSEKEEPING, EventKind.UNKNOWN));
        List<Dated> all = events.within(kinds, fading.warningAfter()).stream()
                .filter(one ->
                        !(VOLUME.contains(one.event().kind()) && one.event().health() == Health.FAILED))
                .filter(one ->
                        one.event().health() == Health.FAILED || one.event().health() == Health.DEGRADED)
                .toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        List<Dated> lost = with(all, Health.FAILED);
        // A file system that found itself damaged and mended that is no matter of chance.
        boolean damaged =
                all.stream().anyMatch(one -> VOLUME.contains(one.event().kind()));
        Severity severity = damaged || repeated(all, events) ? Severity.WARNING : Severity.NOTICE;
        return Optional.of(finding(
                snapshot,
                "kernel_errors",
                severity,
                lost.isEmpty() ? all : lost,
                "the kernel's log: " + last(lost.isEmpty() ? all : lost).event().text(),
                "The driver or a layer above the drives met trouble: resets, time-outs or errors that concern more than one drive.",
                severity == Severity.NOTICE
                        ? List.of("Nothing to do now. You will be told if it goes on.")
                        : List.of(
                                "Look at the present state with the controller's tool, and read what stands around it in the log.",
                                "Where several drives are concerned, check the controller, its cables, expander, cooling and"
                                        + " power.")));
    }

    private Optional<Finding> unknown(Snapshot snapshot, DriveEvents events) {
        List<Dated> all = with(events.within(EnumSet.allOf(EventKind.class), fading.warningAfter()), Health.UNKNOWN);
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        snapshot,
                        "kernel_unknown",
                        Severity.NOTICE,
                        all,
                        Count.number(all.size(), "message", "messages") + " of the kernel that are not known: "
                                + last(all).event().text(),
                        "The kernel's log has words of a storage driver that this program does not know. They may be harmless.",
                        List.of("Read them in the log, and what stands around them.")));
    }

    private boolean repeated(List<Dated> all, DriveEvents events) {
        return !with(all, Health.FAILED).isEmpty()
                || DriveEvents.most(all, Duration.ofHours(1)) >= REPEATED
                || days(recent(all, events, link.window())) >= link.days();
    }

    private static long days(List<Dated> dated) {
        return dated.stream()
                .map(one -> one.at().orElseThrow().atOffset(ZoneOffset.UTC).toLocalDate())
                .distinct()
                .count();
    }

    private static List<Dated> recent(List<Dated> dated, DriveEvents events, Duration window) {
        return dated.stream()
                .filter(one -> !one.at().orElseThrow().isBefore(events.now().minus(window)))
                .toList();
    }

    private static List<Dated> with(List<Dated> dated, Health health) {
        return dated.stream().filter(one -> one.event().health() == health).toList();
    }

    private static Dated last(List<Dated> dated) {
        return dated.get(dated.size() - 1);
    }

    private Finding finding(
            Snapshot snapshot,
            String subject,
            Severity severity,
            List<Dated> told,
            String words,
            String why,
            List<String> advice) {
        Dated newest = last(told);
        return new Finding(
                name(),
                snapshot.component().id(),
                subject,
                severity,
                told.size(),
                words,
                new Evidence(
                        newest.event().name(),
                        newest.event().source(),
                        "",
                        "",
                        newest.event().text(),
                        newest.at()),
                why,
                advice,
                false);
    }
}
