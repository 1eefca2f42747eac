package io.diskvigil.adapter.areca;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The volumes of an answer, with the places of the raid set that each lies on. */
final class Volumes {
    /** The fact that says where the host sees the volume: channel, id and lun. */
    static final String ADDRESS = "scsi_address";

    private static final String MEMBER = "member";

    private final Told told;
    private final Arrangement arrangement;
    private final ComponentId controller;
    private final String path;

    Volumes(Told told, Arrangement arrangement, ComponentId controller, String path) {
        this.told = told;
        this.arrangement = arrangement;
        this.controller = controller;
        this.path = path;
    }

    List<Snapshot> read(Map<String, Drives.Drive> drives, Instant at) {
        return arrangement.volumes().stream()
                .map(volume -> new Snapshot(component(volume), at, readings(volume, drives)))
                .toList();
    }

    /** In a recording that tells of raid sets only, these stand for what lies on them. */
    List<Snapshot> ofSets(Map<String, Drives.Drive> drives, Instant at) {
        return told.sets.values().stream()
                .map(set -> {
                    Readings readings = new Readings();
                    readings.status(Vocabulary.VOLUME_STATE, set.state(), Words.volume(set.state()), "rsf info, State");
                    members(set, drives, readings);
                    return new Snapshot(
                            component(
                                    set.name(), "raid set " + set.name(), "set," + set.number(), OptionalLong.empty()),
                            at,
                            readings.list());
                })
                .toList();
    }

    private Component component(VolumeSet volume) {
        boolean shared = arrangement.volumes().stream()
                        .filter(other -> other.name().equals(volume.name()))
                        .count()
                > 1;
        return component(
                shared ? volume.name() + "-" + volume.number() : volume.name(),
                volume.title(),
                volume.type(),
                volume.capacityBytes());
    }

    private Component component(String name, String title, String type, OptionalLong capacity) {
        return new Component(
                controller.withSuffix("_volume-" + name),
                ComponentKind.VOLUME,
                new Identity(title, "", "", "", "", Identity.Medium.UNKNOWN, capacity),
                List.of(Location.of(path, type)));
    }

    private List<Reading> readings(VolumeSet volume, Map<String, Drives.Drive> drives) {
        Readings readings = new Readings();
        Arrangement.State state = arrangement.state(volume);
        readings.status(Vocabulary.VOLUME_STATE, state.word(), state.health(), "vsf info, State");
        readings.gauge(Vocabulary.VOLUME_REDUNDANCY_LEFT, state.left(), "vsf info, rsf info and disk info");
        Optional<RaidSet> set = arrangement.setOf(volume);
        if (Words.percent(volume.state()).isPresent()) {
            if (Words.rebuilds(volume.state())) {
                readings.gauge(Vocabulary.REBUILD_PERCENT, Words.percent(volume.state()), "vsf info, State");
            } else {
                readings.fact("progress", volume.state(), "vsf info, State");
            }
        }
        cache(volume, readings);
        set.ifPresent(one -> readings.fact("raid_set", one.name() + ": " + one.state(), "rsf info"));
        readings.fact(ADDRESS, volume.address(), "vsf info, Ch/Id/Lun");
        set.ifPresent(one -> members(one, drives, readings));
        return readings.list();
    }

    private void cache(VolumeSet volume, Readings readings) {
        // Cache Mode      : Write Back
        told.volumeDetails.getOrDefault(volume.name(), Map.of()).forEach((key, value) -> {
            String word = value.toLowerCase(Locale.ROOT).replaceAll("[ _-]", "");
            if (key.toLowerCase(Locale.ROOT).contains("cache") && word.matches(".*write(back|through).*")) {
                readings.status(
                        Vocabulary.WRITE_CACHE,
                        word.contains("writeback") ? "write-back" : "write-through",
                        Health.OK,
                        "vsf info, " + key);
            }
        });
        Battery.of(told)
                .ifPresent(battery -> readings.status(
                        Vocabulary.CACHE_PROTECTION,
                        battery.isInstalled() ? "battery " + battery.word() : "no battery",
                        battery.protects() ? battery.health() : Health.FAILED,
                        Battery.SOURCE));
    }

    private void members(RaidSet set, Map<String, Drives.Drive> drives, Readings readings) {
        int number = 0;
        for (Bay bay : arrangement.members(set)) {
            Drives.Drive drive = drives.get(bay.type());
            Identity identity =
                    drive == null ? Identity.unknown() : drive.component().identity();
            Optional<Reading.Status> state = drive == null
                    ? Optional.empty()
                    : drive.readings().list().stream()
                            .filter(Reading.Status.class::isInstance)
                            .map(Reading.Status.class::cast)
                            .filter(status -> status.name().equals(Vocabulary.MEMBER_STATE.readingName()))
                            .findFirst();
            readings.add(new Reading.Member(
                    MEMBER,
                    number++,
                    bay.place(),
                    (identity.model() + " " + identity.serial()).strip(),
                    state.map(Reading.Status::vendorWord).orElse(bay.usage()),
                    state.map(Reading.Status::health).orElse(Health.UNKNOWN),
                    "disk info"));
        }
        // Failed members that still show are among the rows above.
        int shown = arrangement.members(set).size();
        for (int missing = shown; shown > 0 && missing < Math.min(set.disks(), 256); missing++) {
            readings.add(new Reading.Member(MEMBER, number++, "", "", "missing", Health.FAILED, "rsf info, Disks"));
        }
    }
}
