package io.diskvigil.notify;

import io.diskvigil.incident.Delivery;
import io.diskvigil.model.Printable;
import io.diskvigil.notify.SmtpFailure.Step;
import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.jboss.logging.Logger;

/**
 * Hands mails to an SMTP server. Where a server takes a mail for some recipients only, those are remembered by batch and not
 * sent to again; each further try is for the others alone. Where all that are left are refused with a 5xx, the mail counts as
 * rejected, with their addresses. What is remembered lives in memory: a restart in between may repeat a mail, with the same Message-ID, but lose none.
 */
final class SmtpTransport implements MailTransport {
    private static final Logger LOG = Logger.getLogger(SmtpTransport.class);
    private static final int MOST_REMEMBERED = 1000;

    private final MailConfig config;
    private final Duration limit;
    private final Map<String, Progress> partly = new LinkedHashMap<>();

    /** Which recipients of one batch have the mail, and which were refused with a 5xx at this try. */
    private record Progress(Set<Address> accepted, Map<Address, String> refused) {
        Progress() {
            this(new LinkedHashSet<>(), new LinkedHashMap<>());
        }

        boolean isEmpty() {
            return accepted.isEmpty() && refused.isEmpty();
        }
    }

    SmtpTransport(MailConfig config) {
        this(config, SmtpDeadline.limit(config));
    }

    /** @param limit for one whole exchange */
    SmtpTransport(MailConfig config, Duration limit) {
        this.config = config;
        this.limit = limit;
    }

    @Override
    public synchronized Delivery send(Mail mail) {
        Progress progress = partly.getOrDefault(mail.batchId(), new Progress());
        partly.remove(mail.batchId());
        progress.refused().clear();
        Delivery delivery = exchange(mail, progress);
        if (!(delivery instanceof Delivery.Delivered) && !progress.accepted().isEmpty()) {
            partly.put(mail.batchId(), progress);
            if (partly.size() > MOST_REMEMBERED) {
                partly.remove(partly.keySet().iterator().next());
            }
        }
        return delivery;
    }

    private Delivery exchange(Mail mail, Progress progress) {
        Transport transport = null;
        boolean connected = false;
        var deadline = new SmtpDeadline(limit);
        try {
            Address[] left = left(mail, progress);
            transport = SmtpSession.transport(config, deadline);
            SmtpSession.connect(transport, config.smtp());
            connected = true;
            transport.sendMessage(mail.message(), left);
            return new Delivery.Delivered();
        } catch (MessagingException e) {
            note(e, progress);
            if (deadline.isOver()) {
                return new Delivery.Retryable("talk to " + server() + ": not done within " + limit.toSeconds()
                        + " s; the connection was closed");
            }
            return judge(mail, progress, SmtpFailure.of(e, connected));
        } catch (IOException e) {
            return new Delivery.Retryable(e.getMessage());
        } finally {
            close(transport);
            deadline.close();
        }
    }

    private Delivery judge(Mail mail, Progress progress, SmtpFailure failure) {
        boolean refused = failure.permanent();
        try {
            Address[] left = left(mail, progress);
            if (left.length == 0) {
                return new Delivery.Delivered();
            }
            if (failure.step() == Step.RECIPIENT) {
                refused = Arrays.stream(left).allMatch(progress.refused()::containsKey);
            }
        } catch (MessagingException e) {
            return new Delivery.Rejected("read the recipients: " + e.getMessage());
        }
        String why = failure.why(server()) + (progress.isEmpty() ? "" : "; " + describe(progress));
        return refused ? new Delivery.Rejected(why) : new Delivery.Retryable(why);
    }

    private static Address[] left(Mail mail, Progress progress) throws MessagingException {
        return Arrays.stream(mail.message().getAllRecipients())
                .filter(address -> !progress.accepted().contains(address))
                .toArray(Address[]::new);
    }

    /** Angus chains one exception an address that was refused behind the one that it throws. */
    private static void note(MessagingException e, Progress progress) {
        if (e instanceof SendFailedException send && send.getValidSentAddresses() != null) {
            progress.accepted().addAll(Arrays.asList(send.getValidSentAddresses()));
        }
        Exception next = e;
        while (next instanceof MessagingException mail) {
            if (mail instanceof SMTPAddressFailedException address) {
                SmtpFailure failure = SmtpFailure.of(address);
                if (failure.permanent()) {
                    progress.refused().put(address.getAddress(), failure.said());
                }
            }
            next = mail.getNextException();
        }
    }

    private static String describe(Progress progress) {
        String refused = progress.refused().entrySet().stream()
                .map(entry ->
                        "refused for " + Printable.line(entry.getKey().toString()) + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
        String accepted = progress.accepted().stream()
                .map(address -> Printable.line(address.toString()))
                .collect(Collectors.joining(", "));
        return refused
                + (refused.isEmpty() || accepted.isEmpty() ? "" : "; ")
                + (accepted.isEmpty() ? "" : "taken for " + accepted);
    }

    private String server() {
        return config.smtp().host() + ":" + config.smtp().port();
    }

    static void close(Transport transport) {
        if (transport != null) {
            try {
                transport.close();
            } catch (MessagingException e) {
                // The answer to the mail is known by now: a bad farewell does not change it.
                LOG.debugf("close SMTP connection: %s", e.getMessage());
            }
        }
    }
}
