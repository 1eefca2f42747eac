package io.diskvigil.selftest;

import java.time.Duration;
import java.util.OptionalInt;

/** Knows how busy drives are, and how long the machine is up. Never asks a drive. */
public interface Loads {
    /**
     * For how much of the last minutes a drive had something to do, in percent.
     *
     * @param devicePath such as {@code /dev/sda}
     * @return empty if that is not known
     */
    OptionalInt busyPercent(String devicePath);

    /** How long the machine is up. */
    Duration sinceBoot();
}
