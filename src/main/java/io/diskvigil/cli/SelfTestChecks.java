package io.diskvigil.cli;

import io.diskvigil.selftest.SelfTestConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the section {@code self-test} may not say. */
final class SelfTestChecks {
    private SelfTestChecks() {}

    static List<String> problems(SelfTestConfig config) {
        List<String> problems = new ArrayList<>();
        period(problems, "short-within", config.shortWithin());
        period(problems, "long-within", config.longWithin());
        period(problems, "long-within-large", config.longWithinLarge());
        if (config.largeAbove() < 0) {
            problems.add("self-test.large-above: %d is below 0".formatted(config.largeAbove()));
        }
        if (config.windowStart().equals(config.windowEnd())) {
            problems.add("self-test.window-end: %s is also window-start; the window has no time in it"
                    .formatted(config.windowEnd()));
        }
        range(problems, "per-controller", config.perController(), 1, 1000);
        range(problems, "busy-percent", config.busyPercent(), 1, 100);
        range(problems, "cooler-by", config.coolerBy(), 0, 50);
        return problems;
    }

    private static void period(List<String> problems, String key, Duration period) {
        if (period.compareTo(Duration.ofDays(1)) < 0) {
            problems.add("self-test.%s: below 1d; tests run in one window a night".formatted(key));
        } else if (period.compareTo(Duration.ofDays(3650)) > 0) {
            problems.add("self-test.%s: %dd is above 3650d".formatted(key, period.toDays()));
        }
    }

    private static void range(List<String> problems, String key, int value, int least, int most) {
        if (value < least || value > most) {
            problems.add("self-test.%s: %d is not from %d to %d".formatted(key, value, least, most));
        }
    }
}
