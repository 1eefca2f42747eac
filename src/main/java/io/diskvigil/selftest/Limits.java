package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who tests now, by what must not be shared: a redundancy group never, a controller only by so many. */
final class Limits {
    private final int perController;
    private final Map<String, ComponentId> groups = new HashMap<>();
    private final Map<String, List<ComponentId>> controllers = new HashMap<>();

    Limits(int perController) {
        this.perController = perController;
    }

    /** Who is in the way of whom. */
    record Hold(Cause cause, String words) {}

    void take(Subject subject) {
        subject.groups().forEach(group -> groups.put(group, subject.id()));
        if (!subject.controller().isEmpty()) {
            controllers
                    .computeIfAbsent(subject.controller(), controller -> new ArrayList<>())
                    .add(subject.id());
        }
    }

    /** What keeps a test from starting; empty if nothing does. */
    Optional<Hold> against(Subject subject) {
        for (String group : subject.groups()) {
            if (groups.containsKey(group)) {
                return Optional.of(
                        new Hold(Cause.GROUP, "group %s already tests %s".formatted(group, groups.get(group))));
            }
        }
        List<ComponentId> others = controllers.getOrDefault(subject.controller(), List.of());
        return others.size() < perController
                ? Optional.empty()
                : Optional.of(new Hold(
                        Cause.CONTROLLER,
                        "controller %s already runs %d test%s, on %s"
                                .formatted(
                                        subject.controller(),
                                        others.size(),
                                        others.size() == 1 ? "" : "s",
                                        others.get(0))));
    }

    /** Whether a test on the one would keep the other, as things are, from starting. */
    boolean excludes(Subject one, Subject other) {
        if (one.groups().stream().anyMatch(other.groups()::contains)) {
            return true;
        }
        return !one.controller().isEmpty()
                && one.controller().equals(other.controller())
                && controllers.getOrDefault(one.controller(), List.of()).size() + 1 >= perController;
    }
}
