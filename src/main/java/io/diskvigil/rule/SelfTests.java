package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the self-test log says, newest first: only explicit failures speak against the drive (ATA/ATAPI Command Set, SMART
 * self-test log, status 3 to 8; SCSI and NVMe have the same kinds). A later passed test of the same or a longer kind closes
 * a failure. Pinheiro, FAST'07: 39 times the failures within 60 days of the first scan error.
 */
final class SelfTests implements Rule {
    private static final String SUBJECT = "self_test";

    private final RuleConfig.SelfTests config;

    SelfTests(RuleConfig.SelfTests config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "self-test";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        SelfTestLog log = SelfTestLog.of(snapshot);
        return Stream.of(failed(snapshot, past, log), aborted(snapshot, log), unknown(snapshot, log))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> failed(Snapshot snapshot, Past past, SelfTestLog log) {
        List<SelfTest> failures = log.openFailures();
        if (failures.isEmpty()) {
            return Optional.empty();
        }
        boolean confirmed = Stream.of(
                        Vocabulary.PENDING_SECTORS,
                        Vocabulary.OFFLINE_UNCORRECTABLE_SECTORS,
                        Vocabulary.REALLOCATED_SECTORS,
                        Vocabulary.GROWN_DEFECTS)
                .flatMap(word -> Count.of(snapshot, past, word).stream())
                .anyMatch(count -> count.standing() > 0);
        boolean old = failures.stream()
                .allMatch(test -> log.ageHours(test).stream()
                        .anyMatch(hours -> hours > config.old().toHours()));
        boolean grave = failures.stream().anyMatch(test -> test.result() != SelfTestResult.FAILED_READ);
        Severity severity;
        if (old && !confirmed) {
            severity = Severity.NOTICE;
        } else if (grave || confirmed || failures.size() >= config.repeated()) {
            severity = Severity.CRITICAL;
        } else {
            severity = Severity.WARNING;
        }
        SelfTest newest = failures.get(0);
        return Optional.of(finding(
                snapshot,
                SUBJECT,
                severity,
                failures.size(),
                summary(newest, failures.size()),
                newest,
                meaning(newest, old),
                advice(newest, severity)));
    }

    private Optional<Finding> aborted(Snapshot snapshot, SelfTestLog log) {
        List<SelfTest> newest =
                log.finished().stream().limit(config.abortedInARow()).toList();
        boolean all = newest.size() == config.abortedInARow()
                && newest.stream().allMatch(test -> test.result() == SelfTestResult.ABORTED);
        return all && !newest.isEmpty()
                ? Optional.of(finding(
                        snapshot,
                        SUBJECT + "_aborted",
                        Severity.NOTICE,
                        0,
                        "the last %d self-tests did not finish".formatted(newest.size()),
                        newest.get(0),
                        "The tests were ended by the host, a reset or a power-down. That says nothing about the drive, but the"
                                + " drive is not being tested.",
                        List.of(
                                "Look for what interrupts them: resets, spin-down, another tool that starts tests.",
                                "Start a test by hand at a quiet time: smartctl -t long.")))
                : Optional.empty();
    }

    private Optional<Finding> unknown(Snapshot snapshot, SelfTestLog log) {
        return log.finished().stream()
                .findFirst()
                .filter(test -> test.result() == SelfTestResult.UNKNOWN)
                .map(test -> finding(
                        snapshot,
                        SUBJECT + "_unknown",
                        Severity.NOTICE,
                        0,
                        "self-test ended with a word that is not known: " + test.vendorWord(),
                        test,
                        "It cannot be told whether the test passed.",
                        List.of("Repeat the test: smartctl -t short.")));
    }

    private static String summary(SelfTest newest, int failures) {
        String what = newest.result() == SelfTestResult.FAILED_READ
                ? "self-test failed"
                        + (newest.lba().isPresent() ? " at LBA " + newest.lba().getAsLong() : " reading")
                : "self-test failed: " + newest.vendorWord();
        return failures == 1 ? what : what + " (" + failures + " failed tests)";
    }

    private static String meaning(SelfTest newest, boolean old) {
        String what = newest.result() == SelfTestResult.FAILED_READ
                ? "The drive tested itself and could not read a place of its own medium."
                : "The drive tested itself and found a fault of its electronics or mechanics, or could not go on.";
        return old ? what + " That was long ago, and no test of that kind has passed since." : what;
    }

    private static List<String> advice(SelfTest newest, Severity severity) {
        if (severity == Severity.NOTICE) {
            return List.of("Run a long self-test: smartctl -t long. If it passes, this closes.");
        }
        String backup = severity == Severity.CRITICAL
                ? "Check now that the data on this drive has a backup or a healthy mirror."
                : "Make sure that the data on this drive has a backup or a healthy mirror.";
        if (newest.result() != SelfTestResult.FAILED_READ) {
            return List.of(backup, "Replace the drive. Keep the output of smartctl -x for the warranty.");
        }
        String again = "Run the self-test again. If it fails again, replace the drive.";
        if (newest.lba().isPresent()) {
            return List.of(backup, BadSector.FIND_OUT, again);
        }
        return List.of(
                backup,
                "In an array: start its check or scrub; it rewrites the bad sector from the other members.",
                "Alone: read every file; restore the one that fails from a backup.",
                again);
    }

    private Finding finding(
            Snapshot snapshot,
            String subject,
            Severity severity,
            long level,
            String summary,
            SelfTest test,
            String meaning,
            List<String> advice) {
        String hours = test.hours().isPresent() ? " at " + test.hours().getAsLong() + " power-on hours" : "";
        return new Finding(
                name(),
                snapshot.component().id(),
                subject,
                severity,
                level,
                summary,
                new Evidence(
                        test.name(),
                        test.source(),
                        "",
                        "",
                        test.kind() + ": " + test.vendorWord() + hours,
                        Optional.empty()),
                meaning,
                advice,
                false);
    }
}
