package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.TestKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What is wrong with the promise about self-tests. Made anew from all drives each time that it is looked at. */
public final class Promise {
    /** The rules under which it finds. */
    public static final String DEADLINE = "self-test-deadline";

    public static final String IMPOSSIBLE = "promise-impossible";

    private final Calendar calendar;
    private final Capacity capacity;

    public Promise(SelfTestPlanner planner, Collection<Subject> subjects) {
        calendar = planner.calendar();
        capacity = new Capacity(calendar, subjects, calendar.perController());
    }

    /**
     * Whether the deadline has passed although the drive had its chance; a drive that only waited for its turn has it when all
     * that it shares a limit with could have had theirs.
     *
     * @param awakeSince when the daemon started, or the machine came up
     */
    public boolean overdue(Subject subject, TestKind kind, Tally tally, Instant now, Instant awakeSince) {
        int windows = tally.waitedItsTurn() && tally.onlyItsTurn() ? capacity.round(subject, kind) : 1;
        return calendar.overdue(subject, kind, now, awakeSince, windows)
                || calendar.overdueAnyway(subject, kind, now, tally);
    }

    /**
     * About one drive, rule {@link #DEADLINE}.
     *
     * @param tallies what held each kind back since it last passed
     */
    public List<Finding> of(Subject subject, Map<TestKind, Tally> tallies, Instant now, Instant awakeSince) {
        List<Finding> findings = new ArrayList<>();
        for (TestKind kind : List.of(TestKind.LONG, TestKind.SHORT)) {
            Tally tally = tallies.getOrDefault(kind, Tally.none());
            boolean toldForAll = tally.onlyItsTurn()
                    && capacity.isImpossible(subject, kind)
                    && !calendar.overdueAnyway(subject, kind, now, tally);
            if (!toldForAll && overdue(subject, kind, tally, now, awakeSince)) {
                Deadline deadline = calendar.deadline(subject, kind).orElseThrow();
                findings.add(
                        DeadlineFinding.of(calendar, subject, deadline, Calendar.lastPass(subject, kind), tally, now));
            }
        }
        return findings;
    }

    /** About the machine, rule {@link #IMPOSSIBLE}: the limits cannot keep the promise, whatever the nights bring. */
    public List<Finding> ofHost(ComponentId host) {
        return capacity.findings(host);
    }
}
