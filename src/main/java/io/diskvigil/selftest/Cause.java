package io.diskvigil.selftest;

/** Why no test is started on a drive now. The names are stored: rename none. */
public enum Cause {
    DISABLED("self-tests are switched off"),
    UNTESTABLE("it cannot be tested here"),
    RUNNING("a test runs"),
    NOT_DUE("nothing is due"),
    OUTSIDE_WINDOW("the window is closed"),
    /** Each kind is started once in a window. */
    TRIED("a test was started and did not pass"),
    GROUP("another drive of its redundancy group was tested"),
    CONTROLLER("other drives behind its controller were tested"),
    /** A long test would keep the short ones of this window from running. */
    SHORT_FIRST("short tests went first"),
    ASLEEP("it was asleep"),
    UNREADABLE("it could not be read"),
    HOT("it was too hot"),
    BUSY("it was busy"),
    ARRAY("its array was not at rest"),
    JUST_BOOTED("the machine had just come up"),
    START_FAILED("it could not be started"),
    /** Nobody saw the window from its begin to its end. */
    MISSED("no window was used: the machine was off or the daemon restarted in it");

    private final String words;

    Cause(String words) {
        this.words = words;
    }

    /** A clause about a window that has passed. */
    String words() {
        return words;
    }

    /** Whether it only waited for others that share a limit with it. */
    boolean isTurn() {
        return this == GROUP || this == CONTROLLER || this == SHORT_FIRST;
    }

    static Cause of(Obstacle.Kind kind) {
        return switch (kind) {
            case ASLEEP -> ASLEEP;
            case UNREADABLE -> UNREADABLE;
            case HOT -> HOT;
            case BUSY -> BUSY;
            case ARRAY -> ARRAY;
            case JUST_BOOTED -> JUST_BOOTED;
            case START_FAILED -> START_FAILED;
        };
    }
}
