package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.host.Machine;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the kernel adds: block devices of units, and the character devices through which smartctl reaches the drives. */
final class Doors {
    private static final String VENDOR = "13c1";
    /** 3w-xxxx has /dev/tweN, 3w-9xxx /dev/twaN, 3w-sas /dev/twlN. */
    private static final Pattern NODE = Pattern.compile("/dev/tw[eal]\\d+");

    private Doors() {}

    static List<Machine.Controller> controllers(Machine machine) {
        return machine.controllers().stream()
                .filter(one -> one.vendor().equals(VENDOR) || one.driver().startsWith("3w-"))
                .toList();
    }

    /**
     * A unit's number is its SCSI target id (3w-9xxx, 3w-sas and 3w-xxxx), a carved part of it a LUN. Which of several
     * controllers the tool calls c0 is not told anywhere: only where there is one it is sure.
     */
    static Polled located(Polled answer, Machine machine) {
        List<Machine.Controller> all = controllers(machine);
        if (all.size() != 1) {
            return answer;
        }
        Map<String, String> disks = all.get(0).disks();
        return new Polled(
                answer.target(),
                answer.snapshots().stream()
                        .map(snapshot -> located(snapshot, disks))
                        .toList());
    }

    private static Snapshot located(Snapshot snapshot, Map<String, String> disks) {
        Component component = snapshot.component();
        if (component.kind() != ComponentKind.VOLUME) {
            return snapshot;
        }
        List<Location> doors = new ArrayList<>(component.locations());
        String unit = doors.get(0).type().replace("volume,", "");
        disks.entrySet().stream()
                .filter(disk -> disk.getKey().startsWith("0:" + unit + ":"))
                .sorted(Map.Entry.comparingByKey())
                .forEach(disk -> doors.add(Location.of(disk.getValue(), "")));
        return snapshot.of(component.withLocations(doors));
    }

    /** For each drive the way by smartctl; a wrong guess among several controllers is a drive that does not answer. */
    static List<Target> leads(Polled answer, Machine machine, int number) {
        Optional<String> node = controller(machine, number)
                .flatMap(one -> one.nodes().stream()
                        .filter(path -> NODE.matcher(path).matches())
                        .findFirst());
        return node.stream()
                .flatMap(path -> answer.snapshots().stream()
                        .map(Snapshot::component)
                        .filter(component -> component.kind() == ComponentKind.DRIVE)
                        .map(component -> new Target(
                                "smartctl", path, component.locations().get(0).type())))
                .toList();
    }

    /** The only one; else the one whose SCSI host has the number that newer tools count by; else the one at that place. */
    private static Optional<Machine.Controller> controller(Machine machine, int number) {
        List<Machine.Controller> all = controllers(machine);
        if (all.size() == 1) {
            return Optional.of(all.get(0));
        }
        Optional<Machine.Controller> byHost =
                all.stream().filter(one -> one.hosts().contains(number)).findFirst();
        return byHost.or(() -> all.stream()
                .sorted(Comparator.comparing(Machine.Controller::pciAddress))
                .skip(number)
                .findFirst());
    }
}
