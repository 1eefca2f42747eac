package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Capacity.Shared;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Words for a promise that no order of tests can keep. */
final class ImpossibleFinding {
    private static final String ONE_FOR_ALL =
            "This is told once, for the machine, and not again for each drive that only waits for its turn.";

    private ImpossibleFinding() {}

    /**
     * @param need nights that the tests take
     * @param have nights that the promise gives
     * @param others further limits that do not suffice either
     */
    static Finding tooMuch(
            Calendar calendar, ComponentId host, TestKind kind, Shared shared, double need, int have, int others) {
        long needed = (long) Math.ceil(need - 1e-9);
        String summary = "%s self-tests cannot be done in time: %s, %s, need %d night%s and have %d%s"
                .formatted(
                        kind.word(),
                        drives(calendar, kind, shared),
                        atOnce(shared),
                        needed,
                        plural(needed),
                        have,
                        more(others));
        List<String> advice = new ArrayList<>();
        if (shared.controller()) {
            advice.add("Test more drives at once: self-test.per-controller: %d"
                    .formatted((long) Math.ceil(need * shared.atOnce() / have - 1e-9)));
        }
        advice.add("Or promise less: %s: %dd, with a third more for nights on which a test is held back: %dd"
                .formatted(keys(calendar, kind, shared), needed, needed + (needed + 2) / 3));
        boolean windowHelps = shared.members().stream()
                .anyMatch(member -> calendar.estimate(member, kind)
                                .compareTo(calendar.window().length())
                        <= 0);
        if (windowHelps) {
            advice.add("Or open the window for longer: self-test.window-start and self-test.window-end");
        }
        return finding(host, kind, kind == TestKind.LONG ? Severity.WARNING : Severity.NOTICE, summary, advice);
    }

    /** @param nights that one long test keeps the short ones from running */
    static Finding blocked(Calendar calendar, ComponentId host, Shared shared, long nights, int others) {
        String summary = "short self-tests cannot be done in time: a long test of %s, %s, takes the others %d night%s%s"
                .formatted(
                        hours(shared.members().stream()
                                .map(member -> calendar.estimate(member, TestKind.LONG))
                                .max(Duration::compareTo)
                                .orElse(Duration.ZERO)),
                        atOnce(shared) + " " + where(shared),
                        nights,
                        plural(nights),
                        more(others));
        List<String> advice = new ArrayList<>();
        if (shared.controller()) {
            advice.add("Test two drives at once: self-test.per-controller: 2");
        }
        advice.add("Or promise less: self-test.short-within: %dd".formatted(nights + 1));
        return finding(host, TestKind.SHORT, Severity.NOTICE, summary, advice);
    }

    private static Finding finding(
            ComponentId host, TestKind kind, Severity severity, String summary, List<String> advice) {
        return new Finding(
                Promise.IMPOSSIBLE,
                host,
                kind.word(),
                severity,
                0,
                summary,
                Evidence.none(),
                "The settings promise more tests than the limits allow, so that some drives will always be late. "
                        + ONE_FOR_ALL,
                advice,
                false);
    }

    private static String drives(Calendar calendar, TestKind kind, Shared shared) {
        Duration least = estimates(calendar, kind, shared).get(0);
        Duration most = estimates(calendar, kind, shared).get(shared.members().size() - 1);
        String each = hours(least).equals(hours(most)) ? hours(most) : hours(least) + " to " + hours(most);
        return "%d drives of %s each %s".formatted(shared.members().size(), each, where(shared));
    }

    private static List<Duration> estimates(Calendar calendar, TestKind kind, Shared shared) {
        return shared.members().stream()
                .map(member -> calendar.estimate(member, kind))
                .sorted()
                .toList();
    }

    private static String where(Shared shared) {
        return shared.controller() ? "behind controller " + shared.name() : "in group " + shared.name();
    }

    private static String atOnce(Shared shared) {
        return shared.atOnce() == 1 ? "one at a time" : shared.atOnce() + " at a time";
    }

    private static String keys(Calendar calendar, TestKind kind, Shared shared) {
        if (kind != TestKind.LONG) {
            return "self-test.short-within";
        }
        List<String> keys = shared.members().stream()
                .map(member -> calendar.isLarge(member) ? "self-test.long-within-large" : "self-test.long-within")
                .distinct()
                .sorted()
                .toList();
        return String.join(" and ", keys);
    }

    private static String hours(Duration time) {
        return time.compareTo(Duration.ofHours(2)) < 0
                ? time.toMinutes() + " min"
                : Math.round(time.toMinutes() / 60.0) + " h";
    }

    private static String plural(long count) {
        return count == 1 ? "" : "s";
    }

    private static String more(int others) {
        return others == 0 ? "" : " (and %d other%s)".formatted(others, plural(others));
    }
}
