package io.diskvigil.poll;

import io.diskvigil.poll.Ledger.LedgerException;
import io.diskvigil.poll.Tales.Tale;

/** Ends the stories of those who are gone for good, tells what is to be told once, and keeps how each drive stands. */
final class Stories {
    private final Presence presence;
    private final OpenIncidents incidents;
    private final Decisions decisions;
    private final Display display;

    Stories(Presence presence, OpenIncidents incidents, Decisions decisions, Display display) {
        this.presence = presence;
        this.incidents = incidents;
        this.decisions = decisions;
        this.display = display;
    }

    /** What cannot be told or kept now is left for the next time. */
    void keep() {
        Tales tales = presence.tales();
        for (Tale ending : tales.endings()) {
            display.drop(ending.component().id());
            if (decisions.end(ending.component(), ending.notice())) {
                tales.ended(ending.component().id());
            }
        }
        for (Tale tale : tales.untold()) {
            if (decisions.note(tale.component(), tale.notice())) {
                tales.told(tale);
            }
        }
        try {
            presence.keep();
        } catch (LedgerException e) {
            incidents.troubled(e);
        }
    }
}
