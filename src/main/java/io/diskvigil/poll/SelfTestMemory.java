package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What the desk remembers of self-tests over restarts. Implemented by the store. Every method throws {@link
 * Ledger.LedgerException} if the database refuses; then nothing of that call has been kept.
 */
public interface SelfTestMemory {
    Map<ComponentId, DriveTests> load();

    void keep(ComponentId drive, DriveTests tests);

    /** Adds to the history of a drive, of which the newest hundred are kept. */
    void add(ComponentId drive, TestRun run);

    /** Keeps how a drive was when it had passed its first tests; an earlier record stays. */
    void keepBirthRecord(ComponentId drive, BirthRecord record);

    /** What persons asked for and nobody answered yet, oldest first. */
    List<TestRequest> requests();

    void answer(TestRequest request, boolean granted, String words);

    /**
     * All readings of a drive when it went into service.
     *
     * @param lines one reading each
     */
    record BirthRecord(Instant at, List<String> lines) {
        public BirthRecord {
            lines = List.copyOf(lines);
        }
    }
}
