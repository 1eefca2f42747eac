package io.diskvigil.poll;

import io.diskvigil.model.TestKind;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A self-test that has ended.
 *
 * @param kind empty if somebody else started it and the log does not say which it was
 * @param began when it was started, or first seen running
 * @param words the drive's own
 * @param lba of the first error
 * @param hours power-on hours at its end, as the drive noted them
 * @param ours whether the daemon started it
 */
public record TestRun(
        Optional<TestKind> kind,
        Instant began,
        Instant ended,
        Result result,
        String words,
        OptionalLong lba,
        OptionalLong hours,
        boolean ours) {
    /** The names are stored: rename none. */
    public enum Result {
        PASSED,
        FAILED,
        /** By the host or a reset. */
        ABORTED,
        /** By a person, through the daemon. */
        STOPPED,
        /** It runs no more and the log does not tell of it. */
        LOST,
        /** The log tells of it with a word that is not known. */
        UNKNOWN
    }
}
