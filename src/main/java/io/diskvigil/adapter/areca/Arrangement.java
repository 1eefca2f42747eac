package io.diskvigil.adapter.areca;

import io.diskvigil.adapter.RaidLevel;
import io.diskvigil.model.Health;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which drives carry which raid set, which volumes lie on it, and what those can still lose. */
final class Arrangement {
    private static final Pattern MEMBER = Pattern.compile("(?i)raid ?set member\\s*\\((\\d{1,4})\\).*");

    /** @param word the tool's words, of the volume and, where that is worse, of its raid set */
    record State(String word, Health health, OptionalInt left) {}

    private final Told told;
    private final List<VolumeSet> volumes;
    private final Map<String, RaidSet> setByBay = new HashMap<>();
    private final Map<Integer, List<Bay>> membersBySet = new HashMap<>();
    private final Map<Integer, List<VolumeSet>> volumesBySet = new HashMap<>();
    private final Map<Integer, RaidSet> setByVolume = new HashMap<>();

    Arrangement(Told told) {
        this.told = told;
        this.volumes = told.volumes.values().stream()
                .map(volume -> volume.parted(told.sets.values()))
                .toList();
        for (VolumeSet volume : volumes) {
            told.sets.values().stream().filter(volume::isOn).findFirst().ifPresent(set -> {
                setByVolume.put(volume.number(), set);
                volumesBySet
                        .computeIfAbsent(set.number(), number -> new ArrayList<>())
                        .add(volume);
            });
        }
        Map<String, RaidSet> byName = new HashMap<>();
        told.sets.values().forEach(set -> byName.putIfAbsent(set.name(), set));
        for (Bay bay : told.bays.values()) {
            find(bay, byName).ifPresent(set -> {
                setByBay.put(bay.type(), set);
                membersBySet
                        .computeIfAbsent(set.number(), number -> new ArrayList<>())
                        .add(bay);
            });
        }
    }

    private Optional<RaidSet> find(Bay bay, Map<String, RaidSet> byName) {
        RaidSet named = byName.get(bay.usage());
        Matcher member = MEMBER.matcher(bay.usage());
        if (named != null) {
            return Optional.of(named);
        }
        if (member.matches()) {
            return Optional.ofNullable(told.sets.get(Integer.parseInt(member.group(1))));
        }
        boolean rebuilds = Words.rebuilds(bay.usage());
        if (!rebuilds && Words.usage(bay.usage()) != Health.FAILED) {
            return Optional.empty();
        }
        // A drive that fails or is rebuilt loses the set's name; the set may still count its channel.
        List<RaidSet> counting = told.sets.values().stream()
                .filter(set -> bay.enclosure() == 0 && set.hasChannel(bay.slot()))
                .toList();
        if (counting.isEmpty() && rebuilds) {
            counting = told.sets.values().stream()
                    .filter(set -> Words.rebuilds(set.state()))
                    .toList();
        }
        return counting.size() == 1 ? Optional.of(counting.get(0)) : Optional.empty();
    }

    List<VolumeSet> volumes() {
        return volumes;
    }

    Optional<RaidSet> setOf(Bay bay) {
        return Optional.ofNullable(setByBay.get(bay.type()));
    }

    Optional<RaidSet> setOf(VolumeSet volume) {
        return Optional.ofNullable(setByVolume.get(volume.number()));
    }

    List<Bay> members(RaidSet set) {
        return membersBySet.getOrDefault(set.number(), List.of());
    }

    List<VolumeSet> volumesOn(RaidSet set) {
        return volumesBySet.getOrDefault(set.number(), List.of());
    }

    /** Those of a set's places whose drive is not seen any more; 0 where the answers do not tell. */
    int missing(RaidSet set) {
        long present = members(set).stream()
                .filter(bay -> bay.usage().equals(set.name()) || Words.usage(bay.usage()) != Health.FAILED)
                .count();
        return present == 0 ? 0 : (int) Math.max(0, set.disks() - present);
    }

    State state(VolumeSet volume) {
        Health own = Words.volume(volume.state());
        Optional<RaidSet> set = setOf(volume);
        Health ofSet = set.map(one -> Words.volume(one.state())).orElse(Health.OK);
        Health worse = own.worse(ofSet);
        String word = worse == own
                ? volume.state()
                : volume.state() + ", raid set " + set.orElseThrow().state();
        return new State(word, worse, left(volume, set, worse));
    }

    private OptionalInt left(VolumeSet volume, Optional<RaidSet> set, Health health) {
        if (health == Health.FAILED) {
            return OptionalInt.of(0);
        }
        boolean rebuilds = Words.rebuilds(volume.state())
                || set.filter(one -> Words.rebuilds(one.state())).isPresent();
        // The drive that is being rebuilt is there, but holds no valid data yet.
        int missing = set.map(this::missing).orElse(0) + (rebuilds ? 1 : 0);
        int size = set.map(RaidSet::disks).orElse(0);
        return RaidLevel.redundancyLeft(
                volume.level(), Math.max(size, 2), health == Health.DEGRADED ? Math.max(1, missing) : missing);
    }
}
