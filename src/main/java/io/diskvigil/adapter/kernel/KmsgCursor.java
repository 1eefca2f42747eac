package io.diskvigil.adapter.kernel;

/**
 * How far the kernel's log was read. Sequence numbers begin anew at each boot.
 *
 * @param bootId of {@code /proc/sys/kernel/random/boot_id}
 * @param sequence of the last record that was taken
 */
public record KmsgCursor(String bootId, long sequence) {}
