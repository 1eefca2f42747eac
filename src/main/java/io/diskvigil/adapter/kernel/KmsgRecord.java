package io.diskvigil.adapter.kernel;

/**
 * One record of the running kernel's log.
 *
 * @param lost how many records before it nobody saw: overwritten in the kernel's buffer, or more than the reader's own holds
 */
public record KmsgRecord(long sequence, long lost, KernelLine line) {}
