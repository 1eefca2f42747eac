package io.diskvigil.metrics;

import io.diskvigil.metrics.Exposition.Family;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the families about the volumes of RAID controllers. */
final class VolumeFamilies {
    private static final Pattern MODEL = Pattern.compile("(RAID \\S+|(?!RAID )\\S+) (.+)", Pattern.DOTALL);
    private static final Family INFO =
            Family.gauge("diskvigil_volume_info", "Always 1; which volume of which controller this is.");
    private static final Family CAPACITY = Family.gauge("diskvigil_volume_capacity_bytes", "Size of a volume.");
    private static final Family STATE = Family.gauge(
            "diskvigil_volume_state",
            "1 for the state of a volume: optimal, degraded, failed, unknown; word is the controller's own.");
    private static final Family REDUNDANCY = Family.gauge(
            "diskvigil_volume_redundancy_left", "Drives that a volume can still lose without losing data.");
    private static final Family REBUILD =
            Family.gauge("diskvigil_volume_rebuild_ratio", "How far the rebuild of a volume has come, from 0 to 1.");
    private static final Family REBUILD_LEFT = Family.gauge(
            "diskvigil_volume_rebuild_left_seconds",
            "Time that the rebuild of a volume still needs by the controller's own estimate.");
    private static final Family MEMBERS =
            Family.gauge("diskvigil_volume_members", "Places of a volume, by the state of the drive in them.");
    private static final Family CACHE = Family.gauge(
            "diskvigil_volume_write_cache",
            "1 for the policy in force: whether writes are acknowledged from the cache.");
    private static final Family CACHE_WANTED = Family.gauge(
            "diskvigil_volume_write_cache_configured", "1 for the policy of the write cache that was asked for.");
    private static final Family PROTECTION = Family.gauge(
            "diskvigil_volume_cache_protection",
            "1 for how a volume's write cache is kept through a power loss; failed if nothing keeps it.");
    private static final Family CHECKED = Family.gauge(
            "diskvigil_volume_consistency_check_age_seconds",
            "Time since the redundancy of a volume was last checked.");

    private VolumeFamilies() {}

    static void write(List<Part> volumes, Exposition out) {
        out.family(INFO);
        volumes.forEach(volume -> info(volume, out.row()));
        out.family(CAPACITY);
        volumes.forEach(volume -> volume.component()
                .identity()
                .capacityBytes()
                .ifPresent(bytes -> out.row().label(volume.label()).value(bytes)));
        Part.states(STATE, volumes, Vocabulary.VOLUME_STATE, "optimal", out);
        Part.levels(REDUNDANCY, volumes, Vocabulary.VOLUME_REDUNDANCY_LEFT, 1, out);
        Part.levels(REBUILD, volumes, Vocabulary.REBUILD_PERCENT, Part.PERCENT, out);
        Part.levels(REBUILD_LEFT, volumes, Vocabulary.REBUILD_MINUTES_LEFT, Part.MINUTE, out);
        members(volumes, out);
        Part.words(CACHE, volumes, Vocabulary.WRITE_CACHE, "policy", out);
        Part.words(CACHE_WANTED, volumes, Vocabulary.WRITE_CACHE_CONFIGURED, "policy", out);
        Part.states(PROTECTION, volumes, Vocabulary.CACHE_PROTECTION, "ok", out);
        Part.levels(CHECKED, volumes, Vocabulary.CONSISTENCY_CHECK_AGE_DAYS, Part.DAY, out);
    }

    /** A volume's model is its level and its name: {@code RAID 5 data}, {@code JBOD "scratch"}. */
    private static void info(Part volume, Exposition row) {
        String model = volume.component().identity().model();
        Matcher parts = MODEL.matcher(model);
        boolean named = parts.matches();
        row.label(volume.label())
                .label("controller", volume.controller())
                .label("level", Part.cut(named ? parts.group(1) : model))
                .label("name", named ? parts.group(2).replace("\"", "") : "")
                .label(
                        "device",
                        volume.component().locations().stream()
                                .map(Location::path)
                                .filter(path -> path.startsWith("/dev/"))
                                .findFirst()
                                .orElse(""))
                .value(1);
    }

    private static void members(List<Part> volumes, Exposition out) {
        out.family(MEMBERS);
        for (Part volume : volumes) {
            Map<String, Long> counts = new TreeMap<>();
            volume.snapshot()
                    .readings(Member.class)
                    .forEach(member -> counts.merge(Part.word(member.health(), "ok"), 1L, Long::sum));
            counts.forEach((state, count) ->
                    out.row().label(volume.label()).label("state", state).value(count));
        }
    }
}
