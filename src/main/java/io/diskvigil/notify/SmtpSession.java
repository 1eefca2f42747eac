package io.diskvigil.notify;

import io.diskvigil.notify.MailConfig.Encryption;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.io.IOException;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;

/** Turns the configuration into a connection to the mail server. */
final class SmtpSession {
    private SmtpSession() {}

    /**
     * Connects, encrypts and authenticates.
     *
     * @throws IOException if the password or the certificates cannot be read
     * @throws MessagingException whatever the server or the network does
     */
    static void connect(Transport transport, MailConfig.Smtp smtp) throws IOException, MessagingException {
        String password = smtp.passwordFile().isPresent() && smtp.user().isPresent()
                ? PasswordFile.read(smtp.passwordFile().get())
                : null;
        transport.connect(smtp.host(), smtp.port(), smtp.user().orElse(null), password);
    }

    /** @param deadline watches every socket of the transport */
    static Transport transport(MailConfig config, SmtpDeadline deadline) throws IOException, MessagingException {
        Properties properties = properties(config);
        properties.put("mail.smtp.socketFactory", deadline.plain());
        properties.put("mail.smtp.ssl.socketFactory", deadline.over(tls(config.smtp())));
        return Session.getInstance(properties).getTransport("smtp");
    }

    /** See the package description of org.eclipse.angus.mail.smtp for each key. */
    private static Properties properties(MailConfig config) {
        MailConfig.Smtp smtp = config.smtp();
        String timeout = Long.toString(smtp.timeout().toMillis());
        var properties = new Properties();
        properties.put("mail.smtp.connectiontimeout", timeout);
        properties.put("mail.smtp.timeout", timeout);
        properties.put("mail.smtp.writetimeout", timeout);
        properties.put("mail.smtp.localhost", MailAddress.domain(config));
        properties.put("mail.smtp.auth", Boolean.toString(smtp.user().isPresent()));
        properties.put("mail.smtp.auth.mechanisms", "PLAIN LOGIN");
        properties.put("mail.smtp.ssl.enable", Boolean.toString(smtp.encryption() == Encryption.TLS));
        properties.put("mail.smtp.starttls.enable", Boolean.toString(smtp.encryption() == Encryption.STARTTLS));
        properties.put("mail.smtp.starttls.required", Boolean.toString(smtp.encryption() == Encryption.STARTTLS));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        properties.put("mail.smtp.ssl.protocols", "TLSv1.2 TLSv1.3");
        // One bad address does not keep the mail from the others: see SmtpTransport.
        properties.put("mail.smtp.sendpartial", "true");
        properties.put("mail.smtp.quitwait", "false");
        // Without this a connection that ca-file does not vouch for is tried again with the system's authorities alone,
        // and
        // the error of that second try is the one that is told.
        properties.put("mail.smtp.socketFactory.fallback", "false");
        return properties;
    }

    private static SSLSocketFactory tls(MailConfig.Smtp smtp) throws IOException {
        return smtp.caFile().isPresent() && smtp.encryption() != Encryption.NONE
                ? TrustedRoots.with(smtp.caFile().get())
                : (SSLSocketFactory) SSLSocketFactory.getDefault();
    }
}
