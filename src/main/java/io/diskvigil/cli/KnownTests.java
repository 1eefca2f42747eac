package io.diskvigil.cli;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.DriveTests;
import io.diskvigil.poll.SelfTestMemory.BirthRecord;
import io.diskvigil.poll.TestRun;
import io.diskvigil.store.SelfTestTables;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What the store remembers of the self-tests of drives, as it is shown; times are UTC. */
final class KnownTests {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int MOST = 20;

    private final SelfTestTables tables;
    private final Map<ComponentId, DriveTests> tests;

    KnownTests(SelfTestTables tables) {
        this.tables = tables;
        this.tests = tables.load();
    }

    /** When a long test last passed. */
    Optional<Instant> lastLong(ComponentId drive) {
        return Optional.ofNullable(tests.get(drive))
                .map(known -> known.promised().passed().get(TestKind.LONG))
                .map(DriveTests.Pass::at);
    }

    /** A line each, newest first. */
    List<String> history(ComponentId drive) {
        return tables.runs(drive, MOST).stream().map(KnownTests::line).toList();
    }

    private static String line(TestRun run) {
        return "%s  %-10s %s: %s, %s%s%s"
                .formatted(
                        TIME.format(run.ended()),
                        run.kind().map(TestKind::word).orElse("test"),
                        run.result().name().toLowerCase(Locale.ROOT),
                        run.words(),
                        "took " + Ago.span(Duration.between(run.began(), run.ended())),
                        run.lba().isPresent() ? ", LBA " + run.lba().getAsLong() : "",
                        run.ours() ? "" : ", started by someone else");
    }

    /** How the drive was when it went into service, a reading a line; empty if that was not kept. */
    List<String> birthRecord(ComponentId drive) {
        Optional<BirthRecord> record = tables.birthRecord(drive);
        return record.stream()
                .flatMap(one -> Stream.concat(Stream.of(TIME.format(one.at())), one.lines().stream()))
                .toList();
    }
}
