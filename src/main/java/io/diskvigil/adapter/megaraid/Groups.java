package io.diskvigil.adapter.megaraid;

import io.diskvigil.adapter.RaidLevel;
import io.diskvigil.model.Health;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/** Which drives make up which volume, and how much of it is left: from TOPOLOGY where it is told, else from the lists. */
final class Groups {
    private final Gathering told;

    Groups(Gathering told) {
        this.told = told;
    }

    /**
     * One place of a volume.
     *
     * @param slot empty for a place whose drive is missing
     * @param span of a nested level the set within which its redundancy lies
     */
    record Place(String slot, String state, String span) {
        boolean holdsData() {
            return StateWords.member(state) != Health.FAILED && !StateWords.isRebuilding(state);
        }
    }

    /** The drive group of a volume; empty if it is not told. */
    static String group(Gathering.Volume volume) {
        return volume.row.getOrDefault("DG", "");
    }

    List<Place> places(int number, Gathering.Volume volume) {
        String group = group(volume);
        List<Place> places = new ArrayList<>();
        for (Map<String, String> row : told.topology) {
            if (row.getOrDefault("Type", "").equals("DRIVE")
                    && row.getOrDefault("DG", "").equals(group)) {
                String slot = Gathering.slot(row.getOrDefault("EID:Slot", ""));
                places.add(new Place(
                        slot,
                        worst(slot, Gathering.state(row)),
                        row.getOrDefault("Arr", row.getOrDefault("Span", ""))));
            }
        }
        if (places.isEmpty()) {
            Set<String> slots = new LinkedHashSet<>(volume.slots);
            if (slots.isEmpty() && !group.isEmpty()) {
                told.drives.forEach((slot, drive) -> {
                    if (drive.row.getOrDefault("DG", "").equals(group) && StateWords.isMember(state(slot))) {
                        slots.add(slot);
                    }
                });
            }
            slots.forEach(slot -> places.add(new Place(slot, state(slot), "")));
        }
        return places;
    }

    /** The state of a drive by the list and by TOPOLOGY, whichever is worse. */
    String state(String slot) {
        Gathering.Drive drive = told.drives.get(slot);
        Set<String> words = new LinkedHashSet<>(drive == null ? Set.of() : drive.states);
        told.topology.stream()
                .filter(row -> slot.equals(Gathering.slot(row.getOrDefault("EID:Slot", ""))))
                .forEach(row -> words.add(Gathering.state(row)));
        return StateWords.worst(words, StateWords::member);
    }

    private String worst(String slot, String inTopology) {
        return slot.isEmpty() ? (inTopology.isEmpty() ? "Msng" : inTopology) : state(slot);
    }

    /** The state of a volume by the list and by the rows of its group in TOPOLOGY. */
    String state(Gathering.Volume volume) {
        Set<String> words = new LinkedHashSet<>(volume.states);
        told.topology.stream()
                .filter(row -> !row.getOrDefault("Type", "").equals("DRIVE")
                        && row.getOrDefault("DG", "-").equals(group(volume)))
                .forEach(row -> words.add(row.getOrDefault("State", "")));
        return StateWords.worst(words, StateWords::volume);
    }

    OptionalDouble redundancyLeft(int number, Gathering.Volume volume) {
        List<Place> places = places(number, volume);
        String level = volume.row.getOrDefault("TYPE", "");
        Health health = StateWords.volume(state(volume));
        if (health == Health.FAILED) {
            return OptionalDouble.of(0);
        }
        Map<String, Integer> missing = new HashMap<>();
        places.stream()
                .filter(place -> !place.holdsData())
                .forEach(place -> missing.merge(place.span(), 1, Integer::sum));
        int most = missing.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        // Without the places, a mirror of two is what most have.
        OptionalInt left = RaidLevel.redundancyLeft(
                level, places.isEmpty() ? 2 : places.size(), health == Health.DEGRADED ? Math.max(1, most) : most);
        return left.isPresent() ? OptionalDouble.of(left.getAsInt()) : OptionalDouble.empty();
    }

    /** The volumes that a drive is part of. */
    List<Integer> volumesOf(String slot) {
        return told.volumes.entrySet().stream()
                .filter(one -> places(one.getKey(), one.getValue()).stream()
                        .anyMatch(place -> place.slot().equals(slot)))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** {@code data (RAID 5)}, or the number where it has no name. */
    static String title(int number, Gathering.Volume volume) {
        String name = volume.row.getOrDefault("Name", "");
        String level = level(volume);
        return (name.isEmpty() ? "volume " + number : name) + (level.isEmpty() ? "" : " (" + level + ")");
    }

    /** {@code RAID 5} for {@code RAID5}. */
    static String level(Gathering.Volume volume) {
        return volume.row.getOrDefault("TYPE", "").replaceFirst("^RAID(?=\\d)", "RAID ");
    }
}
