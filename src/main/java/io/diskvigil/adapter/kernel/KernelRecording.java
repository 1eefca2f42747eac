package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes a component of each device that a recorded log speaks of, with its events. */
final class KernelRecording {
    private static final String SOURCE = "kernel log";
    /** Of one device, the newest: more do not make its case clearer. */
    private static final int MOST_EVENTS = 500;

    private static final int MOST_DEVICES = 1000;
    private static final int LONGEST_TEXT = 400;
    private static final String FILE_SYSTEM = "_file-system";
    private static final Pattern VOLUME = Pattern.compile("md[\\w/]*|dm-\\d+|mapper/.*|disk/.*|pool .*");
    private static final Pattern PORT = Pattern.compile("(3w-\\S+ scsi\\d+) port (\\d+)");
    private static final Pattern NAMELESS = Pattern.compile("[a-zA-Z]+|3w-\\w+");

    private final List<KernelLine> log;
    private final Instant takenAt;
    private final double lastUptime;

    private KernelRecording(List<KernelLine> log, Instant at) {
        this.log = log;
        lastUptime = log.stream()
                .filter(line -> line.uptime().isPresent())
                .mapToDouble(line -> line.uptime().getAsDouble())
                .max()
                .orElse(0);
        takenAt = log.stream()
                .flatMap(line -> line.instant(at).stream())
                .max(Comparator.naturalOrder())
                .orElse(at);
    }

    static List<Snapshot> snapshots(List<KernelLine> log, List<KernelEvent> events, Instant at) {
        return new KernelRecording(log, at).snapshots(events);
    }

    private List<Snapshot> snapshots(List<KernelEvent> events) {
        Set<String> devices =
                events.stream().map(KernelEvent::device).collect(Collectors.toCollection(LinkedHashSet::new));
        Map<String, String> owners = new HashMap<>();
        devices.stream().limit(MOST_DEVICES).forEach(device -> owners.put(device, owner(device, devices)));
        Map<String, List<KernelEvent>> byDevice = new LinkedHashMap<>();
        events.forEach(event -> byDevice.computeIfAbsent(group(event, owners), device -> new ArrayList<>())
                .add(event));
        List<Snapshot> snapshots = new ArrayList<>();
        byDevice.forEach((device, found) -> snapshots.add(snapshot(device, found)));
        snapshots.sort(Comparator.comparing(snapshot -> snapshot.component().kind() != ComponentKind.DRIVE));
        return snapshots.isEmpty() ? List.of(nothing()) : snapshots;
    }

    /** A file system on a whole disk is not the disk. */
    private static String group(KernelEvent event, Map<String, String> owners) {
        return isVolume(event) && DeviceNames.isDrive(event.device()) && !isPartition(event.device())
                ? event.device() + FILE_SYSTEM
                : owners.getOrDefault(event.device(), "further devices");
    }

    private static boolean isPartition(String device) {
        return !device.equals(DeviceNames.wholeDisk(device));
    }

    private static boolean isVolume(KernelEvent event) {
        return switch (event.kind()) {
            case VOLUME_DEGRADED, VOLUME_FAILED, VOLUME_OPTIMAL -> true;
            default -> false;
        };
    }

    /** A driver that names no controller speaks of the only one that it named elsewhere. */
    private static String owner(String device, Set<String> all) {
        if (!NAMELESS.matcher(device).matches() || DeviceNames.isDrive(device)) {
            return device;
        }
        List<String> numbered = all.stream()
                .filter(other -> other.matches(Pattern.quote(device) + " ?[0-9].*"))
                .limit(2)
                .toList();
        return numbered.size() == 1 ? numbered.get(0) : device;
    }

    private Snapshot snapshot(String device, List<KernelEvent> events) {
        ComponentKind kind = kind(device, events);
        List<KernelEvent> newest = events.subList(Math.max(0, events.size() - MOST_EVENTS), events.size());
        List<Reading> readings = new ArrayList<>();
        newest.forEach(event -> readings.add(reading(event)));
        if (newest.size() < events.size()) {
            readings.add(
                    new Fact("earlier_events", "%d are left out".formatted(events.size() - newest.size()), SOURCE));
        }
        return new Snapshot(
                new Component(
                        ComponentId.of("kernel", device), kind, Identity.unknown(), List.of(location(device, kind))),
                takenAt,
                readings);
    }

    private static ComponentKind kind(String device, List<KernelEvent> events) {
        boolean fileSystem = events.stream().anyMatch(KernelRecording::isVolume);
        if (DeviceNames.isDrive(device) && !isPartition(device)) {
            return ComponentKind.DRIVE;
        }
        if (fileSystem || VOLUME.matcher(device).matches() || DeviceNames.isDrive(device)) {
            return ComponentKind.VOLUME;
        }
        return PORT.matcher(device).matches() ? ComponentKind.DRIVE : ComponentKind.CONTROLLER;
    }

    private static Location location(String device, ComponentKind kind) {
        Matcher port = PORT.matcher(device);
        if (port.matches()) {
            return new Location(port.group(1), "3ware," + port.group(2), "port " + port.group(2), "");
        }
        String path = device.replace(FILE_SYSTEM, "");
        boolean node = kind != ComponentKind.CONTROLLER && path.matches("[a-z][\\w/.-]*") && !device.startsWith("ata");
        return Location.of(node ? "/dev/" + path : path, kind == ComponentKind.CONTROLLER ? "controller" : "");
    }

    private Event reading(KernelEvent event) {
        String text = Printable.line(event.text());
        String cut = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
        return new Event(
                Event.KERNEL,
                event.line().uptime().isPresent()
                        ? "%.6f".formatted(event.line().uptime().getAsDouble())
                        : "",
                event.line()
                        .clock()
                        .map(clock -> clock.getYear() == KernelLine.YEARLESS
                                ? event.line()
                                        .instant(takenAt)
                                        .orElseThrow()
                                        .atOffset(java.time.ZoneOffset.UTC)
                                        .toLocalDateTime()
                                : clock),
                Optional.of(at(event.line())),
                "",
                event.count() > 1 ? cut + " (%d messages)".formatted(event.count()) : cut,
                event.kind(),
                event.health(),
                SOURCE);
    }

    /** Where the log tells only seconds since the boot, its last line is of now; where it tells nothing, all of it is. */
    private Instant at(KernelLine line) {
        return line.instant(takenAt)
                .orElseGet(() -> line.uptime().isPresent()
                        ? takenAt.minus(Duration.ofMillis(
                                Math.round((lastUptime - line.uptime().getAsDouble()) * 1000)))
                        : takenAt);
    }

    private Snapshot nothing() {
        return new Snapshot(
                new Component(
                        ComponentId.of("kernel"),
                        ComponentKind.HOST,
                        Identity.unknown(),
                        List.of(Location.of("kernel log", ""))),
                takenAt,
                List.of(new Fact(
                        "kernel_log", "%d lines, none of them of trouble with a disk".formatted(log.size()), SOURCE)));
    }
}
