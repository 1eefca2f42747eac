package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What is known of self-tests, for metrics, pages and commands: replaced as a whole, read without waiting. */
public final class SelfTestBoard {
    private volatile Sheet sheet = new Sheet(List.of(), List.of(), 0);

    private record Sheet(List<Row> rows, List<Subject> subjects, long version) {}

    /**
     * One drive.
     *
     * @param passed when a test of each kind last passed
     * @param deadlines until when a test of each kind must have passed; absent where nothing is promised
     * @param overdue kinds whose deadline has passed although the drive had its chance
     * @param possible whether tests can be started here
     * @param why why none is started now, one clause; empty if one is
     * @param owed tests that a new drive still owes, in order
     */
    public record Row(
            Component drive,
            Map<TestKind, Instant> passed,
            Map<TestKind, Instant> deadlines,
            Set<TestKind> overdue,
            Optional<Running> running,
            Optional<TestRun> last,
            boolean possible,
            String why,
            List<TestKind> owed) {
        public Row {
            passed = Map.copyOf(passed);
            deadlines = Map.copyOf(deadlines);
            overdue = Set.copyOf(overdue);
            owed = List.copyOf(owed);
        }
    }

    /**
     * A test that runs.
     *
     * @param donePercent empty where the drive does not tell
     * @param ours whether the daemon started it
     */
    public record Running(
            Optional<TestKind> kind, boolean ours, Instant began, OptionalInt donePercent, Instant expectedEnd) {}

    public List<Row> rows() {
        return sheet.rows();
    }

    /** The drives as the planner sees them, so that others can ask it what comes. */
    public List<Subject> subjects() {
        return sheet.subjects();
    }

    /** Changes with every update. */
    public long version() {
        return sheet.version();
    }

    void put(List<Row> rows, List<Subject> subjects) {
        Sheet old = sheet;
        if (!old.rows().equals(rows) || !old.subjects().equals(subjects)) {
            sheet = new Sheet(List.copyOf(rows), List.copyOf(subjects), old.version() + 1);
        }
    }
}
