package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a message means that holds these words, in any case.
 *
 * @param kind empty where the message is no trouble and need not be kept
 */
record Wording(String words, Optional<EventKind> kind, Health health) {
    static Wording failed(String words, EventKind kind) {
        return new Wording(words, Optional.of(kind), Health.FAILED);
    }

    static Wording degraded(String words, EventKind kind) {
        return new Wording(words, Optional.of(kind), Health.DEGRADED);
    }

    static Wording fine(String words, EventKind kind) {
        return new Wording(words, Optional.of(kind), Health.OK);
    }

    static Wording chatter(String words) {
        return new Wording(words, Optional.empty(), Health.OK);
    }

    /** The first of the table whose words stand in the message. */
    static Optional<Wording> of(List<Wording> table, String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        return table.stream().filter(wording -> lower.contains(wording.words)).findFirst();
    }
}
