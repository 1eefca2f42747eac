package io.diskvigil.adapter.areca;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The drives of an answer: what {@code disk info}, {@code disk info drv=N} and {@code disk smart drv=N} say of each. */
final class Drives {
    // SATA300+NCQ(Depth32): megabytes a second, of 8b/10b code.
    private static final Pattern SATA = Pattern.compile("(?i)\\bsata\\s?(150|300|600)\\b.*");
    private static final Pattern GIGABITS = Pattern.compile("(?i).*?\\b(\\d{1,2}(?:\\.\\d)?)\\s?Gb.*");
    private static final Pattern HOT_SPARE = Pattern.compile("(?i)hot ?spare.*");

    /** One drive before it is a snapshot. */
    record Drive(Bay bay, Component component, Readings readings) {}

    private final Told told;
    private final Arrangement arrangement;
    private final String path;

    Drives(Told told, Arrangement arrangement, String path) {
        this.told = told;
        this.arrangement = arrangement;
        this.path = path;
    }

    /** By the type of the location. */
    Map<String, Drive> read() {
        List<Bay> bays = new ArrayList<>();
        told.bays.values().stream().filter(bay -> !bay.isEmpty()).forEach(bays::add);
        Set<Integer> numbers = new HashSet<>();
        told.bays.values().forEach(bay -> numbers.add(bay.number()));
        Set<Integer> asked = new LinkedHashSet<>(told.drives.keySet());
        asked.addAll(told.smart.keySet());
        asked.stream()
                .filter(number -> !numbers.contains(number))
                .map(this::bayOf)
                .forEach(bays::add);
        Map<String, Integer> owners = new HashMap<>();
        bays.forEach(bay -> owners.merge(identity(bay).serial(), 1, Integer::sum));
        Map<String, Drive> drives = new LinkedHashMap<>();
        for (Bay bay : bays) {
            Drive drive = drive(bay, owners);
            String type = bay.type().equals(Bay.UNKNOWN_PLACE) ? bay.type() + bay.number() : bay.type();
            drives.putIfAbsent(type, drive);
        }
        return drives;
    }

    /** A recording may tell of a drive without the table: then the drive's own lines, or its number, say where it is. */
    private Bay bayOf(int number) {
        Place place = Place.ofDrive(told.drives.getOrDefault(number, Map.of()).getOrDefault("Device Location", ""));
        Matcher type = Pattern.compile("areca,(\\d+)(?:/(\\d+))?").matcher(place.type());
        boolean known = type.matches();
        int slot = known ? Integer.parseInt(type.group(1)) : Math.max(0, number);
        int enclosure = known && type.group(2) != null ? Integer.parseInt(type.group(2)) : 0;
        return new Bay(number, enclosure, slot, false, "", "", "", OptionalLong.empty(), "");
    }

    private Drive drive(Bay bay, Map<String, Integer> owners) {
        Map<String, String> entries = told.drives.getOrDefault(bay.number(), Map.of());
        Identity identity = identity(bay);
        Component component = new Component(
                // A serial that two drives have is nobody's.
                identity.serial().isEmpty() || owners.getOrDefault(identity.serial(), 1) > 1
                        ? ComponentId.of(ArecaAdapter.NAME, path, bay.type())
                        : ComponentId.of(identity.model(), identity.serial()),
                ComponentKind.DRIVE,
                identity,
                List.of(new Location(path, bay.type(), bay.place(), "")));
        Readings readings = new Readings();
        state(bay, entries, readings);
        count("Media Error Count", Vocabulary.CONTROLLER_MEDIA_ERRORS, entries, readings);
        count("Timeout Count", Vocabulary.CONTROLLER_TIMEOUTS, entries, readings);
        readings.temperature(
                Vocabulary.TEMPERATURE_CELSIUS.readingName(),
                entries.getOrDefault("Device Temperature", ""),
                "disk info, Device Temperature");
        // HDD #2  Temp.       : 36
        told.hardware.stream()
                .filter(entry -> bay.enclosure() == 0 && entry.key().matches("HDD ?#" + bay.slot() + " +Temp.*"))
                .forEach(entry -> readings.temperature(
                        Vocabulary.TEMPERATURE_CELSIUS.readingName(), entry.value(), "hw info, " + entry.key()));
        link(entries, readings);
        told.smart.getOrDefault(bay.number(), Map.of()).values().forEach(row -> Attributes.read(row, readings));
        Attributes.read(entries, readings);
        volume(bay, readings);
        return new Drive(bay, component, readings);
    }

    private Identity identity(Bay bay) {
        Map<String, String> entries = told.drives.getOrDefault(bay.number(), Map.of());
        String model = first(entries.getOrDefault("Model Name", ""), bay.model());
        String kind = entries.getOrDefault("Device Type", "");
        OptionalLong capacity = Capacity.bytes(entries.getOrDefault("Disk Capacity", ""));
        return new Identity(
                model,
                first(entries.getOrDefault("Serial Number", ""), bay.serial()),
                "",
                first(entries.getOrDefault("Firmware Rev.", ""), bay.firmware()),
                kind.startsWith("SATA") ? "ATA" : kind.startsWith("SAS") ? "SCSI" : "",
                Identity.Medium.UNKNOWN,
                capacity.isPresent() ? capacity : bay.capacityBytes());
    }

    private static String first(String one, String other) {
        String known = one.equals(Bay.NOTHING) ? "" : one;
        return known.isEmpty() && !other.equals(Bay.NOTHING) ? other : known;
    }

    private void state(Bay bay, Map<String, String> entries, Readings readings) {
        String device = entries.getOrDefault("Device State", "");
        boolean told = !device.isEmpty() && !device.equals(Bay.NOTHING);
        Health ofDevice = told ? Words.device(device) : Health.OK;
        if (bay.usage().isEmpty()) {
            if (told) {
                readings.status(Vocabulary.MEMBER_STATE, device, ofDevice, "disk info, Device State");
            }
            return;
        }
        Health ofUsage = usage(bay);
        // Whose member it is stands in the fact about its volume: a set may be named like a state.
        String word = isMember(bay) ? "member" : bay.usage();
        if (isMember(bay)) {
            readings.fact("raid_set", bay.usage(), "disk info, Usage");
        }
        // A drive that the table gives up may keep the state NORMAL for a while, and the other way round.
        boolean both = told && ofDevice != Health.OK;
        readings.status(
                Vocabulary.MEMBER_STATE,
                both ? word + ", device state " + device : word,
                ofUsage.worse(ofDevice),
                both ? "disk info, Usage and Device State" : "disk info, Usage");
    }

    /** Without the list of sets a word that means nothing else is taken for the name of one. */
    private boolean isMember(Bay bay) {
        boolean named = arrangement
                .setOf(bay)
                .filter(set -> set.name().equals(bay.usage()))
                .isPresent();
        return named
                || !told.setsRead
                        && Words.usage(bay.usage()) == Health.UNKNOWN
                        && !bay.usage().equals(Bay.NOTHING);
    }

    private Health usage(Bay bay) {
        return isMember(bay) ? Health.OK : Words.usage(bay.usage());
    }

    private static void count(String key, Vocabulary name, Map<String, String> entries, Readings readings) {
        readings.counter(name, Readings.count(entries.getOrDefault(key, "")), "disk info, " + key);
    }

    private static void link(Map<String, String> entries, Readings readings) {
        OptionalDouble now = gigabits(entries.getOrDefault("Current SATA Mode", ""));
        if (now.isPresent()) {
            readings.add(new Reading.Gauge(
                    Vocabulary.LINK_SPEED_GBPS.readingName(),
                    now.getAsDouble(),
                    gigabits(entries.getOrDefault("Supported SATA Mode", "")),
                    "disk info, Current SATA Mode"));
        }
    }

    private static OptionalDouble gigabits(String mode) {
        Matcher sata = SATA.matcher(mode);
        Matcher gigabits = GIGABITS.matcher(mode);
        return sata.matches()
                ? OptionalDouble.of(Integer.parseInt(sata.group(1)) / 100.0)
                : gigabits.matches()
                        ? OptionalDouble.of(Double.parseDouble(gigabits.group(1)))
                        : OptionalDouble.empty();
    }

    private void volume(Bay bay, Readings readings) {
        List<VolumeSet> volumes =
                arrangement.setOf(bay).map(arrangement::volumesOn).orElse(List.of());
        if (volumes.isEmpty()) {
            return;
        }
        VolumeSet worst = volumes.get(0);
        OptionalInt left = arrangement.state(worst).left();
        for (VolumeSet volume : volumes) {
            Arrangement.State state = arrangement.state(volume);
            Health worse = state.health().worse(arrangement.state(worst).health());
            worst = worse == arrangement.state(worst).health() ? worst : volume;
            left = state.left().isPresent() && (left.isEmpty() || state.left().getAsInt() < left.getAsInt())
                    ? state.left()
                    : left;
        }
        Arrangement.State state = arrangement.state(worst);
        readings.status(Vocabulary.VOLUME_STATE, state.word(), state.health(), "vsf info, State");
        readings.gauge(Vocabulary.VOLUME_REDUNDANCY_LEFT, left, "vsf info, rsf info and disk info");
        if (Words.rebuilds(bay.usage())) {
            readings.gauge(Vocabulary.REBUILD_PERCENT, Words.percent(worst.state()), "vsf info, State");
        }
        readings.fact(
                "volume",
                String.join(
                        ", ",
                        volumes.stream()
                                .map(one -> one.name() + " (" + one.level().replaceFirst("(?i)^raid", "RAID ") + ")")
                                .toList()),
                "vsf info");
    }

    /** Drives that stand by for a failed one, without those that fail themselves. */
    static long hotSpares(Told told) {
        return told.bays.values().stream()
                .filter(bay -> HOT_SPARE.matcher(bay.usage()).matches())
                .filter(bay -> Words.device(
                                told.drives.getOrDefault(bay.number(), Map.of()).getOrDefault("Device State", "normal"))
                        != Health.FAILED)
                .count();
    }
}
