package io.diskvigil.notify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Trust in the system's certificate authorities and, beside them, those of one PEM file. */
final class TrustedRoots {
    private TrustedRoots() {}

    /** @throws IOException with a line for a person if the file cannot be read or holds no certificate */
    static SSLSocketFactory with(Path caFile) throws IOException {
        try {
            KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
            roots.load(null, null);
            int n = 0;
            for (TrustManager manager : managers(null)) {
                if (manager instanceof X509TrustManager system) {
                    for (X509Certificate root : system.getAcceptedIssuers()) {
                        roots.setCertificateEntry("system-" + n++, root);
                    }
                }
            }
            for (Certificate own : pem(caFile)) {
                roots.setCertificateEntry("own-" + n++, own);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(roots), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("read mail.smtp.ca-file " + caFile + ": " + e.getMessage(), e);
        }
    }

    private static TrustManager[] managers(KeyStore roots) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(roots);
        return factory.getTrustManagers();
    }

    private static Collection<? extends Certificate> pem(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            var certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new IOException("read mail.smtp.ca-file " + file + ": no certificate in it");
            }
            return certificates;
        } catch (CertificateException e) {
            throw new IOException("read mail.smtp.ca-file " + file + ": not PEM certificates: " + e.getMessage(), e);
        } catch (java.nio.file.FileSystemException e) {
            throw new IOException("read mail.smtp.ca-file " + file + ": " + e, e);
        }
    }
}
