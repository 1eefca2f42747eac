package io.diskvigil.poll;

import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.poll.Ledger.LedgerException;
import java.util.List;
import java.util.Optional;

/** The lives of drives, as the poller needs them kept. Implemented by the store; every method throws {@link LedgerException}. */
public interface LifeLedger {
    /** Every drive whose first sight was told. */
    List<Life> lives();

    /** All of them again if somebody beside this program changed the database since the last call; else empty. */
    Optional<List<Life>> livesChangedElsewhere();

    /**
     * Keeps how a drive stands, where it is, and what happened to it, all or nothing. A drive that somebody decommissioned
     * meanwhile stays so.
     *
     * @return false if the drive itself is not in the database yet; then nothing was kept
     */
    boolean keep(Life life, List<LifeEvent> events);
}
