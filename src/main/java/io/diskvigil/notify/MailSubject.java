package io.diskvigil.notify;

import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.model.Printable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The subject line: host, how bad, which drive, what; printable and at most {@value #LONGEST} characters. */
final class MailSubject {
    static final int LONGEST = 150;

    private MailSubject() {}

    static String of(String host, List<Notification> batch) {
        String prefix = "[" + Printable.cut(Printable.line(host), 40) + "] ";
        if (batch.size() == 1) {
            Notification one = batch.get(0);
            return join(
                    prefix + MailWords.state(one) + ": " + DriveName.title(one.component()) + ": ",
                    MailWords.clauses(one),
                    ", ");
        }
        List<Notification> sorted = MailWords.worstFirst(batch);
        return join(
                prefix + state(sorted) + ": " + MailWords.count(sorted) + ": ",
                sorted.stream().map(one -> clause(one, sorted)).toList(),
                "; ");
    }

    private static String state(List<Notification> sorted) {
        List<Reason> reasons =
                sorted.stream().map(Notification::reason).distinct().toList();
        if (reasons.equals(List.of(Reason.RECOVERED))) {
            return sorted.stream().allMatch(MailWords::isCalmer) ? "calmer" : Reason.RECOVERED.name();
        }
        Notification worst = sorted.get(0);
        return reasons.size() == 1 ? MailWords.state(worst) : worst.severity().name();
    }

    private static String clause(Notification one, List<Notification> all) {
        String what = MailWords.told(one).stream()
                .limit(1)
                .map(finding -> Printable.line(finding.summary()))
                .collect(Collectors.joining());
        boolean mixed = all.get(0).reason() != Reason.RECOVERED && one.reason() == Reason.RECOVERED;
        return DriveName.path(one.component()) + " "
                + (mixed ? MailWords.state(one).toLowerCase(Locale.ROOT) : what);
    }

    /** As many clauses as fit; the first always, cut where it must be; how many are left out is said. */
    private static String join(String prefix, List<String> clauses, String separator) {
        var subject = new StringBuilder(prefix);
        for (int i = 0; i < clauses.size(); i++) {
            String clause = (i == 0 ? "" : separator) + clauses.get(i);
            int left = clauses.size() - i - 1;
            int reserve = left == 0 ? 0 : ", +99 more".length();
            if (i > 0 && subject.length() + clause.length() + reserve > LONGEST) {
                return subject + ", +" + (left + 1) + " more";
            }
            int room = LONGEST - subject.length() - reserve;
            subject.append(room < 10 ? "" : Printable.cut(clause, room));
        }
        return subject.toString().strip();
    }
}
