package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What became of the bad blocks that a SCSI drive's background scan found (SBC-4, background scan parameter, reassign
 * status). The log keeps old entries: what is open since more than {@code old} of power-on time weighs less.
 */
final class BackgroundScan implements Rule {
    /** The beginning of the readings' names; with {@code _at_hours} behind it the power-on hours of the newest one. */
    private static final String PREFIX = "scsi_background_scan_";

    private enum State {
        REASSIGN_FAILED(
                Severity.CRITICAL,
                Severity.WARNING,
                "bad block could not be reassigned",
                "bad blocks could not be reassigned",
                "The drive tried to replace these blocks by spares and failed: it can no longer heal itself.",
                "Check now that the data on this drive has a backup or a healthy mirror.",
                "Replace the drive."),
        NEEDS_WRITE(
                Severity.WARNING,
                Severity.NOTICE,
                "unreadable block waits for a write",
                "unreadable blocks wait for a write",
                "The drive's own scan could not read these blocks; it replaces them when they are written. What lay in them"
                        + " may be lost if no mirror or backup has it.",
                "Make sure that the data on this drive has a backup or a healthy mirror.",
                "In an array: start its check or scrub (patrol read, md check); it rewrites them from the other members.",
                "Alone: find the file that lies there, restore it from a backup; writing the block heals it."),
        REASSIGNED(
                Severity.NOTICE,
                Severity.NOTICE,
                "bad block was reassigned (background scan)",
                "bad blocks were reassigned (background scan)",
                "The drive's own scan found bad blocks, and spares have taken their place.",
                "Nothing to do now. Compare grown defects: growth there is told."),
        RECOVERED(
                Severity.NOTICE,
                Severity.NOTICE,
                "weak block was rewritten (background scan)",
                "weak blocks were rewritten (background scan)",
                "The drive's own scan found blocks that were hard to read, and rewrote them in place.",
                "Nothing to do: this is what the scan is for."),
        OTHER(
                Severity.NOTICE,
                Severity.NOTICE,
                "block found by the background scan, state not known",
                "blocks found by the background scan, state not known",
                "The drive's own scan found bad blocks; what became of them cannot be told.",
                "Read the log: smartctl -l background DEVICE.");

        private final Severity severity;
        private final Severity old;
        private final String one;
        private final String many;
        private final String meaning;
        private final List<String> advice;

        State(Severity severity, Severity old, String one, String many, String meaning, String... advice) {
            this.severity = severity;
            this.old = old;
            this.one = one;
            this.many = many;
            this.meaning = meaning;
            this.advice = List.of(advice);
        }

        private String readingName() {
            return PREFIX + name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final RuleConfig.BackgroundScan config;

    BackgroundScan(RuleConfig.BackgroundScan config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "background-scan";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return Arrays.stream(State.values())
                .flatMap(state -> snapshot.counter(state.readingName()).stream()
                        .filter(counter -> counter.raw() > 0)
                        .map(counter -> finding(snapshot, state, counter)))
                .toList();
    }

    private Finding finding(Snapshot snapshot, State state, Counter counter) {
        OptionalLong hours = snapshot.count(state.readingName() + "_at_hours");
        boolean old = isOld(snapshot, hours);
        return new Finding(
                name(),
                snapshot.component().id(),
                counter.name(),
                old ? state.old : state.severity,
                counter.raw(),
                Count.number(counter.raw(), state.one, state.many),
                new Evidence(
                        counter.name(),
                        counter.source(),
                        "",
                        "",
                        counter.raw()
                                + (hours.isPresent()
                                        ? ", the newest at %d power-on hours".formatted(hours.getAsLong())
                                        : ""),
                        Optional.empty()),
                state.meaning + (old ? " That was long ago." : ""),
                state.advice,
                false);
    }

    private boolean isOld(Snapshot snapshot, OptionalLong hours) {
        OptionalLong now = snapshot.count(Vocabulary.POWER_ON_HOURS.readingName());
        return hours.isPresent()
                && now.isPresent()
                && now.getAsLong() - hours.getAsLong() > config.old().toHours();
    }
}
