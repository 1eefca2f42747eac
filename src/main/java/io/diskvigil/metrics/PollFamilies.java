package io.diskvigil.metrics;

import io.diskvigil.metrics.Exposition.Family;
import io.diskvigil.poll.LastKnown.TargetView;
import java.util.List;

/** Writes the families about polls, a row for each target. */
final class PollFamilies {
    private static final Family POLL_SUCCESS = Family.gauge(
            "diskvigil_poll_success", "1 if the last probe was answered or found the drive asleep, 0 if it failed.");
    private static final Family POLL_FAILURE =
            Family.gauge("diskvigil_poll_failure", "1 for the reason why the last probe failed.");
    private static final Family POLL_DURATION = Family.gauge(
            "diskvigil_poll_duration_seconds", "How long the last probe took, its wait for the device included.");
    private static final Family POLL_LAST_SUCCESS = Family.gauge(
            "diskvigil_poll_last_success_timestamp_seconds",
            "When a probe was last answered or found the drive asleep.");

    private PollFamilies() {}

    static void write(List<TargetView> targets, Exposition out) {
        out.family(POLL_SUCCESS);
        targets.forEach(view -> target(view, out).value(view.failure().isPresent() ? 0 : 1));
        out.family(POLL_FAILURE);
        targets.forEach(view -> view.failure()
                .ifPresent(cause -> target(view, out)
                        .label("cause", KnownFamilies.lower(cause))
                        .value(1)));
        out.family(POLL_DURATION);
        targets.forEach(view -> target(view, out).value(view.took().toMillis() / 1000.0));
        out.family(POLL_LAST_SUCCESS);
        targets.forEach(
                view -> view.lastSuccess().ifPresent(at -> target(view, out).value(KnownFamilies.seconds(at))));
    }

    private static Exposition target(TargetView view, Exposition out) {
        return out.row()
                .label("adapter", view.target().adapter())
                .label("target", view.target().label());
    }
}
