package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What the controller says of its volumes. */
final class VolumeReader {
    private static final Pattern CHECKED = Pattern.compile("(?i)consistency check (done|complete)");

    private final Gathering told;
    private final Groups groups;
    private final int controller;
    private final ComponentId id;
    private final BatteryReader battery;
    private final Instant at;

    VolumeReader(Gathering told, int controller, ComponentId id, BatteryReader battery, Instant at) {
        this.told = told;
        this.groups = new Groups(told);
        this.controller = controller;
        this.id = id;
        this.battery = battery;
        this.at = at;
    }

    /** @param now the controller's own time */
    List<Snapshot> read(List<Event> events, Optional<LocalDateTime> now) {
        List<Snapshot> all = new ArrayList<>();
        told.volumes.forEach((number, volume) -> all.add(volume(number, volume, events, now)));
        return all;
    }

    private Snapshot volume(int number, Gathering.Volume volume, List<Event> events, Optional<LocalDateTime> now) {
        Sheet sheet = new Sheet();
        String state = groups.state(volume);
        sheet.status(Vocabulary.VOLUME_STATE, state, StateWords.volume(state), "VD LIST and TOPOLOGY State");
        sheet.gauge(
                Vocabulary.VOLUME_REDUNDANCY_LEFT,
                groups.redundancyLeft(number, volume),
                "VD LIST TYPE and states of its drives");
        List<Groups.Place> places = groups.places(number, volume);
        progress(places, sheet);
        cache(volume, sheet);
        now.ifPresent(time -> EventLog.newest(events, EventKind.CHECK, CHECKED, "volume," + number)
                .filter(done -> !done.isAfter(time))
                .ifPresent(done -> sheet.gauge(
                        Vocabulary.CONSISTENCY_CHECK_AGE_DAYS,
                        OptionalDouble.of(ChronoUnit.HOURS.between(done, time) / 24.0),
                        "event log")));
        String active = volume.properties.getOrDefault("Active Operations", "");
        if (!active.equals("None")) {
            sheet.fact("active_operations", active, "VD properties");
        }
        for (int i = 0; i < places.size(); i++) {
            sheet.add(member(i, places.get(i)));
        }
        return new Snapshot(component(number, volume), at, sheet.readings());
    }

    private Member member(int i, Groups.Place place) {
        Gathering.Drive drive = told.drives.get(place.slot());
        String name = drive == null
                ? ""
                : (drive.row.getOrDefault("Model", "") + " "
                                + drive.details.getOrDefault("SN", drive.details.getOrDefault("Serial Number", "")))
                        .strip();
        return new Member("member", i, place.slot(), name, place.state(), StateWords.member(place.state()), "TOPOLOGY");
    }

    private Component component(int number, Gathering.Volume volume) {
        String size = volume.row.getOrDefault("Size", "");
        OptionalLong blocks = Values.whole(volume.properties.getOrDefault("Number of Blocks", ""));
        String name = volume.row.getOrDefault("Name", "");
        List<Location> locations = new ArrayList<>();
        String device = volume.properties.getOrDefault("OS Drive Name", "");
        if (device.startsWith("/dev/")) {
            locations.add(Location.of(device, "volume," + number));
        }
        locations.add(Location.of(Dialect.target(controller).path(), "volume," + number));
        return new Component(
                id.withSuffix("_volume-" + number),
                ComponentKind.VOLUME,
                new Identity(
                        (Groups.level(volume) + " " + (name.isEmpty() ? "volume " + number : name)).strip(),
                        "",
                        Values.wwn(volume.properties.getOrDefault("SCSI NAA Id", "")),
                        "",
                        "",
                        Medium.UNKNOWN,
                        blocks.isPresent() && blocks.getAsLong() < 1L << 50
                                ? Values.exactBytes(blocks.getAsLong(), size)
                                : OptionalLong.empty()),
                locations);
    }

    /** Of several drives that are rebuilt at once the one that is least far. */
    private void progress(List<Groups.Place> places, Sheet sheet) {
        List<Map<String, String>> rows = places.stream()
                .filter(place -> StateWords.isRebuilding(place.state()) && told.progress.containsKey(place.slot()))
                .map(place -> told.progress.get(place.slot()))
                .toList();
        OptionalDouble percent = rows.stream()
                .map(row -> Values.number(row.getOrDefault("Progress%", "")))
                .flatMapToDouble(OptionalDouble::stream)
                .min();
        OptionalDouble left = rows.stream()
                .map(row -> Values.minutes(row.getOrDefault("Estimated Time Left", "")))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
        sheet.gauge(Vocabulary.REBUILD_PERCENT, percent, "show rebuild, Progress%");
        sheet.gauge(Vocabulary.REBUILD_MINUTES_LEFT, left, "show rebuild, Estimated Time Left");
    }

    /** RWBD, NRWTD, RAWBC (always write-back); storcli2 has {@code NR,AWB} and the default beside it. */
    private void cache(Gathering.Volume volume, Sheet sheet) {
        String current = volume.row.getOrDefault("Cache", volume.row.getOrDefault("CurrentCache", ""));
        String wanted = volume.properties.getOrDefault(
                "Write Cache(initial setting)", volume.row.getOrDefault("DefaultCache", ""));
        String write = policy(current);
        sheet.status(Vocabulary.WRITE_CACHE, write, Health.OK, "VD LIST Cache " + current);
        sheet.status(
                Vocabulary.WRITE_CACHE_CONFIGURED, policy(wanted), Health.OK, "Write Cache(initial setting) " + wanted);
        if (isForced(current) || isForced(wanted)) {
            sheet.fact("write_cache_forced", "stays write-back without a working battery", "VD LIST Cache " + current);
        }
        battery.protection(write).ifPresent(sheet::add);
    }

    private static String policy(String words) {
        String policy = words.toUpperCase(Locale.ROOT).replace(" ", "");
        if (policy.contains("WT") || policy.contains("WRITETHROUGH")) {
            return "write-through";
        }
        return policy.contains("WB") || policy.contains("WRITEBACK") || policy.contains("OKIFBADBBU")
                ? "write-back"
                : "";
    }

    private static boolean isForced(String words) {
        String policy = words.toUpperCase(Locale.ROOT).replace(" ", "");
        return policy.contains("AWB")
                || policy.contains("ALWAYSWRITEBACK")
                || policy.contains("OKIFBADBBU")
                || policy.contains("FORCEDWRITEBACK");
    }
}
