package io.diskvigil.notify;

import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notifier;
import io.diskvigil.model.Printable;
import jakarta.mail.MessagingException;
import java.time.ZoneId;
import java.util.List;

/** Tells notifications by mail: one mail a batch. Safe for one thread at a time. */
public final class EmailNotifier implements Notifier {
    private final MailConfig config;
    private final ZoneId zone;
    private final MailTransport transport;

    /** @param zone local time in the mail's text, beside UTC */
    public EmailNotifier(MailConfig config, ZoneId zone) {
        this.config = config;
        this.zone = zone;
        this.transport = switch (config.transport()) {
            case SMTP -> new SmtpTransport(config);
            case FILE ->
                config.directory()
                        .<MailTransport>map(FileTransport::new)
                        .orElse(mail -> new Delivery.Retryable(
                                "write mail: mail.transport is file, but mail.directory is not set"));
            case NONE -> mail -> new Delivery.Rejected("send mail: mail.transport is none");
        };
    }

    @Override
    public String name() {
        return "email";
    }

    @Override
    public Delivery deliver(String batchId, List<Notification> batch) {
        if (batch.isEmpty()) {
            return new Delivery.Rejected("compose mail: the batch " + batchId + " is empty");
        }
        try {
            Mail mail = MailMessage.of(config, zone, batchId, batch);
            return mail.message().getAllRecipients() == null
                    ? new Delivery.Retryable("send mail: mail.to names no recipient")
                    : transport.send(mail);
        } catch (MessagingException e) {
            // Composing fails over an address in the configuration: a person mends it, and the mail still goes out.
            return new Delivery.Retryable(
                    "compose mail: check mail.from and mail.to: " + Printable.line(e.getMessage()));
        }
    }
}
