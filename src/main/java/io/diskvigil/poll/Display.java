package io.diskvigil.poll;

import io.diskvigil.inventory.Placement;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.rule.History;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/** What is shown: the views in {@link LastKnown}, and a log line where one of them changed. */
final class Display {
    private static final Logger LOG = Logger.getLogger(Display.class);

    private final LastKnown lastKnown;
    private final Clock clock;
    private final Map<Target, List<String>> noted = new HashMap<>();

    Display(LastKnown lastKnown, Clock clock) {
        this.lastKnown = lastKnown;
        this.clock = clock;
    }

    View view(Component component) {
        return lastKnown.component(component.id()).orElseGet(() -> View.nothing(component));
    }

    void read(Snapshot view, History history, List<Finding> findings, boolean firstSight) {
        log(view.component(), findings, firstSight);
        lastKnown.put(new View(view.component(), Optional.of(view), findings, baselines(history), false));
    }

    void asleep(Component component) {
        View view = view(component);
        lastKnown.put(new View(component, view.snapshot(), view.findings(), view.baselines(), true));
    }

    /** It was asked and does not sleep, but nothing new is known. */
    void awake(Component component) {
        View view = view(component);
        lastKnown.put(new View(component, view.snapshot(), view.findings(), view.baselines(), false));
    }

    /** @param gone whether its last readings tell nothing any more */
    void unread(Component component, Finding finding, boolean gone) {
        View view = view(component);
        lastKnown.put(new View(
                component,
                gone ? Optional.empty() : view.snapshot(),
                view.findingsWith(finding),
                view.baselines(),
                false));
    }

    /** The same readings, judged anew. */
    void judged(Component component, List<Finding> findings) {
        View view = view(component);
        if (!findings.equals(view.findings())) {
            log(component, findings, false);
            lastKnown.put(new View(view.component(), view.snapshot(), findings, view.baselines(), view.asleep()));
        }
    }

    void answered(Target target, Duration took, Optional<Component> component) {
        lastKnown.put(new TargetView(
                target, component.map(Component::id), Optional.empty(), "", took, Optional.of(clock.instant())));
    }

    void failed(Failed failed, Duration took, ComponentId component) {
        lastKnown.put(new TargetView(
                failed.target(),
                Optional.of(component),
                Optional.of(failed.cause()),
                failed.detail(),
                took,
                lastKnown.target(failed.target()).flatMap(TargetView::lastSuccess)));
    }

    void forget(Target target) {
        noted.remove(target);
        lastKnown.forget(target);
    }

    void drop(ComponentId id) {
        lastKnown.drop(id);
    }

    /** Something of which nothing but its absence is known must not vanish from sight. */
    void keep(Component component) {
        if (lastKnown.component(component.id()).isEmpty()) {
            lastKnown.put(View.nothing(component));
        }
    }

    void dropUnread(ComponentId id) {
        if (lastKnown.component(id).flatMap(View::snapshot).isEmpty()) {
            lastKnown.drop(id);
        }
    }

    /** Doubts about an identity come with every answer; they are told when they change. */
    void note(Target target, Placement placed) {
        List<String> before = noted.put(target, placed.notes());
        if (!placed.notes().equals(before)) {
            placed.notes().forEach(note -> LOG.infof("%s: %s", target.label(), note));
        }
    }

    /** What is found is logged once, when it is new or of another severity. */
    private void log(Component component, List<Finding> findings, boolean firstSight) {
        if (firstSight) {
            LOG.infof(
                    "%s (%s): first seen%s",
                    component.place(),
                    component.id(),
                    findings.isEmpty() ? "" : " with: " + Finding.summaries(findings));
            return;
        }
        List<Finding> before = view(component).findings();
        findings.stream()
                .filter(finding -> before.stream()
                        .noneMatch(old -> old.fingerprint().equals(finding.fingerprint())
                                && old.severity() == finding.severity()))
                .forEach(finding -> LOG.infof(
                        "%s (%s): %s: %s", component.place(), component.id(), finding.severity(), finding.summary()));
    }

    private static Map<String, Long> baselines(History history) {
        Map<String, Long> baselines = new HashMap<>();
        history.tracks().stream()
                .filter(track -> Vocabulary.of(track.name())
                        .filter(word -> word.form() != Vocabulary.Form.STATUS)
                        .isPresent())
                .forEach(track -> baselines.put(track.name(), track.baseline().value()));
        return baselines;
    }
}
