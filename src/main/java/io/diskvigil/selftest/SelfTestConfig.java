package io.diskvigil.selftest;

import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.time.LocalTime;

/** The promise about self-tests, and when they may run: the section {@code self-test} of diskvigil.yaml. */
public interface SelfTestConfig {
    /** Whether the daemon starts self-tests; with false it only reads the results of those that others start. */
    @WithDefault("true")
    boolean enabled();

    /** Each drive has passed a short or longer test within this time. */
    @WithDefault("1d")
    Duration shortWithin();

    /** Each drive of at most {@code large-above} bytes has passed a long test within this time. */
    @WithDefault("7d")
    Duration longWithin();

    /** The same for larger drives. */
    @WithDefault("28d")
    Duration longWithinLarge();

    /** Capacity in bytes above which a drive counts as large: 4 TB, with a little room for how makers round. */
    @WithDefault("4100000000000")
    long largeAbove();

    /** Local time of day from which on tests are started. */
    @WithDefault("01:00")
    LocalTime windowStart();

    /** Local time of day from which on no test is started any more; one that runs goes on. May lie before the start: then the window spans midnight. */
    @WithDefault("06:00")
    LocalTime windowEnd();

    /** Tests that run at the same time behind one controller. */
    @WithDefault("1")
    int perController();

    /** Whether a drive that was never seen before gets a short (or conveyance) and a long test as soon as a window allows. */
    @WithDefault("true")
    boolean commissioning();

    /** No test is started on a drive that is not this many degrees Celsius below its limit. */
    @WithDefault("5")
    int coolerBy();

    /** No test is started on a drive that was busy for more than this percentage of the last minutes. */
    @WithDefault("50")
    int busyPercent();

    /** No test is started so soon after the machine came up. */
    @WithDefault("10m")
    Duration afterBoot();
}
