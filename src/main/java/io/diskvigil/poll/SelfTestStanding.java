package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.selftest.Promise;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is wrong with the self-tests of each drive, as last reckoned. */
final class SelfTestStanding implements Standing {
    private static final Set<String> RULES =
            Set.of(Promise.DEADLINE, Promise.IMPOSSIBLE, SelfTestFindings.STUCK, SelfTestFindings.ABORTED);

    private volatile Map<ComponentId, Entry> entries = Map.of();

    private record Entry(Component component, List<Finding> findings) {}

    @Override
    public Set<String> rules() {
        return RULES;
    }

    @Override
    public Optional<List<Finding>> of(ComponentId id) {
        return Optional.ofNullable(entries.get(id)).map(Entry::findings);
    }

    @Override
    public Collection<Component> subjects() {
        return entries.values().stream()
                .filter(entry -> !entry.findings().isEmpty())
                .map(Entry::component)
                .toList();
    }

    /** Of a drive that is not in it, nothing can be told. */
    void put(Map<Component, List<Finding>> found) {
        Map<ComponentId, Entry> next = new HashMap<>();
        found.forEach((component, findings) -> next.put(component.id(), new Entry(component, List.copyOf(findings))));
        entries = Map.copyOf(next);
    }
}
