package io.diskvigil.adapter.kernel;

/** Knows the messages of one part of the kernel. */
interface MessageReader {
    /**
     * Adds what the message tells to {@code found}.
     *
     * @return whether the message is of this part, trouble or not: then nobody else is asked
     */
    boolean reads(String message, Found found);
}
