package io.diskvigil.rule;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Optional;

/** A defect counter that the drive once told and no longer tells: its silence is no good news. */
public final class LostSight {
    /** The name in findings. */
    public static final String NAME = "lost-sight";

    private LostSight() {}

    /**
     * One blind finding for each defect counter that is remembered and missing, unless the loss was accepted.
     *
     * @param view all that is known of the component now; must be complete, as a cheap probe leaves much out
     * @param known its history, with or without the view
     */
    public static List<Finding> findings(Snapshot view, History known) {
        return known.tracks().stream()
                .filter(track ->
                        Vocabulary.of(track.name()).filter(Vocabulary::isDefect).isPresent())
                .filter(track -> view.counter(track.name()).isEmpty())
                .filter(track -> !track.isAcceptedUnseen())
                .map(track -> finding(view, track))
                .toList();
    }

    private static Finding finding(Snapshot view, Track track) {
        ComponentId id = view.component().id();
        boolean smartctl = view.component().locations().stream()
                .anyMatch(location -> location.path().startsWith("/dev/"));
        return new Finding(
                NAME,
                id,
                track.name(),
                track.last() > 0 ? Severity.WARNING : Severity.NOTICE,
                0,
                "no longer tells its %s (last: %d)".formatted(track.name().replace('_', ' '), track.last()),
                new Evidence(
                        track.name(),
                        track.source(),
                        "",
                        Long.toString(track.last()),
                        "not told any more; last seen at " + track.lastAt(),
                        Optional.of(track.lastAt())),
                "The drive no longer tells this number, so that its growth would not be noticed. What was wrong before stays"
                        + " open.",
                List.of(
                        smartctl
                                ? "Look at what the drive says: smartctl -x DEVICE. A failing drive may stop to return its SMART data."
                                : "Look at what the controller's tool says. Of a drive that fails it may tell less.",
                        smartctl
                                ? "If smartmontools or its drive database was updated, it may give the value another name now."
                                : "If the tool was updated, it may print the value elsewhere now.",
                        "If it will not come back, accept that: diskvigil accept %s %s --reason \"...\""
                                .formatted(id, track.name())),
                true);
    }
}
