package io.diskvigil.rule;

import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;

/**
 * A controller's clock that is not the host's: its log is then read at other times than it says. Whole hours are a clock in
 * local time, of which there are zones from 12 hours behind to 14 ahead of UTC.
 */
final class ControllerClock implements Rule {
    private static final long HOUR = 3600;
    private static final long MOST_HOURS = 14;

    private final RuleConfig.ControllerClock config;

    ControllerClock(RuleConfig.ControllerClock config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "controller-clock";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        return snapshot.gauge(Vocabulary.CLOCK_OFFSET_SECONDS.readingName()).stream()
                .filter(gauge -> Math.abs(gauge.value()) > config.offset().toSeconds())
                .map(gauge -> finding(snapshot, gauge))
                .toList();
    }

    private Finding finding(Snapshot snapshot, Gauge gauge) {
        long seconds = Math.round(gauge.value());
        long hours = Math.round(seconds / (double) HOUR);
        boolean zone = hours != 0
                && Math.abs(hours) <= MOST_HOURS
                && Math.abs(seconds - hours * HOUR) <= config.offset().toSeconds();
        String side = seconds > 0 ? "ahead of" : "behind";
        String by = zone ? Count.number(Math.abs(hours), "hour", "hours") : length(Math.abs(seconds));
        return new Finding(
                name(),
                snapshot.component().id(),
                gauge.name(),
                Severity.NOTICE,
                0,
                "clock is %s %s the host's".formatted(by, side) + (zone ? " (local time instead of UTC?)" : ""),
                Evidence.of(gauge, seconds + " s"),
                "The times in the controller's log are off by this much. They are corrected here as far as the offset is known;"
                        + " whoever reads the log itself must do the same.",
                List.of(
                        zone
                                ? "Nothing to do if the controller keeps local time on purpose; it then jumps with daylight saving time,"
                                        + " or does not where the host does."
                                : "Set the controller's clock with its tool when it suits you."),
                false);
    }

    private static String length(long seconds) {
        return seconds < 2 * HOUR
                ? seconds / 60 + " minutes"
                : seconds < 48 * HOUR ? seconds / HOUR + " hours" : seconds / HOUR / 24 + " days";
    }
}
