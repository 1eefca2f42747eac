package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.TestKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the desk itself finds about a drive's self-tests, in words. */
final class SelfTestFindings {
    static final String STUCK = "self-test-stuck";
    static final String ABORTED = "self-test-aborted";
    static final String REFUSED = "self-test-refused";

    private static final String SUBJECT = "self_test";
    private static final int ABORTED_IN_A_ROW = 3;

    private SelfTestFindings() {}

    static List<Finding> of(Component drive, DriveTests tests) {
        List<Finding> findings = new ArrayList<>();
        tests.ran().open().filter(OpenRun::isStuck).ifPresent(run -> findings.add(stuck(drive, run)));
        if (tests.ran().abortedInARow() >= ABORTED_IN_A_ROW) {
            findings.add(aborted(drive, tests));
        }
        return findings;
    }

    private static Finding stuck(Component drive, OpenRun run) {
        String where = run.remaining().isPresent()
                ? "stands at %d %%".formatted(100 - run.remaining().getAsInt())
                : "does not end";
        return finding(
                STUCK,
                drive,
                Severity.WARNING,
                "%s self-test %s for more than three times its time".formatted(name(run.kind()), where),
                "begun %s, expected to take %d min"
                        .formatted(run.began(), run.estimate().toMinutes()),
                Optional.of(run.since()),
                "The drive does not get on with reading its own medium, or it has forgotten that it was testing. Either way it is"
                        + " not being tested.",
                List.of(
                        "Look for pending sectors and slow reads: a drive that tries one place for hours is about to fail.",
                        "Is the drive very busy? Tests make way for the host.",
                        "End it: diskvigil selftest %s --stop. Then run a short one: diskvigil selftest %s short."
                                .formatted(drive.id(), drive.id())));
    }

    private static Finding aborted(Component drive, DriveTests tests) {
        int times = tests.ran().abortedInARow();
        return finding(
                ABORTED,
                drive,
                Severity.WARNING,
                "the last %d self-tests were ended before they were done".formatted(times),
                tests.ran().last().map(TestRun::words).orElse(""),
                tests.ran().last().map(TestRun::ended),
                "The host, a reset or a spin-down ended them. That says nothing about the drive, but it is not being tested.",
                List.of(
                        "Look for resets in the kernel's log (dmesg) and for a drive that is spun down (hdparm -S, hd-idle).",
                        "Does another tool start tests or poll this drive, such as smartd or a RAID controller?",
                        "Try one by hand at a quiet time: diskvigil selftest %s short.".formatted(drive.id())));
    }

    /** Told once, as a note. */
    static Finding refused(Component drive, TestKind kind, String words) {
        return finding(
                REFUSED,
                drive,
                Severity.NOTICE,
                "no self-test can be started on this drive here",
                words,
                Optional.empty(),
                "The drive or its controller refused the %s self-test. It is not asked again for 30 days, unless firmware, controller"
                                .formatted(kind.word())
                        + " or path change, and no deadline counts for it.",
                List.of(
                        "Behind a RAID controller: switch on its patrol read or consistency check, which reads the same medium.",
                        "In a software array: run its check or scrub once a month (md: echo check, ZFS: zpool scrub).",
                        "Where the drive also has a block device of its own, watch that one instead of the pass-through.",
                        "Try again now: diskvigil selftest %s short.".formatted(drive.id())));
    }

    static String name(Optional<TestKind> kind) {
        return kind.map(TestKind::word).orElse("foreign");
    }

    private static Finding finding(
            String rule,
            Component drive,
            Severity severity,
            String summary,
            String now,
            Optional<Instant> since,
            String meaning,
            List<String> advice) {
        return new Finding(
                rule,
                drive.id(),
                SUBJECT,
                severity,
                0,
                summary,
                new Evidence(SUBJECT, "self-tests of the drive", "", "", now, since),
                meaning,
                advice,
                false);
    }
}
