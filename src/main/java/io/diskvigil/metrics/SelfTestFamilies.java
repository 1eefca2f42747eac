package io.diskvigil.metrics;

import io.diskvigil.metrics.Exposition.Family;
import io.diskvigil.metrics.Exposition.Label;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.SelfTestBoard.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Writes the families about self-tests. Absent is not zero: what never passed, or is not promised, has no row. */
final class SelfTestFamilies {
    private static final List<TestKind> KINDS = List.of(TestKind.SHORT, TestKind.LONG);
    private static final Family LAST_PASSED = Family.gauge(
            "diskvigil_self_test_last_passed_timestamp_seconds", "When a self-test of this kind last passed.");
    private static final Family DEADLINE = Family.gauge(
            "diskvigil_self_test_deadline_timestamp_seconds",
            "Until when a self-test of this kind, or a longer one, must have passed.");
    private static final Family OVERDUE = Family.gauge(
            "diskvigil_self_test_overdue", "1 if the deadline has passed although the drive had its chance, else 0.");
    private static final Family RUNNING =
            Family.gauge("diskvigil_self_test_running", "1 while a self-test runs, whoever started it, else 0.");
    private static final Family PROGRESS = Family.gauge(
            "diskvigil_self_test_progress_ratio", "How much of the running self-test is done, from 0 to 1.");
    private static final Family POSSIBLE =
            Family.gauge("diskvigil_self_test_possible", "1 if self-tests can be started on this drive here, else 0.");

    private SelfTestFamilies() {}

    static void write(List<Row> rows, Exposition out) {
        List<Labelled> drives = rows.stream()
                .map(row -> new Labelled(Label.of("drive", row.drive().id().value()), row))
                .toList();
        instants(LAST_PASSED, drives, Row::passed, out);
        instants(DEADLINE, drives, Row::deadlines, out);
        out.family(OVERDUE);
        for (Labelled drive : drives) {
            KINDS.stream()
                    .filter(kind -> drive.row().deadlines().containsKey(kind))
                    .forEach(kind -> out.row()
                            .label(drive.drive())
                            .label("kind", kind.word())
                            .value(drive.row().overdue().contains(kind) ? 1 : 0));
        }
        out.family(RUNNING);
        drives.forEach(drive ->
                out.row().label(drive.drive()).value(drive.row().running().isPresent() ? 1 : 0));
        out.family(PROGRESS);
        drives.forEach(drive -> drive.row()
                .running()
                .filter(running -> running.donePercent().isPresent())
                .ifPresent(running -> out.row()
                        .label(drive.drive())
                        .value(running.donePercent().getAsInt() / 100.0)));
        out.family(POSSIBLE);
        drives.forEach(drive -> out.row().label(drive.drive()).value(drive.row().possible() ? 1 : 0));
    }

    private record Labelled(Label drive, Row row) {}

    private static void instants(
            Family family, List<Labelled> drives, Function<Row, Map<TestKind, Instant>> of, Exposition out) {
        out.family(family);
        for (Labelled drive : drives) {
            Map<TestKind, Instant> instants = of.apply(drive.row());
            KINDS.stream()
                    .filter(instants::containsKey)
                    .forEach(kind -> out.row()
                            .label(drive.drive())
                            .label("kind", kind.word())
                            .value(instants.get(kind).toEpochMilli() / 1000.0));
        }
    }
}
