package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** What to do with one drive now. */
public sealed interface Decision {
    ComponentId drive();

    /** One clause for a person and the log. */
    String reason();

    /**
     * Start this test now.
     *
     * @param night the date on which the window that is open began
     */
    record Start(ComponentId drive, TestKind kind, LocalDate night, String reason) implements Decision {}

    /**
     * Start none.
     *
     * @param held the tests that would be started but for the cause, the first one first; empty if none is due
     * @param night the date on which the window that is open began; empty outside of windows
     */
    record Wait(ComponentId drive, Cause cause, String reason, List<TestKind> held, Optional<LocalDate> night)
            implements Decision {
        public Wait {
            held = List.copyOf(held);
        }
    }
}
