package io.diskvigil.web;

import io.diskvigil.metrics.Page;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** Sends a page in pieces, no faster than the client takes them, so that a scrape holds little memory of its own. */
final class Sending {
    private static final int PIECE = 64 * 1024;

    private final Page page;
    private final HttpServerResponse response;
    private int sent;

    Sending(Page page, HttpServerResponse response) {
        this.page = page;
        this.response = response;
    }

    /** Writes until the client is behind, and is called again when it has caught up. */
    void resume() {
        if (response.ended() || response.closed()) {
            return;
        }
        while (sent < page.length()) {
            if (response.writeQueueFull()) {
                response.drainHandler(drained -> resume());
                return;
            }
            byte[] piece = page.slice(sent, PIECE);
            sent += piece.length;
            response.write(Buffer.buffer(piece));
        }
        response.end();
    }
}
