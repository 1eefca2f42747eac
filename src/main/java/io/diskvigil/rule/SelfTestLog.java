package io.diskvigil.rule;

import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.TestKind;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A drive's self-test log put in order.
 *
 * @param finished without the running one, newest first
 * @param ages power-on hours since each test, by its number; absent where it cannot be told
 */
public record SelfTestLog(List<SelfTest> finished, Map<Integer, Long> ages) {
    /** ATA and SCSI note power-on hours in 16 bits. */
    private static final long WRAP = 65_536;
    /** The log may be stamped a little ahead of the counter: another clock, rounding. */
    private static final long AHEAD = 24;

    public static SelfTestLog of(Snapshot snapshot) {
        List<SelfTest> finished = snapshot.readings(SelfTest.class)
                .filter(test -> test.number() > 0 && test.result() != SelfTestResult.RUNNING)
                .sorted(Comparator.comparingInt(SelfTest::number))
                .toList();
        OptionalLong hours = snapshot.count(Vocabulary.POWER_ON_HOURS.readingName());
        boolean wraps = !snapshot.component().identity().protocol().equals("NVMe");
        return new SelfTestLog(finished, hours.isPresent() ? ages(finished, hours.getAsLong(), wraps) : Map.of());
    }

    /** The log runs from new to old, so that each wrap shows as an age that would shrink. */
    private static Map<Integer, Long> ages(List<SelfTest> finished, long powerOnHours, boolean wraps) {
        Map<Integer, Long> ages = new HashMap<>();
        long younger = 0;
        for (SelfTest test : finished) {
            if (test.hours().isPresent()) {
                long age = powerOnHours - test.hours().getAsLong();
                if (age < 0 && age >= -AHEAD) {
                    age = 0;
                }
                if (wraps) {
                    age = Math.floorMod(age, WRAP);
                    while (age < younger - AHEAD && age + WRAP <= powerOnHours) {
                        age += WRAP;
                    }
                }
                younger = Math.max(younger, age);
                ages.put(test.number(), Math.max(0, age));
            }
        }
        return ages;
    }

    /** Power-on hours since the test; empty if that cannot be told. */
    public OptionalLong ageHours(SelfTest test) {
        Long age = ages.get(test.number());
        return age == null ? OptionalLong.empty() : OptionalLong.of(age);
    }

    /** Failures that no later test has closed, newest first. */
    List<SelfTest> openFailures() {
        List<SelfTest> open = new ArrayList<>();
        List<SelfTest> passedLater = new ArrayList<>();
        for (SelfTest test : finished) {
            if (test.result() == SelfTestResult.PASSED) {
                passedLater.add(test);
            } else if (test.result().failed()
                    && passedLater.stream().noneMatch(passed -> covers(passed.kind(), test.kind()))) {
                open.add(test);
            }
        }
        return open;
    }

    private static boolean covers(String passed, String failed) {
        Optional<TestKind> kind = TestKind.of(passed);
        return kind.isPresent()
                ? kind.equals(Optional.of(TestKind.LONG)) || kind.equals(TestKind.of(failed))
                : passed.equalsIgnoreCase(failed);
    }
}
