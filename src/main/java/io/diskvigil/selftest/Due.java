package io.diskvigil.selftest;

import io.diskvigil.model.TestKind;
import java.time.Instant;
import java.util.Comparator;

/**
 * A test that is to run in the window that is open and that nothing but other drives speaks against.
 *
 * @param from its minute; it is not started before
 */
record Due(Subject subject, TestKind kind, boolean commissioning, Instant deadline, Instant from) {
    /** Who goes first where not all can. */
    static final Comparator<Due> ORDER = Comparator.comparing((Due due) -> !due.commissioning)
            .thenComparing(Due::deadline)
            .thenComparing(due -> due.subject.id());

    boolean isLong() {
        return kind == TestKind.LONG;
    }

    /** A long test leaves room for this one: it is short, or its turn is earlier. */
    boolean goesBefore(Due longTest) {
        return !isLong() || ORDER.compare(this, longTest) < 0;
    }
}
