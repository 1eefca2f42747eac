package io.diskvigil.notify;

import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Severity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The words that subject, text and HTML share. */
final class MailWords {
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("MM-dd HH:mm xxx", Locale.ROOT);

    private static final String RETURNED = "returned";
    private static final String MISSING = "missing";
    /** In one word, by the name of the rule that says it. */
    private static final Map<String, String> ENDINGS =
            Map.of("replaced", "replaced", "decommissioned", "decommissioned", RETURNED, "back");

    private MailWords() {}

    /** The findings that are the reason for telling; what stands, where a reminder names no other. */
    static List<Finding> told(Notification notification) {
        return notification.changed().isEmpty() ? notification.standing() : notification.changed();
    }

    /** Of what a recovery speaks of, what is no alarm any more but is still there, as a notice. */
    static List<Finding> faded(Notification notification) {
        return notification.reason() == Reason.RECOVERED
                ? told(notification).stream()
                        .filter(finding -> finding.severity() == Severity.NOTICE)
                        .toList()
                : List.of();
    }

    /** The others: what changed, or with a recovery what is gone altogether. */
    static List<Finding> plain(Notification notification) {
        List<Finding> faded = faded(notification);
        return told(notification).stream()
                .filter(finding -> !faded.contains(finding))
                .toList();
    }

    /** Why it recovered, if that is told beside what is gone: replaced, decommissioned, or back. */
    static Optional<Finding> ending(Notification notification) {
        return notification.reason() == Reason.RECOVERED
                ? notification.standing().stream()
                        .filter(finding -> ENDINGS.containsKey(finding.rule()))
                        .findFirst()
                : Optional.empty();
    }

    /** Whether it can still be asked where it was. */
    static boolean isThere(Notification notification) {
        return ending(notification)
                        .filter(finding -> !finding.rule().equals(RETURNED))
                        .isEmpty()
                && told(notification).stream()
                        .noneMatch(
                                finding -> finding.rule().equals(MISSING) && notification.reason() != Reason.RECOVERED);
    }

    /** {@code CRITICAL}, {@code CRITICAL, worse}, {@code CRITICAL, still}, {@code RECOVERED}, or {@code calmer} if nothing is gone. */
    static String state(Notification notification) {
        return switch (notification.reason()) {
            case OPENED -> notification.severity().name();
            case WORSENED -> notification.severity() + ", worse";
            case REMINDED -> notification.severity() + ", still";
            case RECOVERED -> isCalmer(notification) ? "calmer" : "RECOVERED";
            case NOTED -> notification.severity().name();
        };
    }

    static boolean isCalmer(Notification notification) {
        return !faded(notification).isEmpty() && plain(notification).isEmpty();
    }

    /** The summaries, each with the word that says what became of it: for one line. */
    static List<String> clauses(Notification notification) {
        List<String> clauses = new ArrayList<>();
        ending(notification).ifPresent(reason -> clauses.add(ENDINGS.get(reason.rule())));
        List<String> plain = summaries(plain(notification));
        for (int i = 0; i < plain.size(); i++) {
            clauses.add((i == 0 ? before(notification) : "") + plain.get(i));
        }
        List<String> faded = summaries(faded(notification));
        for (int i = 0; i < faded.size(); i++) {
            clauses.add((i == 0 && !plain.isEmpty() ? "calmer: " : "") + faded.get(i));
        }
        return clauses;
    }

    /** Words before the summaries; empty for most. */
    private static String before(Notification notification) {
        if (notification.reason() == Reason.RECOVERED) {
            return "no longer ";
        }
        return notification.adopted() && notification.reason() == Reason.OPENED ? "found with " : "";
    }

    private static List<String> summaries(List<Finding> findings) {
        return findings.stream()
                .map(finding -> Printable.line(finding.summary()))
                .toList();
    }

    static String sentence(Notification notification, String host, ZoneId zone) {
        String who = DriveName.inSentence(notification.component()) + " on " + host;
        String what = String.join(", ", summaries(told(notification)));
        String urgency =
                switch (notification.severity()) {
                    case CRITICAL -> "CRITICAL, act now";
                    case WARNING -> "WARNING, act within days";
                    case NOTICE -> "NOTICE";
                };
        String sentence =
                switch (notification.reason()) {
                    case OPENED ->
                        notification.adopted()
                                ? who + " was found with existing defects when first seen (" + urgency + "): " + what
                                : who + " has a new problem (" + urgency + "): " + what;
                    case WORSENED -> who + " is getting worse (" + urgency + "): " + what;
                    case REMINDED ->
                        who + " still has a problem (" + urgency + "), open since "
                                + time(notification.openedAt(), zone) + ": " + what;
                    case RECOVERED -> who + " " + recovery(notification);
                    case NOTED -> who + " (for your information): " + what;
                };
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
    }

    private static String recovery(Notification notification) {
        String gone = String.join(", ", summaries(plain(notification)));
        String faded = String.join(", ", summaries(faded(notification)));
        String first = ending(notification)
                .map(reason -> reason.rule().equals(RETURNED)
                        ? "is " + Printable.line(reason.summary())
                        : "has been " + ENDINGS.get(reason.rule()) + ": " + Printable.line(reason.summary()))
                .orElse(faded.isEmpty() ? "has recovered" : "has calmed down");
        return first
                + (gone.isEmpty() ? "" : ". No longer found: " + gone)
                + (faded.isEmpty() ? "" : ". No alarm any more: " + faded);
    }

    /** {@code 2026-06-01 10:00 UTC (06-01 12:00 +02:00)}; the second part is left out where local time is UTC. */
    static String time(Instant at, ZoneId zone) {
        var local = at.atZone(zone);
        String utc = UTC.format(at);
        return local.getOffset().equals(ZoneOffset.UTC) ? utc : utc + " (" + LOCAL.format(local) + ")";
    }

    static String duration(Duration open) {
        long days = open.toDays();
        long hours = open.toHours();
        return days >= 2 ? days + " days" : hours >= 2 ? hours + " hours" : Math.max(0, open.toMinutes()) + " min";
    }

    /** {@code 3 drives}, or {@code 3 components} where they are not all drives; each is counted once. */
    static String count(List<Notification> batch) {
        long n = batch.stream().map(one -> one.component().id()).distinct().count();
        boolean drives = batch.stream().allMatch(one -> one.component().kind() == ComponentKind.DRIVE);
        return n + (drives ? " drive" : " component") + (n == 1 ? "" : "s");
    }

    private static int rank(Notification notification) {
        return told(notification).stream().mapToInt(Finding::rank).max().orElse(0);
    }

    /** Worst first, what recovered last, and each incident in the order of its story. */
    static List<Notification> worstFirst(List<Notification> batch) {
        return batch.stream()
                .sorted(Comparator.<Notification, Boolean>comparing(one -> one.reason() == Reason.RECOVERED)
                        .thenComparing(Notification::severity, Comparator.reverseOrder())
                        .thenComparing(MailWords::rank, Comparator.reverseOrder())
                        .thenComparing(one -> one.reason() == Reason.NOTED ? DriveName.path(one.component()) : "")
                        .thenComparing(Notification::incidentId)
                        .thenComparing(Notification::sequence))
                .toList();
    }
}
