package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Knows of troubles that no reading shows: an absence, a tool that hangs, a missed deadline. Asked under the casebook's lock,
 * with each answer of a component and once a minute without one; so it answers from memory.
 */
public interface Standing {
    /** The names of the rules under which it finds; nobody else uses them. */
    Set<String> rules();

    /**
     * What is wrong with this component now. What was found before and is not in the list is over.
     *
     * @return empty if nothing can be told (yet): then nothing is over
     */
    Optional<List<Finding>> of(ComponentId id);

    /** Every component that something is wrong with now, whether or not it answers. */
    Collection<Component> subjects();
}
