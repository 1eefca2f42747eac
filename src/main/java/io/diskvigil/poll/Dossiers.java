package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import io.diskvigil.poll.Ledger.LedgerException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;

/** What is remembered of each drive's self-tests, in memory and in the database. Safe for use by several threads. */
final class Dossiers {
    private static final Logger LOG = Logger.getLogger(Dossiers.class);
    /** What held a test back changes with every look, and is written no more often than this. */
    private static final Duration LAZY = Duration.ofMinutes(10);

    private final SelfTestMemory memory;
    private final Clock clock;
    private final Map<ComponentId, DriveTests> tests = new HashMap<>();
    private final Map<ComponentId, DriveTests> unwritten = new HashMap<>();
    private Instant lazilyWritten;
    private String trouble = "";

    Dossiers(SelfTestMemory memory, Clock clock) {
        this.memory = memory;
        this.clock = clock;
        this.lazilyWritten = clock.instant();
        tests.putAll(memory.load());
    }

    synchronized Optional<DriveTests> of(ComponentId id) {
        return Optional.ofNullable(tests.get(id));
    }

    /** Changes what is remembered and writes it, if it did change. */
    synchronized DriveTests update(ComponentId id, UnaryOperator<DriveTests> change) {
        DriveTests before = tests.get(id);
        DriveTests after = change.apply(before);
        if (!after.equals(before)) {
            tests.put(id, after);
            write(id, after);
        }
        return after;
    }

    /** Changes what is remembered; it is written with the next important change, or some minutes later. */
    synchronized void updateLazily(ComponentId id, UnaryOperator<DriveTests> change) {
        DriveTests before = tests.get(id);
        DriveTests after = change.apply(before);
        if (!after.equals(before)) {
            tests.put(id, after);
            unwritten.put(id, after);
        }
        if (!clock.instant().isBefore(lazilyWritten.plus(LAZY))) {
            flush();
        }
    }

    synchronized void flush() {
        lazilyWritten = clock.instant();
        Map.copyOf(unwritten).forEach(this::write);
    }

    void add(ComponentId id, TestRun run) {
        guarded(() -> memory.add(id, run));
    }

    void keepBirthRecord(ComponentId id, SelfTestMemory.BirthRecord record) {
        guarded(() -> memory.keepBirthRecord(id, record));
    }

    private void write(ComponentId id, DriveTests after) {
        unwritten.put(id, after);
        if (guarded(() -> memory.keep(id, after))) {
            unwritten.remove(id);
        }
    }

    /** Without the database self-tests go on; what a restart would forget by that is at worst a test that runs twice. */
    private synchronized boolean guarded(Runnable write) {
        try {
            write.run();
            trouble = "";
            return true;
        } catch (LedgerException e) {
            if (!e.getMessage().equals(trouble)) {
                LOG.errorf("%s: the state of self-tests is kept in memory only until this is mended", e.getMessage());
            }
            trouble = e.getMessage();
            return false;
        }
    }
}
