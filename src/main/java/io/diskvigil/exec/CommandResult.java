package io.diskvigil.exec;

/**
 * How a command that ran ended. A non-zero exit is the adapter's to judge: smartctl's is a bit mask. Bytes that are not
 * UTF-8 were replaced by U+FFFD, in an output beyond 1 MiB all that are not ASCII by {@code ?}.
 */
public record CommandResult(int exitStatus, String stdout, String stderr) {}
