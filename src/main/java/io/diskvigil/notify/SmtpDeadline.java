package io.diskvigil.notify;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.jboss.logging.Logger;

/**
 * A limit for a whole exchange with a mail server. The time-outs of the protocol hold for one read each, and a server that sends
 * a byte now and then never meets them. When the time is up the sockets are closed, and whoever waits on them gets an error.
 */
final class SmtpDeadline implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(SmtpDeadline.class);

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        var thread = new Thread(work, "smtp-deadline");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Socket> sockets = new ArrayList<>();
    private boolean over;

    /** The time runs from here. */
    SmtpDeadline(Duration limit) {
        clock.schedule(this::end, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ten time-outs of one step, and not less than two minutes. */
    static Duration limit(MailConfig config) {
        Duration ten = config.smtp().timeout().multipliedBy(10);
        return ten.compareTo(Duration.ofMinutes(2)) > 0 ? ten : Duration.ofMinutes(2);
    }

    synchronized boolean isOver() {
        return over;
    }

    private synchronized void end() {
        over = true;
        sockets.forEach(SmtpDeadline::close);
    }

    private synchronized Socket watch(Socket socket) {
        sockets.add(socket);
        if (over) {
            close(socket);
        }
        return socket;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed all the same, and the exchange says what became of it.
            LOG.debugf("close SMTP socket: %s", e.getMessage());
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    /** Plain sockets that are watched. */
    SocketFactory plain() {
        return new Plain();
    }

    /** TLS over {@code tls}; what is watched is the socket below. */
    SSLSocketFactory over(SSLSocketFactory tls) {
        return new Tls(tls);
    }

    private final class Plain extends SocketFactory {
        @Override
        public Socket createSocket() {
            return watch(new Socket());
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return watch(new Socket(host, port));
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return watch(new Socket(host, port, local, localPort));
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return watch(new Socket(host, port));
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return watch(new Socket(host, port, local, localPort));
        }
    }

    private final class Tls extends SSLSocketFactory {
        private final SSLSocketFactory tls;

        Tls(SSLSocketFactory tls) {
            this.tls = tls;
        }

        /** The one that Jakarta Mail calls, with a plain socket that is connected. */
        @Override
        public Socket createSocket(Socket below, String host, int port, boolean autoClose) throws IOException {
            watch(below);
            return tls.createSocket(below, host, port, autoClose);
        }

        @Override
        public Socket createSocket() throws IOException {
            return watch(tls.createSocket());
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return watch(tls.createSocket(host, port));
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return watch(tls.createSocket(host, port, local, localPort));
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return watch(tls.createSocket(host, port));
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return watch(tls.createSocket(host, port, local, localPort));
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return tls.getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return tls.getSupportedCipherSuites();
        }
    }
}
