package io.diskvigil.notify;

import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notifier;
import io.diskvigil.model.Printable;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Stands in for mail where {@code mail.transport} is {@code none}: one line a notification in the log, and the outbox is
 * settled. Otherwise months of old news would go out in the hour in which somebody configures mail.
 */
public final class NoMail implements Notifier {
    private static final Logger LOG = Logger.getLogger(NoMail.class);
    private static final int LONGEST = 400;

    @Override
    public String name() {
        return "log";
    }

    @Override
    public Delivery deliver(String batchId, List<Notification> batch) {
        MailWords.worstFirst(batch).forEach(one -> LOG.warn(line(one)));
        return new Delivery.Delivered();
    }

    static String line(Notification one) {
        return Printable.cut(
                "not mailed, mail.transport is none: " + MailWords.state(one) + ": " + DriveName.title(one.component())
                        + ": " + String.join(", ", MailWords.clauses(one)),
                LONGEST);
    }
}
