package io.diskvigil.poll;

import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.TestKind;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.DriveTests.Pass;
import io.diskvigil.rule.SelfTestLog;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A drive's self-test log with a mark on each entry, by which a new entry is told from an old one. */
final class TestLog {
    private static final long WRAP = 65_536;

    private final Snapshot snapshot;
    private final SelfTestLog log;
    private final List<String> marks;

    private TestLog(Snapshot snapshot) {
        this.snapshot = snapshot;
        log = SelfTestLog.of(snapshot);
        marks = log.finished().stream().map(this::mark).toList();
    }

    static TestLog of(Snapshot snapshot) {
        return new TestLog(snapshot);
    }

    List<String> marks() {
        return marks;
    }

    /** The test that runs now. */
    Optional<SelfTest> running() {
        return snapshot.readings(SelfTest.class)
                .filter(test -> test.number() == 0 && test.result() == SelfTestResult.RUNNING)
                .findFirst();
    }

    /** The entries that were not there when the log was as marked, newest first. Drives keep some twenty and drop the oldest. */
    List<SelfTest> since(List<String> before) {
        int fresh = 0;
        while (fresh < marks.size() && !continues(before, fresh)) {
            fresh++;
        }
        return log.finished().subList(0, fresh);
    }

    private boolean continues(List<String> before, int fresh) {
        int old = marks.size() - fresh;
        return old <= before.size() && marks.subList(fresh, marks.size()).equals(before.subList(0, old));
    }

    /** The newest pass of each kind, dated by the hours that the drive was on since. */
    Map<TestKind, Pass> passes() {
        Map<TestKind, Pass> passes = new EnumMap<>(TestKind.class);
        for (int i = 0; i < marks.size(); i++) {
            SelfTest test = log.finished().get(i);
            Optional<TestKind> kind = TestKind.of(test.kind());
            OptionalLong age = log.ageHours(test);
            if (test.result() == SelfTestResult.PASSED && kind.isPresent() && age.isPresent()) {
                Instant at = snapshot.takenAt().minus(Duration.ofHours(age.getAsLong()));
                passes.putIfAbsent(kind.get(), new Pass(at, marks.get(i)));
            }
        }
        return passes;
    }

    /** Kind, hour, result and address. The hour as the drive noted it wraps at 65,536; how often it did is told by its age. */
    private String mark(SelfTest test) {
        OptionalLong age = log.ageHours(test);
        OptionalLong on = snapshot.count(Vocabulary.POWER_ON_HOURS.readingName());
        long hour = test.hours().orElse(-1);
        if (age.isPresent() && on.isPresent()) {
            hour += WRAP * Math.round((on.getAsLong() - age.getAsLong() - hour) / (double) WRAP);
        }
        return test.kind() + "@" + hour + "/" + test.result()
                + (test.lba().isPresent() ? "#" + test.lba().getAsLong() : "");
    }
}
