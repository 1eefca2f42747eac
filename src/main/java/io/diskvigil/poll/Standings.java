package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All that is {@link Standing}, as one. */
final class Standings {
    private final List<Standing> all = new ArrayList<>();

    void add(Standing standing) {
        all.add(standing);
    }

    List<Finding> of(ComponentId id) {
        return all.stream()
                .map(standing -> standing.of(id))
                .flatMap(Optional::stream)
                .flatMap(List::stream)
                .toList();
    }

    Stream<Component> subjects() {
        return all.stream().map(Standing::subjects).flatMap(Collection::stream);
    }

    /** Whether one of them finds under this rule. */
    boolean heeds(String rule) {
        return all.stream().anyMatch(standing -> standing.rules().contains(rule));
    }

    boolean owns(Finding finding) {
        return owner(finding).isPresent();
    }

    /** Whether the one that finds under its rule can tell of this component now. */
    boolean tells(ComponentId id, Finding finding) {
        return owner(finding).filter(standing -> standing.of(id).isPresent()).isPresent();
    }

    /** What stands beside the readings is over when who knows it says so; everything else as {@code others} says. */
    Predicate<Finding> closing(ComponentId id, Predicate<Finding> others) {
        return finding ->
                owner(finding).map(standing -> standing.of(id).isPresent()).orElseGet(() -> others.test(finding));
    }

    private Optional<Standing> owner(Finding finding) {
        return all.stream()
                .filter(standing -> standing.rules().contains(finding.rule()))
                .findFirst();
    }
}
