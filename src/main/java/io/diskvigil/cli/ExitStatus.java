package io.diskvigil.cli;

import io.diskvigil.model.Verdict;

/** Exit statuses as monitoring plugins use them: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN. A notice is OK. */
final class ExitStatus {
    /** Also the status of a command for monitoring systems that fails by itself. */
    static final int UNKNOWN = 3;

    private ExitStatus() {}

    static int of(Verdict verdict) {
        return switch (verdict) {
            case OK, NOTICE -> 0;
            case WARNING -> 1;
            case CRITICAL -> 2;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
