package io.diskvigil.exec;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what sends no signal, for a bounded time and on through interrupts: killing must not stop half-way. */
final class Patience {
    private Patience() {}

    /** Asks every 10 ms, the last time after the limit. An interrupt is the caller's again at the end. */
    static boolean until(Duration limit, BooleanSupplier done) {
        var end = System.nanoTime() + limit.toNanos();
        var interrupted = false;
        try {
            while (!done.getAsBoolean()) {
                if (System.nanoTime() >= end) {
                    return false;
                }
                try {
                    MILLISECONDS.sleep(10);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
