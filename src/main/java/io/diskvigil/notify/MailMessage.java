package io.diskvigil.notify;

import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.model.Severity;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimeUtility;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Builds the MIME message of a batch: a pure function of configuration and notifications, so that each try, also after a
 * restart, makes the same mail with the same Message-ID.
 */
final class MailMessage {
    private MailMessage() {}

    static Mail of(MailConfig config, ZoneId zone, String batchId, List<Notification> batch) throws MessagingException {
        String host = MailAddress.hostName(config);
        String domain = MailAddress.domain(config);
        List<Notification> sorted = MailWords.worstFirst(batch);
        List<MailStory> stories =
                sorted.stream().map(one -> MailStory.of(one, host, zone)).toList();
        Instant at = batch.stream()
                .map(Notification::at)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        String subject = MailSubject.of(host, batch);
        String intro = MailWords.count(batch) + " on " + host
                + (sorted.get(0).reason() == Reason.NOTED
                                && sorted.get(sorted.size() - 1).reason() == Reason.NOTED
                        ? ", for your information. Each is told once, here; nothing is open because of it."
                        : " to look at, worst first.");

        // No session property has a say in composing: how the mail leaves is the transport's affair.
        var message = new MimeMessage(Session.getInstance(new Properties()));
        message.setFrom(MailAddress.from(config));
        message.setRecipients(Message.RecipientType.TO, MailAddress.recipients(config));
        message.setSubject(subject, "UTF-8");
        message.setSentDate(Date.from(at));
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setHeader("X-Diskvigil-Severity", sorted.get(0).severity().name());
        message.setHeader("X-Diskvigil-Reason", reasons(sorted));
        if (sorted.get(0).severity() == Severity.CRITICAL && sorted.get(0).reason() != Reason.RECOVERED) {
            message.setHeader("Importance", "high");
            message.setHeader("X-Priority", "1");
        }
        thread(message, domain, batchId, sorted);
        message.setContent(new MimeMultipart(
                "alternative",
                part(MailText.of(intro, stories), "plain"),
                part(MailHtml.of(subject, intro, stories), "html")));
        message.saveChanges();
        // saveChanges makes a Message-ID of its own.
        message.setHeader("Message-ID", messageId(domain, batchId, batch));
        return new Mail(batchId, reasons(sorted).replace(", ", "+"), at, message);
    }

    private static MimeBodyPart part(String text, String subtype) throws MessagingException {
        var part = new MimeBodyPart();
        part.setText(text, "UTF-8", subtype);
        part.setHeader("Content-Transfer-Encoding", "quoted-printable");
        return part;
    }

    private static String messageId(String domain, String batchId, List<Notification> batch) {
        if (batch.size() > 1) {
            return "<diskvigil-batch-" + safe(batchId) + "@" + domain + ">";
        }
        Notification one = batch.get(0);
        return isRoot(one)
                ? root(one, domain)
                : "<diskvigil-" + safe(one.incidentId()) + "-" + one.sequence() + "@" + domain + ">";
    }

    /** Later mails point at the first mail of their incident; so do groups, which may themselves hold the first word of some. */
    private static void thread(MimeMessage message, String domain, String batchId, List<Notification> sorted)
            throws MessagingException {
        if (sorted.size() == 1 && isRoot(sorted.get(0))) {
            return;
        }
        List<String> roots = sorted.stream()
                .filter(one -> one.reason() != Reason.NOTED)
                .map(one -> root(one, domain))
                .distinct()
                .toList();
        if (roots.isEmpty()) {
            return;
        }
        if (sorted.size() == 1) {
            message.setHeader("In-Reply-To", roots.get(0));
        }
        message.setHeader("References", MimeUtility.fold("References: ".length(), String.join(" ", roots)));
    }

    private static boolean isRoot(Notification one) {
        return one.reason() == Reason.OPENED || one.reason() == Reason.NOTED;
    }

    private static String root(Notification one, String domain) {
        return "<diskvigil-" + safe(one.incidentId()) + "@" + domain + ">";
    }

    private static String reasons(List<Notification> sorted) {
        return sorted.stream().map(one -> one.reason().name()).distinct().collect(Collectors.joining(", "));
    }

    private static String safe(String id) {
        return id.replaceAll("[^A-Za-z0-9._+-]", "-");
    }
}
