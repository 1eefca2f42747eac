package io.diskvigil.cli;

import io.diskvigil.web.HttpConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks the daemon that runs on this machine. */
final class RunningDaemon {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private RunningDaemon() {}

    /** @throws IllegalStateException if no daemon answers; the message is for a person */
    static String get(HttpConfig http, String path) {
        // A daemon that listens on every address is asked on loopback.
        String host = http.host().equals("0.0.0.0") ? "127.0.0.1" : http.host().equals("::") ? "[::1]" : http.host();
        URI uri = URI.create("http://%s:%d%s".formatted(host, http.port(), path));
        try {
            var answer = HttpClient.newBuilder()
                    .connectTimeout(TIMEOUT)
                    .build()
                    .send(HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(
                        "ask %s: HTTP status %d; is that diskvigil?".formatted(uri, answer.statusCode()));
            }
            return answer.body();
        } catch (ConnectException e) {
            // It has no message of its own.
            throw new IllegalStateException(
                    "ask %s: nobody listens there; is the daemon running? (systemctl status diskvigil)".formatted(uri),
                    e);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "ask %s: %s; is the daemon running? (systemctl status diskvigil)".formatted(uri, e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("ask " + uri + ": interrupted", e);
        }
    }
}
