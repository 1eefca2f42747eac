package io.diskvigil.notify;

import io.diskvigil.model.Printable;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.eclipse.angus.mail.util.MailConnectException;

/**
 * At which step an exchange with a mail server failed, and whether trying again can help.
 *
 * @param permanent true only if the server refused this very mail with a 5xx; what an administrator mends is not permanent
 * @param said what the server or the network said, one printable line
 */
record SmtpFailure(Step step, boolean permanent, String said) {

    /** The steps of an exchange, in order; the text says what to look at when it fails. */
    enum Step {
        RESOLVE("Check mail.smtp.host, and the name servers of this machine."),
        CONNECT("Check mail.smtp.port, that the server runs, and firewalls between."),
        GREETING("Something answers there, but not as a mail server that wants to talk: check mail.smtp.port and"
                + " mail.smtp.encryption (465 takes tls, 587 and 25 take starttls or none)."),
        TLS("Check mail.smtp.encryption; the certificate must carry the name in mail.smtp.host and be signed by a known"
                + " authority, or by one in mail.smtp.ca-file."),
        AUTH("Check mail.smtp.user and the first line of mail.smtp.password-file."),
        SENDER("The server does not take mail from this sender: check mail.from."),
        RECIPIENT("The server does not take mail for this address: check mail.to, and whether the server wants"
                + " authentication before it relays."),
        DATA("The server refused the message itself: what it said is all that is known.");

        private final String nextStep;

        Step(String nextStep) {
            this.nextStep = nextStep;
        }

        String nextStep() {
            return nextStep;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param connected whether the session was up, authentication included, when it happened */
    static SmtpFailure of(Exception e, boolean connected) {
        List<Throwable> all = chain(e);
        if (has(all, AuthenticationFailedException.class)) {
            return new SmtpFailure(Step.AUTH, false, said(all));
        }
        if (has(all, UnknownHostException.class)) {
            return new SmtpFailure(Step.RESOLVE, false, "unknown host");
        }
        if (has(all, SSLException.class) || has(all, CertificateException.class)) {
            return new SmtpFailure(Step.TLS, false, said(all));
        }
        if (has(all, MailConnectException.class)) {
            return new SmtpFailure(Step.CONNECT, false, said(all));
        }
        if (e.toString().contains("STARTTLS")) {
            return new SmtpFailure(Step.TLS, false, said(all));
        }
        if (!connected) {
            return new SmtpFailure(Step.GREETING, false, said(all));
        }
        return refused(e, all);
    }

    private static SmtpFailure refused(Exception e, List<Throwable> all) {
        if (e instanceof SMTPSenderFailedException sender) {
            return code(Step.SENDER, sender.getReturnCode(), all);
        }
        if (e instanceof SMTPSendFailedException send && send.getReturnCode() >= 400) {
            return code(send.getCommand().startsWith("MAIL") ? Step.SENDER : Step.DATA, send.getReturnCode(), all);
        }
        for (Throwable cause : all) {
            if (cause instanceof SMTPSenderFailedException sender) {
                return code(Step.SENDER, sender.getReturnCode(), all);
            }
            if (cause instanceof SMTPAddressFailedException address) {
                return of(address);
            }
        }
        return new SmtpFailure(Step.DATA, false, said(all));
    }

    static SmtpFailure of(SMTPAddressFailedException refused) {
        return code(Step.RECIPIENT, refused.getReturnCode(), List.of(refused));
    }

    /**
     * RFC 5321: 5xx is permanent, except 552 for a recipient (mailbox full), which section 4.5.3.1.10 reads as 452. RFC 4954: 530,
     * 534, 535, 538 ask for authentication or encryption: a person mends that, and the mail goes out then.
     */
    private static SmtpFailure code(Step step, int code, List<Throwable> all) {
        boolean wantsAuth = code == 530 || code == 534 || code == 535 || code == 538;
        boolean full = step == Step.RECIPIENT && code == 552;
        return new SmtpFailure(wantsAuth ? Step.AUTH : step, code >= 500 && !wantsAuth && !full, said(all));
    }

    /** {@code AUTH failed at mail.example.org:587: 535 5.7.8 authentication failed}. */
    String why(String server) {
        return step + " failed at " + server + ": " + said;
    }

    private static boolean has(List<Throwable> all, Class<? extends Throwable> kind) {
        return all.stream().anyMatch(kind::isInstance);
    }

    private static List<Throwable> chain(Throwable e) {
        List<Throwable> all = new ArrayList<>();
        Throwable next = e;
        while (next != null && !all.contains(next) && all.size() < 50) {
            all.add(next);
            next = next instanceof MessagingException mail && mail.getNextException() != null
                    ? mail.getNextException()
                    : next.getCause();
        }
        return all;
    }

    /** The outermost words, and the innermost where they tell more: {@code Connection refused}, {@code PKIX path ...}. */
    private static String said(List<Throwable> all) {
        Throwable last = all.get(all.size() - 1);
        return Printable.cut(
                Stream.of(all.get(0), last)
                        .map(cause ->
                                cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage())
                        .map(text -> Printable.line(text).replaceAll("; nested exception is:.*", ""))
                        .map(text -> text.equals("[EOF]") ? "the server closed the connection" : text)
                        .distinct()
                        .reduce((outer, inner) -> outer.contains(inner) ? outer : outer + ": " + inner)
                        .orElse(""),
                300);
    }
}
