package io.diskvigil.model;

import java.util.List;

/** One thing that is watched: who it is, and the doors through which it is seen. */
public record Component(ComponentId id, ComponentKind kind, Identity identity, List<Location> locations) {
    public Component {
        locations = List.copyOf(locations);
    }

    /** The path a person would type first, or the id where there is none. */
    public String path() {
        return locations.isEmpty() ? id.value() : locations.get(0).path();
    }

    /** Where it is, as a person finds it, in one printable line: path, what it is there if several are, slot. */
    public String place() {
        if (locations.isEmpty()) {
            return id.value();
        }
        Location at = locations.get(0);
        String door = at.isCounted() ? at.path() + "[" + at.type() + "]" : at.path();
        return Printable.line(at.slot().isEmpty() ? door : door + " " + at.slot());
    }

    public Component withId(ComponentId other) {
        return new Component(other, kind, identity, locations);
    }

    public Component withLocations(List<Location> others) {
        return new Component(id, kind, identity, others);
    }
}
