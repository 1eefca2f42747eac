package io.diskvigil.model;

import java.time.Instant;

/** One dated step of a counter. */
public record Change(Instant at, long from, long to) {}
