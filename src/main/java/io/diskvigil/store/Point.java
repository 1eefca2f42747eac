package io.diskvigil.store;

import java.time.Instant;

/**
 * One point of a chart. Of a single poll all three values are the same; of a day that is only kept as a roll-up, {@code at}
 * is the end of that day and {@code value} the last one. Days on which the reading did not move have no point.
 */
public record Point(Instant at, double low, double value, double high) {}
