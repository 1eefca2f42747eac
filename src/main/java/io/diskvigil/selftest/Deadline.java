package io.diskvigil.selftest;

import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;

/**
 * Until when a drive must have passed a test.
 *
 * @param at the close of the last window that keeps the promise, and the time that the test takes
 * @param period the promise, as configured
 */
public record Deadline(TestKind kind, Instant at, Duration period) {}
